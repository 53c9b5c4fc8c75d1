import { memo, type ReactNode } from 'react';
import { classes } from './classes';

/** Balances the number of batches against the rows in each, for lists of hundreds. */
const batchSize = 24;

type BatchesProps<Item> = {
  items: readonly Item[];
  /** Renders a keyed item. Must be a stable function. */
  show(item: Item): ReactNode;
  /** For rows of an `ItemList`: a class with the height of a batch that is off-screen and skipped. */
  offscreen?: string | undefined;
};

/** Renders a long list in batches, so that a change re-renders only the batches it affects. */
export function ItemBatches<Item extends object>({ items, show, offscreen }: BatchesProps<Item>) {
  const starts = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) => index * batchSize);
  return starts.map((start) => (
    <UnchangedBatch key={start} items={items.slice(start, start + batchSize)} show={show} offscreen={offscreen} />
  ));
}

function Batch<Item>({ items, show, offscreen }: BatchesProps<Item>) {
  const shown = items.map((item) => show(item));
  if (offscreen === undefined) return shown;
  // The last batch is shorter than `offscreen` says, so it is never skipped.
  const className = classes('divide-y divide-line', items.length === batchSize && offscreen);
  return (
    <ul role="presentation" className={className}>
      {shown}
    </ul>
  );
}

function isSame<Item extends object>(one: Item, other: Item | undefined): boolean {
  if (other === undefined) return false;
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
}

const UnchangedBatch = memo(
  Batch<object>,
  (before, now) =>
    before.show === now.show &&
    before.offscreen === now.offscreen &&
    before.items.length === now.items.length &&
    before.items.every((item, index) => item === now.items[index] || isSame(item, now.items[index])),
);
