/** Number of colour tokens in styles.css. */
export const SECTION_COLOURS = 6;

/** Returns a section's colour number, from 1. Stable per id; consecutive ids get consecutive colours. */
export function sectionColour(id: string): number {
  const hash = [...id].reduce((sum, letter) => (sum * 29 + (letter.codePointAt(0) ?? 0)) % 2 ** 32, 0);
  return 1 + (hash % SECTION_COLOURS);
}
