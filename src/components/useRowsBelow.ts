import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns how many rows of a list end below what its scroller shows. */
function rowsBelow(scroller: Element | null, list: Element | null): number {
  if (scroller === null || list === null) return 0;
  const { bottom } = scroller.getBoundingClientRect();
  return [...list.children].filter((row) => row.getBoundingClientRect().bottom > bottom + 1).length;
}

/**
 * Counts the rows below those that a scroller shows, for browsers that hide their scrollbars.
 *
 * @param list inside the scroller
 */
export function useRowsBelow(list: RefObject<Element | null>, isShown: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState(0);
  useEffect(() => {
    const measure = () => setBelow(rowsBelow(scroller.current, list.current));
    if (!isShown) return setBelow(0);
    const observer = new ResizeObserver(measure);
    const { current } = scroller;
    for (const element of [current, list.current]) if (element !== null) observer.observe(element);
    current?.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current?.removeEventListener('scroll', measure);
    };
  }, [list, isShown]);
  return {
    scroller,
    below,
    /** Scrolls to the rows below. */
    showMore() {
      scroller.current?.scrollBy({ top: scroller.current.clientHeight });
    },
  };
}
