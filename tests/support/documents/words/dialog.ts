import { dialogMachine } from '../../../../src/machines/app/dialogMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { createSection, dashboard } = messages;

export const dialog = plainWords(dialogMachine, {
  page: 'The dialogs of the dashboard (a new section) and of a section’s overview (its deletion).',
  before: 'Open the dashboard.',
  events: { 'dialog.open': `Press the card ${button(dashboard.createCard)}` },
  actors: {
    form: {
      does: 'The form in it, createSection or deleteSection: [form](form.md).',
      answers: `Create a section, and wait until ${quote(createSection.succeeded)} has been shown for 2 s; or press ${button(createSection.cancel)}`,
    },
  },
  states: { closed: 'no dialog is open', open: `the dialog ${quote(createSection.title)} is open` },
});
