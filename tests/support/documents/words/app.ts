import { appMachine } from '../../../../src/machines/app/appMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

export const app = plainWords(appMachine, {
  page: 'The whole page, whatever it shows.',
  before: 'Sign out, and open `/login` with the developer tools at Network, WS.',
  events: {
    'auth.signedIn': 'Sign in',
    'session.loaded': 'Let the request for the `sessionSystem` chunk be answered',
    'auth.signedOut': `Open the account menu and press ${button(messages.topBar.logout)}`,
  },
  actors: {
    notice: { does: 'Shows the transient message about a success: [notice](notice.md).' },
    failureNotice: { does: 'Shows the one about a failure: [notice](notice.md).' },
    auth: { does: 'Knows whether a teacher is signed in, and which: [auth](auth.md).' },
    loadSession: { does: 'Loads the chunk of the [session](session.md), which then starts.' },
  },
  states: {
    signedOut: 'only public pages; there is no connection to `/ws/detection/`',
    signedIn: 'the address of the dashboard',
    'signedIn.loading': 'no connection to `/ws/detection/` yet',
    'signedIn.running': 'the dashboard; there is a connection to `/ws/detection/`',
  },
});
