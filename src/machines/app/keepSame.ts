export const sameItems = <Item>(some: readonly Item[], others: readonly Item[]): boolean =>
  some === others || (some.length === others.length && some.every((one, place) => one === others[place]));

/**
 * Returns a function that hands a computed list on. Items equal to those of the previous list, and an equal list, keep
 * their identity, so that views re-render only what has changed.
 *
 * @param keyOf identifies an item within a list
 */
export function keepSame<Item>(
  keyOf: (item: Item) => string,
  isSame: (one: Item, other: Item) => boolean,
): (items: readonly Item[]) => readonly Item[] {
  let last: readonly Item[] = [];
  let known = new Map<string, Item>();
  return (items) => {
    const kept = items.map((item) => {
      const before = known.get(keyOf(item));
      return before !== undefined && isSame(before, item) ? before : item;
    });
    if (!sameItems(last, kept)) {
      last = kept;
      known = new Map(kept.map((item) => [keyOf(item), item]));
    }
    return last;
  };
}

/**
 * Returns items in the places that they had, each as it is now, and new ones last. Those that have gone stay as they were.
 *
 * @param keyOf identifies an item
 * @returns the same list if nothing has changed
 */
export function inTheirPlaces<Item>(
  before: readonly Item[],
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const now = new Map(items.map((item) => [keyOf(item), item]));
  const renewed = before.map((item) => now.get(keyOf(item)) ?? item);
  for (const item of before) now.delete(keyOf(item));
  renewed.push(...now.values());
  return sameItems(before, renewed) ? before : renewed;
}
