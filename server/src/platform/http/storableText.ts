import { HttpError } from './httpError';

/**
 * Matches what the database refuses or stores as another character: U+0000, and lone surrogates, which JSON can carry. Two texts
 * that differ in nothing else would become equal.
 */
const unstorable = /[\0\p{Surrogate}]/u;

/** Refuses a value with a text in it, at any depth, that the database cannot store unchanged. @throws HttpError 400 */
export function requireStorable(value: unknown): void {
  // No recursion: JSON nests deeper than the stack.
  const parts = [value];
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part === 'string' && unstorable.test(part)) throw unstorableText();
    if (typeof part === 'object' && part !== null) for (const entry of Object.entries(part)) parts.push(...entry);
  }
}

export const unstorableText = () => new HttpError(400, { detail: 'The text has a character that cannot be kept.' });
