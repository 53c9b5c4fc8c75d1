import { wrongField } from './httpError';
import { hasControls, hasPiledMarks, isVisible } from './visibleText';

/** Returns a trimmed field. @throws HttpError when nothing in it is visible, or when it has control characters or piles of marks */
export function requireText<Field extends string>(body: Record<Field, string>, field: Field): string {
  const text = body[field].trim();
  if (!isVisible(text)) throw wrongField(field, 'This field is required.');
  if (hasControls(text))
    throw wrongField(field, 'This has invisible control characters. Type it instead of pasting it.');
  if (hasPiledMarks(text)) throw wrongField(field, 'This has too many marks on one letter.');
  return text;
}
