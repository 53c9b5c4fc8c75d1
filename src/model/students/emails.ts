const ascii = /^[\0-\x7f]*$/;

/**
 * Returns the one form of an email in which two that name the same person are equal: letter case, composed or separate
 * accents, full-width letters, and Unicode or `xn--` domains do not distinguish them. The server stores this form.
 */
export function foldedEmail(email: string): string {
  if (ascii.test(email)) return email.toLowerCase();
  const folded = email.normalize('NFKC').toLowerCase();
  const domainAt = folded.lastIndexOf('@') + 1;
  return folded.slice(0, domainAt) + asciiDomain(folded.slice(domainAt));
}

/** @returns a domain with its `xn--` labels, as mail is sent to it */
function asciiDomain(domain: string): string {
  if (ascii.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

export const sameEmail = (a: string, b: string): boolean => foldedEmail(a) === foldedEmail(b);

/** What may stand between two words of a list: whitespace, control characters, separators, and brackets around an email. */
const between = /[\s\p{Cc},;:|/<>()[\]{}"،؛、]+/u;
/** Soft hyphens, joiners, zero-width spaces, byte order marks: copied along from documents and web pages. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Clings to the start of an email without being part of it: `email=`, apostrophes, bullets. */
const beforeEmail = /^(?:.*=)?[^\p{L}\p{N}_]*/u;
/** Whatever follows is a link's query, a possessive or the full stop of a sentence. */
const leadingDomain = /^[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}]/u;

/**
 * Finds the emails in a list of any form: one per line, `Ada <ada@school.example>; Bob <…>`, links, the cells of a table
 * or a CSV file. Other words are skipped, and so are duplicates. Whether an address is a valid one is not judged here:
 * the directory knows it or does not.
 */
export function emailsIn(text: string): string[] {
  const emails = new Map<string, string>();
  for (const word of text.normalize('NFKC').split(between)) {
    for (const email of emailsOfWord(word)) {
      const key = foldedEmail(email);
      if (!emails.has(key)) emails.set(key, email);
    }
  }
  return [...emails.values()];
}

function emailsOfWord(word: string): string[] {
  const email = emailIn(word.replace(invisible, ''));
  // Two emails may have nothing but a zero-width space between them.
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
