import type { ReactNode } from 'react';

type ItemListProps = { label: string; children: ReactNode };

/** A list of {@link ListItem}s with hairlines between them. `label` names it for a screen reader. */
export function ItemList({ label, children }: ItemListProps) {
  return (
    <ul aria-label={label} className="@container divide-y divide-line">
      {children}
    </ul>
  );
}
