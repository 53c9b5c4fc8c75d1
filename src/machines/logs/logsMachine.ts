import { assign, not, raise, type SnapshotFrom, sendParent, setup, stateIn } from 'xstate';
import { LIST_PATIENCE_MS, OVERVIEW_LOG_COUNT, PICTURE_RETRY_MS } from '../../constants';
import { kindOf, type Problem, problemOf } from '../../model/app/problem';
import { answered } from '../../model/logs/logList';
import type { DetectionLog, LogsAnswer, LogsChange } from '../../services/types';
import { promiseNotProvided } from '../app/notProvided';

export interface LogsContext {
  sectionId: string;
  /** Newest first, as the service delivers them. */
  logs: DetectionLog[];
  /** How many there are that have not been fetched yet. */
  missing: number;
  /** The address of what has changed since the last answer, which the next fetch asks; null for everything. */
  newer: string | null;
  /** Why the logs could not be fetched, until they are. */
  problem: Problem | null;
  /** When the logs were last fetched, in milliseconds since the epoch; null before the first answer. */
  fetchedAt: number | null;
  /** Those that could not be shown, once at least. */
  pictures: readonly FailedPicture[];
}

export interface FailedPicture {
  address: string;
  /** How often it was to be loaded again. */
  tries: number;
  /** It has failed since it was loaded last. */
  isFailed: boolean;
}

export type LogsEvent =
  | { type: 'logs.refresh' }
  /** The first of them have come, as a fetch of all goes on. */
  | { type: 'logs.partlyCame'; logs: DetectionLog[]; missing: number }
  /** The backend says that they are others now. */
  | { type: 'logs.announced' }
  /** What is under way may lack the last logs, or new addresses: they are asked for again. */
  | { type: 'logs.outdated' }
  /** A change from here has come about. */
  | { type: 'logs.changed'; change: LogsChange }
  /** A picture could not be shown: its address may have expired. */
  | { type: 'picture.failed'; address: string }
  /** Raised: what was announced can be fetched. */
  | { type: 'news.due' };

/** What the chart tells its parent: the backend knows no such section. */
export type LogsReport = { type: 'logs.missing' };

/** When an answer came. */
export interface Fetched {
  fetchedAt: number;
}

/** How often a picture was to be loaded again. */
export const triesOf = ({ pictures }: LogsContext, address: string): number =>
  pictures.find((picture) => picture.address === address)?.tries ?? 0;

/** What a change leaves of the logs. */
const changed = (logs: DetectionLog[], change: LogsChange): DetectionLog[] => {
  if (change.kind === 'deleted') return logs.filter(({ id }) => id !== change.id);
  if (change.kind === 'lessonDeleted') return logs.filter(({ sessionId }) => sessionId !== change.lessonId);
  return logs.map((log) => {
    const review = change.reviews[log.id];
    return review === undefined ? log : { ...log, review };
  });
};

/**
 * The logs of one section (sections 2, 8 and 9), one fetch at a time.
 *
 * Invariants:
 * - A refetch or its failure never takes away the logs that are already there; what went wrong is said until the next success.
 * - A section that the backend does not know is no failure of its logs, unless the list still has it.
 * - The first of very many are there before the others; as long as some are missing, how many is known.
 * - Where the backend tells what has changed, only that is fetched.
 * - An answer that was under way when a change came about is asked for again, as it may not know of it; one that the
 *   backend announced meanwhile is fetched afterwards.
 * - Of what the backend announces the teacher sees the logs, and not that they are fetched, unless she asks for them, too.
 * - A picture that fails causes all logs to be fetched again, for new addresses: once per address, and only once in a while.
 *   A fetch of changes brings no new addresses, so it is cancelled for this; a full fetch already under way serves.
 * - Whatever picture failed is loaded again after each fetch that was asked for, also from the same address: its failure may
 *   have been that of a moment. What is announced many times a second makes none be loaded again.
 */
