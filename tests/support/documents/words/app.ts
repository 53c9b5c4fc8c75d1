import { appMachine } from '../../../../src/machines/app/appMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

export const app = plainWords(appMachine, {
  page: 'The whole page, whatever it shows.',
  before: 'Sign out, and open `/login` with the developer tools at Network, WS.',
  events: {
    'auth.signedIn': 'Sign in',
    'session.fetched': 'Let the request for the code of a session be answered',
    'auth.signedOut': `Open the account menu and press ${button(messages.topBar.logout)}`,
  },
  actors: {
    notice: { does: 'Shows the transient message of what has worked: [notice](notice.md).' },
    failureNotice: { does: 'Shows that of what has failed: [notice](notice.md).' },
    auth: { does: 'Knows whether a teacher is signed in, and which: [auth](auth.md).' },
    fetchRestWhenUsed: { does: 'Fetches what anything that a teacher does will need, once she begins to.' },
    fetchRestWhenIdle: { does: 'Fetches the same once the browser has nothing else to do.' },
    fetchSession: { does: 'Fetches the code of what only a signed-in teacher needs.' },
    session: { does: 'Owns what belongs to the signed-in teacher: [session](session.md).' },
  },
  states: {
    signedOut: 'only public pages; there is no connection to `/ws/detection/`',
    signedIn: 'the address of the dashboard',
    'signedIn.fetching': 'no connection to `/ws/detection/` yet',
    'signedIn.running': 'the dashboard; there is a connection to `/ws/detection/`',
  },
});
