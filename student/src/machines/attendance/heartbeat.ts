import type { Seat } from '../../services/seat';
import type { Beat } from '../../services/types';
import type { Presence } from '../presence';
import type { BeatInput } from './types';

export interface HeartbeatPorts {
  seat: Pick<Seat, 'sendHeartbeat'>;
  presence: Pick<Presence, 'note' | 'pastAt' | 'answer'>;
  now(): number;
}

/** Says what the device does, and accounts for what the server has not heard of. */
export async function sendHeartbeat(
  { seat, presence, now }: HeartbeatPorts,
  { told, toldSince, reason, pictures }: BeatInput,
  signal: AbortSignal,
): Promise<Beat> {
  const sent = now();
  presence.note(told, toldSince ?? sent);
  const { epoch, ...beat } = await seat.sendHeartbeat({ told, reason, pictures, past: presence.pastAt(sent) }, signal);
  // The server answered somewhere in between.
  presence.answer({ epoch, at: (sent + now()) / 2 });
  return beat;
}
