import * as v from 'valibot';
import type { Context } from '../../context';
import { normaliseEmail } from '../../platform/http/email';
import { DeniedFieldError, HttpError } from '../../platform/http/httpError';
import { readAccessToken } from '../account/accessTokens';
import type { FailedCall, Handlers, OperationId } from '../calls';
import type { Audit } from './audit';

/** Already recorded as refused sign-ins or refused reports. */
const recordedElsewhere = new Set<OperationId>(['loginTeacher', 'loginGoogle', 'resetPassword', 'recordDetections']);
const deniedStatuses = [401, 403, 404, 429];

const WithEmail = v.object({ email: v.string() });

/** Records a refused call. Validation errors are left out: their messages may repeat what was typed. */
export function auditRefusal(audit: Audit, { id, name, error, body, ...caller }: FailedCall): void {
  const reason = denialReason(error);
  if (recordedElsewhere.has(id) || reason === undefined) return;
  // Elsewhere an email may be a student's, or name a teacher who has nothing to do with the call.
  const isAboutAccount = name.includes(' /account/');
  const email = isAboutAccount && v.is(WithEmail, body) ? normaliseEmail(body.email) : undefined;
  audit.note({
    action: 'refused',
    ...caller,
    ...(caller.teacherId === undefined && { email }),
    detail: `${name}: ${reason}`,
  });
}

function denialReason(error: HttpError): string | undefined {
  if (error instanceof DeniedFieldError) return error.sentence;
  const [key] = Object.keys(error.body);
  // The contract reports wrong codes and wrong current passwords this way.
  const isGuess = error.status === 400 && (key === 'message' || key === 'error');
  return deniedStatuses.includes(error.status) || isGuess ? sentenceOf(error) : undefined;
}

/** Returns the error's message, without retry seconds so that repeated refusals aggregate. */
const sentenceOf = ({ status, body }: HttpError) =>
  status === 429 ? 'Too many tries.' : String(Object.values(body)[0]);

type SignInCall = 'loginTeacher' | 'loginGoogle' | 'resetPassword' | 'changePassword';

/** Wraps the calls to record sign-ins, refused sign-ins and password changes. */
export function auditSignIns<Calls extends Pick<Handlers, SignInCall>>(
  { audit, keys, cache }: Context,
  calls: Calls,
): Calls {
  function audited<Call extends { address: string }, Success extends { access: string }>(
    method: string,
    handle: (call: Call) => Promise<Success>,
    { emailOf, changesPassword }: { emailOf?: (call: Call) => string; changesPassword?: true } = {},
  ) {
    return async (call: Call): Promise<Success> => {
      const { address } = call;
      try {
        const answer = await handle(call);
        const claims = await readAccessToken(keys, cache.accessTokens, answer.access);
        const event = { teacherId: claims?.teacherId, address, detail: method };
        if (changesPassword) audit.note({ action: 'password changed', ...event });
        audit.note({ action: 'sign-in', ...event });
        return answer;
      } catch (error) {
        if (error instanceof HttpError && error.status < 500) {
          const detail = `${method}: ${sentenceOf(error)}`;
          audit.note({ action: 'sign-in refused', email: emailOf?.(call), address, detail });
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
