import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

type EmptyStateProps = {
  icon: IconName;
  children: ReactNode;
  /** What to do next. */
  action?: ReactNode;
};

/** Shown in place of a list that is empty. */
export function EmptyState({ icon, children, action }: EmptyStateProps) {
  return (
    <div className="flex grow flex-col items-center justify-center gap-4 rounded-card border border-dashed border-line px-4 py-10 text-center">
      <span className="flex size-12 items-center justify-center rounded-pill bg-sunken text-lg text-muted">
        <Icon name={icon} />
      </span>
      <p className="max-w-sm text-balance text-muted">{children}</p>
      {action}
    </div>
  );
}
