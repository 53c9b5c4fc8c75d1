import { RELOAD_MS } from '../constants';
import type { Camera } from '../services/camera';
import type { Presence } from './presence';
import { nothingSeen, type View, viewOf } from './view';

/** Times (`at`) are monotonic milliseconds. */
export type FrameEvent =
  /** A second has passed, and a new picture was looked at. `isStill`: each pixel is as in the one before. */
  | { type: 'frame.seen'; view: View; at: number; elapsed: number; isStill: boolean }
  /** A second has passed, and the camera has given no new picture. */
  | { type: 'frame.lacked' }
  /** A second has passed on a hidden page. Its pictures are not looked at. */
  | { type: 'frame.hidden'; at: number; elapsed: number }
  /** Seconds have passed unwatched: the device slept, or a dialog of the browser stopped the page. */
  | { type: 'frames.missed'; at: number; elapsed: number }
  /** The browser holds the camera's pictures back, or gives them again. */
  | { type: 'camera.muted' }
  | { type: 'camera.unmuted' }
  | { type: 'camera.lost' };

export interface FramePorts {
  camera: Pick<Camera, 'watch'>;
  presence: Pick<Presence, 'look' | 'miss'>;
}

/**
 * Says of each picture of the camera what it shows, until it is stopped.
 * @param before when the last new picture was looked at, on an earlier page
 */
export function watchFrames(
  { camera, presence }: FramePorts,
  before: number | null,
  tell: (event: FrameEvent) => void,
) {
  let seen = nothingSeen;
  let lookedAt = before;
  /** When the picture was new that has been the same since; null while each is new. */
  let stillSince: number | null = null;
  return camera.watch((event) => {
    switch (event.type) {
      case 'seen': {
        const { sighting, at, elapsed } = event;
        const isStill = presence.look(sighting.print);
        const look = viewOf(sighting, seen);
        seen = look.seen;
        stillSince = isStill && look.view !== 'dark' ? (stillSince ?? at - elapsed) : null;
        if (lookedAt !== null && at - lookedAt > RELOAD_MS) tell({ type: 'frames.missed', at, elapsed: at - lookedAt });
        else tell({ type: 'frame.seen', view: look.view, at, elapsed, isStill });
        lookedAt = null;
        break;
      }
      case 'hidden':
        stillSince = null;
        tell({ ...event, type: 'frame.hidden' });
        break;
      case 'lacked':
        tell({ type: 'frame.lacked' });
        break;
      case 'missed': {
        lookedAt = null;
        const { at, elapsed } = event;
        const from = stillSince ?? at - elapsed;
        stillSince = null;
        presence.miss(from, at);
        tell({ type: 'frames.missed', at, elapsed: at - from });
        break;
      }
      default:
        tell({ type: `camera.${event.type}` });
    }
  });
}
