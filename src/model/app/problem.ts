import { messages } from '../../publicMessages';

/**
 * Why something did not succeed, in the words a teacher reads. Plain data, so that a machine's context can hold it.
 */
export interface Problem {
  /** One plain sentence, from the catalogue or from the server. */
  sentence: string;
  /** A second sentence, which says more of the reason. */
  hint?: string;
  /**
   * - `invalid`: found before sending;
   * - `refused`: the server said no;
   * - `failed`: the server or something before it failed, or said what cannot be understood;
   * - `notFound`: what it is about does not exist any more;
   * - `unanswered`: nothing came back;
   * - `unsent`: what has to come before failed, so it was not sent;
   * - `defect`: an error of our own;
   * - `notVerified`: the account's e-mail is not verified yet;
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
    | 'sessionExpired';
  /** The field at fault, by its API name. */
  field?: string;
  /** With `notVerified`: the address to verify. */
  email?: string;
}

/** The only error that services throw on purpose. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

/** Nothing came back: the network is down, the call was given up, or the answer took too long. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
}

/** Refuses with the given sentence, the server's own or the specification's. */
export function refusal(sentence: string): ProblemError {
  return new ProblemError({ sentence, kind: 'refused' });
}

/** Nothing came back: the sentence of what was asked for, and that below it. */
export const unanswered = (sentence: string): Problem => ({ sentence, kind: 'unanswered', hint: messages.unanswered });

export function sessionExpired(): ProblemError {
  return new ProblemError({ sentence: messages.session.expiredLogIn, kind: 'sessionExpired' });
}

/** The problem an error carries. Of an error of our own the teacher learns that much, and the console the rest. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  logOnce(error);
  return { sentence: messages.defect, kind: 'defect' };
}

const logged = new WeakSet<object>();

/** A chart may ask more than once what an error is about. */
function logOnce(error: unknown) {
  if (typeof error === 'object' && error !== null) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  console.error(error);
}

/** A problem found before anything was sent. */
export function invalid(sentence: string, field?: string): Problem {
  return field === undefined ? { sentence, kind: 'invalid' } : { sentence, kind: 'invalid', field };
}

/** The kind of problem that an error carries. */
export const kindOf = (error: unknown): Problem['kind'] =>
  error instanceof ProblemError ? error.problem.kind : 'defect';

/** Whether what was asked for may have happened although no success came back. */
export const mayHaveHappened = (kind: Problem['kind']): boolean =>
  kind === 'unanswered' || kind === 'failed' || kind === 'defect';
