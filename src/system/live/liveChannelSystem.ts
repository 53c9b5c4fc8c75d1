import { fromCallback, fromPromise } from 'xstate';
import { liveChannelMachine } from '../../machines/live/liveChannelMachine';
import { everySecond, watchNetwork, watchVisibility } from '../../services/app/pageEvents';
import { openLiveSocket, TOKEN_REFUSED } from '../../services/live/liveSocket';

interface LiveChannelWorld {
  apiUrl: string;
  /** @throws if the storage holds another teacher's session */
  getAccessToken(): string | null;
  renewAccessToken(rejected: string | null, mayBePassword: boolean): Promise<void>;
}

/** The live channel over real sockets. Each attempt reads the current access token. */
export function provideLiveChannel({ apiUrl, getAccessToken, renewAccessToken }: LiveChannelWorld) {
  let token: string | null = null;

  return liveChannelMachine.provide({
    actors: {
      liveSocket: fromCallback<{ type: 'status.request' }>(({ sendBack, receive }) => {
        try {
          token = getAccessToken();
        } catch {
          // The session has ended, and the channel with it.
          sendBack({ type: 'socket.closed', tokenRefused: false });
          return;
        }
        const socket = openLiveSocket(apiUrl, token ?? '', {
          onOpened: () => sendBack({ type: 'socket.opened' }),
          onMessage: (message) => sendBack({ type: 'message.received', message }),
          onLogsChanged: (sectionId) => sendBack({ type: 'logs.announced', sectionId }),
          onAttendanceChanged: (sectionId) => sendBack({ type: 'attendance.announced', sectionId }),
          onSectionsChanged: () => sendBack({ type: 'sections.announced' }),
          onHeartbeat: () => sendBack({ type: 'heartbeat.received' }),
          onClosed: (code) => sendBack({ type: 'socket.closed', tokenRefused: code === TOKEN_REFUSED }),
        });
        receive(() => socket.requestStatus());
        return socket.close;
      }),
      tickClock: fromCallback(({ sendBack }) => everySecond(() => sendBack({ type: 'clock.ticked', now: Date.now() }))),
      renewToken: fromPromise(() => renewAccessToken(token, false)),
      watchNetwork: fromCallback(({ sendBack }) => {
        const stopNetwork = watchNetwork((online) => sendBack({ type: online ? 'network.online' : 'network.offline' }));
        const stopVisibility = watchVisibility(() => sendBack({ type: 'page.shown' }));
        return () => {
          stopNetwork();
          stopVisibility();
        };
      }),
    },
  });
}
