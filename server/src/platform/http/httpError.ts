/**
 * The contract's error shape: a sentence as `detail`, `error` or `message`, or sentences under the name of a field. Beside a sentence, what
 * the caller can do instead, or what another try costs.
 */
export type ErrorBody =
  | {
      detail?: string;
      error?: string;
      message?: string;
      mailed_link?: true;
      link_ended?: 'over' | 'used' | 'replaced' | 'revoked';
      challenge?: string;
      bits?: number;
    }
  | Record<string, string[]>;

/** Thrown by handlers to refuse a request with a status and a body that the contract allows. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(`refused with ${status}`);
  }
}

/** A denial in the shape of a form error. Unlike a form error, it is audited. */
export class DeniedFieldError extends HttpError {
  constructor(
    field: string,
    readonly sentence: string,
  ) {
    super(400, { [field]: [sentence] });
  }
}

/** Returns a 400 with one sentence under the name of the invalid field. */
export const wrongField = (field: string, sentence: string) => new HttpError(400, { [field]: [sentence] });

export const notFound = (what: string) => new HttpError(404, { detail: `${what} not found.` });