export const logsMachine = setup({
  types: {
    context: {} as LogsContext,
    events: {} as LogsEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    /** Sends `logs.partlyCame` to the actor with the system’s id `logs`. */
    fetchLogs: promiseNotProvided<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>('fetchLogs'),
  },
  actions: {
    assignLogs: assign(({ context }, answer: LogsAnswer & Fetched) => ({
      logs: answered(context.logs, answer),
      missing: 0,
      newer: answer.newer,
      fetchedAt: answer.fetchedAt,
      problem: null,
    })),
    assignPart: assign((_, { logs, missing }: { logs: DetectionLog[]; missing: number }) => ({ logs, missing })),
    notePicture: assign({
      pictures: ({ context }, { address }: { address: string }) => [
        ...context.pictures.filter((picture) => picture.address !== address),
        { address, tries: triesOf(context, address), isFailed: true },
      ],
    }),
    /** The same address may do now. */
    retryPictures: assign({
      pictures: ({ context: { pictures } }) =>
        pictures.map((picture) =>
          picture.isFailed ? { ...picture, tries: picture.tries + 1, isFailed: false } : picture,
        ),
    }),
    forgetNewer: assign({ newer: null }),
    assignProblem: assign({
      problem: (_, { error }: { error: unknown }) => problemOf(error),
    }),
    applyChange: assign({
      logs: ({ context: { logs } }, { change }: { change: LogsChange }) => changed(logs, change),
    }),
    reportMissing: sendParent({ type: 'logs.missing' } satisfies LogsReport),
    refresh: raise({ type: 'logs.refresh' }),
    fetchAnew: raise({ type: 'logs.outdated' }),
    fetchNews: raise({ type: 'news.due' }),
  },
  guards: {
    /** It is more than is there, and not all logs are there. */
    isMore: ({ context }, { logs }: { logs: DetectionLog[] }) =>
      context.fetchedAt === null && logs.length > context.logs.length,
    /** The backend knows no such section. */
    isMissing: (_, { error }: { error: unknown }) => kindOf(error) === 'notFound',
    /** No fetch for the picture’s sake has brought the same address again. */
    mayHaveExpired: ({ context }, { address }: { address: string }) => triesOf(context, address) === 0,
    /** The same, and only what has changed is fetched, now or the next time. */
    mayHaveExpiredMeanwhile: ({ context }, { address }: { address: string }) =>
      context.newer !== null && triesOf(context, address) === 0,
    /** What is under way was asked for, by the teacher, by the clock or by a picture. */
    isRequested: stateIn({ list: { fetching: 'requested' } }),
    /** Nothing is under way. */
    isIdle: not(stateIn({ list: 'fetching' })),
  },
  delays: {
    /** From a fetch for the sake of a picture to the next one that a picture can ask for. */
    pictureRetryInterval: PICTURE_RETRY_MS,
    /** How long the list may take to tell whether the section is gone. */
    listPatience: LIST_PATIENCE_MS,
  },
}).createMachine({
  id: 'logs',
  context: ({ input }) => ({
    sectionId: input.sectionId,
    logs: [],
    missing: 0,
    newer: null,
    problem: null,
    fetchedAt: null,
    pictures: [],
  }),
  type: 'parallel',
  states: {
    list: {
      description: 'The logs.',
      initial: 'fetching',
      on: {
        'logs.outdated': '.fetching',
        'logs.changed': { actions: { type: 'applyChange', params: ({ event }) => event } },
      },
      states: {
        fetching: {
          description: 'The logs are fetched; those that are there stay.',
          initial: 'requested',
          on: {
            'logs.partlyCame': {
              guard: { type: 'isMore', params: ({ event }) => event },
              actions: { type: 'assignPart', params: ({ event }) => event },
            },
            'logs.changed': {
              target: 'fetching',
              reenter: true,
              actions: { type: 'applyChange', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'fetchLogs',
            src: 'fetchLogs',
            input: ({ context: { sectionId, newer } }) => ({ sectionId, newer }),
            onDone: [
              {
                guard: 'isRequested',
                target: 'loaded',
                actions: [{ type: 'assignLogs', params: ({ event }) => event.output }, 'retryPictures'],
              },
              { target: 'loaded', actions: { type: 'assignLogs', params: ({ event }) => event.output } },
            ],
            onError: [
              {
                guard: { type: 'isMissing', params: ({ event }) => event },
                target: 'missing',
                actions: [{ type: 'assignProblem', params: ({ event }) => ({ error: event.error }) }, 'reportMissing'],
              },
              {
                target: 'failed',
                actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          states: {
            requested: { description: 'The teacher sees that they are fetched.' },
            announced: {
              description: 'The backend has announced them; until they are there, nothing is seen of it.',
              on: { 'logs.refresh': 'requested' },
            },
          },
        },
        loaded: {
          description: 'The logs are there, if there are any.',
          on: { 'logs.refresh': 'fetching', 'news.due': 'fetching.announced' },
        },
        missing: {
          description:
            'The backend knows no such section. Until the list has told whether it is gone, nothing is said of a failure.',
          after: { listPatience: 'failed' },
          on: { 'logs.refresh': 'fetching', 'news.due': 'fetching.announced' },
        },
        failed: {
          description: 'The logs could not be fetched.',
          on: { 'logs.refresh': 'fetching', 'news.due': 'fetching.announced' },
        },
      },
    },
    news: {
      description: 'What the backend has announced.',
      initial: 'none',
      states: {
        none: {
          description: 'Nothing that has not been asked for.',
          on: { 'logs.announced': 'due' },
        },
        due: {
          description: 'They are fetched as soon as nothing else is under way, which may lack them.',
          always: { guard: 'isIdle', target: 'none', actions: 'fetchNews' },
        },
      },
    },
    pictures: {
      description: 'The addresses of the screenshots, which a backend may let expire.',
      initial: 'trusted',
      on: { 'picture.failed': { actions: { type: 'notePicture', params: ({ event }) => event } } },
      states: {
        trusted: {
          description: 'A picture that fails has an expired address.',
          on: {
            'picture.failed': [
              {
                guard: { type: 'mayHaveExpiredMeanwhile', params: ({ event }) => event },
                target: 'renewed',
                actions: [{ type: 'notePicture', params: ({ event }) => event }, 'forgetNewer', 'fetchAnew'],
              },
              {
                guard: { type: 'mayHaveExpired', params: ({ event }) => event },
                target: 'renewed',
                actions: [{ type: 'notePicture', params: ({ event }) => event }, 'refresh'],
              },
            ],
          },
        },
        renewed: {
          description: 'The addresses are new: a picture that fails now is not there.',
          after: { pictureRetryInterval: 'trusted' },
        },
      },
    },
  },
});

/** What is told to be wrong with the logs. */
export const selectLogsProblem = (logs: SnapshotFrom<typeof logsMachine>): Problem | null =>
  logs.matches({ list: 'missing' }) ? null : logs.context.problem;

/** The newest logs, for the section overview. */
export const selectNewest = ({ logs }: LogsContext): DetectionLog[] => logs.slice(0, OVERVIEW_LOG_COUNT);
