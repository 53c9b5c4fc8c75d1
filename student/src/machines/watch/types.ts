import type { PictureFault } from '../../failure';
import type { PageEvent } from '../../services/pageEvents';
import type { EpisodeEvent, Watched } from '../../services/types';
import type { FrameEvent } from '../frames';

export interface WatchContext {
  /** The student's whole face has been in view since the camera was opened. */
  isReady: boolean;
  /** When the current candidate began, in monotonic milliseconds. */
  since: number;
  /** How long the candidate has lasted, in watched milliseconds. */
  lasted: number;
  /** When the student left the page, or came back to it. */
  pageSince: number;
  pageLasted: number;
  /** When the last new picture was looked at. Null before the first. */
  lookedAt: number | null;
  /** When the picture last differed from the one before, or the first one was looked at. */
  changedAt: number | null;
  /** Why there would be no picture. */
  fault: PictureFault;
  /** What an earlier page of the tab has begun. */
  earlier: Pick<Watched, 'view' | 'page'>;
}

export interface WatchInput {
  /** What an earlier page of the tab knew; null if none has watched just before. */
  earlier: Watched | null;
}

/** Times (`at`) are monotonic milliseconds. */
export type WatchEvent =
  | FrameEvent
  | PageEvent
  /** Too long without a new picture. */
  | { type: 'pictures.lapsed' };

/** Events for the parent. */
export type WatchReport =
  | EpisodeEvent
  /** What is known of the student is this since a moment; null: since now. */
  | { type: 'watch.told'; told: 'waiting' | 'watching' | 'dark' | 'hidden' | 'no_picture'; since: number | null }
  /** A new picture was looked at. */
  | { type: 'watch.proven' }
  /** No picture came by itself. The camera and the detector have to be started again. */
  | { type: 'watch.stalled'; fault: PictureFault }
  /** Seconds were not watched. The server’s clock is asked again. */
  | { type: 'watch.resumed' }
  | { type: 'camera.lost' };
