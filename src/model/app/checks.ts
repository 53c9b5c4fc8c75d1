import { MIN_PASSWORD_LENGTH } from '../../constants';
import type { FormValues } from '../../machines/app/formMachine';
import { messages } from '../../publicMessages';
import { invalid, type Problem } from './problem';

/** One rule of a form: a problem, or null when the values pass. */
type Check = (values: FormValues) => Problem | null;

/** All problems in the order of the rules, and of each field the first. */
export const checks =
  (...rules: Check[]) =>
  (values: FormValues): Problem[] => {
    const problems = rules.flatMap((rule) => rule(values) ?? []);
    return problems.filter(({ field }, place) => problems.findIndex((one) => one.field === field) === place);
  };

/** Anything but whitespace and characters that are drawn as nothing. The server has the same rule: `visibleText.ts`. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Requires something visible in a field. */
export const filled =
  (field: string, sentence: string): Check =>
  (values) =>
    visible.test(values[field] ?? '') ? null : invalid(sentence, field);

/** A password: blanks count, since they may be part of it. */
export const given =
  (field: string, sentence: string): Check =>
  (values) =>
    (values[field] ?? '') === '' ? invalid(sentence, field) : null;

/** As `input[type=email]` would have it: something on both sides of one @. Whether it exists, the mail shows. */
export const isEmailLike = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim());

export const emailLike =
  (field: string): Check =>
  (values) =>
    isEmailLike(values[field] ?? '') ? null : invalid(messages.validation.emailInvalid, field);

/** However keyboards compose accented letters. Once the first is given: until then it is what is missing. */
export const same =
  (field: string, other: string, sentence: string): Check =>
  (values) =>
    (values[field] ?? '') === '' || values[field]?.normalize() === values[other]?.normalize()
      ? null
      : invalid(sentence, other);

/** The minimum of section 9, which holds for change and reset only. */
export const longEnough =
  (field: string, sentence: string): Check =>
  (values) =>
    (values[field] ?? '').normalize().length < MIN_PASSWORD_LENGTH ? invalid(sentence, field) : null;
