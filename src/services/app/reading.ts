/* Parses single values where a schema would cost too much. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a string, or else the fallback. */
export const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other);

/** Control characters, including bidirectional ones, which reorder the text after them. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the text without control characters; empty for anything but a string. */
export const shownText = (value: unknown): string =>
  textOr(value, '').replace(controls, (control) => (control === '\n' ? control : control === '\t' ? ' ' : ''));

/** Returns an id, which may arrive as a number or a string, or else the fallback. */
export const idOr = <Other>(value: unknown, other: Other) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : other;
