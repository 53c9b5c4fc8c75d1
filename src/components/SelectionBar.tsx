import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classes } from './classes';

type SelectionBarProps = ComponentProps<'section'> & {
  /** Its heading, by which it is a named region. */
  title: string;
  /** What is wrong with the selection. */
  notice: ReactNode;
  /** What is done with the selection. */
  action: ReactNode;
  isEmpty: boolean;
};

/**
 * What is selected on the page and what is done with it. It sticks to the bottom of the window once there is a selection, as
 * one line: before that it would only cover what there is to select.
 */
export function SelectionBar({ title, notice, action, isEmpty, children, ...native }: SelectionBarProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      {...native}
      data-sticky-foot={isEmpty ? undefined : ''}
      className={classes(
        'flex flex-col gap-2 rounded-card border border-line bg-surface px-4 py-3 print:hidden sm:px-6',
        isEmpty ? 'shadow-card' : 'sticky bottom-3 z-10 shadow-raised',
      )}
    >
      {notice}
      <div className={classes('flex items-center gap-x-4 gap-y-1', isEmpty && 'flex-wrap')}>
        <h2
          id={titleId}
          tabIndex={-1}
          className={classes('shrink-0 font-semibold tracking-tight', !isEmpty && 'max-sm:sr-only')}
        >
          {title}
        </h2>
        <div className="min-w-0 flex-1">{children}</div>
        {action}
      </div>
    </section>
  );
}
