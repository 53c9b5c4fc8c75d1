import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';

type SelectionBarProps = ComponentProps<'section'> & {
  /** Its heading, by which it is a named region. */
  title: string;
  /** What is done with the selection. */
  action: ReactNode;
};

/** What is selected on the page and what is done with it, at the bottom of the window while the page goes on below. */
export function SelectionBar({ title, action, children, ...native }: SelectionBarProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      {...native}
      data-sticky-foot
      className="sticky bottom-3 z-10 flex flex-col gap-2 rounded-card border border-line bg-surface px-4 py-3 shadow-raised print:hidden sm:px-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} tabIndex={-1} className="font-semibold tracking-tight">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
