import { assign, raise, setup } from 'xstate';
import { OVERVIEW_LOG_COUNT, PICTURE_RETRY_MS } from '../constants';
import { type Problem, problemOf } from '../problem';
import type { DetectionLog, LogsChange } from '../services/types';
import { promiseNotProvided } from './notProvided';

export interface LogsContext {
  sectionId: string;
  /** Newest first, as the service delivers them. */
  logs: DetectionLog[];
  /** Why the logs could not be fetched, until they are. */
  problem: Problem | null;
  /** When the logs were last fetched, in milliseconds since the epoch; null before the first answer. */
  fetchedAt: number | null;
}

export type LogsEvent =
  | { type: 'logs.refresh' }
  /** What is under way may lack the last logs: they are asked for again. */
  | { type: 'logs.outdated' }
  /** A change from here has come about. */
  | { type: 'logs.changed'; change: LogsChange }
  /** A picture could not be shown: its address may have expired. */
  | { type: 'picture.failed' };

const fields = [
  'id',
  'time',
  'studentName',
  'studentEmail',
  'activityType',
  'details',
  'screenshot',
  'sessionId',
] as const satisfies (keyof DetectionLog)[];

const isSame = (one: DetectionLog, other: DetectionLog): boolean =>
  fields.every((field) => one[field] === other[field]) &&
  (one.review === other.review ||
    (one.review?.state === other.review?.state &&
      one.review?.note === other.review?.note &&
      one.review?.reviewedAt === other.review?.reviewedAt));

/** What was answered, as far as it is known already the very same: whoever shows a log need not look whether it has changed. */
function renewed(known: DetectionLog[], answered: DetectionLog[]): DetectionLog[] {
  if (answered === known) return known;
  const byId = new Map(known.map((log) => [log.id, log]));
  const logs = answered.map((log) => {
    const before = byId.get(log.id);
    return before !== undefined && isSame(before, log) ? before : log;
  });
  return logs.length === known.length && logs.every((log, place) => log === known[place]) ? known : logs;
}

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
 * Invariants: a refetch or its failure never takes away the logs that are already there; what went wrong is said until
 * the next success; an answer that was under way when a change came about is asked for again, as it may not know of it; a picture that fails makes the logs be fetched again, with new addresses, once in a while only.
 */
export const logsMachine = setup({
  types: {
    context: {} as LogsContext,
    events: {} as LogsEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    fetchLogs: promiseNotProvided<{ logs: DetectionLog[]; fetchedAt: number }, { sectionId: string }>('fetchLogs'),
  },
  actions: {
    assignLogs: assign(({ context }, { logs, fetchedAt }: { logs: DetectionLog[]; fetchedAt: number }) => ({
      logs: renewed(context.logs, logs),
      fetchedAt,
      problem: null,
    })),
    assignProblem: assign({
      problem: (_, { error }: { error: unknown }) => problemOf(error),
    }),
    applyChange: assign({
      logs: ({ context: { logs } }, { change }: { change: LogsChange }) => changed(logs, change),
    }),
    refresh: raise({ type: 'logs.refresh' }),
  },
  delays: {
    /** From a fetch for the sake of a picture to the next one that a picture can ask for. */
    pictureRetryInterval: PICTURE_RETRY_MS,
  },
}).createMachine({
  id: 'logs',
  context: ({ input }) => ({ sectionId: input.sectionId, logs: [], problem: null, fetchedAt: null }),
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
          on: {
            'logs.changed': {
              target: 'fetching',
              reenter: true,
              actions: { type: 'applyChange', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'fetchLogs',
            src: 'fetchLogs',
            input: ({ context }) => ({ sectionId: context.sectionId }),
            onDone: { target: 'loaded', actions: { type: 'assignLogs', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        loaded: {
          description: 'The logs are there, if there are any.',
          on: { 'logs.refresh': 'fetching' },
        },
        failed: {
          description: 'The logs could not be fetched.',
          on: { 'logs.refresh': 'fetching' },
        },
      },
    },
    pictures: {
      description: 'The addresses of the screenshots, which a backend may let expire.',
      initial: 'trusted',
      states: {
        trusted: {
          description: 'A picture that fails has an expired address.',
          on: { 'picture.failed': { target: 'renewed', actions: 'refresh' } },
        },
        renewed: {
          description: 'The addresses are new: a picture that fails now is not there.',
          after: { pictureRetryInterval: 'trusted' },
        },
      },
    },
  },
});

/** The newest logs, for the section overview. */
export const selectNewest = ({ logs }: LogsContext): DetectionLog[] => logs.slice(0, OVERVIEW_LOG_COUNT);
