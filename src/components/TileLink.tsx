import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { Link } from './Link';

type TileLinkProps = {
  to: string;
  title: string;
  /** Visual mark before the title. */
  mark?: ReactNode;
  children?: ReactNode;
};

/** A card that is one link. Only the title names the link. */
export function TileLink({ to, title, mark, children }: TileLinkProps) {
  return (
    <article className="group relative flex min-h-32 min-w-0 flex-col justify-between gap-4 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-control has-focus-visible:border-focus">
      <div className="flex items-start gap-3">
        {mark !== undefined && <span className="flex h-6.5 items-center">{mark}</span>}
        <h2 className="min-w-0 flex-1 text-lg font-semibold tracking-tight wrap-anywhere">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
            {title}
          </Link>
        </h2>
        <Icon name="chevronRight" className="mt-0.5 text-muted transition-transform group-hover:translate-x-0.5" />
      </div>
      {children !== undefined && <div className="min-w-0 text-sm text-muted wrap-anywhere">{children}</div>}
    </article>
  );
}
