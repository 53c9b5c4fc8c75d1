import type { DetectionLog, Student } from './services/app/types';

/** Returns a short hash, in practice unique. */
export function hashOf(text: string): string {
  let [one, other] = [0x2c1b3c6d, 0x297a2d39];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x85ebca6b);
    other = Math.imul(other ^ unit, 0xc2b2ae35);
    // Multiplication carries bits upwards only.
    one ^= one >>> 15;
    other ^= other >>> 13;
  }
  return [one, other].map((half) => (half >>> 0).toString(36).padStart(7, '0')).join('');
}

/** Returns whether a text is a {@link hashOf} result. */
export const isHash = (text: string): boolean => /^[0-9a-z]{14}$/.test(text);

const keys = new Map<string, string>();

/**
 * Returns a student's key: a hash of the email, or of the name without one. Safe in addresses and documents while names
 * are hidden. Empty if neither is known.
 */
export function studentKeyOf(email: string, name: string): string {
  const given = email || name;
  // There may be 100,000 logs of them.
  const known = keys.get(given);
  if (known !== undefined) return known;
  const identity = email.trim().toLowerCase() || name.trim();
  const key = identity === '' ? '' : hashOf(identity);
  keys.set(given, key);
  return key;
}

/** Returns the key of a log's student. */
export const keyOfLog = ({ studentKey, studentEmail, studentName }: DetectionLog): string =>
  studentKey ?? studentKeyOf(studentEmail, studentName);

export const keyOfStudent = ({ studentKey, email, name }: Student): string => studentKey ?? studentKeyOf(email, name);
