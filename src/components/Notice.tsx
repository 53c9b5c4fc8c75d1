import type { ReactNode } from 'react';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';

export type NoticeKind = 'success' | 'error' | 'info';

type NoticeProps = {
  kind: NoticeKind;
  children: ReactNode;
  /** A button or link that helps. */
  action?: ReactNode;
  className?: string | undefined;
};

const looks: Record<NoticeKind, { icon: IconName; className: string }> = {
  success: { icon: 'check', className: 'bg-green-soft text-green' },
  error: { icon: 'alert', className: 'bg-red-soft text-red' },
  info: { icon: 'info', className: 'bg-primary-soft text-ink' },
};

/**
 * A message in a tinted box. If it appears after the page has loaded, put it in a {@link NoticeRegion}, which announces
 * it.
 */
export function Notice({ kind, children, action, className }: NoticeProps) {
  const look = looks[kind];
  return (
    <div
      className={classes(
        'flex flex-wrap content-center items-center gap-x-4 gap-y-1 rounded-control border border-transparent px-3.5 py-2 text-sm',
        look.className,
        className,
      )}
    >
      <div className="flex min-w-48 flex-1 gap-2.5">
        <Icon name={look.icon} className="mt-px" />
        <div className="min-w-0 whitespace-pre-line">{children}</div>
      </div>
      {action}
    </div>
  );
}
