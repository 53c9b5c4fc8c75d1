import {
  type ActorRef,
  and,
  assertEvent,
  assign,
  fromPromise,
  not,
  or,
  type Snapshot,
  type SnapshotFrom,
  sendParent,
  setup,
  stateIn,
} from 'xstate';
import { LIST_PATIENCE_MS, OVERVIEW_LOG_COUNT, PICTURE_RETRY_MS } from '../../constants';
import { kindOf, type Problem, problemOf } from '../../problem';
import type { DetectionLog, LogsAnswer, LogsChange } from '../../services/app/types';
import { liveIn, watchLive } from '../live/watchLive';
import { answered, changed } from './logList';

/** What the logs need of the world. */
export interface LogsPorts {
  /**
   * @param newer the address of the changes since the last answer; null for all logs
   * @param onPart called with the first of very many logs, and how many are missing
   */
  fetchLogs(
    sectionId: string,
    newer: string | null,
    signal: AbortSignal,
    onPart: (logs: DetectionLog[], missing: number) => void,
  ): Promise<LogsAnswer & Fetched>;
}

export interface LogsContext {
  sectionId: string;
  /** Newest first. */
  logs: DetectionLog[];
  /** Number of logs not fetched yet. */
  missing: number;
  /** Address of the changes since the last answer, for the next fetch; null to fetch everything. */
  newer: string | null;
  /** Why the last fetch failed; cleared by a success. */
  problem: Problem | null;
  /** Time of the last answer, in milliseconds since the epoch; null before the first. */
  fetchedAt: number | null;
  /** Pictures that have failed to load at least once. */
  pictures: readonly FailedPicture[];
}

export interface FailedPicture {
  address: string;
  /** Number of reload attempts. */
  tries: number;
  /** Its latest load has failed. */
  isFailed: boolean;
}

export type LogsEvent =
  | { type: 'logs.refresh' }
  /** The first logs arrived while a full fetch is in flight. */
  | { type: 'logs.partlyCame'; logs: DetectionLog[]; missing: number }
  /** The live channel announced a change. */
  | { type: 'logs.changed' }
  /** Requests a refetch. The fetch in flight may lack the latest logs or new addresses. */
  | { type: 'logs.outdated' }
  /** A local change was saved. */
  | { type: 'change.saved'; change: LogsChange }
  /** A picture failed to load: its address may have expired. */
  | { type: 'picture.failed'; address: string };

/** Event for the parent: the backend does not know the section. */
export type LogsReport = { type: 'logs.missing' };

/** Returns the time of an answer. */
export interface Fetched {
  fetchedAt: number;
}

/** Returns the number of reload attempts of a picture. */
export const triesOf = ({ pictures }: LogsContext, address: string): number =>
  pictures.find((picture) => picture.address === address)?.tries ?? 0;

/**
 * The logs of one section (sections 2, 8 and 9), one fetch at a time.
 *
 * Invariants:
 * - Logs stay during a refetch and after its failure. The problem is shown until the next success.
 * - An unknown section is not a failure of its logs, unless the list still has the section.
 * - If there are very many logs, the first ones are shown early, with the number of those still missing.
 * - If the backend supports it, only changes are fetched.
 * - A local change restarts the fetch in flight, which may predate it. A change that the backend announces during a fetch
 *   is fetched afterwards.
 * - Fetches that the backend triggers are not shown, unless the teacher asks for one too.
 * - A picture that fails triggers a full fetch for new addresses, once per address and at limited intervals. A fetch of
 *   changes brings no new addresses and is cancelled for this. A full fetch in flight serves.
 * - Failed pictures are reloaded after each requested fetch, even from the same address, as the failure may have been
 *   temporary. Announced fetches, which may come many times a second, reload none.
 */
