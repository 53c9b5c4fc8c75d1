import { logoutMachine } from '../../../../src/machines/session/logoutMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { logout: texts, topBar } = messages;
const stop = call('POST /detection/sessions/stop/');
const create = call('POST /section/create/');

/** Whether a change is under way. */
const under = (isSaving: boolean) =>
  isSaving ? `${create} is held back, with its dialog closed` : 'no change is under way';

export const logout = plainWords(logoutMachine, {
  page: 'Every protected page.',
  before: 'Open the dashboard.',
  events: {
    'logout.ask': ({ running, isSaving }) =>
      `Choose ${button(topBar.logout)} in the account menu while detection is active in ${running.length === 0 ? 'no section' : 'a section'} and ${under(isSaving)}`,
    'logout.stopFirst': `Press ${button(texts.stopFirst)}`,
    'logout.keepRunning': ({ isSaving }) => `Press ${button(texts.keepRunning)} while ${under(isSaving)}`,
    'logout.now': `Press ${button(texts.now)}`,
    'page.left': 'Press the browser’s Back',
    'write.failed': ({ kind }) =>
      kind === 'createSection' ? `Let the server refuse ${create}` : `Let the server refuse one of several ${stop}`,
    'writes.finished': ({ running }) =>
      `Let the server answer ${create}${running.length === 0 ? '' : ', after detection was started in another window'}`,
    'logout.cancel': (_, before) => `Press ${button(before.matches({ open: 'saving' }) ? texts.stay : texts.cancel)}`,
  },
  actors: {
    stopSessions: {
      does: `Stops each of the sessions by ${stop}.`,
      answers: (left) => `Let the server answer ${stop} while ${under(Object(left).isSaving === true)}`,
      fails: `Let the server refuse ${stop}`,
    },
    watchWrites: { does: 'Hears when a change has failed, or was made in part.' },
    finishWrites: { does: 'Waits until no change is under way, and tells where detection is active then.' },
  },
  states: {
    closed: 'no dialog is open',
    'open.asking': ({ problem }) =>
      `the dialog ${quote(texts.title)} is open${problem === null ? '' : ` and says ${quote(problem.sentence)}`}`,
    'open.stopping': `the button says ${button(texts.stopping)}`,
    'open.saving': `the dialog ${quote(texts.savingTitle)} is open`,
  },
  effects: { logOut: 'the teacher is logged out' },
});
