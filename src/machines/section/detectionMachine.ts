import { and, assign, not, raise, sendParent, sendTo, setup, stateIn } from 'xstate';
import {
  FIRST_LOGS_MS,
  LAST_LOGS_MS,
  LOG_REFRESH_INTERVAL_MS,
  SECOND_LOGS_MS,
  STATUS_POLL_INTERVAL_MS,
} from '../../constants';
import { kindOf, mayHaveHappened } from '../../model/app/problem';
import type { StatusAnswer } from '../../services/types';
import { type Notice, showFailure } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import { lessonsMachine } from '../lessons/lessonsMachine';
import { type LogsReport, logsMachine } from '../logs/logsMachine';
import { agentsMachine } from './agentsMachine';

export interface DetectionContext {
  sectionId: string;
  /** Whether detection was active when something last said so; null while nothing has. */
  lastSaid: boolean | null;
}

export type DetectionEvent =
  | { type: 'start.submit' }
  | { type: 'stop.submit' }
  /** Live messages of this section; those of others do not come here. */
  | { type: 'live.detectionStarted' }
  | {
      type: 'live.statusUpdated';
      isActive: boolean;
      /** By a start or stop of this session, whether anybody still waits for it or not. */
      isFromHere?: boolean;
      agents?: StatusAnswer['agents'];
    }
  /** The logs are others now. */
  | { type: 'live.logsAnnounced' }
  /** The live channel has opened (again): what was missed has to be asked for. */
  | { type: 'live.opened' }
  /** The page has become visible again. */
  | { type: 'page.shown' }
  /** A lesson was deleted, or may have been: what was recorded in the section is another now. */
  | { type: 'records.changed' }
  /** Nobody knows what became of a start or stop that was sent from here, perhaps before the section was opened. */
  | { type: 'outcome.doubted' }
  | LogsReport
  /** Raised: an answer of the status poll. */
  | { type: 'status.polled'; isActive: boolean }
  /** Raised: the status poll failed, or its round is over without an answer. */
  | { type: 'status.unknown' }
  /** Raised: the session moved, so an answer under way speaks of the past, unless it was an answer that moved it. */
  | { type: 'session.moved'; byAnswer: boolean }
  /** Raised: nobody knows what became of a start or stop, so the status is asked for at once. */
  | { type: 'session.doubted' };

/** What the chart tells its parent. */
export type DetectionReport =
  /** Nobody knows any more whether it is active. */
  | { type: 'detection.doubted' }
  /** An answer of the status poll, also one that changes nothing. */
  | { type: 'detection.confirmed'; status: StatusAnswer }
  /** The backend knows no such section. */
  | { type: 'detection.missing' };

/** Whether a start or stop has certainly not happened. */
const isVerdict = (error: unknown) => !mayHaveHappened(kindOf(error));

/**
 * Detection in one section (section 4).
 *
 * ```
 * session:       recalling ─▶ unknown, inactive ─▶ starting ─▶ active ─▶ stopping ─▶ inactive
 * statusPolling: round { call: checking { current ─▶ superseded } ─▶ answered | unanswered, clock: running ─▶ due }, one after the other
 * agents:        passedOn
 * confidence:    sure ⇄ doubtful
 * ```
 *
 * Invariants:
 * - The status is polled every 10 s whatever happens, one request at a time; a failed poll never ends the polling. A call
 *   that takes longer than its round is waited for, and counts as unanswered until it answers.
 * - What answers a poll that was under way when the session moved says nothing of the session any more: late news never
 *   overrides newer news. A round begins without waiting for it.
 * - A session is active or inactive only when something said so after the last change from here; else it is unknown, and
 *   can be started.
 * - While active, and only then, the logs are fetched again every 30 s. Of a session that started while the section was open
 *   they are fetched after 2 s and 10 s as well; of one that ended at its end, and 3 s later for what was under way then.
 * - Logs that the live channel announces are fetched at once.
 * - The lessons are fetched again when a session starts, with its first logs, when it ends, and when one may have been
 *   missed.
 * - A session that ended without a stop from here is said to have ended elsewhere, until the next one.
 * - Starts and stops are writes of the teacher's session: leaving the section ends the wait, not the write.
 */
