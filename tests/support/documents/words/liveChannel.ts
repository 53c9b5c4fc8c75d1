import { liveChannelMachine } from '../../../../src/machines/liveChannelMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { liveChannel: texts } = messages;

/** The page says so only from the second reconnect on. */
const interrupted = ({ reconnects }: { reconnects: number }) =>
  reconnects === 0 ? '' : `; the page says ${quote(texts.interrupted)}`;

export const liveChannel = plainWords(liveChannelMachine, {
  page: 'Every protected page; the developer tools show the connection at Network, WS.',
  before: 'Sign out, and open `/login` with the developer tools at Network, WS.',
  events: {
    'channel.open': 'Sign in',
    'channel.close': `Open the account menu and press ${button(messages.topBar.logout)}`,
    'reconnect.submit': `Press ${button(texts.reconnect)}`,
    'socket.opened': 'Let the server accept the connection',
    'socket.closed': ({ tokenRefused }) =>
      tokenRefused
        ? 'Let the server close the connection with the code 4401 (its access token has expired)'
        : 'Let the server close the connection or refuse it (stop the server)',
    'message.received': 'Let a message arrive (start or stop detection in a second window)',
    'network.online': 'Go online again',
    'network.offline': 'Go offline (developer tools, Network, Offline)',
    'page.shown': 'Change to another browser tab and back',
  },
  actors: {
    watchNetwork: { does: 'Hears when the browser goes offline or online, and when the page is shown again.' },
    liveSocket: { does: 'Holds the connection to `/ws/detection/`, opened with the access token of that moment.' },
    renewToken: {
      does: 'Gets a new access token: [auth](auth.md) does it.',
      answers: 'Let the server answer `POST /account/refresh/` with a new access token',
      fails: 'Let `POST /account/refresh/` fail',
    },
  },
  states: {
    off: 'there is no connection, and none is tried',
    running: 'A teacher is signed in, so the channel is wanted.',
    'running.attached': 'There is a socket.',
    'running.attached.connecting': {
      means: 'A connection is being opened.',
      sees: (context) => `a connection to \`/ws/detection/\` is being opened${interrupted(context)}`,
    },
    'running.attached.open': 'The connection is open.',
    'running.attached.open.unproven':
      'the connection is open and has sent `get_status`; the page says nothing about it',
    'running.attached.open.proven': 'the connection counts as proven: the next reconnect would come after 1 s again',
    'running.renewing': {
      means: 'The access token was refused, so a new one is asked for.',
      sees: (context) => `\`POST /account/refresh/\` is under way${interrupted(context)}`,
    },
    'running.backingOff': {
      means: 'The next reconnect is waited for.',
      sees: (context) => `there is no connection; ${context.reconnects} of 5 reconnects made${interrupted(context)}`,
    },
    'running.offline': `the page says ${quote(texts.offline)}`,
    'running.gaveUp': `the page says ${quote(texts.gaveUp)} and offers ${button(texts.reconnect)}`,
  },
  guards: {
    isExhausted: 'all five reconnects have been made since the last proven connection',
    isTokenRefused: 'the server closed with the code 4401: it does not accept the access token',
  },
  delays: {
    backoffDelay: { means: 'From a close to the next reconnect: 1 s times 2 to the attempt number.', rules: ['4.30'] },
    connectTimeout: { means: 'A connection that has not opened by then counts as failed.' },
    provenDelay: { means: 'A connection that has stayed open so long counts as proven, even without a message.' },
  },
  effects: { announceMessage: 'the badge of the section that it is about follows' },
});
