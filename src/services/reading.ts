/* Reads single values of what came from outside, where a schema would cost more than what it reads. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, or else the other. */
export const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other);

/** Control characters, and the bidirectional controls that reorder the text after them. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns text without the control characters that would change how the text around it is shown; empty for anything else. */
export const shownText = (value: unknown): string =>
  textOr(value, '').replace(controls, (control) => (control === '\n' ? control : control === '\t' ? ' ' : ''));

/** An id, which may arrive as a number or as text, or else the other. */
export const idOr = <Other>(value: unknown, other: Other) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : other;
