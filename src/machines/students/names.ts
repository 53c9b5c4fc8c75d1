/**
 * Returns what identical names have in common, whatever the order of their words, letter case, accents and punctuation:
 * `Lovelace, Ada` and `ada lovelace`.
 */
export const nameKey = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .sort()
    .join(' ');

/** Returns the searches that find a name: as given, and with the last word first, since lists have either order. */
export function searchesFor(name: string): string[] {
  const words = name.split(' ');
  const last = words.at(-1);
  return words.length < 2 || last === undefined ? [name] : [name, [last, ...words.slice(0, -1)].join(' ')];
}
