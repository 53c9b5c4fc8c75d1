/**
 * Why something did not succeed, in the words a teacher reads. Plain data, so that a machine's context can hold it.
 */
export interface Problem {
  /** One plain sentence, from the catalogue or from the server. */
  sentence: string;
  /**
   * - `invalid`: found before sending;
   * - `refused`: the server said no, or nothing at all;
   * - `notVerified`: the account's e-mail is not verified yet;
   * - `sessionExpired`: the session has ended.
   */
  kind: 'invalid' | 'refused' | 'notVerified' | 'sessionExpired';
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

/** The problem an error carries; of an error that nobody foresaw, the given sentence. */
export function problemOf(error: unknown, fallback: string): Problem {
  return error instanceof ProblemError ? error.problem : { sentence: fallback, kind: 'refused' };
}

/** A problem found before anything was sent. */
export function invalid(sentence: string, field?: string): Problem {
  return field === undefined ? { sentence, kind: 'invalid' } : { sentence, kind: 'invalid', field };
}
