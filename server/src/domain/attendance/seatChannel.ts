import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import type { LiveEvent } from '../live/events';
import { closeCodes, keepAlive, restart } from '../live/keepAlive';
import type { TokenHolder } from './tokens';

/** The device's next heartbeat tells what was decided. */
const called = '{"type":"called"}';

/** Returns the section in which the teacher has decided something that concerns devices. */
function sectionOf(event: LiveEvent): number | undefined {
  if (event.kind === 'session' || event.kind === 'sectionsChanged') return event.sectionId;
  if (event.kind === 'attendanceChanged' && event.isDecision) return event.sectionId;
  const isNews = event.kind === 'agentsHeard' && (event.endsAt !== undefined || event.paused !== undefined);
  return isNews ? event.sectionId : undefined;
}

/**
 * Creates what calls students' devices, so that a decision of the teacher reaches them at once: a called device sends its heartbeat, whose
 * answer is the only source of what it is told. Without a socket it learns the same with its next heartbeat.
 */
export function createSeatChannel(
  findTokenHolder: (token: string) => Promise<Pick<TokenHolder, 'attendance' | 'section'> | undefined>,
) {
  /** By section and attendance: one socket a device. */
  const bySection = new Map<number, Map<number, WebSocket>>();

  async function register(socket: WebSocket, token: string): Promise<void> {
    const holder = await findTokenHolder(token);
    if (!holder) return socket.close(closeCodes.unknownToken);
    // Closed in the meantime: there will be no further `close` event.
    if (socket.readyState !== socket.OPEN) return;
    const { attendance, section } = holder;
    const devices = bySection.get(section.id) ?? new Map<number, WebSocket>();
    devices.get(attendance.id)?.close(closeCodes.tryAgainLater);
    bySection.set(section.id, devices.set(attendance.id, socket));
    socket.once('close', () => {
      if (devices.get(attendance.id) === socket) devices.delete(attendance.id);
      if (devices.size === 0 && bySection.get(section.id) === devices) bySection.delete(section.id);
    });
    keepAlive(socket);
  }

  return {
    /** Accepts a device's socket. Closes it with 4401 when the token is unknown, and an earlier one of the device with 1013. */
    accept(socket: WebSocket, token: string, log: FastifyBaseLogger): void {
      register(socket, token).catch((error: unknown) => {
        log.error(error, 'a device’s connection could not be checked');
        socket.close(closeCodes.internalError);
      });
    },
    /** Calls the devices that an event concerns. */
    deliver(event: LiveEvent): void {
      const sectionId = sectionOf(event);
      if (sectionId === undefined) return;
      for (const socket of bySection.get(sectionId)?.values() ?? []) socket.send(called);
    },
    /** Closes all sockets, whose devices then ask again. */
    restart: () => restart([...bySection.values()].flatMap((devices) => [...devices.values()])),
  };
}
