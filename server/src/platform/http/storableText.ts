import { HttpError } from './httpError';

/**
 * Matches what the database rejects or replaces: U+0000, and lone surrogates, which JSON can carry. Replaced, two different texts
 * would become equal.
 */
const unstorable = /[\0\p{Surrogate}]/u;

/** @throws HttpError 400 when a text in the value, at any depth, cannot be stored unchanged */
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
