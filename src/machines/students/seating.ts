/* Places of a section's seats, as keys of students in their order. */

/**
 * Returns the items in the order of the places. Items without a place come last, in their own order.
 *
 * @param keyOf returns a student's key
 */
export function inPlaces<Item>(
  items: readonly Item[],
  places: readonly string[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  if (places.length === 0) return items;
  const ranks = new Map(places.map((key, rank) => [key, rank]));
  const rankOf = (item: Item) => ranks.get(keyOf(item)) ?? places.length;
  return items.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns the places after two students have swapped theirs. */
export const swapped = (places: readonly string[], one: string, other: string): string[] =>
  places.map((key) => (key === one ? other : key === other ? one : key));
