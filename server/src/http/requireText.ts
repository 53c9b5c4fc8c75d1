import { wrongField } from './refusal';

/** A text without the blanks around it. @throws Refusal when nothing else is in it */
export function requireText<Field extends string>(body: Record<Field, string>, field: Field): string {
  const text = body[field].trim();
  if (text === '') throw wrongField(field, 'This field is required.');
  return text;
}
