import { memo, type ReactNode } from 'react';
import { classes } from './classes';

/** Of hundreds this makes about as many pieces as there are items in one. */
const pieceLength = 24;

type PiecesProps<Item> = {
  items: readonly Item[];
  /** One of them, with its key. Always the same function. */
  show(item: Item): ReactNode;
  /** Of the rows of an `ItemList`: how high a piece is while it is out of sight, and skipped as a whole. */
  away?: string | undefined;
};

/** A long list in which little changes at a time: only the pieces in which something has changed are rendered again. */
export function Pieces<Item extends object>({ items, show, away }: PiecesProps<Item>) {
  const starts = Array.from({ length: Math.ceil(items.length / pieceLength) }, (_, place) => place * pieceLength);
  return starts.map((start) => (
    <UnchangedPiece key={start} items={items.slice(start, start + pieceLength)} show={show} away={away} />
  ));
}

function Piece<Item>({ items, show, away }: PiecesProps<Item>) {
  const shown = items.map((item) => show(item));
  if (away === undefined) return shown;
  // The last one, which is lower than the others, is never skipped.
  const className = classes('divide-y divide-line', items.length === pieceLength && away);
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

const UnchangedPiece = memo(
  Piece<object>,
  (before, now) =>
    before.show === now.show &&
    before.away === now.away &&
    before.items.length === now.items.length &&
    before.items.every((item, place) => item === now.items[place] || isSame(item, now.items[place])),
);
