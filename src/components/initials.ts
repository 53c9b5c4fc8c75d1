/**
 * Returns the initials of the first and last word in capitals, or the number at the end of the name. What tells namesakes apart,
 * in parentheses, is no word. Empty for an empty name.
 */
export function initials(name: string): string {
  const [number] = /\d+$/.exec(name.trim()) ?? [];
  if (number !== undefined) return number;
  const words = name
    .replace(/\s\([^()]*\)\s*$/u, '')
    .trim()
    .split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
