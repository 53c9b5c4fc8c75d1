import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns the ref of an element in which something takes the place of a button while `isAway`. Afterwards the button has the
 * focus again, unless the focus has moved elsewhere.
 *
 * @param selector finds the button
 */
export function useFocusBack<E extends HTMLElement>(isAway: boolean, selector: string): RefObject<E | null> {
  const region = useRef<E>(null);
  const wasAway = useRef(false);
  useLayoutEffect(() => {
    if (wasAway.current && !isAway && document.activeElement === document.body) {
      region.current?.querySelector<HTMLElement>(selector)?.focus();
    }
    wasAway.current = isAway;
  }, [isAway, selector]);
  return region;
}
