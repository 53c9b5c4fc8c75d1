import { domainToASCII } from 'node:url';
import * as v from 'valibot';

/** Characters of an email's local part between its dots (RFC 5322), and letters of every script (RFC 6531). */
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Of an email as {@link normaliseEmail} leaves it. A name without a dot in it is no domain that mail reaches. */
const shape = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'u');
const longest = 254;

/**
 * Returns the one form in which an email is stored and compared: without whitespace around it or invisible characters
 * in it, letters in lower case, composed and of normal width, the domain in ASCII. `foldedEmail` of the front end
 * compares alike.
 */
export function normaliseEmail(typed: string): string {
  const email = typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
  const domainAt = email.lastIndexOf('@') + 1;
  const domain = email.slice(domainAt);
  return email.slice(0, domainAt) + (domainToASCII(domain) || domain);
}

/** Whether it can be stored as an email: the format `idn-email` of the contract, and what commands take. */
export function isEmail(typed: string): boolean {
  const email = normaliseEmail(typed);
  return email.length <= longest && shape.test(email);
}

/** An email, as it is stored. */
export const Email = v.pipe(v.string(), v.transform(normaliseEmail), v.check(isEmail));
