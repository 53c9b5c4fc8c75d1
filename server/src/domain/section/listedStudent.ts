import * as v from 'valibot';
import { isEmail, normaliseEmail } from '../../platform/http/email';
import { hasControls, hasPiledMarks, isVisible } from '../../platform/http/visibleText';

/** A student's name, normalised for storage. */
export const Name = v.pipe(
  v.string(),
  v.transform((name) => name.normalize().replace(/\s+/g, ' ').trim()),
  v.check(isVisible, 'the name is missing'),
  v.maxLength(200, 'the name is longer than 200 characters'),
  v.check((name) => !hasControls(name), 'the name has characters that cannot be kept'),
  v.check((name) => !hasPiledMarks(name), 'the name has too many marks on one letter'),
);
/** A student of a list, normalised for storage. */
export const ListedStudent = v.object({
  name: Name,
  email: v.pipe(
    v.string(),
    v.transform((cell) => cell.trim()),
    v.nonEmpty('the email is missing'),
    v.check(isEmail, ({ input }) => `“${input.replace(/\p{C}/gu, '').slice(0, 60)}” is not an email`),
    v.transform(normaliseEmail),
  ),
});
