import { logoutMachine } from '../../../../src/machines/logoutMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { logout: texts, topBar } = messages;
const stop = call('POST /detection/sessions/stop/');

export const logout = plainWords(logoutMachine, {
  page: 'Every protected page.',
  before: 'Open the dashboard.',
  events: {
    'logout.ask': ({ running }) =>
      `Choose ${button(topBar.logout)} in the account menu while detection is active in ${running.length === 0 ? 'no section' : 'a section'}`,
    'logout.stopFirst': `Press ${button(texts.stopFirst)}`,
    'logout.keepRunning': `Press ${button(texts.keepRunning)}`,
    'logout.cancel': `Press ${button(texts.cancel)}`,
  },
  actors: {
    stopSessions: {
      does: `Stops each of the sessions by ${stop}.`,
      answers: `Let the server answer ${stop}`,
      fails: `Let the server refuse ${stop}`,
    },
  },
  states: {
    closed: 'no dialog is open',
    asking: ({ problem }) =>
      `the dialog ${quote(texts.title)} is open${problem === null ? '' : ` and says ${quote(problem.sentence)}`}`,
    stopping: `the button says ${button(texts.stopping)}`,
  },
  effects: { logOut: 'the teacher is logged out' },
});
