import { domainToASCII } from 'node:url';
import * as v from 'valibot';

/** Characters of an email's local part between its dots (RFC 5322), and letters of every script (RFC 6531). */
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Matches normalised emails. The domain needs a dot. */
const shape = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'u');
const maxLength = 254;

/**
 * Returns the form in which an email is stored and compared: trimmed, without invisible characters, in lower case, NFKC, the domain in
 * ASCII. The front end's `foldedEmail` compares the same way.
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

/** Returns whether a text is an email: the contract's format `idn-email`, also for commands. */
export function isEmail(typed: string): boolean {
  const email = normaliseEmail(typed);
  return email.length <= maxLength && shape.test(email);
}

/** Schema that normalises an email. */
export const Email = v.pipe(v.string(), v.transform(normaliseEmail), v.check(isEmail));
