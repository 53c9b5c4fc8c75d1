import { messages } from './publicMessages';

/** Why something failed, in the words that teachers read. Plain data, so that machine contexts can hold it. */
export interface Problem {
  /** One plain sentence, ours or the server's. */
  sentence: string;
  /** A second sentence with the reason. */
  hint?: string;
  /**
   * - `invalid`: found before sending;
   * - `refused`: the server refused;
   * - `failed`: the server or a proxy failed, or sent something unexpected;
   * - `notFound`: the subject no longer exists;
   * - `unanswered`: no answer;
   * - `unsent`: not sent, because a preceding call failed;
   * - `defect`: an error of our own;
   * - `notVerified`: the account's email is not verified;
   * - `mailable`: the sign-in has to wait, and a mailed link does not;
   * - `sessionExpired`: the session has ended.
   */
  kind:
    | 'invalid'
    | 'refused'
    | 'failed'
    | 'notFound'
    | 'unanswered'
    | 'unsent'
    | 'defect'
    | 'notVerified'
    | 'mailable'
    | 'sessionExpired';
  /** API name of the field at fault. */
  field?: string;
  /** For `notVerified` and `mailable`: the email of the account. */
  email?: string;
}

/** The only error that services throw on purpose. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

/** No answer: the network is down, the call was aborted or timed out, or something else answered for the backend. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
  /** The wait that `Retry-After` asks for. */
  readonly retryAfterMs: number | null;
  constructor(message: string, { cause, retryAfterMs = null }: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns a refusal with the server's or the specification's sentence. */
export function refusal(sentence: string): ProblemError {
  return new ProblemError({ sentence, kind: 'refused' });
}

/** Returns the problem of an unanswered call: its own sentence, with the reason below. */
export const unanswered = (sentence: string): Problem => ({ sentence, kind: 'unanswered', hint: messages.unanswered });

export function sessionExpired(): ProblemError {
  return new ProblemError({ sentence: messages.session.expiredLogIn, kind: 'sessionExpired' });
}

/** Returns an error's problem. For our own errors the teacher sees a general text, and the console has the details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  logOnce(error);
  return { sentence: messages.defect, kind: 'defect' };
}

const logged = new WeakSet<object>();

/** Charts may read the same error more than once. */
function logOnce(error: unknown) {
  if (typeof error === 'object' && error !== null) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  console.error(error);
}

/** Returns a problem found before sending. */
export function invalid(sentence: string, field?: string): Problem {
  return field === undefined ? { sentence, kind: 'invalid' } : { sentence, kind: 'invalid', field };
}

/** Returns the kind of an error's problem. */
export const kindOf = (error: unknown): Problem['kind'] =>
  error instanceof ProblemError ? error.problem.kind : 'defect';

/** Returns whether the request may have been carried out although no success came back. */
export const mayHaveHappened = (kind: Problem['kind']): boolean =>
  kind === 'unanswered' || kind === 'failed' || kind === 'defect';
