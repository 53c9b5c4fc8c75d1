import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Context } from '../../context';
import type { OpenDatabase } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import { type LiveEvent, notifyChannel, parseEvent } from '../../platform/live/events';
import type { components } from '../../schema';
import type { SignedIn } from '../account/signedIn';
import { findSignedIn } from '../account/signIns';
import { unwatched } from '../agent/watch';
import { listFallenSilent, listStatuses } from './sessions';

type LiveMessage = components['schemas']['LiveMessage'];

/** Close codes: on the first the client renews its token, on the others it comes back. */
const tokenExpired = 4401;
const internalError = 1011;
const serviceRestart = 1012;
const tryAgainLater = 1013;

/** More windows than anybody has open; each takes memory and an answer to every event. */
const mostSocketsOfTeacher = 50;

/** From one message to the next that a section's logs have changed. */
const logsThrottleMilliseconds = 100;

/** Over so long the clients come back after notifications were missed. */
const reconnectSpreadMilliseconds = 5000;

/** From one sign of life to the next. The contract promises the clients one at least every 25 s. */
const heartbeatMilliseconds = 20_000;
/** How often the sockets are told of agents that have fallen silent. */
const silenceCheckMilliseconds = 10_000;
/** A reader so far behind has gone, or never reads. */
const mostUnsentBytes = 1_000_000;

const LiveRequest = v.pipe(v.string(), v.parseJson(), v.object({ type: v.literal('get_status') }));

/** The sockets that this instance holds. */
export interface LiveChannel {
  /**
   * Takes a socket in; one with a token that is no good is closed with 4401, and one too many of a teacher's with 1013.
   * @param log of the request that became the socket
   */
  accept(socket: WebSocket, token: string, log: FastifyBaseLogger): void;
  /** Starts to hear what any instance publishes. */
  open(): Promise<void>;
  /** Tells the sockets, and forgets what is out of date. */
  deliver(event: LiveEvent): void;
  /** Whether what other instances publish is missed at the moment. */
  listenerDown(): boolean;
  /** Stops hearing and looking after the sockets, which the web server closes. */
  close(): void;
}

interface Connection extends SignedIn {
  socket: WebSocket;
}

