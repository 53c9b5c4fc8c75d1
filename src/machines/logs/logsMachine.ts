import { and, assertEvent, assign, not, or, type SnapshotFrom, sendParent, setup, stateIn } from 'xstate';
import { LIST_PATIENCE_MS, OVERVIEW_LOG_COUNT, PICTURE_RETRY_MS } from '../../constants';
import { kindOf, type Problem, problemOf } from '../../model/app/problem';
import { answered, changed } from '../../model/logs/logList';
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
  | { type: 'picture.failed'; address: string };

/** What the chart tells its parent: the backend knows no such section. */
export type LogsReport = { type: 'logs.missing' };

/** When an answer came. */
export interface Fetched {
  fetchedAt: number;
}

/** How often a picture was to be loaded again. */
export const triesOf = ({ pictures }: LogsContext, address: string): number =>
  pictures.find((picture) => picture.address === address)?.tries ?? 0;

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
    notePicture: assign({
      pictures: ({ context, event }) => {
        assertEvent(event, 'picture.failed');
        const { address } = event;
        return [
          ...context.pictures.filter((picture) => picture.address !== address),
          { address, tries: triesOf(context, address), isFailed: true },
        ];
      },
    }),
    /** The same address may do now. */
    retryPictures: assign({
      pictures: ({ context: { pictures } }) =>
        pictures.map((picture) =>
          picture.isFailed ? { ...picture, tries: picture.tries + 1, isFailed: false } : picture,
        ),
    }),
    forgetNewer: assign({ newer: null }),
    applyChange: assign({
      logs: ({ context: { logs }, event }) => {
        assertEvent(event, 'logs.changed');
        return changed(logs, event.change);
      },
    }),
    reportMissing: sendParent({ type: 'logs.missing' } satisfies LogsReport),
  },
  guards: {
    /** The address may have expired: it is new to the teacher, and no recent fetch was for the sake of pictures. */
    mayHaveExpired: and([
      stateIn({ pictures: 'trusted' }),
      ({ context, event }) => {
        assertEvent(event, 'picture.failed');
        return triesOf(context, event.address) === 0;
      },
    ]),
    /** It may have expired, and what is under way, if anything, brings no new addresses. */
    needsFetch: and(['mayHaveExpired', or(['isIdle', ({ context }) => context.newer !== null])]),
    /** It may have expired, and all logs are being fetched, with new addresses. */
    isServed: and(['mayHaveExpired', ({ context }) => context.newer === null]),
    /** Something was announced that has not been asked for. */
    hasNews: stateIn({ news: 'due' }),
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
        'logs.changed': { actions: 'applyChange' },
        'picture.failed': { guard: 'needsFetch', target: '.fetching' },
      },
      states: {
        fetching: {
          description: 'The logs are fetched; those that are there stay.',
          initial: 'requested',
          on: {
            'logs.partlyCame': {
              guard: ({ context, event }) => context.fetchedAt === null && event.logs.length > context.logs.length,
              description: 'it is more than is there, and not all logs are there',
              actions: assign({ logs: ({ event }) => event.logs, missing: ({ event }) => event.missing }),
            },
            'logs.changed': { target: 'fetching', reenter: true, actions: 'applyChange' },
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
                guard: ({ event }) => kindOf(event.error) === 'notFound',
                description: 'the backend knows no such section',
                target: 'missing',
                actions: [assign({ problem: ({ event }) => problemOf(event.error) }), 'reportMissing'],
              },
              { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
            ],
          },
          states: {
            requested: { description: 'The teacher sees that they are fetched.' },
            announced: {
              description: 'The backend has announced them; until they are there, nothing is seen of it.',
              on: {
                'logs.refresh': 'requested',
                'picture.failed': { guard: 'isServed', target: 'requested' },
              },
            },
          },
        },
        loaded: {
          description: 'The logs are there, if there are any.',
          always: { guard: 'hasNews', target: 'fetching.announced' },
          on: { 'logs.refresh': 'fetching' },
        },
        missing: {
          description:
            'The backend knows no such section. Until the list has told whether it is gone, nothing is said of a failure.',
          after: { listPatience: 'failed' },
          always: { guard: 'hasNews', target: 'fetching.announced' },
          on: { 'logs.refresh': 'fetching' },
        },
        failed: {
          description: 'The logs could not be fetched.',
          always: { guard: 'hasNews', target: 'fetching.announced' },
          on: { 'logs.refresh': 'fetching' },
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
          always: { guard: 'isIdle', target: 'none' },
        },
      },
    },
    pictures: {
      description: 'The addresses of the screenshots, which a backend may let expire.',
      initial: 'trusted',
      on: { 'picture.failed': { actions: 'notePicture' } },
      states: {
        trusted: {
          description: 'A picture that fails has an expired address.',
          on: {
            'picture.failed': {
              guard: 'mayHaveExpired',
              target: 'renewed',
              actions: ['notePicture', 'forgetNewer'],
            },
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
