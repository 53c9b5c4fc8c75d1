import type { ReactNode } from 'react';
import { classes } from './classes';
import { Notice, type NoticeKind } from './Notice';

type NoticeRegionProps = {
  kind?: NoticeKind | undefined;
  /** The message, if any. */
  children?: ReactNode;
  action?: ReactNode;
  /** Applied to the region and to its notice. */
  className?: string;
};

/** Makes the notice as tall as its region. */
const fill = 'flex *:flex-1 not-empty:flex-1';

/**
 * Where messages appear. Mount it with the screen, empty: a screen reader announces only what enters a live region that
 * was there before. Errors interrupt (`alert`), everything else waits its turn (`status`).
 */
export function NoticeRegion({ kind = 'info', children, action, className }: NoticeRegionProps) {
  const empty = children === undefined || children === null || children === false || children === '';
  const notice = !empty && (
    <Notice kind={kind} action={action} className={className}>
      {children}
    </Notice>
  );
  return (
    // Out of the flow while empty, so that its parent's layout leaves no gap. The live region stays mounted.
    <div className={empty ? 'absolute' : classes('flex flex-col', className)}>
      <div role="status" className={fill}>
        {kind !== 'error' && notice}
      </div>
      <div role="alert" className={fill}>
        {kind === 'error' && notice}
      </div>
    </div>
  );
}
