import { wrongField } from './refusal';

/** A text without the blanks around it. @throws Refusal when nothing else is in it */
export function trimmed<Field extends string>(body: Record<Field, string>, field: Field): string {
  return body[field].trim() || fail(field);
}

function fail(field: string): never {
  throw wrongField(field, 'This field is required.');
}
