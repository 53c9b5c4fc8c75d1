import type { Context } from '../../context';
import type { Handlers } from '../../platform/http/calls';
import { HttpError } from '../../platform/http/httpError';
import { normaliseEmail } from '../../platform/mail/email';
import { readAccessToken } from '../account/accessTokens';

type SignInCall = 'loginTeacher' | 'loginGoogle' | 'resetPassword' | 'changePassword';

/** The same calls, which note who signed in, who was refused, and whose password was changed. */
export function auditSignIns<Calls extends Pick<Handlers, SignInCall>>(
  { audit, keys, cache }: Context,
  calls: Calls,
): Calls {
  function audited<Call extends { address: string }, Success extends { access: string }>(
    how: string,
    handle: (call: Call) => Promise<Success>,
    { emailOf, changesPassword }: { emailOf?: (call: Call) => string; changesPassword?: true } = {},
  ) {
    return async (call: Call): Promise<Success> => {
      const { address } = call;
      try {
        const answer = await handle(call);
        const claims = await readAccessToken(keys, cache.accessTokens, answer.access);
        const who = { teacherId: claims?.teacherId, address, detail: how };
        if (changesPassword) audit.note({ action: 'password changed', ...who });
        audit.note({ action: 'sign-in', ...who });
        return answer;
      } catch (error) {
        if (error instanceof HttpError && error.status < 500) {
          audit.note({
            action: 'sign-in refused',
            email: emailOf?.(call),
            address,
            detail: `${how}: ${reasonOf(error)}`,
          });
        }
        throw error;
      }
    };
  }

  return {
    ...calls,
    loginTeacher: audited('password', calls.loginTeacher, { emailOf: ({ body }) => normaliseEmail(body.email) }),
    loginGoogle: audited('Google', calls.loginGoogle),
    resetPassword: audited('reset link', calls.resetPassword, { changesPassword: true }),
    async changePassword(call) {
      const answer = await calls.changePassword(call);
      audit.note({ action: 'password changed', teacherId: call.teacher.id, address: call.address });
      return answer;
    },
  };
}

/** A sentence of ours; without its seconds, so that refusals in a row are alike. */
const reasonOf = ({ status, body }: HttpError) => (status === 429 ? 'Too many tries.' : String(Object.values(body)[0]));
