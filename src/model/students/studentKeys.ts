import type { DetectionLog, Student } from '../../services/types';

/** A short text that stands for another: the same for the same text, and of different texts in practice another. */
export function hashOf(text: string): string {
  let [one, other] = [0x2c1b3c6d, 0x297a2d39];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x85ebca6b);
    other = Math.imul(other ^ unit, 0xc2b2ae35);
    // Multiplication only moves bits up.
    one ^= one >>> 15;
    other ^= other >>> 13;
  }
  return [one, other].map((half) => (half >>> 0).toString(36).padStart(7, '0')).join('');
}

/** What {@link hashOf} makes. */
export const isHash = (text: string): boolean => /^[0-9a-z]{14}$/.test(text);

const keys = new Map<string, string>();

/**
 * What tells a student from another: by the email, or the name where there is none. It is a hash, so that it can stand in
 * an address or in the document while names are hidden. Empty where nothing tells.
 */
export function studentKeyOf(email: string, name: string): string {
  const given = email || name;
  // There may be a hundred thousand logs of them.
  const known = keys.get(given);
  if (known !== undefined) return known;
  const identity = email.trim().toLowerCase() || name.trim();
  const key = identity === '' ? '' : hashOf(identity);
  keys.set(given, key);
  return key;
}

/** Whose log it is. */
export const keyOfLog = ({ studentKey, studentEmail, studentName }: DetectionLog): string =>
  studentKey ?? studentKeyOf(studentEmail, studentName);

export const keyOfStudent = ({ studentKey, email, name }: Student): string => studentKey ?? studentKeyOf(email, name);
