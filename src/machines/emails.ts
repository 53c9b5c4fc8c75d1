/** Letter case does not distinguish e-mails. */
export const foldedEmail = (email: string): string => email.toLowerCase();
export const sameEmail = (a: string, b: string): boolean => foldedEmail(a) === foldedEmail(b);

/** What may stand between two words of a list: blanks (some of them unseen), separators, and what encloses an e-mail. */
const between = /[\s\u200b,;:|/<>()[\]{}"，；、]+/;
/** What clings to an e-mail without belonging to it: apostrophes, bullets, the full stop of a sentence. */
const around = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}]+$/gu;
const emailShape = /^[^@]+@[^@]+$/;

/**
 * The e-mails in a list of whatever form: one on each line, `Ada <ada@school.example>; Bob <…>`, the cells of a table or
 * a CSV file beside others. What does not look like an e-mail is passed over; of doubles the first is taken.
 */
export function emailsIn(text: string): string[] {
  const emails = new Map<string, string>();
  for (const word of text.split(between)) {
    const email = word.replaceAll(around, '');
    if (emailShape.test(email) && !emails.has(email.toLowerCase())) emails.set(email.toLowerCase(), email);
  }
  return [...emails.values()];
}
