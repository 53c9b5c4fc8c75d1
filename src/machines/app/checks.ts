import { MIN_PASSWORD_LENGTH } from '../../constants';
import { invalid, type Problem } from '../../problem';
import { messages } from '../../publicMessages';
import type { FormValues } from './formMachine';

/** A form rule: returns a problem, or null if the values pass. */
type Check = (values: FormValues) => Problem | null;

/** Returns the first problem of each field, in the order of the rules. */
export const checks =
  (...rules: Check[]) =>
  (values: FormValues): Problem[] => {
    const problems = rules.flatMap((rule) => rule(values) ?? []);
    return problems.filter(({ field }, place) => problems.findIndex((one) => one.field === field) === place);
  };

/** Matches anything visible. The server has the same rule: `visibleText.ts`. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Requires visible text in a field. */
export const filled =
  (field: string, sentence: string): Check =>
  (values) =>
    visible.test(values[field] ?? '') ? null : invalid(sentence, field);

/** Requires a password. Spaces count. */
export const given =
  (field: string, sentence: string): Check =>
  (values) =>
    (values[field] ?? '') === '' ? invalid(sentence, field) : null;

/** Returns whether a text looks like an email: something on both sides of one @. Delivery proves the rest. */
export const isEmailLike = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim());

export const emailLike =
  (field: string): Check =>
  (values) =>
    isEmailLike(values[field] ?? '') ? null : invalid(messages.validation.emailInvalid, field);

/**
 * Requires two equal values, whatever Unicode form the keyboard produced. Skipped while the first is empty, since that
 * has its own problem.
 */
export const same =
  (field: string, other: string, sentence: string): Check =>
  (values) =>
    (values[field] ?? '') === '' || values[field]?.normalize() === values[other]?.normalize()
      ? null
      : invalid(sentence, other);

/** Requires the minimum password length of section 9, which applies to change and reset only. */
export const longEnough =
  (field: string, sentence: string): Check =>
  (values) =>
    (values[field] ?? '').normalize().length < MIN_PASSWORD_LENGTH ? invalid(sentence, field) : null;
