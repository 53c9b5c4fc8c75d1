import {
  assertEvent,
  assign,
  type EventObject,
  fromCallback,
  not,
  raise,
  type SnapshotFrom,
  sendParent,
  setup,
} from 'xstate';
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
} from '../constants';
import type { PictureFault } from '../failure';
import type { PageEvent } from '../services/pageEvents';
import type { ActivityType, EpisodeEvent, Watched } from '../services/types';
import { type FrameEvent, type FramePorts, watchFrames } from './frames';

/** What the watch needs of the world. */
export interface WatchPorts extends FramePorts {
  watchPage(tell: (event: PageEvent) => void): () => void;
}

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

const nothingWatched: Watched = {
  ...{ view: null, page: null, isReady: false, since: 0, lasted: 0, pageSince: 0, pageLasted: 0 },
  ...{ lookedAt: null, changedAt: null },
};

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

const started = (kind: ActivityType, at: number): WatchReport => ({ type: 'episode.started', kind, at });
const ended = (kind: ActivityType, at: number): WatchReport => ({ type: 'episode.ended', kind, at });

/** Returns until when pictures prove something. One that stays the same proves nothing since it last changed. */
const provenUntil = ({ lookedAt, changedAt, fault }: WatchContext): number | null =>
  fault === 'still' ? changedAt : lookedAt;

/** Returns when a gap began, or else when the event happened. */
const endOf = (context: WatchContext, event: WatchEvent): number => {
  if (!('at' in event)) return provenUntil(context) ?? context.since;
  return event.type === 'frames.missed' ? event.at - event.elapsed : event.at;
};

/** Returns the candidate's length after this frame. The same picture again is no more evidence, unless it is of darkness. */
const lastedAfter = ({ lasted }: WatchContext, event: WatchEvent): number =>
  event.type === 'frame.seen' && (!event.isStill || event.view === 'dark') ? lasted + event.elapsed : lasted;

/** The first frame after leaving or entering counts in part only. */
const pageLastedAfter = ({ pageLasted, pageSince }: WatchContext, event: WatchEvent): number =>
  event.type === 'frame.seen' || event.type === 'frame.hidden'
    ? pageLasted + Math.min(event.elapsed, Math.max(0, event.at - pageSince))
    : pageLasted;

/** What the first new picture shows: after the start, on a page that is shown again, after seconds without one. */
const firstPicture = [
  { guard: 'isNobody', target: '#watch.view.seen.vanishing', actions: 'begin' },
  { guard: 'isSeveral', target: '#watch.view.seen.crowding', actions: 'begin' },
  { guard: 'isDark', target: '#watch.view.seen.dimming', actions: 'begin' },
  { guard: 'isPart', target: '#watch.view.seen.partly' },
  { target: '#watch.view.seen' },
] as const;

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
 * - A page that is loaded again goes on with what the earlier one knew, on its first picture. The time between is not counted.
 * - Time is counted in frames, so a throttled or stopped page counts nothing.
 */
