import { projectorMachine } from '../../../../src/machines/projectorMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

export const projector = plainWords(projectorMachine, {
  page: 'Every protected page.',
  before: ({ wasOn }) => (wasOn ? 'Switch it on, and load the page anew.' : 'Open the dashboard.'),
  events: { 'projector.toggle': `Press the switch ${button(messages.topBar.projector)}` },
  states: {
    on: 'names, e-mails and pictures are covered, and the switch is on',
    off: 'names, e-mails and pictures are shown, and the switch is off',
  },
  effects: { keep: 'the choice is kept in the browser' },
});
