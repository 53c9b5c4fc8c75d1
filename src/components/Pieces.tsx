import { memo, type ReactNode } from 'react';

/** Of hundreds this makes about as many pieces as there are items in one. */
const pieceLength = 25;

type PiecesProps<Item> = {
  items: readonly Item[];
  /** One of them, with its key. Always the same function. */
  show(item: Item): ReactNode;
};

/** A long list in which little changes at a time: only the pieces in which something has changed are rendered again. */
export function Pieces<Item extends object>({ items, show }: PiecesProps<Item>) {
  const starts = Array.from({ length: Math.ceil(items.length / pieceLength) }, (_, place) => place * pieceLength);
  return starts.map((start) => (
    <UnchangedPiece key={start} items={items.slice(start, start + pieceLength)} show={show} />
  ));
}

function Piece<Item>({ items, show }: PiecesProps<Item>) {
  return items.map((item) => show(item));
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
    before.items.length === now.items.length &&
    before.items.every((item, place) => isSame(item, now.items[place])),
);
