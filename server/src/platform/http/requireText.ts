import { wrongField } from './httpError';
import { hasControls, isVisible } from './visibleText';

/** Returns a trimmed field. @throws HttpError when nothing in it is visible, or when it has control characters */
export function requireText<Field extends string>(body: Record<Field, string>, field: Field): string {
  const text = body[field].trim();
  if (!isVisible(text)) throw wrongField(field, 'This field is required.');
  if (hasControls(text))
    throw wrongField(field, 'This has invisible control characters. Type it instead of pasting it.');
  return text;
}
