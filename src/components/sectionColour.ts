/** As many as there are tokens for. */
export const SECTION_COLOURS = 6;

/** The number of a section's colour, from 1: always the same for the same id, and the next one for the next id. */
export function sectionColour(id: string): number {
  const hash = [...id].reduce((sum, letter) => (sum * 29 + (letter.codePointAt(0) ?? 0)) % 2 ** 32, 0);
  return 1 + (hash % SECTION_COLOURS);
}
