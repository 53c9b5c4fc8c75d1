import type { Context } from '../../context';
import { HttpError } from '../../platform/http/httpError';
import type { SignedIn } from './accessTokens';
import { limitFailures } from './attempts';
import { withHasher } from './passwords';
import { getTeacher, noPasswordYet } from './teachers';

/**
 * Requires a signed-in teacher's password for a change that somebody else at an unlocked screen must not make.
 * @throws HttpError `wrong` for a wrong password, 403 without one, 429 after too many wrong ones
 */
export const confirmPassword = (
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  { id, signInId }: Pick<SignedIn, 'id' | 'signInId'>,
  { password, wrong }: { password: string; wrong: HttpError },
): Promise<void> =>
  withHasher(async ({ matches }) => {
    const passwordHash = (await getTeacher(db, id))?.passwordHash;
    if (!passwordHash) throw new HttpError(403, { detail: noPasswordYet });
    await limitFailures(limits, ['password', signInId], async () => {
      if (!(await matches(passwordHash, password))) throw wrong;
    });
  });
