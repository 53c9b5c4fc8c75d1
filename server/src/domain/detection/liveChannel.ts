import type { WebSocket } from '@fastify/websocket';
import type { components } from '@vigil/contract';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Context } from '../../context';
import type { Database, OpenDatabase } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import type { SignedIn } from '../account/accessTokens';
import { findSignedIn } from '../account/signIns';
import { noAgents } from '../agent/agentStatus';
import { type LiveEvent, notifyChannel, parseEvent } from '../live/events';
import { closeCodes, keepAlive, restart } from '../live/keepAlive';
import { listSharedWith, type OwnedSection } from '../section/access';
import { listNewlySilent, listStatuses } from './sessions';
import { listNewlyOffline } from './silence';

type SharingChanged = Extract<LiveEvent, { kind: 'sharingChanged' }>;

type LiveMessage = components['schemas']['LiveMessage'];

/** More windows than anybody has open. Each takes memory and messages. */
const maxSocketsPerTeacher = 50;

/** Minimum time between messages of one type about a section. */
const throttleMilliseconds = { logs_changed: 100, attendance_changed: 1000 };

const silenceCheckMilliseconds = 10_000;
/** A student's silent device is reported this long after `deviceSilenceMs`, within the 45 s that the contract promises. */
const offlineCheckMilliseconds = 2000;
/** A client this far behind has stopped reading. */
const maxUnsentBytes = 1_000_000;

const LiveRequest = v.pipe(v.string(), v.parseJson(), v.object({ type: v.literal('get_status') }));

interface Connection extends SignedIn {
  socket: WebSocket;
}

/** Another listener to the events on this instance. */
export interface OtherListener {
  deliver(event: LiveEvent): void;
  /** Events were missed. */
  restart(): void;
}