export function createLiveChannel(
  context: Context,
  listen: OpenDatabase['listen'],
  log: FastifyBaseLogger,
): LiveChannel {
  const byTeacher = new Map<number, Set<Connection>>();

  function* connections() {
    for (const group of byTeacher.values()) yield* group;
  }

  function register(connection: Connection): void {
    const group = byTeacher.get(connection.id) ?? new Set();
    byTeacher.set(connection.id, group.add(connection));
    connection.socket.once('close', () => {
      group.delete(connection);
      if (group.size === 0) byTeacher.delete(connection.id);
    });
  }

  /** The teacher's connection, once the token is found good; until then its messages wait. */
  async function authenticate(socket: WebSocket, token: string): Promise<Connection | undefined> {
    const signedIn = await findSignedIn(context, token);
    if (!signedIn) {
      socket.close(tokenExpired);
      return undefined;
    }
    // Closed meanwhile, it will not tell so again.
    if (socket.readyState !== socket.OPEN) return undefined;
    if ((byTeacher.get(signedIn.id)?.size ?? 0) >= mostSocketsOfTeacher) {
      socket.close(tryAgainLater);
      return undefined;
    }
    const connection = { ...signedIn, socket };
    register(connection);
    const expiry = setTimeout(() => socket.close(tokenExpired), signedIn.accessEndsAt.getTime() - Date.now());
    socket.once('close', () => clearTimeout(expiry));
    // Signed out between the check and now, the notification found nobody here.
    if (!(await findSignedIn(context, token))) socket.close(tokenExpired);
    if (socket.readyState === socket.OPEN) keepAlive(socket);
    return connection;
  }

  async function sendStatuses({ id, socket }: Connection): Promise<void> {
    await context.limits.consume('statuses', String(id));
    for (const { sectionId, status } of await listStatuses(context.db, id))
      send(socket, { type: 'status_update', section_id: sectionId, status });
  }

  /** The sections whose sockets were told lately that their logs have changed; true when they have since. */
  const throttledSections = new Map<number, boolean>();

  function sendLogsChanged(teacherId: number, sectionId: number): void {
    if (throttledSections.has(sectionId)) {
      throttledSections.set(sectionId, true);
      return;
    }
    const group = byTeacher.get(teacherId);
    if (!group) return;
    for (const { socket } of group) send(socket, { type: 'logs_changed', section_id: sectionId });
    throttledSections.set(sectionId, false);
    setTimeout(() => {
      const isDue = throttledSections.get(sectionId);
      throttledSections.delete(sectionId);
      if (isDue) sendLogsChanged(teacherId, sectionId);
    }, logsThrottleMilliseconds).unref();
  }

  function deliverPayload(payload: string): void {
    const event = parseEvent(payload);
    if (!event) log.warn({ payload }, 'a notification was not understood');
    else if (!context.logNotifier.isOwn(event)) deliver(event);
  }

  function deliver(event: LiveEvent): void {
    context.cache.invalidate(event);
    if (event.kind === 'signedOut') {
      for (const { signInId, socket } of connections()) if (signInId === event.signInId) socket.close(tokenExpired);
    }
    if (event.kind === 'logsChanged' && event.teacherId !== undefined) {
      for (const sectionId of event.sectionIds) sendLogsChanged(event.teacherId, sectionId);
    }
    if (event.kind === 'agentsHeard') {
      const { teacherId, sectionId: section_id, startedAt, agentsSeenAt, state, refusal } = event;
      const status = {
        ...{ is_active: true, started_at: startedAt, agents_seen_at: agentsSeenAt },
        ...(state !== undefined && { agents_state: state, agents_refusal: refusal ?? null }),
      };
      for (const { socket } of byTeacher.get(teacherId) ?? [])
        send(socket, { type: 'status_update', section_id, status });
    }
    if (event.kind === 'sectionsChanged') {
      for (const { socket } of byTeacher.get(event.teacherId) ?? []) send(socket, { type: 'sections_changed' });
    }
    if (event.kind !== 'session') return;
    const { teacherId, sectionId: section_id, isActive, startedAt } = event;
    const start = startedAt === undefined ? {} : { started_at: startedAt };
    const status = isActive ? { is_active: true, ...start } : { is_active: false, started_at: null };
    // A session that has just been started, and one that is over, have none.
    const update = { type: 'status_update', section_id, status: { ...status, ...unwatched(isActive) } } as const;
    for (const { socket } of byTeacher.get(teacherId) ?? []) {
      if (isActive) send(socket, { type: 'detection_start', section_id, ...start });
      send(socket, update);
    }
  }

  let silenceChecks: NodeJS.Timeout | undefined;
  let silenceCheckedUntil = new Date();

  /** Nothing happens when an agent falls silent, so each instance looks for its own sockets. */
  async function sendSilentAgents(): Promise<void> {
    const until = new Date();
    const fallen = byTeacher.size > 0 ? await listFallenSilent(context.db, silenceCheckedUntil, until) : [];
    silenceCheckedUntil = until;
    for (const { teacherId, sectionId: section_id, status } of fallen) {
      for (const { socket } of byTeacher.get(teacherId) ?? [])
        send(socket, { type: 'status_update', section_id, status });
    }
  }

  let listenerDown = false;
  function onListenerLost(): void {
    listenerDown = true;
    context.cache.close();
  }

  /**
   * After missed notifications: the clients come back, ask for the state, and those signed out meanwhile are not let in. All at
   * once, they would keep everybody waiting.
   */
  function onListenerBack(): void {
    listenerDown = false;
    context.cache.open();
    const sockets = [...connections()].map(({ socket }) => socket);
    for (const [index, socket] of sockets.entries()) {
      setTimeout(() => socket.close(serviceRestart), (index / sockets.length) * reconnectSpreadMilliseconds).unref();
    }
  }

  return {
    accept(socket, token, log) {
      const authenticated = authenticate(socket, token).catch((error: unknown) => {
        log.error(error, 'a live connection could not be checked');
        socket.close(internalError);
        return undefined;
      });
      const answer = async () => {
        const connection = await authenticated;
        if (connection) await sendStatuses(connection);
      };
      let answering: Promise<void> | undefined;
      socket.on('message', (data) => {
        // What is being read answers this one as well.
        if (answering || !v.is(LiveRequest, String(data))) return;
        answering = answer()
          .catch((error: unknown) => {
            // Too often is not answered at all: the status can be asked for by a call.
            if (!(error instanceof HttpError)) log.error(error, 'statuses could not be sent');
          })
          .finally(() => {
            answering = undefined;
          });
      });
    },
    async open() {
      listenerDown = !(await listen(notifyChannel, {
        message: deliverPayload,
        lost: onListenerLost,
        back: onListenerBack,
      }));
      if (!listenerDown) context.cache.open();
      silenceChecks = setInterval(() => {
        sendSilentAgents().catch((error: unknown) => log.error(error, 'silent agents could not be told of'));
      }, silenceCheckMilliseconds);
    },
    deliver,
    listenerDown: () => listenerDown,
    close() {
      clearInterval(silenceChecks);
      context.cache.close();
    },
  };
}

/**
 * Sends heartbeats, by which the client notices a dead connection, and pings, by which we do: a socket that does not answer is
 * terminated. Each socket has a timer of its own, so that they are not all served at once.
 */
function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  const beat = () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    send(socket, { type: 'heartbeat' });
  };
  beat();
  const beating = setInterval(beat, heartbeatMilliseconds);
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.once('close', () => clearInterval(beating));
}

function send(socket: WebSocket, message: LiveMessage): void {
  if (socket.bufferedAmount > mostUnsentBytes) socket.terminate();
  else socket.send(JSON.stringify(message));
}
