import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import { type Problem, problemOf } from '../../problem';
import { present } from './present';

/** A form's input by the API's field names. It is carried by `form.submit` and never stored. */
export type FormValues = Readonly<Record<string, string>>;

/** Result of a successful submission. */
export interface FormSuccess {
  /** The success message, if the form shows one. */
  sentence?: string;
}

/** What distinguishes one form from another, and what it needs of the world. */
export interface FormDeclaration {
  /** The form's name; also the machine's id. */
  id: string;
  /** Validates before sending, in the specification's order (section 5). Returns at most one problem per field. */
  validate(values: FormValues): Problem[];
  /** Sends input that `validate` has passed. */
  submit(values: FormValues, signal: AbortSignal): Promise<FormSuccess>;
  /**
   * Without `afterSuccess` a form that succeeded stays and can be reopened. With it the form is done after the delay and
   * navigates to `destination`, if there is one.
   */
  afterSuccess?:
    | { delayMs: number; destination?: never; navigate?: never }
    | { delayMs: number; destination(values: FormValues): string; navigate(to: string): void };
  /** The field with the key that opened the form, such as a mailed token. Once it is refused, the form cannot be sent. */
  key?: string;
  /**
   * For a form that opens another site's window. Fetches its data in advance, because browsers block a window that opens too
   * long after the click. Call the result to stop.
   */
  prepare?(): () => void;
  /** For a form in a dialog: it cannot be closed during submission. */
  staysWhileSubmitting?: true;
}

export interface FormContext {
  /** All validation problems, or the server's one problem. */
  problems: readonly Problem[];
  success: FormSuccess | null;
  destination: string | null;
}

export type FormEvent =
  | { type: 'form.submit'; values: FormValues }
  | { type: 'form.change' }
  /** Reopens the form after success. */
  | { type: 'form.reopen' }
  /** Closes the dialog around it. */
  | { type: 'form.cancel' };

const submissions = new WeakMap<FormValues, Promise<FormSuccess>>();

/** Returns the outcome of a submission, also once its form is gone; undefined if these values were not sent. */
export const submissionOf = (values: FormValues): Promise<FormSuccess> | undefined => submissions.get(values);

/** A constant, so that a keystroke in a valid form re-renders nothing. */
const noProblems: readonly Problem[] = [];

/**
 * One form: editing → submitting → succeeded → redirectDelay → done (specification, sections 4 and 5).
 *
 * Invariants: input that fails `validate` is not sent; a form that is submitting or has succeeded cannot be submitted;
 * input is never in the context; a problem stays until the next change or submission.
 */
export function createFormMachine(declaration: FormDeclaration) {
  const { afterSuccess, prepare = () => () => {} } = declaration;

  return setup({
    types: {
      context: {} as FormContext,
      events: {} as FormEvent,
    },
    actors: {
      submit: fromPromise<FormSuccess, { values: FormValues }>(({ input: { values }, signal }) => {
        const submission = declaration.submit(values, signal);
        submissions.set(values, submission);
        return submission;
      }),
      prepare: fromCallback(prepare),
    },
    actions: {
      assignInvalid: assign({
        success: null,
        problems: ({ event }) => {
          assertEvent(event, 'form.submit');
          return declaration.validate(event.values);
        },
      }),
      assignDestination: assign({
        destination: ({ event }) => {
          assertEvent(event, 'form.submit');
          return afterSuccess?.destination?.(event.values) ?? null;
        },
      }),
      clearOutcome: assign({ problems: noProblems, success: null }),
      navigate: (_, { to }: { to: string }) => afterSuccess?.navigate?.(to),
    },
    guards: {
      /** The input is valid. */
      isValid: ({ event }) => {
        assertEvent(event, 'form.submit');
        return declaration.validate(event.values).length === 0;
      },
      /** Success leads to another page or closes the dialog. */
      isFinished: () => afterSuccess !== undefined,
      /** Success leads to another page. */
      hasDestination: ({ context }) => context.destination !== null,
      /** The form can be closed during submission. */
      mayBeLeft: () => declaration.staysWhileSubmitting !== true,
    },
    delays: {
      /** From success to the form's end; specific to each form. */
      redirectDelay: afterSuccess?.delayMs ?? 0,
    },
  }).createMachine({
    id: declaration.id,
    context: { problems: noProblems, success: null, destination: null },
    initial: 'editing',
    states: {
      editing: {
        description: 'The teacher fills the form in.',
        invoke: declaration.prepare ? [{ id: 'prepare', src: 'prepare' }] : [],
        on: {
          'form.cancel': 'done',
          'form.submit': [
            { guard: 'isValid', target: 'submitting', actions: ['clearOutcome', 'assignDestination'] },
            { actions: 'assignInvalid' },
          ],
          'form.change': { actions: 'clearOutcome' },
        },
      },
      submitting: {
        description: 'The form has been sent.',
        on: {
          'form.cancel': { guard: 'mayBeLeft', target: 'done' },
        },
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ event }) => {
            assertEvent(event, 'form.submit');
            return { values: event.values };
          },
          onDone: {
            target: 'succeeded',
            actions: assign({ success: ({ event }) => event.output }),
          },
          onError: [
            {
              guard: ({ event }) => declaration.key !== undefined && problemOf(event.error).field === declaration.key,
              description: 'the server refuses the key that opened the form',
              target: 'refused',
              actions: assign({ problems: ({ event }) => [problemOf(event.error)] }),
            },
            {
              target: 'editing',
              actions: assign({ problems: ({ event }) => [problemOf(event.error)] }),
            },
          ],
        },
      },
      succeeded: {
        description: 'The submission succeeded.',
        always: { guard: 'isFinished', target: 'redirectDelay' },
        on: {
          'form.reopen': { target: 'editing', actions: 'clearOutcome' },
        },
      },
      refused: {
        description: 'The key that opened the form is no longer valid, so the form cannot be sent.',
      },
      redirectDelay: {
        description: 'The success message is shown.',
        on: {
          'form.cancel': 'done',
        },
        after: {
          redirectDelay: [
            {
              guard: 'hasDestination',
              target: 'done',
              actions: {
                type: 'navigate',
                params: ({ context }) => ({ to: present(context.destination, 'destination') }),
              },
            },
            { target: 'done' },
          ],
        },
      },
      done: {
        description: 'The form has ended.',
        type: 'final',
      },
    },
  });
}

export type FormMachine = ReturnType<typeof createFormMachine>;
