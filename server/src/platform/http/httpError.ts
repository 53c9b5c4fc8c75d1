/** The contract's error shape: a sentence as `detail`, `error` or `message`, sentences under the name of a field, or both. */
export type ErrorBody = { detail?: string; error?: string; message?: string } | Record<string, string[]>;

/** What a handler throws to refuse: a status and the body that the contract allows with it. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(`refused with ${status}`);
  }
}

/** A refusal of somebody who may not, in the shape of a slip of the form: the audit trail notes it. */
export class DeniedFieldError extends HttpError {
  constructor(
    field: string,
    readonly sentence: string,
  ) {
    super(400, { [field]: [sentence] });
  }
}

/** 400 with one sentence under the name of the field that is wrong. */
export const wrongField = (field: string, sentence: string) => new HttpError(400, { [field]: [sentence] });

export const notFound = (what: string) => new HttpError(404, { detail: `${what} not found.` });
