/** A reason not to start that the operator can act on. It is printed as one sentence, without a stack trace. */
export class OperatorError extends Error {}
