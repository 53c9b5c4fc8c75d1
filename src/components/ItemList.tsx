import type { ReactNode } from 'react';
import { ItemBatches } from './ItemBatches';

type ItemListProps<Item> = {
  /** Accessible name. */
  label: string;
  items: readonly Item[];
  /** Renders a keyed element with the {@link itemRole}. Must be a stable function. */
  show(item: Item): ReactNode;
  /** Height of a batch of 24 rows that are not {@link ListItem}s. */
  offscreen?: string;
};

/**
 * A list of any length with hairlines between its rows. Off-screen rows are skipped by batch, because checking each of
 * a thousand rows would take most of a frame. Batches sit between the list and its items, hence the explicit roles.
 */
export const ItemList = <Item extends object>({
  label,
  items,
  show,
  offscreen = offscreenItems,
}: ItemListProps<Item>) => (
  // biome-ignore lint/a11y/useSemanticElements: a `ul` may contain only `li`, not batches.
  <div role="list" aria-label={label} className="@container divide-y divide-line">
    <ItemBatches items={items} show={show} offscreen={offscreen} />
  </div>
);

/** The role of each row: an `li` inside a batch would have no list. */
export const itemRole = { role: 'listitem' } as const;

const offscreenItems = 'offscreen-264 wide:pointer-fine:offscreen-216';