/** Creates what serves the teachers' sockets of this instance. */
export function createLiveChannel(
  context: Context,
  listen: OpenDatabase['listen'],
  log: FastifyBaseLogger,
  seats: OtherListener,
) {
  const byTeacher = new Map<number, Set<Connection>>();

  function* connections() {
    for (const group of byTeacher.values()) yield* group;
  }

  /** When the sharing of others' sections with teachers on this instance ends, by teacher and section; Infinity for never. */
  const sharedUntil = new Map<number, Map<number, number>>();
  /** Counts what changes it. */
  let sharings = 0;

  /** Reads which sections are shared with a teacher. What changes meanwhile is read again. */
  async function readShared(teacherId: number): Promise<void> {
    for (let known = -1; known !== sharings; ) {
      known = sharings;
      const shared = await listSharedWith(context.db, teacherId);
      if (known !== sharings || !byTeacher.has(teacherId)) continue;
      const ends = shared.map(
        ({ sectionId, until }) => [sectionId, until?.getTime() ?? Number.POSITIVE_INFINITY] as const,
      );
      sharedUntil.set(teacherId, new Map(ends));
    }
  }

  function onSharingChanged({ teacherId, sectionId, isShared, until }: SharingChanged): void {
    sharings++;
    const shared = sharedUntil.get(teacherId);
    if (!isShared) shared?.delete(sectionId);
    else shared?.set(sectionId, until == null ? Number.POSITIVE_INFINITY : Date.parse(until));
  }

  /** Lists the teachers on this instance who may hear of a section now. */
  function listenersOf({ teacherId, sectionId }: OwnedSection): number[] {
    const now = Date.now();
    const further = [...sharedUntil].filter(([, shared]) => (shared.get(sectionId) ?? 0) > now);
    return [teacherId, ...further.map(([id]) => id)].filter((id) => byTeacher.has(id));
  }

  function sendToTeacher(teacherId: number, message: LiveMessage): void {
    for (const { socket } of byTeacher.get(teacherId) ?? []) send(socket, message);
  }

  /** Sends a message to all teachers of a section. */
  function sendAbout(section: OwnedSection, message: LiveMessage): void {
    for (const id of listenersOf(section)) sendToTeacher(id, message);
  }

  function register(connection: Connection): void {
    const group = byTeacher.get(connection.id) ?? new Set();
    byTeacher.set(connection.id, group.add(connection));
    connection.socket.once('close', () => {
      group.delete(connection);
      if (group.size > 0) return;
      byTeacher.delete(connection.id);
      sharedUntil.delete(connection.id);
    });
  }

  async function authenticate(socket: WebSocket, token: string): Promise<Connection | undefined> {
    const signedIn = await findSignedIn(context, token);
    if (!signedIn) {
      socket.close(closeCodes.unknownToken);
      return undefined;
    }
    // Closed in the meantime: there will be no further `close` event.
    if (socket.readyState !== socket.OPEN) return undefined;
    if ((byTeacher.get(signedIn.id)?.size ?? 0) >= maxSocketsPerTeacher) {
      socket.close(closeCodes.tryAgainLater);
      return undefined;
    }
    const connection = { ...signedIn, socket };
    register(connection);
    const expiry = setTimeout(
      () => socket.close(closeCodes.unknownToken),
      signedIn.accessEndsAt.getTime() - Date.now(),
    );
    socket.once('close', () => clearTimeout(expiry));
    // A sign-out between the check and the registration would go unnoticed.
    if (!(await findSignedIn(context, token))) socket.close(closeCodes.unknownToken);
    await readShared(signedIn.id);
    if (socket.readyState === socket.OPEN) keepAlive(socket);
    return connection;
  }

  async function sendStatuses({ id, socket }: Connection): Promise<void> {
    await context.limits.consume('statuses', String(id));
    for (const { sectionId, status } of await listStatuses(context.db, id))
      send(socket, { type: 'status_update', section_id: sectionId, status });
  }

  /** Messages within their throttle interval, by type and section; true when another one is due after it. */
  const throttled = new Map<string, boolean>();

  function sendChanged(type: keyof typeof throttleMilliseconds, { teacherId, sectionId }: OwnedSection): void {
    const key = `${type} ${sectionId}`;
    if (throttled.has(key)) {
      throttled.set(key, true);
      return;
    }
    if (listenersOf({ teacherId, sectionId }).length === 0) return;
    sendAbout({ teacherId, sectionId }, { type, section_id: sectionId });
    throttled.set(key, false);
    setTimeout(() => {
      const isDue = throttled.get(key);
      throttled.delete(key);
      if (isDue) sendChanged(type, { teacherId, sectionId });
    }, throttleMilliseconds[type]).unref();
  }

  function deliverPayload(payload: string): void {
    const event = parseEvent(payload);
    if (!event) log.warn({ payload }, 'a notification could not be parsed');
    else if (!context.logNotifier.isOwn(event)) deliver(event);
  }

  /** Sends an event to the sockets and invalidates caches. */
  function deliver(event: LiveEvent): void {
    context.cache.invalidate(event);
    seats.deliver(event);
    if (event.kind === 'signedOut') {
      for (const { signInId, socket } of connections())
        if (signInId === event.signInId) socket.close(closeCodes.unknownToken);
    }
    if (event.kind === 'logsChanged' && event.teacherId !== undefined) {
      const { teacherId } = event;
      for (const sectionId of event.sectionIds) sendChanged('logs_changed', { teacherId, sectionId });
    }
    if (event.kind === 'attendanceChanged') sendChanged('attendance_changed', event);
    if (event.kind === 'agentsHeard') {
      const { sectionId: section_id, startedAt, endsAt, paused, agentsSeenAt, state, refusal } = event;
      const status = {
        ...{ is_active: true, started_at: startedAt, agents_seen_at: agentsSeenAt },
        ...(endsAt !== undefined && { ends_at: endsAt }),
        ...(paused !== undefined && { paused }),
        ...(state !== undefined && { agents_state: state, agents_refusal: refusal ?? null }),
      };
      sendAbout(event, { type: 'status_update', section_id, status });
    }
    if (event.kind === 'sharingChanged') onSharingChanged(event);
    if (event.kind === 'sectionsChanged') sendToTeacher(event.teacherId, { type: 'sections_changed' });
    if (event.kind !== 'session') return;
    const { sectionId: section_id, isActive, startedAt, endsAt, resumableUntil } = event;
    const start = {
      ...(startedAt !== undefined && { started_at: startedAt }),
      ...(endsAt !== undefined && { ends_at: endsAt }),
    };
    const end = {
      ...{ started_at: null, ends_at: null },
      ...(resumableUntil !== undefined && { resumable_until: resumableUntil }),
    };
    // A lesson that starts or is resumed is not paused.
    const status = isActive ? { is_active: true, ...start, paused: null } : { is_active: false, ...end };
    if (isActive) sendAbout(event, { type: 'detection_start', section_id, ...start });
    sendAbout(event, { type: 'status_update', section_id, status: { ...status, ...noAgents(isActive) } });
  }

  const silenceChecks: NodeJS.Timeout[] = [];

  /** Silence causes no event, so each instance polls for its own sockets. @param list returns what fell silent between two moments */
  function pollSilence<Silent>(
    milliseconds: number,
    list: (db: Database, after: Date, until: Date) => Promise<Silent[]>,
    send: (silent: Silent) => void,
  ): void {
    let checkedUntil = new Date();
    const check = async () => {
      const until = new Date();
      const silent = byTeacher.size > 0 ? await list(context.db, checkedUntil, until) : [];
      checkedUntil = until;
      for (const one of silent) send(one);
    };
    const checkOrLog = () => void check().catch((error: unknown) => log.error(error, 'silence could not be reported'));
    silenceChecks.push(setInterval(checkOrLog, milliseconds));
  }

  let listenerDown = false;
  function onListenerLost(): void {
    listenerDown = true;
    // The end of a sharing may be missed.
    sharedUntil.clear();
    context.cache.close();
  }

  /** Makes clients reconnect, because events were missed: they fetch the state again, and signed-out ones are refused. */
  function onListenerBack(): void {
    listenerDown = false;
    context.cache.open();
    restart([...connections()].map(({ socket }) => socket));
    seats.restart();
  }

  return {
    /**
     * Accepts a socket. Closes it with 4401 when the token is invalid and with 1013 when the teacher has too many.
     * @param log the request's
     */
    accept(socket: WebSocket, token: string, log: FastifyBaseLogger): void {
      const authenticated = authenticate(socket, token).catch((error: unknown) => {
        log.error(error, 'a live connection could not be checked');
        socket.close(closeCodes.internalError);
        return undefined;
      });
      const answer = async () => {
        const connection = await authenticated;
        if (connection) await sendStatuses(connection);
      };
      let answering: Promise<void> | undefined;
      socket.on('message', (data) => {
        // A query is in flight; its answer serves this request too.
        if (answering || !v.is(LiveRequest, String(data))) return;
        answering = answer()
          .catch((error: unknown) => {
            // Requests above the limit get no answer; the client can poll instead.
            if (!(error instanceof HttpError)) log.error(error, 'statuses could not be sent');
          })
          .finally(() => {
            answering = undefined;
          });
      });
    },
    /** Subscribes to the events of all instances. */
    async open(): Promise<void> {
      listenerDown = !(await listen(notifyChannel, {
        message: deliverPayload,
        lost: onListenerLost,
        back: onListenerBack,
      }));
      if (!listenerDown) context.cache.open();
      pollSilence(silenceCheckMilliseconds, listNewlySilent, ({ status, ...section }) =>
        sendAbout(section, { type: 'status_update', section_id: section.sectionId, status }),
      );
      pollSilence(offlineCheckMilliseconds, listNewlyOffline, (section) => sendChanged('attendance_changed', section));
    },
    deliver,
    /** Returns whether other instances' events are being missed. */
    listenerDown: () => listenerDown,
    /** Stops timers and caching. The web server closes the sockets. */
    close(): void {
      for (const check of silenceChecks) clearInterval(check);
      context.cache.close();
    },
  };
}

function send(socket: WebSocket, message: LiveMessage): void {
  if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
  else socket.send(JSON.stringify(message));
}
