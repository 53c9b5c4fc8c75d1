import { assertEvent, assign, setup } from 'xstate';
import { type Problem, problemOf } from '../../model/app/problem';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from './notProvided';
import { present } from './present';

/** What is typed into a form, by the API's field names. It travels in `form.submit` and is kept nowhere. */
export type FormValues = Readonly<Record<string, string>>;

/** What a successful submission leaves behind. */
export interface FormSuccess {
  /** The sentence to show, when the form shows one. */
  sentence?: string;
}

/** What distinguishes one form from another. */
export interface FormDeclaration {
  /** The form's name; also the machine's id. */
  id: string;
  /** What the checks before sending find, in the specification's order (section 5), at most one of each field. */
  validate(values: FormValues): Problem[];
  /**
   * What follows success. Without `afterSuccess` the form rests there and can be reopened; with it the form is done
   * after the delay, and asks for `destination` when there is one.
   */
  afterSuccess?: { delayMs: number; destination?(values: FormValues): string };
  /** The value that opened the form, such as a mailed token: once it is refused, nothing can be sent with it. */
  key?: string;
  /**
   * Of a form that opens another site's window: what that takes is fetched while the form is being filled in, since
   * browsers block a window that opens too long after its click.
   */
  prepares?: true;
  /** Of a form in a dialog: it cannot be left while it is being submitted. */
  staysWhileSubmitting?: true;
}

export interface FormContext {
  /** All that is wrong with what was typed, or the one reason why it was refused. */
  problems: readonly Problem[];
  success: FormSuccess | null;
  destination: string | null;
}

export type FormEvent =
  | { type: 'form.submit'; values: FormValues }
  | { type: 'form.change' }
  /** After success, the teacher wants to send it once more. */
  | { type: 'form.reopen' }
  /** The teacher closes the dialog around it. */
  | { type: 'form.cancel' };

/** Always the same: what has nothing wrong with it is not told so anew at each keystroke. */
const noProblems: readonly Problem[] = [];

/**
 * One form: editing → submitting → succeeded → redirectDelay → done (specification, sections 4 and 5).
 *
 * Invariants: nothing is sent that fails `validate`; a form that is submitting or has succeeded cannot be submitted;
 * what was typed is never in the context; a problem stays until the next change or submission.
 *
 * `submit`, `prepare` and `navigate` are provided by `system/`.
 */
export function createFormMachine(declaration: FormDeclaration) {
  const { afterSuccess } = declaration;

  return setup({
    types: {
      context: {} as FormContext,
      events: {} as FormEvent,
    },
    actors: {
      submit: promiseNotProvided<FormSuccess, { values: FormValues }>('submit'),
      prepare: callbackNotProvided('prepare'),
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
      navigate: actionNotProvided<{ to: string }>('navigate'),
    },
    guards: {
      /** Nothing is wrong with what was typed. */
      isValid: ({ event }) => {
        assertEvent(event, 'form.submit');
        return declaration.validate(event.values).length === 0;
      },
      /** Something follows success: another page, or the end of the dialog. */
      isFinished: () => afterSuccess !== undefined,
      /** That is another page. */
      hasDestination: ({ context }) => context.destination !== null,
      /** The form can be left while it is under way. */
      mayBeLeft: () => declaration.staysWhileSubmitting !== true,
    },
    delays: {
      /** From success to what follows; each form has its own. */
      redirectDelay: afterSuccess?.delayMs ?? 0,
    },
  }).createMachine({
    id: declaration.id,
    context: { problems: noProblems, success: null, destination: null },
    initial: 'editing',
    states: {
      editing: {
        description: 'The teacher fills the form in.',
        invoke: declaration.prepares ? [{ id: 'prepare', src: 'prepare' }] : [],
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
        description: 'It worked.',
        always: { guard: 'isFinished', target: 'redirectDelay' },
        on: {
          'form.reopen': { target: 'editing', actions: 'clearOutcome' },
        },
      },
      refused: {
        description: 'The key that opened the form is no longer valid, so nothing can be sent.',
      },
      redirectDelay: {
        description: 'The teacher reads that it worked.',
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
        description: 'The form is over.',
        type: 'final',
      },
    },
  });
}

export type FormMachine = ReturnType<typeof createFormMachine>;