export const detectionMachine = setup({
  types: {
    context: {} as DetectionContext,
    events: {} as DetectionEvent,
    input: {} as { sectionId: string; isActive: boolean | null },
    children: {} as { agents: 'agents'; lessons: 'lessons'; logs: 'logs' },
    tags: {} as 'active',
  },
  actors: {
    startDetection: promiseNotProvided<void, { sectionId: string }>('startDetection'),
    stopDetection: promiseNotProvided<void, { sectionId: string }>('stopDetection'),
    fetchStatus: promiseNotProvided<StatusAnswer, { sectionId: string }>('fetchStatus'),
    /** Sends `page.shown`. */
    watchPage: callbackNotProvided('watchPage'),
    /** Sends `records.changed` when the last log of a lesson has gone: the lesson may have been deleted elsewhere. */
    watchLessons: callbackNotProvided('watchLessons'),
    agents: agentsMachine,
    lessons: lessonsMachine,
    logs: logsMachine,
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
    refreshLogs: sendTo('logs', { type: 'logs.refresh' }),
    announceLogs: sendTo('logs', { type: 'logs.announced' }),
    fetchLastLogs: sendTo('logs', { type: 'logs.outdated' }),
    refreshLessons: sendTo('lessons', { type: 'lessons.refresh' }),
    tellLessons: sendTo('lessons', (_, { startedAt }: Pick<StatusAnswer, 'startedAt'>) => ({
      type: 'status.said',
      startedAt,
    })),
    assignLastSaid: assign({ lastSaid: (_, { isActive }: { isActive: boolean | null }) => isActive }),
    supersedePoll: raise(({ event }) => ({ type: 'session.moved' as const, byAnswer: event.type === 'status.polled' })),
    raisePolled: raise((_, { isActive }: { isActive: boolean }) => ({ type: 'status.polled' as const, isActive })),
    tellAgents: sendTo('agents', (_, { agents }: Pick<StatusAnswer, 'agents'>) => ({ type: 'agents.said', agents })),
    raiseUnknown: raise({ type: 'status.unknown' }),
    raiseDoubt: raise({ type: 'session.doubted' }),
    report: sendParent((_, report: DetectionReport) => report),
  },
  guards: {
    /** Detection was last said to be active. */
    wasActive: ({ context }) => context.lastSaid === true,
    /** Detection was last said not to be active. */
    wasInactive: ({ context }) => context.lastSaid === false,
    /** It says that detection is active. */
    isActive: (_, { isActive }: { isActive: boolean }) => isActive,
    /** It says that detection is not active. */
    isInactive: (_, { isActive }: { isActive: boolean }) => !isActive,
    /** It says that detection is not active, after a stop from here. */
    isStopFromHere: (_, { isActive, isFromHere }: { isActive: boolean; isFromHere?: boolean }) =>
      !isActive && isFromHere === true,
    /** The backend knows no such section. */
    isMissing: (_, { error }: { error: unknown }) => kindOf(error) === 'notFound',
    /** The start has certainly not happened, and detection was last said not to be active. */
    isRefusedWhileInactive: ({ context }, { error }: { error: unknown }) =>
      context.lastSaid === false && isVerdict(error),
    /** The stop has certainly not happened. */
    isRefused: (_, { error }: { error: unknown }) => isVerdict(error),
    /** The question of this round has not been answered yet, and its answer will count. */
    isStillChecking: stateIn({ statusPolling: { round: { call: { checking: 'current' } } } }),
    /** The session has moved since the question of this round was asked. */
    isSuperseded: stateIn({ statusPolling: { round: { call: { checking: 'superseded' } } } }),
    /** It was no answer that moved the session. */
    isNews: (_, { byAnswer }: { byAnswer: boolean }) => !byAnswer,
    /** The time of this round is over, and its question is not under way. */
    isRoundOver: and([stateIn({ statusPolling: { round: { clock: 'due' } } }), not('isStillChecking')]),
  },
  delays: {
    /** From one question for the status to the next. */
    statusPollInterval: STATUS_POLL_INTERVAL_MS,
    /** From one fetch of the logs to the next, while active. */
    logRefreshInterval: LOG_REFRESH_INTERVAL_MS,
    /** From a start that was seen here to the first fetch of its logs. */
    firstLogsDelay: FIRST_LOGS_MS,
    /** From there to the second fetch. */
    secondLogsDelay: SECOND_LOGS_MS,
    /** From the end of a session to the fetch of what was under way then. */
    lastLogsDelay: LAST_LOGS_MS,
  },
}).createMachine({
  id: 'detection',
  context: ({ input }) => ({ sectionId: input.sectionId, lastSaid: input.isActive }),
  invoke: [
    { id: 'watchPage', src: 'watchPage' },
    { id: 'agents', src: 'agents' },
    { id: 'lessons', src: 'lessons', input: ({ context }) => ({ sectionId: context.sectionId }) },
    { id: 'logs', systemId: 'logs', src: 'logs', input: ({ context }) => ({ sectionId: context.sectionId }) },
    { id: 'watchLessons', src: 'watchLessons' },
  ],
  on: {
    'records.changed': { actions: ['fetchLastLogs', 'refreshLessons'] },
    'live.logsAnnounced': { actions: 'announceLogs' },
    'logs.missing': { actions: { type: 'report', params: { type: 'detection.missing' } } },
  },
  type: 'parallel',
  states: {
    session: {
      description: 'The session, as far as it is known here.',
      initial: 'recalling',
      states: {
        recalling: {
          description: 'Takes over what was known when the section’s pages were opened.',
          always: [
            { guard: 'wasActive', target: 'active' },
            { guard: 'wasInactive', target: 'inactive' },
            { target: 'unknown' },
          ],
        },
        unknown: {
          description: 'Nothing has said yet, or since the last change, whether detection is active.',
          entry: [
            { type: 'assignLastSaid', params: { isActive: null } },
            { type: 'report', params: { type: 'detection.doubted' } },
          ],
          exit: 'supersedePoll',
          on: {
            'start.submit': 'starting',
            'outcome.doubted': { actions: 'raiseDoubt' },
            'live.detectionStarted': 'active.firstLogs.expected',
            'live.statusUpdated': [
              { guard: { type: 'isActive', params: ({ event }) => event }, target: 'active' },
              { target: 'inactive' },
            ],
            'status.polled': [
              { guard: { type: 'isActive', params: ({ event }) => event }, target: 'active' },
              { target: 'inactive' },
            ],
          },
        },
        inactive: {
          description: 'Detection is not active.',
          entry: { type: 'assignLastSaid', params: { isActive: false } },
          exit: 'supersedePoll',
          on: {
            'start.submit': 'starting',
            'outcome.doubted': { target: 'unknown', actions: 'raiseDoubt' },
            'live.detectionStarted': 'active.firstLogs.expected',
            'live.statusUpdated': {
              guard: { type: 'isActive', params: ({ event }) => event },
              target: 'active.firstLogs.expected',
            },
            'status.polled': {
              guard: { type: 'isActive', params: ({ event }) => event },
              target: 'active.firstLogs.expected',
            },
          },
          type: 'parallel',
          states: {
            lastLogs: {
              description: 'The logs of the session that has ended.',
              initial: 'fetched',
              states: {
                fetched: { description: 'They are there.' },
                expected: {
                  description: 'Some may still be under way.',
                  entry: 'refreshLessons',
                  after: { lastLogsDelay: { target: 'fetched', actions: 'fetchLastLogs' } },
                },
              },
            },
            end: {
              description: 'How the last session ended.',
              initial: 'unremarkable',
              states: {
                unremarkable: { description: 'It was stopped from here, or there was none.' },
                elsewhere: {
                  description: 'It ended without a stop from here, as far as is known.',
                  on: {
                    'live.statusUpdated': {
                      guard: { type: 'isStopFromHere', params: ({ event }) => event },
                      target: 'unremarkable',
                    },
                  },
                },
              },
            },
          },
        },
        starting: {
          description: 'A start is under way.',
          on: {
            'live.detectionStarted': { target: 'active.firstLogs.expected', actions: 'supersedePoll' },
            'live.statusUpdated': {
              guard: { type: 'isActive', params: ({ event }) => event },
              target: 'active.firstLogs.expected',
              actions: 'supersedePoll',
            },
            'status.polled': {
              guard: { type: 'isActive', params: ({ event }) => event },
              target: 'active.firstLogs.expected',
            },
          },
          invoke: {
            id: 'startDetection',
            src: 'startDetection',
            input: ({ context }) => ({ sectionId: context.sectionId }),
            onDone: { target: 'active.firstLogs.expected', actions: 'supersedePoll' },
            // A start that was refused has moved nothing: what was asked since counts.
            onError: [
              {
                guard: { type: 'isRefusedWhileInactive', params: ({ event }) => event },
                target: 'inactive',
                actions: showFailure,
              },
              {
                target: 'unknown',
                actions: [showFailure, 'raiseDoubt'],
              },
            ],
          },
        },
        active: {
          description: 'Detection is active.',
          tags: 'active',
          entry: { type: 'assignLastSaid', params: { isActive: true } },
          exit: ['supersedePoll', { type: 'tellAgents', params: { agents: undefined } }],
          on: {
            'stop.submit': 'stopping',
            'outcome.doubted': { target: 'unknown', actions: 'raiseDoubt' },
            'live.statusUpdated': [
              {
                guard: { type: 'isStopFromHere', params: ({ event }) => event },
                target: 'inactive.lastLogs.expected',
                actions: 'fetchLastLogs',
              },
              {
                guard: { type: 'isInactive', params: ({ event }) => event },
                target: ['inactive.lastLogs.expected', 'inactive.end.elsewhere'],
                actions: 'fetchLastLogs',
              },
            ],
            'status.polled': {
              guard: { type: 'isInactive', params: ({ event }) => event },
              target: ['inactive.lastLogs.expected', 'inactive.end.elsewhere'],
              actions: 'fetchLastLogs',
            },
          },
          type: 'parallel',
          states: {
            refreshes: {
              description: 'The logs are fetched again and again.',
              initial: 'waiting',
              states: {
                waiting: {
                  description: 'It is too early for the next fetch.',
                  after: {
                    logRefreshInterval: { target: 'waiting', reenter: true, actions: 'refreshLogs' },
                  },
                  on: {
                    'page.shown': { target: 'waiting', reenter: true, actions: 'refreshLogs' },
                  },
                },
              },
            },
            firstLogs: {
              description: 'The first logs of a session that started while the section was open.',
              initial: 'fetched',
              states: {
                expected: {
                  description: 'The first detections are on their way.',
                  // The new lesson can wait: this must not delay the windows that are being told of the start.
                  after: { firstLogsDelay: { target: 'awaited', actions: ['refreshLogs', 'refreshLessons'] } },
                },
                awaited: {
                  description: 'The first fetch may have come too early for some.',
                  after: { secondLogsDelay: { target: 'fetched', actions: 'refreshLogs' } },
                },
                fetched: { description: 'From here on the interval is enough.' },
              },
            },
          },
        },
        stopping: {
          description: 'A stop is under way.',
          tags: 'active',
          on: {
            'live.statusUpdated': {
              guard: { type: 'isInactive', params: ({ event }) => event },
              target: 'inactive.lastLogs.expected',
              actions: ['supersedePoll', 'fetchLastLogs'],
            },
            'status.polled': {
              guard: { type: 'isInactive', params: ({ event }) => event },
              target: 'inactive.lastLogs.expected',
              actions: 'fetchLastLogs',
            },
          },
          invoke: {
            id: 'stopDetection',
            src: 'stopDetection',
            input: ({ context }) => ({ sectionId: context.sectionId }),
            onDone: { target: 'inactive.lastLogs.expected', actions: ['supersedePoll', 'fetchLastLogs'] },
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => event },
                target: 'active',
                actions: showFailure,
              },
              {
                target: 'unknown',
                actions: [showFailure, 'raiseDoubt'],
              },
            ],
          },
        },
      },
    },
    statusPolling: {
      description: 'The question for the status, asked again and again.',
      initial: 'round',
      states: {
        round: {
          description: 'One question and what became of it.',
          type: 'parallel',
          always: { guard: 'isRoundOver', target: 'round', reenter: true },
          on: {
            'page.shown': { target: 'round', reenter: true },
            'session.doubted': { target: 'round', reenter: true },
            'live.opened': { target: 'round', reenter: true, actions: ['refreshLogs', 'refreshLessons'] },
          },
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
                    onDone: [
                      {
                        guard: 'isStillChecking',
                        target: 'answered',
                        actions: [
                          {
                            type: 'report',
                            params: ({ event }) => ({ type: 'detection.confirmed', status: event.output }),
                          },
                          { type: 'tellLessons', params: ({ event }) => event.output },
                          { type: 'raisePolled', params: ({ event }) => ({ isActive: event.output.isActive }) },
                          { type: 'tellAgents', params: ({ event }) => event.output },
                        ],
                      },
                      { target: 'answered', actions: { type: 'tellLessons', params: ({ event }) => event.output } },
                    ],
                    onError: [
                      { guard: 'isSuperseded', target: 'unanswered' },
                      {
                        guard: { type: 'isMissing', params: ({ event }) => event },
                        target: 'unanswered',
                        actions: ['raiseUnknown', { type: 'report', params: { type: 'detection.missing' } }],
                      },
                      { target: 'unanswered', actions: 'raiseUnknown' },
                    ],
                  },
                  initial: 'current',
                  states: {
                    current: {
                      description: 'The answer will tell whether detection is active.',
                      on: {
                        'session.moved': {
                          guard: { type: 'isNews', params: ({ event }) => event },
                          target: 'superseded',
                        },
                      },
                    },
                    superseded: {
                      description:
                        'The session has moved: the answer will speak of the past, and tells only whether lessons are kept.',
                    },
                  },
                },
                answered: { description: 'The status was answered.' },
                unanswered: { description: 'The status could not be fetched.' },
              },
            },
            clock: {
              description: 'The time of this round, which runs from one question to the next.',
              initial: 'running',
              states: {
                running: {
                  description: 'It is too early for the next question.',
                  after: {
                    statusPollInterval: [
                      { guard: 'isStillChecking', target: 'due', actions: 'raiseUnknown' },
                      { target: 'due' },
                    ],
                  },
                },
                due: { description: 'The next question waits only for the answer of this one.' },
              },
            },
          },
        },
      },
    },
    agents: {
      description: 'What is said of the session’s agents.',
      initial: 'passedOn',
      states: {
        passedOn: {
          description: 'It goes to the chart that keeps it, as what answers the status poll does.',
          on: { 'live.statusUpdated': { actions: { type: 'tellAgents', params: ({ event }) => event } } },
        },
      },
    },
    confidence: {
      description: 'Whether what is shown could be checked.',
      initial: 'sure',
      states: {
        sure: {
          description: 'The last question was answered, or is still in time.',
          on: { 'status.unknown': 'doubtful' },
        },
        doubtful: {
          description: 'The status could not be checked, and has not been since.',
          on: { 'status.polled': 'sure' },
        },
      },
    },
  },
});
