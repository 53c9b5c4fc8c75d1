import type { ReactNode } from 'react';
import { initials } from './initials';

type ListItemProps = {
  /** A person's name. */
  name: string;
  /** The line below it. */
  detail: string;
  action?: ReactNode;
};

/** A person in an {@link ItemList}: initials (where there is room), name, one line more, and what can be done. */
export function ListItem({ name, detail, action }: ListItemProps) {
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
      <span
        aria-hidden="true"
        className="flex size-9 shrink-0 items-center justify-center rounded-control bg-primary-soft text-xs font-semibold max-sm:hidden"
      >
        {initials(name)}
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-sm font-semibold">{name}</p>
        <p className="text-xs text-muted">{detail}</p>
      </div>
      {action}
    </li>
  );
}
