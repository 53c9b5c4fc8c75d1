import { RESUME_INTERVAL_MS, RESUME_PATIENCE_MS, RESUME_SOON_MS } from '../../constants';
import type { Seat } from '../../services/seat';

export interface ResumePorts {
  seat: Pick<Seat, 'sendHeartbeat'>;
  /** Resolves after some milliseconds, or rejects when aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const nothing = { told: 'waiting', reason: '', pictures: false } as const;

/**
 * Resolves once the teacher has taken the end of the lesson back: asks every few seconds for a minute, since most ends that are a mistake are
 * taken back at once, then less often.
 *
 * @throws after an hour, when no lesson can go on any more
 */
export async function awaitResume({ seat, pause }: ResumePorts, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < RESUME_PATIENCE_MS; ) {
    const interval = waited < RESUME_SOON_MS ? RESUME_INTERVAL_MS : RESUME_INTERVAL_MS * 4;
    await pause(interval, signal);
    waited += interval;
    const goesOn = await seat.sendHeartbeat({ ...nothing, past: [] }, signal).then(
      ({ admission }) => admission === 'admitted',
      // It may be answered next time.
      () => false,
    );
    if (goesOn) return;
  }
  throw new Error('No lesson can be resumed after an hour');
}
