/** A failure that the operator can fix. Printed as one sentence, without a stack trace. */
export class OperatorError extends Error {}
