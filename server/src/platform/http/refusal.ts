/** The contract's error shape: a sentence as `detail`, `error` or `message`, sentences under the name of a field, or both. */
export type RefusalBody = { detail?: string; error?: string; message?: string } | Record<string, string[]>;

/** What a handler throws to refuse: a status and the body that the contract allows with it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: RefusalBody,
    readonly headers: Record<string, string> = {},
  ) {
    super(`refused with ${status}`);
  }
}

/** A refusal of somebody who may not, in the shape of a slip of the form: the audit trail notes it. */
export class DeniedField extends Refusal {
  constructor(
    field: string,
    readonly sentence: string,
  ) {
    super(400, { [field]: [sentence] });
  }
}

/** 400 with one sentence under the name of the field that is wrong. */
export const wrongField = (field: string, sentence: string) => new Refusal(400, { [field]: [sentence] });

export const notFound = (what: string) => new Refusal(404, { detail: `${what} not found.` });
