/* Reads single values of what came from outside, where a schema would cost more than what it reads. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, or else the other. */
export const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other);

/** An id, which may arrive as a number or as text, or else the other. */
export const idOr = <Other>(value: unknown, other: Other) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : other;
