import type { Problem, Sentence } from '../failure';
import type { KnockAs } from '../services/types';

/**
 * Returns a code as the server writes it, or null if it cannot be one. It is read from what was pasted, too: "Code: K7M 2PQ", or the
 * lesson's address. Case, width, spaces and invisible characters do not matter.
 */
export function codeOf(typed: string): string | null {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^.*[#:/]/s, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  // No code has an O.
  const code = letters.replace(/^CODE/, '');
  return /^[A-Z0-9]{6}$/.test(code) ? code : null;
}

/** Returns the secret of a link or a badge, or null. @param address or its end, from the # on */
export const linkIn = (address: string): string | null => /#link=([\w-]{1,100})$/.exec(address.trim())?.[1] ?? null;

/** More combining marks on a letter than any name needs. The server has the same rule. */
const piledMarks = /\p{M}{6}/u;

/** Returns what is wrong with a knock, or null if somebody was chosen from the list or typed a name and what looks like an email. */
export function wrongIn(as: KnockAs): Problem | null {
  if ('studentId' in as) return null;
  const wrong = (field: 'name' | 'email', sentence: Sentence): Problem => ({ kind: 'failed', field, sentence });
  if (as.name.trim() === '') return wrong('name', 'nameless');
  if (piledMarks.test(as.name.normalize())) return wrong('name', 'piledMarks');
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(as.email.trim())) return wrong('email', 'emailInvalid');
  return null;
}
