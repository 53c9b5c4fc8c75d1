import { assertEvent, assign, type EventObject, enqueueActions, fromCallback, raise, sendParent, setup } from 'xstate';
import {
  ABSENT_AFTER_MS,
  AWAY_AFTER_MS,
  BACK_AFTER_MS,
  DARK_AFTER_MS,
  PICTURE_LIFETIME_MS,
  READY_AFTER_MS,
  RESTART_AFTER_MS,
  SEVERAL_AFTER_MS,
  STILL_AFTER_MS,
} from '../../constants';
import type { PageEvent } from '../../services/pageEvents';
import { type FramePorts, watchFrames } from '../frames';
import { ended, endOf, kindsOf, lastedAfter, pageLastedAfter, provenUntil, started } from './rules';
import type { WatchContext, WatchEvent, WatchInput, WatchReport } from './types';

/** What the watch needs of the world. */
export interface WatchPorts extends FramePorts {
  watchPage(tell: (event: PageEvent) => void): () => void;
}

/** What the chart's states are made of. */
export const watchSetup = (ports: WatchPorts) =>
  setup({
    types: {
      context: {} as WatchContext,
      events: {} as WatchEvent,
      input: {} as WatchInput,
    },
    actors: {
      /** Looks at a frame each second, and tells when the camera stops. */
      watchFrames: fromCallback<EventObject, Pick<WatchContext, 'lookedAt'>>(({ sendBack, input: { lookedAt } }) =>
        watchFrames(ports, lookedAt, sendBack),
      ),
      watchPage: fromCallback(({ sendBack }) => ports.watchPage(sendBack)),
    },
    actions: {
      begin: assign({
        since: ({ event }) => {
          assertEvent(event, 'frame.seen');
          return event.at;
        },
        lasted: 0,
      }),
      count: assign({ lasted: ({ context, event }) => lastedAfter(context, event) }),
      beginPage: assign({ pageSince: ({ event }) => ('at' in event ? event.at : 0), pageLasted: 0 }),
      countPage: assign({ pageLasted: ({ context, event }) => pageLastedAfter(context, event) }),
      startAbsence: sendParent(({ context }) => started('no_face', context.since)),
      endAbsence: sendParent(({ context }) => ended('no_face', context.since)),
      cutAbsence: sendParent(({ context, event }) => ended('no_face', endOf(context, event))),
      startCompany: sendParent(({ context }) => started('multiple_faces', context.since)),
      endCompany: sendParent(({ context }) => ended('multiple_faces', context.since)),
      cutCompany: sendParent(({ context, event }) => ended('multiple_faces', endOf(context, event))),
      /** Of the camera. */
      endEarlier: enqueueActions(({ context, enqueue }) => {
        for (const kind of kindsOf(context.earlier.view))
          enqueue.sendParent(ended(kind, provenUntil(context) ?? context.since));
      }),
      startAway: sendParent(({ context }) => started('left_page', context.pageSince)),
      endAway: sendParent(({ context }) => ended('left_page', context.pageSince)),
      cutAway: sendParent(({ context, event }) => ended('left_page', endOf(context, event))),
      notePicture: assign({
        lookedAt: ({ context, event }) => (event.type === 'frame.seen' ? event.at : context.lookedAt),
        // A camera that was started again may resume with its last picture. A covered one's is always the same.
        changedAt: ({ context: { changedAt }, event }) =>
          event.type === 'frame.seen' && (!event.isStill || event.view === 'dark' || changedAt === null)
            ? event.at
            : changedAt,
        fault: 'watcher',
      }),
      noteLack: assign({ fault: 'camera' }),
      noteStill: assign({ fault: 'still' }),
      noteMuted: assign({ fault: 'muted' }),
      noteUnmuted: assign({ fault: 'camera' }),
      tellProven: sendParent({ type: 'watch.proven' } satisfies WatchReport),
      lapse: raise({ type: 'pictures.lapsed' }),
      noteReady: assign({ isReady: true }),
      tellWaiting: sendParent({ type: 'watch.told', told: 'waiting', since: null } satisfies WatchReport),
      tellWatching: sendParent({ type: 'watch.told', told: 'watching', since: null } satisfies WatchReport),
      tellDark: sendParent({ type: 'watch.told', told: 'dark', since: null } satisfies WatchReport),
      tellHidden: sendParent({ type: 'watch.told', told: 'hidden', since: null } satisfies WatchReport),
      tellBlind: sendParent(
        ({ context }): WatchReport => ({ type: 'watch.told', told: 'no_picture', since: provenUntil(context) }),
      ),
      tellStalled: sendParent(({ context }): WatchReport => ({ type: 'watch.stalled', fault: context.fault })),
      tellResumed: sendParent({ type: 'watch.resumed' } satisfies WatchReport),
      tellLost: sendParent({ type: 'camera.lost' } satisfies WatchReport),
    },
    guards: {
      /** A whole face is in view. */
      isFace: ({ event }) => event.type === 'frame.seen' && (event.view === 'one' || event.view === 'several'),
      /** A whole face has been in view for 2 s. */
      isFaceLong: ({ context, event }) =>
        event.type === 'frame.seen' &&
        (event.view === 'one' || event.view === 'several') &&
        lastedAfter(context, event) >= READY_AFTER_MS,
      /** The student's whole face has been in view since the camera was opened. */
      wasReady: ({ context }) => context.isReady,
      /** An earlier page was in an absence. */
      wasAbsent: ({ context }) => context.earlier.view === 'absence',
      /** An earlier page was in company. */
      wasCrowded: ({ context }) => context.earlier.view === 'company',
      /** Nobody is in view, as before. */
      isStillNobody: ({ context, event }) =>
        context.earlier.view === 'vanishing' && event.type === 'frame.seen' && event.view === 'none',
      /** Several people are in view, as before. */
      isStillSeveral: ({ context, event }) =>
        context.earlier.view === 'crowding' && event.type === 'frame.seen' && event.view === 'several',
      /** An earlier page had been left for 3 s. */
      wasAway: ({ context }) => context.earlier.page === 'away',
      /** An earlier page had been left. */
      wasLeaving: ({ context }) => context.earlier.page === 'leaving',
      /** Only part of a face is in view. */
      isPart: ({ event }) => event.type === 'frame.seen' && event.view === 'part',
      /** Nobody is in view. */
      isNobody: ({ event }) => event.type === 'frame.seen' && event.view === 'none',
      /** Several people are in view. */
      isSeveral: ({ event }) => event.type === 'frame.seen' && event.view === 'several',
      /** The picture is dark. */
      isDark: ({ event }) => event.type === 'frame.seen' && event.view === 'dark',
      /** Nobody has been in view for 8 s. */
      isGoneLong: ({ context, event }) =>
        event.type === 'frame.seen' && event.view === 'none' && lastedAfter(context, event) >= ABSENT_AFTER_MS,
      /** Several people have been in view for 5 s. */
      isCrowdedLong: ({ context, event }) =>
        event.type === 'frame.seen' && event.view === 'several' && lastedAfter(context, event) >= SEVERAL_AFTER_MS,
      /** The picture has been dark for 3 s. */
      isDarkLong: ({ context, event }) =>
        event.type === 'frame.seen' && event.view === 'dark' && lastedAfter(context, event) >= DARK_AFTER_MS,
      /** The picture has been the same for 10 s, pixel by pixel. A covered camera's is, too. */
      isStillLong: ({ context, event }) =>
        event.type === 'frame.seen' &&
        event.isStill &&
        event.view !== 'dark' &&
        context.changedAt !== null &&
        event.at - context.changedAt >= STILL_AFTER_MS,
      /** The browser holds the pictures back. */
      isMuted: ({ context }) => context.fault === 'muted',
      /** The cause has been gone for 2 s. */
      isBackLong: ({ context, event }) => lastedAfter(context, event) >= BACK_AFTER_MS,
      /** The page has been left for 3 s. */
      isAwayLong: ({ context, event }) => pageLastedAfter(context, event) >= AWAY_AFTER_MS,
      /** The student has been back on the page for 2 s. */
      isEnteredLong: ({ context, event }) => pageLastedAfter(context, event) >= BACK_AFTER_MS,
    },
    delays: {
      /** How long a picture proves that the student is watched. */
      pictureLifetime: PICTURE_LIFETIME_MS,
      /** How long pictures may come back by themselves before the camera is started again. */
      restartDelay: RESTART_AFTER_MS,
    },
  });

export type WatchSetup = ReturnType<typeof watchSetup>;
