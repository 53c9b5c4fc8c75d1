import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes';

type PageHeadingProps = ComponentProps<'h1'> & {
  /** Visual mark before the heading. */
  mark?: ReactNode;
  /** A line below the heading. */
  lead?: ReactNode;
  /** Buttons and links for the whole page. */
  actions?: ReactNode;
};

/** The page's only `h1`. Scripts focus it so that a new page is read out from its heading. */
export function PageHeading({ mark, lead, actions, className, ...native }: PageHeadingProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <div className="flex items-center gap-3">
          {mark}
          <h1
            {...native}
            tabIndex={-1}
            className={classes('min-w-0 text-xl font-semibold tracking-tight text-balance', className)}
          />
        </div>
        {lead !== undefined && <div className="mt-1 text-muted">{lead}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
