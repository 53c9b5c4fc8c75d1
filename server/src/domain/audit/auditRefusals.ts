import * as v from 'valibot';
import type { FailedCall, OperationId } from '../../platform/http/calls';
import { DeniedFieldError, type HttpError } from '../../platform/http/httpError';
import { normaliseEmail } from '../../platform/mail/email';
import type { Audit } from './audit';

/** These are noted as refused sign-ins, or as refused reports of an agent. */
const notedElsewhere = new Set<OperationId>(['loginTeacher', 'loginGoogle', 'resetPassword', 'recordDetections']);
const deniedStatuses = [401, 403, 404, 429];

const WithEmail = v.object({ email: v.string() });

/** Notes who was refused what. Slips of a form are not noted: their sentences may repeat what was typed. */
export function auditRefusal(audit: Audit, { id, name, error, body, ...who }: FailedCall): void {
  const reason = reasonOf(error);
  if (notedElsewhere.has(id) || reason === undefined) return;
  const named = v.is(WithEmail, body) ? normaliseEmail(body.email) : undefined;
  audit.note({
    action: 'refused',
    ...who,
    ...(who.teacherId === undefined && { email: named }),
    detail: `${name}: ${reason}`,
  });
}

/** A sentence of ours, without its seconds, so that refusals in a row are alike. */
function reasonOf(error: HttpError): string | undefined {
  const { status, body } = error;
  if (error instanceof DeniedFieldError) return error.sentence;
  if (status === 429) return 'Too many tries.';
  const [[key, said] = []] = Object.entries(body);
  const sentence = typeof said === 'string' ? said : undefined;
  // Wrong codes and wrong present passwords, by the contract.
  const isGuess = status === 400 && (key === 'message' || key === 'error');
  return deniedStatuses.includes(status) || isGuess ? sentence : undefined;
}
