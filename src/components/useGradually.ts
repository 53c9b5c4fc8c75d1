import { useDeferredValue } from 'react';

/** As many as a window shows, and a few more. */
const firstCount = 40;
const none: readonly never[] = [];

/**
 * Of a long list the first, and all of it a moment later, so that no press waits for what stands below the window. What a
 * long list becomes comes a moment later, too; a short one is there at once.
 */
export function useGradually<Item>(items: readonly Item[]): readonly Item[] {
  const later = useDeferredValue<readonly Item[]>(items.length > firstCount ? items : none, none);
  if (later.length > 0) return later;
  return items.length > firstCount ? items.slice(0, firstCount) : items;
}
