import type { RenewalOutcome } from '../machines/account/authMachine';
import type { CodeOutcome } from '../machines/app/pageCodeMachine';
import type { DesktopPermission } from '../services/desktop';

/** Texts under these keys are names of our own, and stay as they are. */
const plain = /^(type|kind|field|ended|agents|id|\w+Id)$/;
/** Lists of them. */
const plainList = /^logIds$/;
/** These were written for people to read, or lead somewhere: what is secret in them is masked. */
const prose = /^(sentence|hint|destination|to)$/;
/** Texts under these keys are secret in whole; of different ones it stays visible that they differ. */
const secret = /password|token|code|teacher|^address$/i;
/** Texts under these keys name somebody or something, and are repeated in sentences. */
const name = /name$/i;
/** What an actor or a browser answers with a bare word that guards read. */
const outcomes: unknown[] = [
  ...(['renewed', 'refused', 'unanswered'] satisfies Exclude<RenewalOutcome, object>[]),
  ...(['loaded', 'unusable', 'outdated'] satisfies CodeOutcome[]),
  ...(['granted', 'denied', 'default', 'unsupported'] satisfies DesktopPermission[]),
];

const emailInText = /[^\s@<>()"',;:=?&/]+(@|%40)[^\s@<>()"',;:?&/]*[^\s@<>()"',;:?&/.!]/gi;
const email = /^\s*[^\s@]+@[^\s@]+\s*$/;
/** Shorter secrets would be found within every other word: they are looked for between words only. */
const shortestEcho = 4;
const letter = /[\p{L}\p{N}]/u;
const longestText = 256;
/** Of a list of logs, so many are told: a section may have a hundred thousand, and another list comes with each detection. */
const mostLogs = 20;

const standsAlone = (text: string, at: number, length: number) =>
  !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + length));

/**
 * Makes the mask through which everything goes that is recorded or shown elsewhere. It lets pass what it knows to be
 * harmless and covers every other text, so that a field nobody thought of is covered, too:
 *
 * - passwords, tokens, codes, addresses of pictures, what a teacher is known by, and e-mails become `***1`: as long as before, alike when they were alike, an e-mail still
 *   like an e-mail, so that guards decide as they did; nothing of the text is left;
 * - of any other text the length and the blanks are left; of logs, the ids of the first twenty; numbers and truth values stay;
 * - an e-mail within a sentence or an address, and a secret or a name that is repeated in one, are covered there.
 *
 * @returns a function that makes a masked copy, of the same shape, of what can be written as JSON
 */
export function createMask() {
  // What was seen is kept as a fingerprint with a seed that never leaves this function: no secret is held in memory.
  const [seed = 0, otherSeed = 0] = crypto.getRandomValues(new Uint32Array(2));
  /** By length and fingerprint, the number that a text goes by. */
  const seen = new Map<number, Map<string, string>>();

  const fingerprint = (text: string) => {
    let [one, other] = [seed, otherSeed];
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
      other = Math.imul(other ^ text.charCodeAt(at), 0x5bd1e995);
    }
    return `${one}.${other}`;
  };

  const numberOf = (text: string) => {
    const alike = seen.get(text.length) ?? new Map<string, string>();
    seen.set(text.length, alike);
    const print = fingerprint(text);
    const known = alike.get(print) ?? (alike.size + 1).toString(36);
    alike.set(print, known);
    return known;
  };

  const coverSecret = (text: string) => numberOf(text.trim()).padStart(text.length, '*');
  const coverEmail = (text: string) => `${numberOf(text.toLowerCase())}@*`.padEnd(text.length, '*');

  const coverEcho = (text: string) => {
    let covered = text;
    for (const [length, alike] of seen) {
      for (let at = 0; at + length <= text.length; at += 1) {
        if (length < shortestEcho && !standsAlone(text, at, length)) continue;
        const known = alike.get(fingerprint(text.slice(at, at + length)));
        if (known) covered = covered.slice(0, at) + known.padStart(length, '*') + covered.slice(at + length);
      }
    }
    return covered;
  };

  const coverProse = (text: string) =>
    coverEcho(text.replace(emailInText, (found, at: string) => coverEmail(found.replace(at, '@')).replace('@', at)));

  const cover = (key: string, value: unknown): unknown => {
    if (key === 'logs' && Array.isArray(value)) return value.slice(0, mostLogs).map(({ id }) => ({ id }));
    // As objects they pass as they are: in a list the key of each is only its place.
    if (plainList.test(key) && Array.isArray(value)) return value.map((one) => (email.test(one) ? one : Object(one)));
    if (typeof value === 'number' && secret.test(key)) return coverSecret(String(value));
    if (typeof value !== 'string' || value.trim() === '') return value;
    // Some backend's ids may be e-mails.
    if (plain.test(key) && !email.test(value)) return value;
    if ((key === 'output' || key === 'permission') && outcomes.includes(value)) return value;
    if (prose.test(key)) return coverProse(value);
    if (secret.test(key)) return coverSecret(value);
    if (name.test(key)) numberOf(value.trim());
    return email.test(value) ? value.replace(/\S+/, coverEmail) : value.slice(0, longestText).replace(/\S/g, '*');
  };

  return <T>(value: T): T => JSON.parse(JSON.stringify(value, cover) ?? 'null');
}