export const watchMachine = (ports: WatchPorts) =>
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
      /** Of the camera. The outbox knows whether something went on. */
      endEarlier: sendParent(({ context }) =>
        ended(context.earlier.view === 'company' ? 'multiple_faces' : 'no_face', provenUntil(context) ?? context.since),
      ),
      startAway: sendParent(({ context }) => started('suspicious_application', context.pageSince)),
      endAway: sendParent(({ context }) => ended('suspicious_application', context.pageSince)),
      cutAway: sendParent(({ context, event }) => ended('suspicious_application', endOf(context, event))),
      notePicture: assign({
        lookedAt: ({ context, event }) => (event.type === 'frame.seen' ? event.at : context.lookedAt),
        // A camera that was started again may go on with its last picture.
        changedAt: ({ context: { changedAt }, event }) =>
          event.type === 'frame.seen' && (!event.isStill || changedAt === null) ? event.at : changedAt,
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
  }).createMachine({
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
      view: {
        description: 'What the camera shows.',
        initial: 'starting',
        on: { 'frames.missed': { actions: 'tellResumed' } },
        states: {
          starting: {
            description: 'Whether the student was in view on an earlier page.',
            always: [{ guard: 'wasReady', target: 'resumed' }, { target: 'arranging' }],
          },
          resumed: {
            description: 'The page was loaded again. The first new picture is awaited, and nothing is told before it.',
            on: {
              'frame.seen': [
                { guard: 'isStillLong' },
                { guard: 'wasAbsent', target: 'seen.absence' },
                { guard: 'wasCrowded', target: 'seen.company' },
                { guard: 'isStillNobody', target: 'seen.vanishing', actions: 'count' },
                { guard: 'isStillSeveral', target: 'seen.crowding', actions: 'count' },
                ...firstPicture,
              ],
              'pictures.lapsed': { target: 'blind', actions: 'endEarlier' },
              'page.hidden': { target: 'hidden', actions: 'endEarlier' },
              'frames.missed': { target: 'awaited', actions: ['endEarlier', 'tellResumed'] },
            },
          },
          arranging: {
            description:
              'The student puts the device so that their whole face is in view. Nobody is absent before that.',
            entry: 'tellWaiting',
            on: {
              'pictures.lapsed': 'blind',
              'page.hidden': 'hidden',
              'frames.missed': { target: '.unseen', actions: 'tellResumed' },
            },
            initial: 'unseen',
            states: {
              unseen: {
                description: 'No whole face is in view.',
                on: { 'frame.seen': { guard: 'isFace', target: 'appearing', actions: 'begin' } },
              },
              appearing: {
                description: 'A whole face is in view, not yet for long.',
                on: {
                  'frame.seen': [
                    { guard: 'isFaceLong', target: '#watch.view.seen', actions: 'noteReady' },
                    { guard: 'isFace', actions: 'count' },
                    { target: 'unseen' },
                  ],
                },
              },
            },
          },
          awaited: {
            description: 'A new picture is awaited, of a student who was in view before. Nothing is told before it.',
            on: {
              'frame.seen': [{ guard: 'isStillLong' }, ...firstPicture],
              'pictures.lapsed': 'blind',
              'page.hidden': 'hidden',
            },
          },
          seen: {
            description: 'The camera shows something.',
            entry: 'tellWatching',
            initial: 'present',
            on: {
              'pictures.lapsed': 'blind',
              'page.hidden': 'hidden',
              'frames.missed': { target: 'awaited', actions: 'tellResumed' },
            },
            states: {
              present: {
                description: 'One person is in view.',
                on: {
                  'frame.seen': [
                    { guard: 'isNobody', target: 'vanishing', actions: 'begin' },
                    { guard: 'isSeveral', target: 'crowding', actions: 'begin' },
                    { guard: 'isDark', target: 'dimming', actions: 'begin' },
                    { guard: 'isPart', target: 'partly' },
                  ],
                },
              },
              partly: {
                description: 'Part of a face is in view, at the edge of the picture. The student is there.',
                on: {
                  'frame.seen': [
                    { guard: 'isPart' },
                    { guard: 'isNobody', target: 'vanishing', actions: 'begin' },
                    { guard: 'isSeveral', target: 'crowding', actions: 'begin' },
                    { guard: 'isDark', target: 'dimming', actions: 'begin' },
                    { target: 'present' },
                  ],
                },
              },
              vanishing: {
                description: 'Nobody is in view, not yet for long.',
                on: {
                  'frame.seen': [
                    { guard: 'isGoneLong', target: 'absence', actions: 'startAbsence' },
                    { guard: 'isNobody', actions: 'count' },
                    { guard: 'isSeveral', target: 'crowding', actions: 'begin' },
                    { guard: 'isDark', target: 'dimming', actions: 'begin' },
                    { target: 'present' },
                  ],
                },
              },
              absence: {
                description: 'An episode: nobody is in view.',
                on: {
                  'pictures.lapsed': { target: '#watch.view.blind', actions: 'cutAbsence' },
                  'page.hidden': { target: '#watch.view.hidden', actions: 'cutAbsence' },
                  'frames.missed': { target: '#watch.view.awaited', actions: ['cutAbsence', 'tellResumed'] },
                },
                initial: 'absent',
                states: {
                  absent: {
                    description: 'Nobody is in view.',
                    on: {
                      'frame.seen': [
                        { guard: 'isNobody' },
                        { guard: 'isDark', target: '#watch.view.seen.dimming', actions: ['cutAbsence', 'begin'] },
                        { target: 'returning', actions: 'begin' },
                      ],
                    },
                  },
                  returning: {
                    description: 'Somebody is in view again, not yet for long.',
                    on: {
                      'frame.seen': [
                        { guard: 'isNobody', target: 'absent' },
                        { guard: 'isBackLong', target: '#watch.view.seen.present', actions: 'endAbsence' },
                        { actions: 'count' },
                      ],
                    },
                  },
                },
              },
              crowding: {
                description: 'Several people are in view, not yet for long.',
                on: {
                  'frame.seen': [
                    { guard: 'isCrowdedLong', target: 'company', actions: 'startCompany' },
                    { guard: 'isSeveral', actions: 'count' },
                    { guard: 'isNobody', target: 'vanishing', actions: 'begin' },
                    { guard: 'isDark', target: 'dimming', actions: 'begin' },
                    { target: 'present' },
                  ],
                },
              },
              company: {
                description: 'An episode: several people are in view.',
                on: {
                  'pictures.lapsed': { target: '#watch.view.blind', actions: 'cutCompany' },
                  'page.hidden': { target: '#watch.view.hidden', actions: 'cutCompany' },
                  'frames.missed': { target: '#watch.view.awaited', actions: ['cutCompany', 'tellResumed'] },
                },
                initial: 'several',
                states: {
                  several: {
                    description: 'Several people are in view.',
                    on: {
                      'frame.seen': [
                        { guard: 'isSeveral' },
                        { guard: 'isDark', target: '#watch.view.seen.dimming', actions: ['cutCompany', 'begin'] },
                        { target: 'thinning', actions: 'begin' },
                      ],
                    },
                  },
                  thinning: {
                    description: 'At most one person is in view, not yet for long.',
                    on: {
                      'frame.seen': [
                        { guard: 'isSeveral', target: 'several' },
                        { guard: 'isBackLong', target: '#watch.view.seen.present', actions: 'endCompany' },
                        { actions: 'count' },
                      ],
                    },
                  },
                },
              },
              dimming: {
                description: 'The picture is dark, not yet for long.',
                on: {
                  'frame.seen': [
                    { guard: 'isDarkLong', target: '#watch.view.dark' },
                    { guard: 'isDark', actions: 'count' },
                    { target: 'present' },
                  ],
                },
              },
            },
          },
          dark: {
            description: 'The picture is too dark: a covered camera or an unlit room. What happens is unknown.',
            entry: 'tellDark',
            on: {
              'frame.seen': [{ guard: 'isDark' }, { target: 'seen' }],
              'pictures.lapsed': 'blind',
              'page.hidden': 'hidden',
            },
          },
          blind: {
            description: 'No new picture was looked at for 5 s: the camera gives none, or the detector is silent.',
            entry: 'tellBlind',
            on: {
              'frame.seen': [
                { guard: 'isStillLong' },
                { guard: not('wasReady'), target: 'arranging' },
                ...firstPicture,
              ],
              'page.hidden': 'hidden',
            },
            initial: 'waiting',
            states: {
              waiting: {
                description: 'Pictures may come back by themselves.',
                after: { restartDelay: [{ guard: 'isMuted', target: 'muted' }, { target: 'stalled' }] },
              },
              muted: {
                description: 'The browser holds the pictures back.',
                on: { 'camera.unmuted': 'waiting' },
              },
              stalled: {
                description: 'The camera and the detector have to be started again.',
                entry: 'tellStalled',
              },
            },
          },
          hidden: {
            description: 'The page is hidden. Its camera may show nothing, so what happens is unknown.',
            entry: 'tellHidden',
            on: { 'page.shown': [{ guard: 'wasReady', target: 'awaited' }, { target: 'arranging' }] },
          },
        },
      },
      pictures: {
        description: 'Whether there are new pictures, and why not.',
        initial: 'recent',
        on: {
          'frame.lacked': { guard: not('isMuted'), actions: 'noteLack' },
          'camera.muted': { actions: 'noteMuted' },
          'camera.unmuted': { actions: 'noteUnmuted' },
          'page.shown': '.recent',
        },
        states: {
          recent: {
            description: 'A new picture was looked at in the last 5 s, or the first one is not due yet.',
            on: {
              'frame.seen': [
                { guard: 'isStillLong', target: 'lacking', actions: ['noteStill', 'lapse'] },
                { target: 'recent', reenter: true, actions: ['notePicture', 'tellProven'] },
              ],
            },
            after: { pictureLifetime: { target: 'lacking', actions: 'lapse' } },
          },
          lacking: {
            description: 'No new picture was looked at for 5 s.',
            on: {
              'frame.seen': [
                { guard: 'isStillLong', actions: 'noteStill' },
                { target: 'recent', actions: ['notePicture', 'tellProven'] },
              ],
            },
          },
        },
      },
      page: {
        description: 'Where the student is.',
        initial: 'starting',
        states: {
          starting: {
            description: 'Where the student was on an earlier page.',
            always: [
              { guard: 'wasAway', target: 'away' },
              { guard: 'wasLeaving', target: 'leaving' },
              { target: 'here' },
            ],
          },
          here: {
            description: 'The student is on this page.',
            on: { 'page.left': { target: 'leaving', actions: 'beginPage' } },
          },
          leaving: {
            description: 'The student is elsewhere, not yet for long.',
            on: {
              'page.entered': 'here',
              'frames.missed': { actions: 'beginPage' },
              'frame.seen': [{ guard: 'isAwayLong', target: 'away', actions: 'startAway' }, { actions: 'countPage' }],
              'frame.hidden': [{ guard: 'isAwayLong', target: 'away', actions: 'startAway' }, { actions: 'countPage' }],
            },
          },
          away: {
            description: 'An episode: the student is elsewhere.',
            initial: 'gone',
            on: { 'frames.missed': { target: 'leaving', actions: ['cutAway', 'beginPage'] } },
            states: {
              gone: {
                description: 'The student is elsewhere.',
                on: { 'page.entered': { target: 'entering', actions: 'beginPage' } },
              },
              entering: {
                description: 'The student is on this page again, not yet for long.',
                on: {
                  'page.left': 'gone',
                  'frame.seen': [
                    { guard: 'isEnteredLong', target: '#watch.page.here', actions: 'endAway' },
                    { actions: 'countPage' },
                  ],
                  'frames.missed': { target: '#watch.page.here', actions: 'endAway' },
                },
              },
            },
          },
        },
      },
    },
  });

/** Returns what the next page of the tab has to know. */
export function watchedIn(snapshot: SnapshotFrom<typeof watchMachine>): Watched {
  const { isReady, since, lasted, pageSince, pageLasted, lookedAt, changedAt, earlier } = snapshot.context;
  const views = ['absence', 'company', 'vanishing', 'crowding'] as const;
  const view = views.find((seen) => snapshot.matches({ view: { seen } })) ?? null;
  return {
    view: snapshot.matches({ view: 'resumed' }) ? earlier.view : view,
    page: (['away', 'leaving'] as const).find((page) => snapshot.matches({ page })) ?? null,
    ...{ isReady, since, lasted, pageSince, pageLasted, lookedAt, changedAt },
  };
}
