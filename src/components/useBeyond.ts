import { useEffect, useRef, useState } from 'react';

/** Tells on which sides a scroller has more than it shows, for browsers that hide their scrollbars. */
export function useBeyond() {
  const scroller = useRef<HTMLDivElement>(null);
  const [beyond, setBeyond] = useState({ left: false, right: false });
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current;
      const [left, right] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
      setBeyond((known) => (known.left === left && known.right === right ? known : { left, right }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, []);
  return { scroller, beyond };
}
