import { useCallback, useState } from 'react';
import { classes } from './classes';

/** One for all lines: there may be hundreds. */
let observer: ResizeObserver | undefined;
const measured = new WeakMap<Element, (isCut: boolean) => void>();

function measureAll(resized: readonly ResizeObserverEntry[]) {
  for (const { target } of resized) {
    // With the focus it is whole, which says nothing of how it will be without.
    if (document.activeElement !== target) measured.get(target)?.(target.scrollWidth > target.clientWidth);
  }
}

/**
 * A line that ends in an ellipsis where there is no room for it, and never breaks inside a word. Its whole text is shown
 * on hover and, where it is cut, on focus for whoever has no mouse.
 */
export function Truncated({ children, className }: { children: string; className?: string }) {
  const [cut, setCut] = useState(false);
  const measure = useCallback((line: HTMLElement) => {
    observer ??= new ResizeObserver(measureAll);
    measured.set(line, setCut);
    observer.observe(line);
    return () => observer?.unobserve(line);
  }, []);
  return (
    <span
      ref={measure}
      tabIndex={cut ? 0 : undefined}
      // Of a text from right to left its end is cut, not its beginning.
      dir="auto"
      title={children}
      className={classes(
        'min-w-0 truncate rounded-control text-left focus:wrap-anywhere focus:whitespace-normal',
        className,
      )}
    >
      {children}
    </span>
  );
}
