import type { ReactNode } from 'react';
import { Pieces } from './Pieces';

type ItemListProps<Item> = {
  /** Its name, for a screen reader. */
  label: string;
  items: readonly Item[];
  /** An `li` with the {@link itemRole}, and its key. Always the same function. */
  show(item: Item): ReactNode;
  /** How high 24 rows are, if they are not {@link ListItem}s. */
  away?: string;
};

/**
 * A list, however long, with hairlines between its rows. What is out of sight is skipped by the piece: to look of each of
 * a thousand rows whether it is in sight would take longer than all else in a frame. A piece is no list of its own, hence
 * the roles.
 */
export const ItemList = <Item extends object>({ label, items, show, away = awayItems }: ItemListProps<Item>) => (
  // biome-ignore lint/a11y/useSemanticElements: a `ul` holds nothing but its items, and no pieces.
  <div role="list" aria-label={label} className="@container divide-y divide-line">
    <Pieces items={items} show={show} away={away} />
  </div>
);

/** Of each row: within a piece an `li` would be the item of no list. */
export const itemRole = { role: 'listitem' } as const;

const awayItems = 'away-264 wide:pointer-fine:away-216';
