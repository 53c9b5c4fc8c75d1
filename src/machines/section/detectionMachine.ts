import {
  and,
  assertEvent,
  assign,
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
import { kindOf } from '../../model/app/problem';
import { type Fact, type KnownStatus, knownAfter, patienceLeft } from '../../model/section/knownStatus';
import type { Watch } from '../../model/section/watch';
import type { StatusAnswer } from '../../services/types';
import { callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import { lessonsMachine } from '../lessons/lessonsMachine';
import { type LogsReport, logsMachine } from '../logs/logsMachine';
import type { ChangeKind } from '../session/writeMachine';
import { idOfChange, type NewWrite } from '../session/writes';

export interface DetectionContext {
  sectionId: string;
  /** What was last said; null while nothing has. */
  known: KnownStatus | null;
  /** How many changes have been noted: a fact that was asked for before the last one is stale. */
  changes: number;
  /** How many there were when the last poll was sent. */
  asked: number;
}

export type DetectionEvent =
  | { type: 'start.submit' }
  | { type: 'stop.submit' }
  /** A poll was answered, a live message came, or a start or stop from here was made. */
  | ({ type: 'status.said' } & Fact)
  /** A start or stop from here is over. Doubtful: nobody knows whether it has happened. */
  | { type: 'change.settled'; kind: ChangeKind; isDoubtful: boolean }
  /** A page of the section is shown, or the last of them was left. */
  | { type: 'section.opened' }
  | { type: 'section.left' }
  /** The live channel is open (again): it tells of every change, and what was missed has to be asked for. */
  | { type: 'live.opened' }
  | { type: 'live.lost' }
  | { type: 'live.logsAnnounced' }
  /** The page is visible again. */
  | { type: 'page.shown' }
  /** A lesson was deleted, or may have been. */
  | { type: 'records.changed' }
  | LogsReport
  /** Raised: a poll failed, or has taken as long as a round. */
  | { type: 'poll.failed' };

/** What the chart tells its parent. */
export type DetectionReport =
  | { type: 'write.submit'; write: NewWrite }
  /** The backend does not know the section: the list decides whether it is gone. */
  | { type: 'sections.refresh' };

const isAnswerToPoll = ({ asked, isChange }: Fact) => asked !== null && !isChange;

const submission = (kind: ChangeKind, sectionId: string): DetectionReport => ({
  type: 'write.submit',
  write: { id: idOfChange(kind, sectionId), kind, sectionId, sectionName: '', studentEmails: [], isWatched: false },
});

/**
 * Detection in one section (section 4): the one owner of what is known of it. It lives as long as the section is listed.
 *
 * Invariants:
 * - Whatever says whether detection is active is one event, `status.said`. What was asked for before the last change is
 *   stale and dropped by one guard, `isNews`.
 * - The status is known only while the live channel would tell of a change, or a page of the section is open and polls.
 * - While a page is open the status is polled every 10 s, one request at a time. A failed poll neither ends the polling nor
 *   changes what is known. One that takes longer than its round is waited for, and counts as failed until it answers.
 * - While active and open, the logs are fetched every 30 s. When a lesson starts meanwhile, also after 2 s and 10 s; when
 *   it ends, at once and 3 s later. Announced logs are fetched at once.
 * - The lessons are fetched with the first logs of a new one, when it ends, and when one may have been missed.
 * - Detection cannot be started while its status is being asked for the first time, only once it is known or could not be
 *   checked.
 * - A lesson that ended without a stop from here has ended elsewhere, until the next one.
 * - Agents that were never heard from are given a minute from the start before they are missed.
 * - Starts and stops are writes of the teacher's session, one after the other.
 */
export const detectionMachine = setup({
  types: {
    context: {} as DetectionContext,
    events: {} as DetectionEvent,
    input: {} as { sectionId: string },
    children: {} as { lessons: 'lessons'; logs: 'logs' },
  },
  actors: {
    fetchStatus: promiseNotProvided<StatusAnswer, { sectionId: string }>('fetchStatus'),
    /** Sends `page.shown`. */
    watchPage: callbackNotProvided('watchPage'),
    /** Sends `records.changed` when the last log of a lesson has gone: it may have been deleted elsewhere. */
    watchLessons: callbackNotProvided('watchLessons'),
    lessons: lessonsMachine,
    logs: logsMachine,
  },
  actions: {
    submitStart: sendParent(({ context }) => submission('startDetection', context.sectionId)),
    submitStop: sendParent(({ context }) => submission('stopDetection', context.sectionId)),
    askForList: sendParent({ type: 'sections.refresh' } satisfies DetectionReport),
    note: assign({
      known: ({ context, event }) => {
        assertEvent(event, 'status.said');
        return knownAfter(context.known, event.status, event.isChange);
      },
    }),
    /** A message that says so while a stop is under way tells of that stop. */
    noteStop: assign({
      known: ({ context, event }) => {
        assertEvent(event, 'status.said');
        return knownAfter(context.known, event.status, true);
      },
    }),
    /** What was known before may have changed since. */
    noteAnew: assign({
      known: ({ event }) => {
        assertEvent(event, 'status.said');
        return knownAfter(null, event.status, event.isChange);
      },
    }),
    /** One poll makes no other stale. */
    countChange: assign({
      changes: ({ context: { changes }, event }) =>
        event.type === 'status.said' && isAnswerToPoll(event) ? changes : changes + 1,
    }),
    noteAsked: assign({ asked: ({ context }) => context.changes }),
    failPoll: raise({ type: 'poll.failed' }),
    refreshLogs: sendTo('logs', { type: 'logs.refresh' }),
    announceLogs: sendTo('logs', { type: 'logs.announced' }),
    fetchLastLogs: sendTo('logs', { type: 'logs.outdated' }),
    refreshLessons: sendTo('lessons', { type: 'lessons.refresh' }),
  },
  guards: {
    /** No change was noted since it was asked for. */
    isNews: ({ context, event }) => {
      assertEvent(event, 'status.said');
      return event.asked === null || event.asked === context.changes;
    },
    /** It is news that detection is active. */
    saysActive: and(['isNews', ({ event }) => event.type === 'status.said' && event.status.isActive]),
    /** It is news that detection is not active. */
    saysInactive: and(['isNews', ({ event }) => event.type === 'status.said' && !event.status.isActive]),
    /** It is news that a lesson ended, by a stop from here. */
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
    /** It answers a poll, stale or not. */
    isPoll: ({ event }) => event.type === 'status.said' && isAnswerToPoll(event),
    /** Nobody knows whether the start or stop has happened. */
    isDoubtful: ({ event }) => event.type === 'change.settled' && event.isDoubtful,
    /** It is a stop that is over. */
    isOfStop: ({ event }) => event.type === 'change.settled' && event.kind === 'stopDetection',
    /** Nothing would tell of a change. */
    isUnheard: and([stateIn({ watched: 'closed' }), stateIn({ channel: 'untold' })]),
    /** Detection is known to be inactive, or nothing can be known at the moment. */
    canStart: or([
      stateIn({ known: 'inactive' }),
      and([stateIn({ known: 'unknown' }), stateIn({ watched: { open: { confidence: 'doubtful' } } })]),
    ]),
    /** Detection was active when something last said so. */
    mayBeActive: ({ context }) => context.known?.isActive === true,
    /** Detection is active. */
    isActive: stateIn({ known: 'active' }),
    /** Detection is not active, or nobody knows. */
    isNotActive: not(stateIn({ known: 'active' })),
    /** Detection is active, and no agent was heard from. */
    areAwaited: and([stateIn({ known: 'active' }), ({ context }) => context.known?.agents === 'awaited']),
    /** That is over. */
    areNotAwaited: not('areAwaited'),
    /** The poll of this round has not been answered yet. */
    isChecking: stateIn({ watched: { open: { polling: { round: { call: 'checking' } } } } }),
    /** The time of this round is over, and its poll is not under way. */
    isRoundOver: and([stateIn({ watched: { open: { polling: { round: { clock: 'due' } } } } }), not('isChecking')]),
  },
  delays: {
    /** From one poll to the next. */
    statusPollInterval: STATUS_POLL_INTERVAL_MS,
    /** From one fetch of the logs to the next, while active. */
    logRefreshInterval: LOG_REFRESH_INTERVAL_MS,
    /** From a start to the first fetch of its logs. */
    firstLogsDelay: FIRST_LOGS_MS,
    /** From there to the second fetch. */
    secondLogsDelay: SECOND_LOGS_MS,
    /** From the end of a lesson to the fetch of what was under way then. */
    lastLogsDelay: LAST_LOGS_MS,
    /** What is left of the minute that agents have to report for the first time. */
    agentPatience: ({ context }) => (context.known === null ? 0 : patienceLeft(context.known)),
  },
}).createMachine({
  id: 'detection',
  context: ({ input }) => ({ sectionId: input.sectionId, known: null, changes: 0, asked: 0 }),
  type: 'parallel',
  states: {
    known: {
      description: 'Whether detection is active, as far as is known.',
      initial: 'unknown',
      on: {
        'change.settled': { guard: 'isDoubtful', target: '.unknown' },
      },
      states: {
        unknown: {
          description: 'Nothing has said so yet, or not since it may have changed.',
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
      description: 'The start or stop from here that is under way.',
      initial: 'none',
      states: {
        none: {
          description: 'None is.',
          on: {
            'start.submit': { guard: 'canStart', target: 'starting', actions: 'submitStart' },
            'stop.submit': { guard: 'mayBeActive', target: 'stopping', actions: 'submitStop' },
          },
        },
        starting: {
          description: 'A start is under way.',
          on: {
            'change.settled': 'none',
            // Before its answer a live message may have told of it, and the teacher may want to log out.
            'stop.submit': { guard: 'mayBeActive', target: 'stopping', actions: 'submitStop' },
          },
        },
        stopping: {
          description: 'A stop is under way, perhaps after a start.',
          on: { 'change.settled': { guard: 'isOfStop', target: 'none' } },
        },
      },
    },
    agents: {
      description: 'Whether agents report, where the backend tells.',
      initial: 'untold',
      states: {
        untold: {
          description: 'They do, or did, or nothing is said of them.',
          always: { guard: 'areAwaited', target: 'awaited' },
        },
        awaited: {
          description: 'None was heard from; they may still be starting.',
          always: { guard: 'areNotAwaited', target: 'untold' },
          after: { agentPatience: 'missed' },
        },
        missed: {
          description: 'None was heard from within a minute of the start: nothing watches.',
          always: { guard: 'areNotAwaited', target: 'untold' },
        },
      },
    },
    channel: {
      description: 'Whether the live channel tells of changes.',
      initial: 'untold',
      states: {
        untold: { description: 'It is not open.', on: { 'live.opened': 'told' } },
        told: { description: 'It is open.', on: { 'live.lost': 'untold' } },
      },
    },
    watched: {
      description: 'Whether a page of the section is open.',
      initial: 'closed',
      states: {
        closed: {
          description: 'None is: nothing is fetched.',
          on: { 'section.opened': 'open' },
        },
        open: {
          description: 'The status is polled, and logs and lessons are fetched.',
          invoke: [
            { id: 'watchPage', src: 'watchPage' },
            { id: 'lessons', src: 'lessons', input: ({ context }) => ({ sectionId: context.sectionId }) },
            { id: 'logs', systemId: 'logs', src: 'logs', input: ({ context }) => ({ sectionId: context.sectionId }) },
            { id: 'watchLessons', src: 'watchLessons' },
          ],
          on: {
            'section.left': 'closed',
            'records.changed': { actions: ['fetchLastLogs', 'refreshLessons'] },
            'live.logsAnnounced': { actions: 'announceLogs' },
            'logs.missing': { actions: 'askForList' },
          },
          type: 'parallel',
          states: {
            polling: {
              description: 'The status is asked for again and again.',
              initial: 'round',
              states: {
                round: {
                  description: 'One poll, and the time until the next.',
                  entry: 'noteAsked',
                  always: { guard: 'isRoundOver', target: 'round', reenter: true },
                  on: {
                    'page.shown': { target: 'round', reenter: true },
                    'change.settled': { guard: 'isDoubtful', target: 'round', reenter: true },
                    'live.opened': { target: 'round', reenter: true, actions: ['refreshLogs', 'refreshLessons'] },
                  },
                  type: 'parallel',
                  states: {
                    call: {
                      description: 'The call of this round.',
                      initial: 'checking',
                      states: {
                        checking: {
                          description: 'The status is being asked for.',
                          invoke: {
                            id: 'fetchStatus',
                            src: 'fetchStatus',
                            input: ({ context }) => ({ sectionId: context.sectionId }),
                            onDone: {
                              target: 'answered',
                              actions: [
                                // Even a stale answer tells whether the backend keeps lessons.
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
                                description: 'the backend knows no such section',
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
                        due: { description: 'The next poll waits only for this one.' },
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
                  description: 'The last poll was answered, or is still in time.',
                  on: { 'poll.failed': 'doubtful' },
                },
                doubtful: {
                  description: 'The last poll failed, and none was answered since.',
                  on: { 'status.said': { guard: 'isPoll', target: 'sure' } },
                },
              },
            },
            refreshes: {
              description: 'The logs of the lesson under way.',
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
                fetched: { description: 'The interval is enough.' },
                first: {
                  description: 'A lesson has started: its first detections are on their way.',
                  // The new lesson can wait: this must not delay the windows that are being told of the start.
                  after: { firstLogsDelay: { target: 'second', actions: ['refreshLogs', 'refreshLessons'] } },
                },
                second: {
                  description: 'The first fetch may have come too early for some.',
                  after: { secondLogsDelay: { target: 'fetched', actions: 'refreshLogs' } },
                },
                last: {
                  description: 'A lesson has ended: some logs may still be under way.',
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

/** What the agents do while detection is active. */
export const selectAgents = (
  detection: Detection,
): Extract<Watch, 'untold' | 'missed'> | NonNullable<StatusAnswer['agents']> =>
  detection.matches({ agents: 'missed' }) ? 'missed' : (detection.context.known?.agents ?? 'untold');
