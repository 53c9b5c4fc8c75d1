import type { KnockAs } from '../services/types';

/** Returns a code as the server writes it, or null if it cannot be one. Spaces, hyphens and case do not matter. */
export function codeOf(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return /^[A-Z0-9]{6}$/.test(code) ? code : null;
}

/** Returns the secret of a mailed link, or null. @param fragment of the address, with its # */
export const linkIn = (fragment: string): string | null => /^#link=([\w-]{1,100})$/.exec(fragment)?.[1] ?? null;

/** Returns whether somebody can knock so: chosen from the list, or with a name and what looks like an email. */
export const canKnock = (as: KnockAs): boolean =>
  'studentId' in as || (as.name.trim() !== '' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(as.email.trim()));
