import { desktopMachine } from '../../../../src/machines/session/desktopMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { desktop: texts } = messages;
const permission = 'the notifications of this site (in the browser’s settings)';

export const desktop = plainWords(desktopMachine, {
  page: 'A section’s overview, `/sections/{sectionId}`; it lives as long as the sign-in.',
  before: 'Sign in, and open a section.',
  events: {
    'desktop.toggle': `Press the switch ${button(texts.switch)}`,
    'detections.came': 'Look at another tab, let something be detected, and half a minute pass',
    'page.shown': 'Come back to the page',
    'notification.refused': `Forbid ${permission}, and let the next one be due`,
  },
  actors: {
    recall: {
      does: 'Reads what was chosen before, and what the browser allows.',
      answers: (output) => `Load the page anew, with ${JSON.stringify(output)}`,
      fails: 'Open the page in a browser that does not tell what it allows',
    },
    askPermission: {
      does: 'Asks for the permission by the browser’s own question.',
      answers: (output) => `Answer the browser’s question, so that ${permission} are “${output}”`,
      fails: 'Let the browser fail to ask',
    },
  },
  states: {
    recalling: 'nothing yet',
    unsupported: quote(texts.unsupported),
    off: `the switch is off, ${quote(texts.hint)}`,
    asking: quote(texts.asking),
    denied: quote(texts.denied),
    'on.quiet': 'the switch is on',
    'on.resting': 'the switch is on; what comes has to wait',
  },
  effects: {
    keep: 'the choice is kept in the browser',
    show: `a notification such as ${quote(texts.news('Algebra 9b', 3))}`,
  },
});
