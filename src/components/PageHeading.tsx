import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes';

type PageHeadingProps = ComponentProps<'h1'> & {
  /** Visual mark before the heading. */
  mark?: ReactNode;
  /** A line beside the heading, or below it where there is no room. */
  lead?: ReactNode;
  /** Buttons and links for the whole page. */
  actions?: ReactNode;
};

/** The page's only `h1`. Scripts focus it so that a new page is read out from its heading. */
export function PageHeading({ mark, lead, actions, className, ...native }: PageHeadingProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
        <div className="flex min-w-0 items-center gap-3">
          {mark}
          <h1
            {...native}
            tabIndex={-1}
            className={classes('min-w-0 text-xl font-semibold tracking-tight text-balance', className)}
          />
        </div>
        {lead !== undefined && <div className="min-w-0 text-muted">{lead}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-3 max-sm:[&>:is(a,button)]:px-3">{actions}</div>}
    </header>
  );
}
