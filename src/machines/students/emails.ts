const ascii = /^[\0-\x7f]*$/;

/**
 * Returns an email's canonical form. Ignores case, Unicode composition, full-width letters, and Unicode versus `xn--`
 * domains. The server stores this form.
 */
export function foldedEmail(email: string): string {
  if (ascii.test(email)) return email.toLowerCase();
  const folded = email.normalize('NFKC').toLowerCase();
  const domainAt = folded.lastIndexOf('@') + 1;
  return folded.slice(0, domainAt) + asciiDomain(folded.slice(domainAt));
}

/** Returns a domain with `xn--` labels, as mail uses it. */
function asciiDomain(domain: string): string {
  if (ascii.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

export const sameEmail = (a: string, b: string): boolean => foldedEmail(a) === foldedEmail(b);

/** Soft hyphens, joiners, zero-width spaces and byte order marks, copied from documents and web pages. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Prefixes that are not part of an email: `email=`, apostrophes, bullets. */
const beforeEmail = /^(?:.*=)?[^\p{L}\p{N}_]*/u;
/** Matches the domain. What follows is a link's query, a possessive or a full stop. */
const leadingDomain = /^[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}]/u;

/** Finds the emails in a word of a list: without prefixes, a link's query or a full stop. Usually there is one at most. */
export function emailsInWord(word: string): string[] {
  const email = emailIn(word.replace(invisible, ''));
  // Only a zero-width space may separate two emails.
  const found = email === null ? word.split(invisible).map(emailIn) : [email];
  return found.filter((one) => one !== null);
}

function emailIn(word: string): string | null {
  const [before = '', after, another] = word.split('@', 3);
  if (after === undefined || another !== undefined) return null;
  const local = before.replace(beforeEmail, '');
  const [domain = ''] = leadingDomain.exec(after) ?? [];
  return local === '' || domain === '' ? null : `${local}@${domain}`;
}
