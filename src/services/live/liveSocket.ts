import * as v from 'valibot';
import { clockOffset } from '../app/serverClock';
import { idShape, statusShape, timeShape } from '../app/shapes';
import type { LiveMessage } from '../app/types';

/** `started_at` and `ends_at` are extensions: next to the type of a start, inside the status of an update. */
const liveMessageShape = v.variant('type', [
  v.pipe(
    v.object({
      type: v.literal('detection_start'),
      section_id: idShape,
      started_at: v.optional(timeShape),
      ends_at: v.optional(timeShape),
    }),
    v.transform(({ type, section_id, started_at, ends_at }) => ({
      type,
      sectionId: section_id,
      isActive: true,
      startedAt: started_at,
      ...(ends_at !== undefined && { endsAt: ends_at }),
    })),
  ),
  v.pipe(
    v.object({
      type: v.literal('status_update'),
      section_id: idShape,
      status: statusShape,
    }),
    v.transform(({ type, section_id, status }) => ({ type, sectionId: section_id, ...status })),
  ),
]);

/** Extension: the section's logs have changed. */
const logsChangedShape = v.object({ type: v.literal('logs_changed'), section_id: idShape });

/** Extension: who attends the section's lesson has changed. */
const attendanceChangedShape = v.object({ type: v.literal('attendance_changed'), section_id: idShape });

/** Extension: another person changed the teacher's sections. */
const sectionsChangedShape = v.object({ type: v.literal('sections_changed') });

/** Extension: heartbeat, sent at least every 25 s. */
const heartbeatShape = v.object({ type: v.literal('heartbeat') });

/** Close code for a connection that never opened. */
const NEVER_OPENED = 1006;

export interface LiveSocketListeners {
  onOpened(): void;
  onMessage(message: LiveMessage): void;
  onLogsChanged(sectionId: string): void;
  onAttendanceChanged(sectionId: string): void;
  onSectionsChanged(): void;
  onHeartbeat(): void;
  /** Called once when the connection ends, but not after `close`. */
  onClosed(code: number): void;
}

let malformedLogged = false;

function dispatchMessage(data: unknown, listeners: LiveSocketListeners): void {
  const text = v.safeParse(v.pipe(v.string(), v.parseJson()), data);
  const message = v.safeParse(liveMessageShape, text.output);
  const news = v.safeParse(logsChangedShape, text.output);
  const attendance = v.safeParse(attendanceChangedShape, text.output);
  if (message.success) listeners.onMessage({ ...message.output, saidAt: Date.now(), clockOffset: clockOffset() });
  else if (news.success) listeners.onLogsChanged(news.output.section_id);
  else if (attendance.success) listeners.onAttendanceChanged(attendance.output.section_id);
  else if (v.is(sectionsChangedShape, text.output)) listeners.onSectionsChanged();
  else if (v.is(heartbeatShape, text.output)) listeners.onHeartbeat();
  else if (!malformedLogged) {
    malformedLogged = true;
    console.warn('Vigil ignores live messages it does not understand; this is the first one (not repeated).');
  }
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

  socket.addEventListener('open', () => listeners.onOpened(), { signal });
  socket.addEventListener('close', ({ code }) => listeners.onClosed(code), { signal });
  socket.addEventListener('message', ({ data }) => dispatchMessage(data, listeners), { signal });

  return {
    requestStatus: () => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'get_status' }));
    },
    close: () => {
      silence.abort();
      socket.close();
    },
  };
}
