import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classes } from './classes';
import { useRootMark } from './useRootMark';

type SelectionBarProps = ComponentProps<'section'> & {
  /** Heading, which also labels the region. */
  title: string;
  /** What is wrong with the selection. */
  notice: ReactNode;
  /** The button that acts on the selection. */
  action: ReactNode;
  isEmpty: boolean;
};

/**
 * The current selection and its action. Sticks to the bottom of the window, as one line, once something is selected; an
 * empty bar would only cover the list.
 */
export function SelectionBar({ title, notice, action, isEmpty, children, ...native }: SelectionBarProps) {
  const titleId = useId();
  useRootMark('data-sticky-foot', !isEmpty);
  return (
    <section
      aria-labelledby={titleId}
      {...native}
      className={classes(
        'flex flex-col gap-2 rounded-card border border-line bg-surface px-3 py-2 print:hidden sm:px-6 sm:py-3',
        isEmpty ? 'shadow-card' : 'z-10 shadow-raised tall:sticky tall:bottom-3',
      )}
    >
      {notice}
      <div className={classes('flex items-center gap-x-2 gap-y-1 sm:gap-x-4', isEmpty && 'flex-wrap')}>
        <h2
          id={titleId}
          tabIndex={-1}
          className={classes('font-semibold tracking-tight sm:shrink-0', !isEmpty && 'max-sm:text-xs/tight')}
        >
          {title}
        </h2>
        {/* Phones have room only for the count. */}
        <div className={classes('min-w-0 flex-1', !isEmpty && 'max-sm:hidden')}>{children}</div>
        <div className="shrink-0 max-sm:ml-auto max-sm:[&_button]:px-2.5">{action}</div>
      </div>
    </section>
  );
}
