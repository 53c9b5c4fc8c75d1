import { Refusal } from './refusal';

/**
 * What the database refuses, or keeps as another character: U+0000, and half of a surrogate pair, which JSON can carry. Two texts that
 * differ in nothing else would be one.
 */
const unstorable = /[\0\p{Surrogate}]/u;

/** Refuses what the database cannot keep as it is, in any text within a value. @throws Refusal 400 */
export function requireStorable(value: unknown): void {
  if (typeof value === 'string' && unstorable.test(value)) throw unstorableText();
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    requireStorable(name);
    requireStorable(part);
  }
}

export const unstorableText = () => new Refusal(400, { detail: 'The text has a character that cannot be kept.' });
