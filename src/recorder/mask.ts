import type { RenewalOutcome } from '../machines/account/authMachine';
import type { DoorContext } from '../machines/attendance/doorMachine';
import type { End } from '../machines/sections/untilWhen';
import type { CodeOutcome } from '../services/app/pageCode';
import type { DesktopPermission } from '../services/live/desktop';

/** Values of these keys are our own identifiers and stay readable. */
const plain = /^(type|kind|part|what|field|ended|agents|id|\w+Id)$/;
/** Lists of such identifiers. */
const plainList = /^logIds$/;
/** Prose or addresses: only the secrets in them are masked. */
const prose = /^(sentence|hint|destination|to)$/;
/** Values of these keys are masked completely. Different values stay distinguishable. */
const secret = /password|token|code|teacher|^address$/i;
/** Values of these keys are names, which also occur in prose. */
const name = /name$/i;
/** Keys of what guards compare. */
const compared = /^(output|permission|invitation|until)$/;
/** What guards compare. */
const outcomes: unknown[] = [
  ...(['renewed', 'refused', 'unanswered'] satisfies Exclude<RenewalOutcome, object>[]),
  ...(['loaded', 'unusable', 'outdated'] satisfies CodeOutcome[]),
  ...(['unneeded', 'due', 'sent'] satisfies DoorContext['invitation'][]),
  ...(['tonight', 'day', 'open'] satisfies End[]),
  ...(['granted', 'denied', 'default', 'unsupported'] satisfies DesktopPermission[]),
];

const emailInText = /[^\s@<>()"',;:=?&/]+(@|%40)[^\s@<>()"',;:?&/]*[^\s@<>()"',;:?&/.!]/gi;
const email = /^\s*[^\s@]+@[^\s@]+\s*$/;
/** Shorter secrets occur inside ordinary words, so they are matched only between word boundaries. */
const shortestEcho = 4;
const letter = /[\p{L}\p{N}]/u;
const longestText = 256;
/** Number of logs recorded of a list: a section may have 100,000, and each detection brings a new list. */
const mostLogs = 20;

const standsAlone = (text: string, at: number, length: number) =>
  !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + length));

/**
 * Creates the mask for everything that is recorded or leaves the page. It keeps what is known to be harmless and masks
 * all other text, so that new fields are masked by default:
 *
 * - Passwords, tokens, codes, picture addresses, teacher identities and emails become `***1`: same length, equal when
 *   the originals were equal, and emails still look like emails, so that guards decide the same way. Nothing of the
 *   text remains.
 * - Other text keeps its length and spaces. Lists of logs keep the first twenty ids. Numbers and booleans stay.
 * - In prose and addresses, emails and known secrets and names are masked.
 *
 * @returns a function that returns a masked JSON copy of the same shape
 */
export function createMask() {
  // Stores seeded fingerprints only, never the secrets. The seed does not leave this function.
  const [seed = 0, otherSeed = 0] = crypto.getRandomValues(new Uint32Array(2));
  /** Number of each text, by length and fingerprint. */
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
  /** With a dot in the domain where the original has one. */
  const coverEmail = (text: string) =>
    `${numberOf(text.toLowerCase())}@*${/@.+\../.test(text) ? '.' : ''}`.padEnd(text.length, '*');

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
    // Wrapped as objects they skip the mask: in a list the key is only the index.
    if (plainList.test(key) && Array.isArray(value)) return value.map((one) => (email.test(one) ? one : Object(one)));
    if (typeof value === 'number' && secret.test(key)) return coverSecret(String(value));
    if (typeof value !== 'string' || value.trim() === '') return value;
    // Ids may be emails on some backends.
    if (plain.test(key) && !email.test(value)) return value;
    if (compared.test(key) && outcomes.includes(value)) return value;
    if (prose.test(key)) return coverProse(value);
    if (secret.test(key)) return coverSecret(value);
    if (name.test(key)) numberOf(value.trim());
    return email.test(value) ? value.replace(/\S+/, coverEmail) : value.slice(0, longestText).replace(/\S/g, '*');
  };

  return <T>(value: T): T => JSON.parse(JSON.stringify(value, cover) ?? 'null');
}
