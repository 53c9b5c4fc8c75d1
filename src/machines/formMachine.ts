import { assertEvent, assign, emit, setup } from 'xstate';
import { type Problem, problemOf } from '../problem';
import { promiseNotProvided } from './notProvided';

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
  /** The checks before sending, in the specification's order (section 5). */
  validate(values: FormValues): Problem | null;
  /** Shown when the submission fails with an error that nobody foresaw. */
  failure: string;
  /**
   * What follows success. Without `afterSuccess` the form stays and can be sent again; with it the form is done after
   * the delay, and asks for `destination` when there is one.
   */
  afterSuccess?: { delayMs: number; destination?(values: FormValues): string };
}

export interface FormContext {
  problem: Problem | null;
  success: FormSuccess | null;
  destination: string | null;
}

export type FormEvent = { type: 'form.submit'; values: FormValues } | { type: 'form.change' };

/**
 * One form: editing → submitting → succeeded → redirectDelay → done (specification, sections 4 and 5).
 *
 * Invariants: nothing is sent that fails `validate`; a form that is submitting cannot be submitted again; what was
 * typed is never in the context; a problem stays until the next change or submission.
 *
 * `submit` is provided by `system/`. `reportSuccess` runs once per success, for a parent that has to know.
 * Emits `navigate` when it is done and the declaration names a destination.
 */
export function createFormMachine(declaration: FormDeclaration) {
  const { afterSuccess } = declaration;

  return setup({
    types: {
      context: {} as FormContext,
      events: {} as FormEvent,
      emitted: {} as { type: 'navigate'; to: string },
    },
    actors: {
      submit: promiseNotProvided<FormSuccess, { values: FormValues }>('submit'),
    },
    actions: {
      reportSuccess: () => {},
      assignInvalid: assign({
        success: null,
        problem: ({ event }) => {
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
      assignFailure: assign({
        problem: (_, { error }: { error: unknown }) => problemOf(error, declaration.failure),
      }),
      assignSuccess: assign({ success: (_, { success }: { success: FormSuccess }) => success }),
      clearOutcome: assign({ problem: null, success: null }),
      navigate: emit(({ context }) => ({ type: 'navigate' as const, to: context.destination ?? '' })),
    },
    guards: {
      isValid: ({ event }) => {
        assertEvent(event, 'form.submit');
        return declaration.validate(event.values) === null;
      },
      isFinished: () => afterSuccess !== undefined,
      hasDestination: ({ context }) => context.destination !== null,
    },
    delays: {
      redirectDelay: afterSuccess?.delayMs ?? 0,
    },
  }).createMachine({
    id: declaration.id,
    context: { problem: null, success: null, destination: null },
    initial: 'editing',
    states: {
      editing: {
        on: {
          'form.submit': [
            { guard: 'isValid', target: 'submitting', actions: ['clearOutcome', 'assignDestination'] },
            { actions: 'assignInvalid' },
          ],
          'form.change': { actions: 'clearOutcome' },
        },
      },
      submitting: {
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ event }) => {
            assertEvent(event, 'form.submit');
            return { values: event.values };
          },
          onDone: {
            target: 'succeeded',
            actions: [{ type: 'assignSuccess', params: ({ event }) => ({ success: event.output }) }, 'reportSuccess'],
          },
          onError: {
            target: 'editing',
            actions: { type: 'assignFailure', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      succeeded: {
        always: [{ guard: 'isFinished', target: 'redirectDelay' }, { target: 'editing' }],
      },
      redirectDelay: {
        after: {
          redirectDelay: [{ guard: 'hasDestination', target: 'done', actions: 'navigate' }, { target: 'done' }],
        },
      },
      done: {
        type: 'final',
      },
    },
  });
}

export type FormMachine = ReturnType<typeof createFormMachine>;
