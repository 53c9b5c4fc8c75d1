import * as v from 'valibot';
import { clockOffset } from '../app/serverClock';
import { idShape, statusShape, timeShape } from '../app/shapes';
import type { LiveNews, StatusAnswer } from '../app/types';
import { createBursts } from './bursts';

const section = { section_id: idShape };

/** `started_at` and `ends_at` are extensions: next to the type of a start, inside the status of an update. */
const newsShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    v.pipe(
      v.object({
        type: v.literal('detection_start'),
        ...section,
        started_at: v.optional(timeShape),
        ends_at: v.optional(timeShape),
      }),
      v.transform(({ section_id, started_at, ends_at }) => {
        const status = { isActive: true, startedAt: started_at, ...(ends_at !== undefined && { endsAt: ends_at }) };
        return messageOf(section_id, status, true);
      }),
    ),
    v.pipe(
      v.object({ type: v.literal('status_update'), ...section, status: statusShape }),
      v.transform(({ section_id, status }) => messageOf(section_id, status, false)),
    ),
    v.pipe(
      v.object({ type: v.literal('logs_changed'), ...section }),
      v.transform(({ section_id }): LiveNews => ({ type: 'logs.changed', sectionId: section_id })),
    ),
    v.pipe(
      v.object({ type: v.literal('attendance_changed'), ...section }),
      v.transform(({ section_id }): LiveNews => ({ type: 'attendance.changed', sectionId: section_id })),
    ),
    v.pipe(
      v.object({ type: v.literal('sections_changed') }),
      v.transform((): LiveNews => ({ type: 'sections.changed' })),
    ),
    v.pipe(
      v.object({ type: v.literal('heartbeat') }),
      v.transform((): LiveNews => ({ type: 'heartbeat.received' })),
    ),
  ]),
);

const messageOf = (sectionId: string, status: Omit<StatusAnswer, 'saidAt'>, isStart: boolean): LiveNews => ({
  ...{ type: 'live.message', sectionId, isStart },
  status: { ...status, saidAt: Date.now(), clockOffset: clockOffset() },
});

/** Close code for a connection that never opened. */
const NEVER_OPENED = 1006;

export interface LiveSocketListeners {
  onOpened(): void;
  onNews(news: LiveNews): void;
  /** Called once when the connection ends, but not after `close`. */
  onClosed(code: number): void;
}

let malformedLogged = false;

function readNews(data: unknown): LiveNews | undefined {
  const news = v.safeParse(newsShape, data);
  if (news.success) return news.output;
  if (!malformedLogged) {
    malformedLogged = true;
    console.warn('Vigil ignores live messages it does not understand; this is the first one (not repeated).');
  }
  return undefined;
}

/** Opens a socket. Browsers throw for some, such as an insecure one on a secure page. */
function makeSocket(url: URL): WebSocket | undefined {
  try {
    return new WebSocket(url);
  } catch {
    return undefined;
  }
}

/** Opens the live channel of section 7 on the backend's host. Drops unknown messages. */
export function openLiveSocket(baseUrl: string, token: string, listeners: LiveSocketListeners) {
  const url = new URL('ws/detection/', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('token', token);
  const socket = makeSocket(url);
  if (socket === undefined) {
    listeners.onClosed(NEVER_OPENED);
    return { requestStatus() {}, close() {} };
  }
  const silence = new AbortController();
  const { signal } = silence;
  const bursts = createBursts(readNews, listeners.onNews);
  const onClose = ({ code }: CloseEvent) => {
    bursts.release();
    listeners.onClosed(code);
  };

  socket.addEventListener('open', () => listeners.onOpened(), { signal });
  socket.addEventListener('close', onClose, { signal });
  socket.addEventListener('message', ({ data }) => bursts.add(data), { signal });

  return {
    requestStatus: () => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'get_status' }));
    },
    close: () => {
      silence.abort();
      bursts.end();
      socket.close();
    },
  };
}
