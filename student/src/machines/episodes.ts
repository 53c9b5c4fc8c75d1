import type { ActivityType } from '../services/types';

/** A change of an episode. Times are monotonic milliseconds since the epoch, never the device's clock. */
export type EpisodeEvent =
  | { type: 'episode.started'; kind: ActivityType; at: number }
  | { type: 'episode.ended'; kind: ActivityType; at: number };

/** A report as the student sees it. */
export interface ShownReport {
  id: string;
  kind: ActivityType;
  /** Milliseconds since the epoch of the device's clock, for display only. */
  startedAt: number;
  /** Milliseconds; null while the episode goes on. */
  lastedMs: number | null;
  status: 'kept' | 'sent' | 'excused' | 'dropped';
  hasPicture: boolean;
}
