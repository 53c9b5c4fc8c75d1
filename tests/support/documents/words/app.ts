import { noticeMachine } from '../../../../src/machines/app/noticeMachine';
import { pageCodeMachine } from '../../../../src/machines/app/pageCodeMachine';
import { appMachine } from '../../../../src/machines/session/appMachine';
import { messages } from '../../../../src/messages';
import type { CodeOutcome } from '../../../../src/services/app/pageCode';
import { idle } from '../../idle';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { pageCode: codeTexts, topBar } = messages;

export const app = plainWords(idle(appMachine), {
  before: 'Sign out, and open `/login` with the developer tools at Network, WS.',
  events: {
    'auth.signedIn': 'Sign in',
    'session.loaded': 'Let the request for the `sessionSystem` chunk be answered',
    'auth.signedOut': `Choose ${button(topBar.logout)} in the account menu`,
  },
  states: {
    signedOut: 'only public pages open; there is no connection to `/ws/detection/`',
    'signedIn.loading': 'the address of the dashboard; no connection to `/ws/detection/` yet',
    'signedIn.running': 'the dashboard; there is a connection to `/ws/detection/`',
  },
});

export const notice = plainWords(noticeMachine, {
  before: 'Open a section.',
  events: {
    'notice.show': 'Cause a notice: add a student, or block the call and start detection',
    'notice.dismiss': 'Press the X of the notice',
  },
  rules: { noticeDuration: ['4.27'] },
});

const chunk = 'the file `ChangePasswordScreen-….js`';
const moveThere = `choose ${button(topBar.changePassword)} in the account menu`;
const outcomes: Record<CodeOutcome, string> = {
  loaded: `Let the server answer with ${chunk}`,
  unusable: `Block ${chunk}`,
  outdated: `Block ${chunk}, and let the document \`/\` name another script (an override)`,
};

export const pageCode = plainWords(idle(pageCodeMachine), {
  texts: codeTexts,
  before: ({ isLoaded, hasMoved }) => {
    if (isLoaded) return `Sign in, wait some seconds, and ${moveThere}.`;
    return hasMoved
      ? `Sign in with ${chunk} held back, and ${moveThere}.`
      : `Sign in, and open \`/change-password\` from the address bar with ${chunk} held back.`;
  },
  events: { 'page.moved': `In the failed page, ${moveThere} once more` },
  answers: { fetchCode: (outcome) => outcomes[outcome as CodeOutcome], settleWrites: 'Let the last write be answered' },
  fails: { fetchCode: `Stop the server before ${chunk} arrives`, settleWrites: 'Let the session end' },
  states: {
    'loading.quiet': 'nothing yet',
    'failed.waiting': `${quote(codeTexts.title)}, ${quote(codeTexts.failed)} and ${button(codeTexts.retry)}`,
    ready: `the page ${quote(messages.changePassword.title)}`,
  },
});
