import { useCallback, useState } from 'react';
import { classes } from './classes';

/**
 * A line that ends in an ellipsis where there is no room for it, and never breaks inside a word. Its whole text is shown
 * on hover and, where it is cut, on focus for whoever has no mouse.
 */
export function Truncated({ children, className }: { children: string; className?: string }) {
  const [cut, setCut] = useState(false);
  const measure = useCallback((line: HTMLElement) => {
    const observer = new ResizeObserver(() => {
      // With the focus it is whole, which says nothing of how it will be without.
      if (document.activeElement !== line) setCut(line.scrollWidth > line.clientWidth);
    });
    observer.observe(line);
    return () => observer.disconnect();
  }, []);
  return (
    <span
      ref={measure}
      tabIndex={cut ? 0 : undefined}
      title={children}
      className={classes('min-w-0 truncate rounded-control focus:wrap-anywhere focus:whitespace-normal', className)}
    >
      {children}
    </span>
  );
}
