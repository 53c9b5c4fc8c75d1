import { useDeferredValue } from 'react';

/** A viewport's worth, and a few more. */
const firstCount = 40;
const none: readonly never[] = [];

/**
 * Returns the first items of a long list at once and the rest in a deferred render, so that input stays responsive.
 * Updates of a long list are deferred too; a short list is returned whole.
 */
export function useGradually<Item>(items: readonly Item[]): readonly Item[] {
  const later = useDeferredValue<readonly Item[]>(items.length > firstCount ? items : none, none);
  if (later.length > 0) return later;
  return items.length > firstCount ? items.slice(0, firstCount) : items;
}
