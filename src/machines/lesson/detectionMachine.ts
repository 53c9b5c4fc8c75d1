import {
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  not,
  or,
  raise,
  type SnapshotFrom,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import {
  FIRST_LOGS_MS,
  LAST_LOGS_MS,
  LOG_REFRESH_INTERVAL_MS,
  SECOND_LOGS_MS,
  STATUS_POLL_INTERVAL_MS,
} from '../../constants';
import { kindOf } from '../../problem';
import type { StatusAnswer } from '../../services/app/types';
import type { ChangeKind } from '../app/writeMachine';
import { idOfChange, type NewWrite } from '../app/writes';
import type { LiveReport } from '../live/liveChannelMachine';
import { liveIn, watchLive } from '../live/watchLive';
import { type LessonsPorts, lessonsMachine } from '../records/lessonsMachine';
import { lostLesson } from '../records/logList';
import { type LogsPorts, type LogsReport, logsMachine } from '../records/logsMachine';
import { type Fact, type KnownStatus, knownAfter, patienceLeft } from './knownStatus';
import type { Watch } from './watch';

/** What detection in a section needs of the world. */
export interface DetectionPorts extends LogsPorts, LessonsPorts {
  fetchStatus(sectionId: string, signal: AbortSignal): Promise<StatusAnswer>;
  /** Call the result to stop. */
  watchVisibility(onShown: () => void): () => void;
}

export interface DetectionContext {
  sectionId: string;
  /** The last known status; null before the first. */
  known: KnownStatus | null;
  /** Number of changes so far. A fact requested before the last change is stale. */
  changes: number;
  /** `changes` when the last poll was sent. */
  asked: number;
}

export type DetectionEvent =
  /** Minutes until the lesson ends itself; null for no end time; undefined where lessons cannot. */
  | { type: 'start.submit'; minutes?: number | null | undefined }
  | { type: 'stop.submit' }
  | { type: 'extend.submit' }
  /** A poll was answered, a live message arrived, or a local start or stop succeeded. */
  | ({ type: 'status.said' } & Fact)
  /** A local start, stop or extension has settled. Doubtful: its outcome is unknown. */
  | { type: 'change.settled'; kind: ChangeKind; isDoubtful: boolean }
  /** The first page of the section was opened, or the last one was left. */
  | { type: 'section.opened' }
  | { type: 'section.left' }
  /** The live channel opened and reports every change from now on. Missed changes must be fetched. */
  | { type: 'live.opened' }
  | { type: 'live.lost' }
  /** The page is visible again. */
  | { type: 'page.shown' }
  /** A lesson was deleted, or may have been. */
  | { type: 'records.changed' }
  | LogsReport
  /** Raised: a poll failed, or has taken as long as a round. */
  | { type: 'poll.failed' };

/** Events for the parent. */
export type DetectionReport =
  | { type: 'write.submit'; write: NewWrite }
  /** The backend does not know the section: the list decides whether it is gone. */
  | { type: 'sections.refresh' };

/** Returns what a live message says about the status. */
export const saidBy = ({ status, isStart }: Extract<LiveReport, { type: 'live.message' }>) =>
  ({ type: 'status.said', status, asked: null, isChange: isStart }) satisfies DetectionEvent;

const isAnswerToPoll = ({ asked, isChange }: Fact) => asked !== null && !isChange;

const submission = (kind: ChangeKind, sectionId: string, more: Pick<NewWrite, 'minutes'> = {}): DetectionReport => ({
  type: 'write.submit',
  write: {
    ...{ id: idOfChange(kind, sectionId), kind, sectionId, sectionName: '', studentEmails: [], isWatched: false },
    ...more,
  },
});

/**
 * Detection in one section (section 4): the only owner of its status. It lives as long as the section is listed.
 *
 * Invariants:
 * - Every source of the status sends the same event, `status.said`. One guard, `isNews`, drops facts that were requested
 *   before the last change.
 * - The status is known only while the live channel is open, or a page of the section is open and polls.
 * - While a page is open the status is polled every 10 s, one request at a time. A failed poll neither ends the polling nor
 *   changes the known status. A poll that outlasts its round counts as failed until it is answered.
 * - While active and open, the logs are fetched every 30 s. When a lesson starts, also after 2 s and 10 s; when it
 *   ends, at once and 3 s later. Announced logs are fetched at once.
 * - The lessons are fetched with the first logs of a new lesson, when it ends, and when one may have been missed.
 * - Detection cannot be started before the first poll has been answered or has failed.
 * - A lesson that ends without a local stop counts as ended elsewhere, until the next one.
 * - Agents that have not reported since the start are missed after a minute.
 * - Starts, stops and extensions are writes of the session, one at a time. Only a lesson with an end time can be extended.
 *   Its end time is polled at once after that.
 */
export const detectionMachine = (ports: DetectionPorts) =>
  setup({
    types: {
      context: {} as DetectionContext,
      events: {} as DetectionEvent,
      input: {} as { sectionId: string },
      children: {} as { lessons: 'lessons'; logs: 'logs' },
    },
    actors: {
      fetchStatus: fromPromise<StatusAnswer, { sectionId: string }>(({ input, signal }) =>
        ports.fetchStatus(input.sectionId, signal),
      ),
      /** Sends `status.said`, `live.opened` and `live.lost`. */
      watchLive: watchLive(liveIn, (report) => (report.type === 'live.message' ? saidBy(report) : report)),
      /** Sends `page.shown`. */
      watchPage: fromCallback(({ sendBack }) => ports.watchVisibility(() => sendBack({ type: 'page.shown' }))),
      /** Sends `records.changed` when a lesson's last log disappears: the lesson may have been deleted elsewhere. */
      watchLessons: fromCallback(({ sendBack, system }) => {
        const logs: ActorRefFrom<typeof logsMachine> = system.get('logs');
        let known = logs.getSnapshot().context;
        const subscription = logs.subscribe(({ context }) => {
          const before = known;
          known = context;
          // A local change already refetches the lessons.
          const isAnswer = known.fetchedAt !== before.fetchedAt;
          if (isAnswer && lostLesson(before.logs, known.logs)) sendBack({ type: 'records.changed' });
        });
        return () => subscription.unsubscribe();
      }),
      lessons: lessonsMachine(ports),
      logs: logsMachine(ports),
    },
    actions: {
      submitStart: sendParent(({ context, event }) => {
        assertEvent(event, 'start.submit');
        const { minutes } = event;
        return submission('startDetection', context.sectionId, minutes === undefined ? {} : { minutes });
      }),
      submitExtension: sendParent(({ context }) => submission('extendLesson', context.sectionId)),
      submitStop: sendParent(({ context }) => submission('stopDetection', context.sectionId)),
      askForList: sendParent({ type: 'sections.refresh' } satisfies DetectionReport),
      note: assign({
        known: ({ context, event }) => {
          assertEvent(event, 'status.said');
          return knownAfter(context.known, event.status, event.isChange);
        },
      }),
      /** During a local stop, a message about the end is about that stop. */
      noteStop: assign({
        known: ({ context, event }) => {
          assertEvent(event, 'status.said');
          return knownAfter(context.known, event.status, true);
        },
      }),
      /** Ignores the earlier status, which may be outdated. */
      noteAnew: assign({
        known: ({ event }) => {
          assertEvent(event, 'status.said');
          return knownAfter(null, event.status, event.isChange);
        },
      }),
      /** Polls do not make each other stale. */
      countChange: assign({
        changes: ({ context: { changes }, event }) =>
          event.type === 'status.said' && isAnswerToPoll(event) ? changes : changes + 1,
      }),
      noteAsked: assign({ asked: ({ context }) => context.changes }),
      failPoll: raise({ type: 'poll.failed' }),
      refreshLogs: sendTo('logs', { type: 'logs.refresh' }),
      fetchLastLogs: sendTo('logs', { type: 'logs.outdated' }),
      refreshLessons: sendTo('lessons', { type: 'lessons.refresh' }),
    },
    guards: {
      /** No change has been noted since the fact was requested. */
      isNews: ({ context, event }) => {
        assertEvent(event, 'status.said');
        return event.asked === null || event.asked === context.changes;
      },
      /** A fact that is not stale says that detection is active. */
      saysActive: and(['isNews', ({ event }) => event.type === 'status.said' && event.status.isActive]),
      /** A fact that is not stale says that detection is inactive. */
      saysInactive: and(['isNews', ({ event }) => event.type === 'status.said' && !event.status.isActive]),
      /** A lesson ended by a local stop. */
      saysStopped: and(['saysInactive', stateIn({ change: 'stopping' })]),
      /** A lesson starts while a page of the section is open. */
      hasStarted: and([
        'saysActive',
        not(stateIn({ known: 'active' })),
        or([
          stateIn({ known: 'inactive' }),
          stateIn({ change: 'starting' }),
          ({ event }) => event.type === 'status.said' && event.isChange,
        ]),
      ]),
      /** A lesson ends. */
      hasEnded: and(['saysInactive', stateIn({ known: 'active' })]),
      /** The fact answers a poll, stale or not. */
      isPoll: ({ event }) => event.type === 'status.said' && isAnswerToPoll(event),
      /** The outcome of the start, stop or extension is unknown. */
      isDoubtful: ({ event }) => event.type === 'change.settled' && event.isDoubtful,
      /** The settled change is a stop. */
      isOfStop: ({ event }) => event.type === 'change.settled' && event.kind === 'stopDetection',
      /** The outcome is unknown, or the end time has changed. */
      asksStatus: or(['isDoubtful', ({ event }) => event.type === 'change.settled' && event.kind === 'extendLesson']),
      /** No source would report a change. */
      isUnheard: and([stateIn({ watched: 'closed' }), stateIn({ channel: 'untold' })]),
      /** Detection is known to be inactive, or its status cannot be checked. */
      canStart: or([
        stateIn({ known: 'inactive' }),
        and([stateIn({ known: 'unknown' }), stateIn({ watched: { open: { confidence: 'doubtful' } } })]),
      ]),
      /** Detection was active by the last known status. */
      mayBeActive: ({ context }) => context.known?.isActive === true,
      /** Detection is active, and will end itself. */
      canExtend: and([stateIn({ known: 'active' }), ({ context }) => typeof context.known?.endsAt === 'number']),
      /** Detection is active. */
      isActive: stateIn({ known: 'active' }),
      /** Detection is inactive or unknown. */
      isNotActive: not(stateIn({ known: 'active' })),
      /** Detection is active, and no agent has reported. */
      areAwaited: and([stateIn({ known: 'active' }), ({ context }) => context.known?.agents === 'awaited']),
      /** Detection is not active, or an agent has reported. */
      areNotAwaited: not('areAwaited'),
      /** This round's poll is in flight. */
      isChecking: stateIn({ watched: { open: { polling: { round: { call: 'checking' } } } } }),
      /** This round's time is over, and its poll is not in flight. */
      isRoundOver: and([stateIn({ watched: { open: { polling: { round: { clock: 'due' } } } } }), not('isChecking')]),
    },
    delays: {
      /** Interval between polls. */
      statusPollInterval: STATUS_POLL_INTERVAL_MS,
      /** Interval between fetches of the logs while active. */
      logRefreshInterval: LOG_REFRESH_INTERVAL_MS,
      /** From a start to the first fetch of its logs. */
      firstLogsDelay: FIRST_LOGS_MS,
      /** From the first fetch to the second. */
      secondLogsDelay: SECOND_LOGS_MS,
      /** From the end of a lesson to the fetch of late logs. */
      lastLogsDelay: LAST_LOGS_MS,
      /** Remaining part of the minute in which agents must first report. */
      agentPatience: ({ context }) => (context.known === null ? 0 : patienceLeft(context.known)),
    },
  }).createMachine({
    id: 'detection',
    context: ({ input }) => ({ sectionId: input.sectionId, known: null, changes: 0, asked: 0 }),
    invoke: { id: 'watchLive', src: 'watchLive', input: ({ context: { sectionId } }) => ({ sectionId }) },
    type: 'parallel',
    states: {
      known: {
        description: 'The known status of detection.',
        initial: 'unknown',
        on: {
          'change.settled': { guard: 'isDoubtful', target: '.unknown' },
        },
        states: {
          unknown: {
            description: 'The status is unknown or may have changed since.',
            on: {
              'status.said': [
                { guard: 'saysActive', target: 'active', actions: ['noteAnew', 'countChange'] },
                { guard: 'saysInactive', target: 'inactive', actions: ['noteAnew', 'countChange'] },
              ],
            },
          },
          inactive: {
            description: 'Detection is not active.',
            always: { guard: 'isUnheard', target: 'unknown' },
            on: {
              'status.said': [
                { guard: 'saysActive', target: 'active', actions: ['note', 'countChange'] },
                { guard: 'isNews', actions: 'note' },
              ],
            },
          },
          active: {
            description: 'Detection is active.',
            always: { guard: 'isUnheard', target: 'unknown' },
            on: {
              'status.said': [
                { guard: 'saysStopped', target: 'inactive', actions: ['noteStop', 'countChange'] },
                { guard: 'saysInactive', target: 'inactive', actions: ['note', 'countChange'] },
                { guard: 'isNews', actions: 'note' },
              ],
            },
          },
        },
      },
      change: {
        description: 'The local start, stop or extension in flight.',
        initial: 'none',
        states: {
          none: {
            description: 'None is.',
            on: {
              'start.submit': { guard: 'canStart', target: 'starting', actions: 'submitStart' },
              'stop.submit': { guard: 'mayBeActive', target: 'stopping', actions: 'submitStop' },
              'extend.submit': { guard: 'canExtend', target: 'extending', actions: 'submitExtension' },
            },
          },
          extending: {
            description: 'An extension is in flight.',
            on: {
              'change.settled': 'none',
              'stop.submit': { guard: 'mayBeActive', target: 'stopping', actions: 'submitStop' },
            },
          },
          starting: {
            description: 'A start is in flight.',
            on: {
              'change.settled': 'none',
              // A live message may report it before its answer, and the teacher may want to log out.
              'stop.submit': { guard: 'mayBeActive', target: 'stopping', actions: 'submitStop' },
            },
          },
          stopping: {
            description: 'A stop is in flight, perhaps after a start or an extension.',
            on: { 'change.settled': { guard: 'isOfStop', target: 'none' } },
          },
        },
      },
      agents: {
        description: 'Whether agents report, if the backend says so.',
        initial: 'untold',
        states: {
          untold: {
            description: 'Agents have reported, or the backend does not say.',
            always: { guard: 'areAwaited', target: 'awaited' },
          },
          awaited: {
            description: 'No agent has reported. They may still be starting.',
            always: { guard: 'areNotAwaited', target: 'untold' },
            after: { agentPatience: 'missed' },
          },
          missed: {
            description: 'No agent has reported within a minute of the start.',
            always: { guard: 'areNotAwaited', target: 'untold' },
          },
        },
      },
      channel: {
        description: 'Whether the live channel reports changes.',
        initial: 'untold',
        states: {
          untold: { description: 'The live channel is closed.', on: { 'live.opened': 'told' } },
          told: { description: 'The live channel is open.', on: { 'live.lost': 'untold' } },
        },
      },
      watched: {
        description: 'Whether a page of the section is open.',
        initial: 'closed',
        states: {
          closed: {
            description: 'No page is open. Nothing is fetched.',
            on: { 'section.opened': 'open' },
          },
          open: {
            description: 'A page is open. The status is polled, and logs and lessons are fetched.',
            invoke: [
              { id: 'watchPage', src: 'watchPage' },
              { id: 'lessons', src: 'lessons', input: ({ context }) => ({ sectionId: context.sectionId }) },
              { id: 'logs', systemId: 'logs', src: 'logs', input: ({ context }) => ({ sectionId: context.sectionId }) },
              { id: 'watchLessons', src: 'watchLessons' },
            ],
            on: {
              'section.left': 'closed',
              'records.changed': { actions: ['fetchLastLogs', 'refreshLessons'] },
              'logs.missing': { actions: 'askForList' },
            },
            type: 'parallel',
            states: {
              polling: {
                description: 'The status is polled in rounds.',
                initial: 'round',
                states: {
                  round: {
                    description: 'One poll and the time until the next.',
                    entry: 'noteAsked',
                    always: { guard: 'isRoundOver', target: 'round', reenter: true },
                    on: {
                      'page.shown': { target: 'round', reenter: true },
                      'change.settled': { guard: 'asksStatus', target: 'round', reenter: true },
                      'live.opened': { target: 'round', reenter: true, actions: ['refreshLogs', 'refreshLessons'] },
                    },
                    type: 'parallel',
                    states: {
                      call: {
                        description: 'This round’s call.',
                        initial: 'checking',
                        states: {
                          checking: {
                            description: 'The status is being fetched.',
                            invoke: {
                              id: 'fetchStatus',
                              src: 'fetchStatus',
                              input: ({ context }) => ({ sectionId: context.sectionId }),
                              onDone: {
                                target: 'answered',
                                actions: [
                                  // Even a stale answer shows whether the backend keeps lessons.
                                  sendTo('lessons', ({ event }) => ({
                                    type: 'status.said',
                                    startedAt: event.output.startedAt,
                                  })),
                                  raise(({ context, event }) => ({
                                    ...{ type: 'status.said' as const, status: event.output },
                                    ...{ asked: context.asked, isChange: false },
                                  })),
                                ],
                              },
                              onError: [
                                {
                                  guard: ({ event }) => kindOf(event.error) === 'notFound',
                                  description: 'the backend does not know the section',
                                  target: 'unanswered',
                                  actions: ['failPoll', 'askForList'],
                                },
                                { target: 'unanswered', actions: 'failPoll' },
                              ],
                            },
                          },
                          answered: { description: 'The status was answered.' },
                          unanswered: { description: 'The status could not be fetched.' },
                        },
                      },
                      clock: {
                        description: 'The time from one poll to the next.',
                        initial: 'running',
                        states: {
                          running: {
                            description: 'It is too early for the next poll.',
                            after: {
                              statusPollInterval: [
                                { guard: 'isChecking', target: 'due', actions: 'failPoll' },
                                { target: 'due' },
                              ],
                            },
                          },
                          due: { description: 'The next poll only waits for this one.' },
                        },
                      },
                    },
                  },
                },
              },
              confidence: {
                description: 'Whether the status could be checked.',
                initial: 'sure',
                states: {
                  sure: {
                    description: 'The last poll was answered or is still in time.',
                    on: { 'poll.failed': 'doubtful' },
                  },
                  doubtful: {
                    description: 'The last poll failed, and none has been answered since.',
                    on: { 'status.said': { guard: 'isPoll', target: 'sure' } },
                  },
                },
              },
              refreshes: {
                description: 'The logs of the current lesson.',
                initial: 'resting',
                states: {
                  resting: {
                    description: 'Detection is not active.',
                    always: { guard: 'isActive', target: 'waiting' },
                  },
                  waiting: {
                    description: 'It is too early for the next fetch.',
                    always: { guard: 'isNotActive', target: 'resting' },
                    after: { logRefreshInterval: { target: 'waiting', reenter: true, actions: 'refreshLogs' } },
                    on: { 'page.shown': { target: 'waiting', reenter: true, actions: 'refreshLogs' } },
                  },
                },
              },
              lessonLogs: {
                description: 'The first and the last logs of a lesson.',
                initial: 'fetched',
                on: {
                  'status.said': [
                    { guard: 'hasStarted', target: '.first' },
                    { guard: 'hasEnded', target: '.last', actions: ['fetchLastLogs', 'refreshLessons'] },
                  ],
                },
                states: {
                  fetched: { description: 'The regular interval is sufficient.' },
                  first: {
                    description: 'A lesson has started: its first detections are on their way.',
                    // Fetching the new lesson can wait: it must not delay other windows' updates about the start.
                    after: { firstLogsDelay: { target: 'second', actions: ['refreshLogs', 'refreshLessons'] } },
                  },
                  second: {
                    description: 'The first fetch may have been too early for some logs.',
                    after: { secondLogsDelay: { target: 'fetched', actions: 'refreshLogs' } },
                  },
                  last: {
                    description: 'A lesson has ended. Some logs may still arrive.',
                    after: { lastLogsDelay: { target: 'fetched', actions: 'fetchLastLogs' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  });

type Detection = SnapshotFrom<typeof detectionMachine>;

export const isUnknown = (detection: Detection) => detection.matches({ known: 'unknown' });
export const isActive = (detection: Detection) => detection.matches({ known: 'active' });
export const isInactive = (detection: Detection) => detection.matches({ known: 'inactive' });
/** The status could not be checked. */
export const isDoubtful = (detection: Detection) =>
  detection.matches({ watched: { open: { confidence: 'doubtful' } } });
export const selectKnown = ({ context }: Detection) => context.known;

/** The logs and lessons, while a page of the section is open. */
export const selectLogs = (detection: Detection | undefined) => detection?.children.logs;
export const selectLessons = (detection: Detection | undefined) => detection?.children.lessons;

/** Returns whether agents report while detection is active. */
export const selectAgents = (
  detection: Detection,
): Extract<Watch, 'untold' | 'missed'> | NonNullable<StatusAnswer['agents']> =>
  detection.matches({ agents: 'missed' }) ? 'missed' : (detection.context.known?.agents ?? 'untold');
