import { setup } from 'xstate';
import { createFormMachine } from './formMachine';

export type DialogEvent = { type: 'dialog.open' };

/**
 * A form in a dialog: closed ⇄ open.
 *
 * Invariants:
 * - The form is a new one each time the dialog is opened: it remembers neither what was typed nor a problem.
 * - The dialog closes when its form is over: after a success, or because the teacher left it (`form.cancel`).
 * - It lives as long as its screen. What the form has sent goes on without it.
 */
export const dialogMachine = setup({
  types: {
    events: {} as DialogEvent,
    children: {} as { form: 'form' },
  },
  actors: {
    /** Any form; `system/` provides which. */
    form: createFormMachine({ id: 'form', validate: () => [] }),
  },
}).createMachine({
  id: 'dialog',
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing of the form is there.',
      on: {
        'dialog.open': 'open',
      },
    },
    open: {
      description: 'The form is shown.',
      invoke: { id: 'form', src: 'form', onDone: 'closed' },
    },
  },
});