export const logsMachine = ({ fetchLogs }: LogsPorts) =>
  setup({
    types: {
      context: {} as LogsContext,
      events: {} as LogsEvent,
      input: {} as { sectionId: string },
    },
    actors: {
      /** Sends `logs.changed`. */
      watchLive: watchLive(liveIn),
      /** Sends `logs.partlyCame` to the actor with the system’s id `logs`. */
      fetchLogs: fromPromise<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>(
        ({ input: { sectionId, newer }, signal, system }) => {
          const logs: ActorRef<Snapshot<unknown>, LogsEvent> = system.get('logs');
          return fetchLogs(sectionId, newer, signal, (first, missing) => {
            if (!signal.aborted) logs.send({ type: 'logs.partlyCame', logs: first, missing });
          });
        },
      ),
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
      /** The same address may work now. */
      retryPictures: assign({
        pictures: ({ context: { pictures } }) =>
          pictures.map((picture) =>
            picture.isFailed ? { ...picture, tries: picture.tries + 1, isFailed: false } : picture,
          ),
      }),
      forgetNewer: assign({ newer: null }),
      applyChange: assign({
        logs: ({ context: { logs }, event }) => {
          assertEvent(event, 'change.saved');
          return changed(logs, event.change);
        },
      }),
      reportMissing: sendParent({ type: 'logs.missing' } satisfies LogsReport),
    },
    guards: {
      /** The address may have expired: it has not failed before, and no picture triggered a fetch recently. */
      mayHaveExpired: and([
        stateIn({ pictures: 'trusted' }),
        ({ context, event }) => {
          assertEvent(event, 'picture.failed');
          return triesOf(context, event.address) === 0;
        },
      ]),
      /** It may have expired, and no fetch in flight brings new addresses. */
      needsFetch: and(['mayHaveExpired', or(['isIdle', ({ context }) => context.newer !== null])]),
      /** It may have expired, and a full fetch with new addresses is in flight. */
      isServed: and(['mayHaveExpired', ({ context }) => context.newer === null]),
      /** An announced change has not been fetched. */
      hasNews: stateIn({ news: 'due' }),
      /** The fetch in flight was requested by the teacher, a timer or a picture. */
      isRequested: stateIn({ list: { fetching: 'requested' } }),
      /** No fetch is in flight. */
      isIdle: not(stateIn({ list: 'fetching' })),
    },
    delays: {
      /** Minimum interval between fetches that pictures trigger. */
      pictureRetryInterval: PICTURE_RETRY_MS,
      /** Timeout for the list to show whether the section is gone. */
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
    invoke: { id: 'watchLive', src: 'watchLive', input: ({ context: { sectionId } }) => ({ sectionId }) },
    type: 'parallel',
    states: {
      list: {
        description: 'The logs.',
        initial: 'fetching',
        on: {
          'logs.outdated': '.fetching',
          'change.saved': { actions: 'applyChange' },
          'picture.failed': { guard: 'needsFetch', target: '.fetching' },
        },
        states: {
          fetching: {
            description: 'The logs are being fetched. Earlier ones stay.',
            initial: 'requested',
            on: {
              'logs.partlyCame': {
                guard: ({ context, event }) => context.fetchedAt === null && event.logs.length > context.logs.length,
                description: 'it has more than was loaded, and not all logs are loaded',
                actions: assign({ logs: ({ event }) => event.logs, missing: ({ event }) => event.missing }),
              },
              'change.saved': { target: 'fetching', reenter: true, actions: 'applyChange' },
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
                  description: 'the backend does not know the section',
                  target: 'missing',
                  actions: [assign({ problem: ({ event }) => problemOf(event.error) }), 'reportMissing'],
                },
                { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
              ],
            },
            states: {
              requested: { description: 'The fetch is shown to the teacher.' },
              announced: {
                description: 'The backend announced a change. The fetch is not shown.',
                on: {
                  'logs.refresh': 'requested',
                  'picture.failed': { guard: 'isServed', target: 'requested' },
                },
              },
            },
          },
          loaded: {
            description: 'The logs are loaded.',
            always: { guard: 'hasNews', target: 'fetching.announced' },
            on: { 'logs.refresh': 'fetching' },
          },
          missing: {
            description:
              'The backend does not know the section. No failure is shown until the list shows whether it is gone.',
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
        description: 'Changes announced by the backend.',
        initial: 'none',
        states: {
          none: {
            description: 'All announced changes have been requested.',
            on: { 'logs.changed': 'due' },
          },
          due: {
            description: 'They are fetched after the fetch in flight, which may lack them.',
            always: { guard: 'isIdle', target: 'none' },
          },
        },
      },
      pictures: {
        description: 'The addresses of the screenshots, which may expire.',
        initial: 'trusted',
        on: { 'picture.failed': { actions: 'notePicture' } },
        states: {
          trusted: {
            description: 'A picture that fails may have an expired address.',
            on: {
              'picture.failed': {
                guard: 'mayHaveExpired',
                target: 'renewed',
                actions: ['notePicture', 'forgetNewer'],
              },
            },
          },
          renewed: {
            description: 'The addresses are new: a picture that fails now is missing.',
            after: { pictureRetryInterval: 'trusted' },
          },
        },
      },
    },
  });

/** Returns the problem to show. */
export const selectLogsProblem = (logs: SnapshotFrom<typeof logsMachine>): Problem | null =>
  logs.matches({ list: 'missing' }) ? null : logs.context.problem;

/** Returns the newest logs, for the section overview. */
export const selectNewest = ({ logs }: LogsContext): DetectionLog[] => logs.slice(0, OVERVIEW_LOG_COUNT);
