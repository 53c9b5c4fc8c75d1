import { classes } from './classes';

/**
 * A line that ends in an ellipsis where there is no room for it, and never breaks inside a word. Its whole text is shown
 * on hover and, for whoever has no mouse, on focus.
 */
export function Truncated({ children, className }: { children: string; className?: string }) {
  return (
    <span
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be wider than its place, and the rest of it is read on focus.
      tabIndex={0}
      title={children}
      className={classes('truncate rounded-control focus:wrap-anywhere focus:whitespace-normal', className)}
    >
      {children}
    </span>
  );
}
