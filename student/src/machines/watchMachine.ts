import type { SnapshotFrom } from 'xstate';
import type { Watched } from '../services/types';
import { watchedPages, watchedViews } from '../watched';
import { type WatchPorts, watchSetup } from './watch/setup';
import { page } from './watch/state.page';
import { pictures } from './watch/state.pictures';
import { view } from './watch/state.view';

const nothingWatched: Watched = {
  ...{ view: null, page: null, isReady: false, since: 0, lasted: 0, pageSince: 0, pageLasted: 0 },
  ...{ lookedAt: null, changedAt: null },
};

/**
 * What the camera and the page tell about one student, as episodes. A frame a second is the clock.
 *
 * ```
 * view: starting ─▶ arranging, resumed ─▶ seen
 *       arranging { unseen ⇄ appearing } ─▶ seen { present ─▶ vanishing ─▶ absence, present ─▶ crowding ─▶ company, dimming } ─▶ dark
 *       any of them ─▶ blind ─▶ arranging, seen; any ─▶ hidden ─▶ arranging, awaited ─▶ seen
 * pictures: recent ⇄ lacking
 * page: starting ─▶ here ─▶ leaving ─▶ away { gone ⇄ entering }
 * ```
 *
 * Invariants:
 * - Nothing is told of the student before their whole face has been in view for 2 s: nobody is absent who was never seen.
 * - Part of a face is the student.
 * - "Watching" and "dark" are told of pictures only: not before the first one was looked at, and until 5 s have passed
 *   without a new one. What is told then is backdated to the last one.
 * - A picture that stays the same, pixel by pixel, for 10 s is no new picture. Cameras have noise.
 * - Nobody in view counts after 8 s, several people after 5 s, leaving the page after 3 s. An episode ends after 2 s
 *   without its cause. Both its ends are backdated to when they began.
 * - A dark picture, a hidden page and seconds without a frame are unknown, never an absent student: they end an episode and
 *   begin none. A hidden page has been left all the same.
 * - A page that is loaded again continues with what the earlier one knew, on its first picture. The time between is not counted.
 * - Time is counted in frames, so a throttled or stopped page counts nothing.
 */
export const watchMachine = (ports: WatchPorts) => {
  const chart = watchSetup(ports);
  return chart.createMachine({
    id: 'watch',
    context: ({ input }) => {
      const { view, page, ...known } = input.earlier ?? nothingWatched;
      return { ...known, earlier: { view, page }, fault: 'watcher' };
    },
    invoke: [
      { id: 'watchFrames', src: 'watchFrames', input: ({ context: { lookedAt } }) => ({ lookedAt }) },
      { id: 'watchPage', src: 'watchPage' },
    ],
    on: { 'camera.lost': { actions: 'tellLost' } },
    type: 'parallel',
    states: {
      view: view(chart),
      pictures: pictures(chart),
      page: page(chart),
    },
  });
};

/** Returns what the next page of the tab has to know. */
export function watchedIn(snapshot: SnapshotFrom<typeof watchMachine>): Watched {
  const { isReady, since, lasted, pageSince, pageLasted, lookedAt, changedAt, earlier } = snapshot.context;
  const view = watchedViews.find((seen) => snapshot.matches({ view: { seen } })) ?? null;
  return {
    view: snapshot.matches({ view: 'resumed' }) ? earlier.view : view,
    page: watchedPages.find((page) => snapshot.matches({ page })) ?? null,
    ...{ isReady, since, lasted, pageSince, pageLasted, lookedAt, changedAt },
  };
}
