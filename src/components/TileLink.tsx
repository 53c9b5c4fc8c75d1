import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { Link } from './Link';
import { Truncated } from './Truncated';

type TileLinkProps = {
  to: string;
  title: string;
  /** Visual mark before the title. */
  mark?: ReactNode;
  /** A line below the title. */
  lead: string;
  children?: ReactNode;
};

/** A card that is one link. Only the title names the link: at most two lines of it, and the whole of it on hover. */
export function TileLink({ to, title, mark, lead, children }: TileLinkProps) {
  return (
    <article className="group relative flex h-full min-w-0 flex-col justify-between gap-4 rounded-card border border-line bg-surface p-4 shadow-card transition-colors hover:border-control has-focus-visible:border-focus sm:p-5">
      {/* As tall as with a title of two lines, so that all cards have one height. */}
      <div className="flex min-h-18.5 items-start gap-3">
        {mark !== undefined && <span className="flex h-6.5 items-center">{mark}</span>}
        <div className="min-w-0 flex-1">
          {/* With room for the outline of the focus. */}
          <h3 className="-m-1 line-clamp-2 p-1 text-lg font-semibold tracking-tight wrap-anywhere">
            <Link to={to} title={title} className="after:absolute after:inset-0 after:rounded-card">
              {title}
            </Link>
          </h3>
          <p className="flex text-sm text-muted">
            <Truncated>{lead}</Truncated>
          </p>
        </div>
        <Icon name="chevronRight" className="mt-0.5 text-muted transition-transform group-hover:translate-x-0.5" />
      </div>
      {children !== undefined && <div className="min-w-0 text-sm text-muted wrap-anywhere">{children}</div>}
    </article>
  );
}
