import { useCallback, useState } from 'react';
import { classes } from './classes';

/** Shared by all lines: there may be hundreds. */
let observer: ResizeObserver | undefined;
const measured = new WeakMap<Element, (isCut: boolean) => void>();

function measureAll(resized: readonly ResizeObserverEntry[]) {
  for (const { target } of resized) {
    // While focused it is shown in full, so its width says nothing about truncation.
    if (document.activeElement !== target) measured.get(target)?.(target.scrollWidth > target.clientWidth);
  }
}

/**
 * A single line, truncated with an ellipsis. The full text is shown on hover and, where truncated, on keyboard focus.
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
      // Truncates right-to-left text at its end too.
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
