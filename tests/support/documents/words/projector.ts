import { projectorMachine } from '../../../../src/machines/app/projectorMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

export const projector = plainWords(projectorMachine, {
  page: 'Every protected page.',
  before: ({ wasOn }) => (wasOn ? 'Switch it on, and load the page anew.' : 'Open the dashboard.'),
  events: { 'projector.toggle': `Press the switch ${button(messages.topBar.projector)}` },
  states: {
    on: 'students are called by numbers, pictures and notes are hidden, a line says so, and the switch is on',
    off: 'names, e-mails, pictures and notes are shown, and the switch is off',
  },
  effects: { keep: 'the choice is kept in the browser' },
});
