import { assertEvent, assign, setup } from 'xstate';
import { LOGS_PAGE_SIZE, OVERVIEW_LOG_COUNT } from '../constants';
import { messages } from '../messages';
import { type Problem, problemOf } from '../problem';
import type { DetectionLog } from '../services/types';
import { promiseNotProvided } from './notProvided';

export interface LogsContext {
  sectionId: string;
  /** Newest first, as the service delivers them. */
  logs: DetectionLog[];
  problem: Problem | null;
  /** When the logs were last fetched, in milliseconds since the epoch; null before the first answer. */
  fetchedAt: number | null;
  /** From 1. */
  page: number;
  /** The log whose screenshot is shown large. */
  enlarged: DetectionLog | null;
}

export type LogsEvent =
  | { type: 'logs.refresh' }
  | { type: 'page.select'; page: number }
  | { type: 'screenshot.open'; log: DetectionLog }
  | { type: 'screenshot.close' };

const pageCount = (logs: DetectionLog[]) => Math.max(1, Math.ceil(logs.length / LOGS_PAGE_SIZE));

/**
 * The logs of one section (sections 2, 8 and 9): one fetch at a time, pages of 20, a screenshot shown large.
 *
 * Invariants: a refetch or its failure never takes away the logs that are already there, nor the page; a page that no
 * longer exists becomes the last one.
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
      logs,
      fetchedAt,
      problem: null,
      page: Math.min(context.page, pageCount(logs)),
    })),
    assignProblem: assign({
      problem: (_, { error }: { error: unknown }) => problemOf(error, messages.logs.failed(messages.logs.noReason)),
    }),
    assignPage: assign({
      page: ({ event }) => {
        assertEvent(event, 'page.select');
        return event.page;
      },
    }),
    assignEnlarged: assign({
      enlarged: ({ event }) => {
        assertEvent(event, 'screenshot.open');
        return event.log;
      },
    }),
    clearEnlarged: assign({ enlarged: null }),
  },
  guards: {
    hasLogs: (_, { logs }: { logs: DetectionLog[] }) => logs.length > 0,
    pageExists: ({ context }, { page }: { page: number }) =>
      Number.isInteger(page) && page >= 1 && page <= pageCount(context.logs),
  },
}).createMachine({
  id: 'logs',
  context: ({ input }) => ({
    sectionId: input.sectionId,
    logs: [],
    problem: null,
    fetchedAt: null,
    page: 1,
    enlarged: null,
  }),
  type: 'parallel',
  states: {
    list: {
      initial: 'fetching',
      states: {
        fetching: {
          invoke: {
            id: 'fetchLogs',
            src: 'fetchLogs',
            input: ({ context }) => ({ sectionId: context.sectionId }),
            onDone: [
              {
                guard: { type: 'hasLogs', params: ({ event }) => event.output },
                target: 'loaded',
                actions: { type: 'assignLogs', params: ({ event }) => event.output },
              },
              { target: 'empty', actions: { type: 'assignLogs', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        loaded: { on: { 'logs.refresh': 'fetching' } },
        empty: { on: { 'logs.refresh': 'fetching' } },
        failed: { on: { 'logs.refresh': 'fetching' } },
      },
      on: {
        'page.select': {
          guard: { type: 'pageExists', params: ({ event }) => event },
          actions: 'assignPage',
        },
      },
    },
    viewer: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'screenshot.open': { target: 'open', actions: 'assignEnlarged' },
          },
        },
        open: {
          on: {
            'screenshot.close': { target: 'closed', actions: 'clearEnlarged' },
          },
        },
      },
    },
  },
});

/** What the full table shows now. `first` and `last` count from 1. */
export function selectPage({ logs, page }: Pick<LogsContext, 'logs' | 'page'>) {
  const start = (page - 1) * LOGS_PAGE_SIZE;
  const rows = logs.slice(start, start + LOGS_PAGE_SIZE);
  return { rows, page, pageCount: pageCount(logs), first: start + 1, last: start + rows.length, total: logs.length };
}

/** The newest logs, for the section overview. */
export const selectNewest = ({ logs }: LogsContext): DetectionLog[] => logs.slice(0, OVERVIEW_LOG_COUNT);
