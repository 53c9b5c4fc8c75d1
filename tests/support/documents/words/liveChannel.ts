import { liveChannelMachine } from '../../../../src/machines/session/liveChannelMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { liveChannel: texts } = messages;

/** The page says so only from the second reconnect on. */
const interrupted = ({ reconnects }: { reconnects: number }) =>
  reconnects === 0 ? '' : `; the page says ${quote(texts.lost)} and when it tries again`;

export const liveChannel = plainWords(liveChannelMachine, {
  page: 'Every protected page; the developer tools show the connection at Network, WS.',
  before: 'Sign in, with the developer tools at Network, WS.',
  events: {
    'reconnect.submit': `Press ${button(texts.reconnect)}`,
    'socket.opened': 'Let the server accept the connection',
    'socket.closed': ({ tokenRefused }) =>
      tokenRefused
        ? 'Let the server close the connection with the code 4401 (its access token has expired)'
        : 'Let the server close the connection or refuse it (stop the server)',
    'message.received': 'Let a message arrive (start or stop detection in a second window)',
    'logs.announced': 'Let something be detected (a `logs_changed` arrives)',
    'heartbeat.received': 'Let a `heartbeat` arrive (one comes at once, then every 20 s)',
    'sections.announced': 'Create a section in another window (a `sections_changed` arrives)',
    'network.online': 'Go online again',
    'network.offline': 'Go offline (developer tools, Network, Offline)',
    'page.shown': 'Change to another browser tab and back',
    'clock.ticked': 'Let a second pass',
  },
  actors: {
    tickClock: { does: 'Tells the time at once and then every second, for the countdown.' },
    watchNetwork: { does: 'Hears when the browser goes offline or online, and when the page is shown again.' },
    liveSocket: { does: 'Holds the connection to `/ws/detection/`, opened with the access token of that moment.' },
    renewToken: {
      does: 'Gets a new access token: [auth](auth.md) does it.',
      answers: 'Let the server answer `POST /account/refresh/` with a new access token',
      fails: 'Let `POST /account/refresh/` fail',
    },
  },
  states: {
    'attached.connecting': (context) => `a connection to \`/ws/detection/\` is being opened${interrupted(context)}`,
    'attached.open.unproven': 'the connection is open and has sent `get_status`; the page says nothing about it',
    'attached.open.proven': 'the connection counts as proven: the next reconnect would come after 1 s again',
    'attached.open.beating': 'heartbeats arrive at Network, WS; the page says nothing about it',
    renewing: (context) => `\`POST /account/refresh/\` is under way${interrupted(context)}`,
    backingOff: (context) =>
      `there is no connection; ${context.reconnects} of 5 reconnects made${interrupted(context)}`,
    offline: `the page says ${quote(texts.offline)}`,
    gaveUp: `the page says ${quote(texts.gaveUp)} and offers ${button(texts.reconnect)}`,
  },
  delays: { backoffDelay: { rules: ['4.30'] } },
  effects: { reportMessage: 'the badge of the section that it is about follows' },
});
