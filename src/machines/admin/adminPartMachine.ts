import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { MIN_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from '../../constants';
import { type Problem, problemOf } from '../../problem';
import type { AdminAnswer, AdminPart, AdminService, Asked } from '../../services/admin/adminService';
import { isEmailLike } from '../app/checks';

/** What a part of the administrator's page needs of the world. */
export interface AdminPartPorts {
  /** Loads the calls, which only an administrator needs. */
  admin(): Promise<Pick<AdminService, 'fetchPart'>>;
}

export interface AdminPartContext {
  part: AdminPart;
  asked: Asked;
  /** Null before the first answer, and while nothing is looked for. */
  answer: AdminAnswer | null;
  /** Why the last fetch failed; cleared by a success. */
  problem: Problem | null;
}

export type AdminPartEvent =
  /** What is looked for. The list begins at its first page again. */
  | { type: 'asked.change'; asked: Partial<Pick<Asked, 'text' | 'day'>> }
  | { type: 'page.select'; page: number }
  /** Something was changed, or the administrator retries. */
  | { type: 'part.refresh' };

/**
 * Returns whether enough was typed: students are not listed as a whole, unless they have left; the audit trail is looked up by a whole
 * email.
 */
function mayAsk({ part, asked: { text, day } }: Pick<AdminPartContext, 'part' | 'asked'>): boolean {
  if (part === 'students') return text.trim().length >= MIN_SEARCH_LENGTH || (text.trim() === '' && day !== '');
  return part !== 'audit' || text === '' || isEmailLike(text);
}

/**
 * One part of the administrator's page: a list with a search, or the state of the server.
 *
 * ```
 * deciding ─▶ idle ⇄ settling
 *          ─▶ fetching ⇄ known, failed
 * ```
 *
 * Invariants:
 * - A change of what is looked for drops the answer in flight, and leads to the first page.
 * - What is known stays during a refetch and after its failure, but not once nothing is looked for.
 */
export const adminPartMachine = ({ admin }: AdminPartPorts) =>
  setup({
    types: {
      context: {} as AdminPartContext,
      events: {} as AdminPartEvent,
      input: {} as { part: AdminPart },
    },
    actors: {
      fetchPart: fromPromise<AdminAnswer, Pick<AdminPartContext, 'part' | 'asked'>>(
        async ({ input: { part, asked }, signal }) => (await admin()).fetchPart(part, asked, signal),
      ),
    },
    actions: {
      assignAsked: assign({
        asked: ({ context, event }) => {
          assertEvent(event, 'asked.change');
          return { ...context.asked, ...event.asked, page: 1 };
        },
      }),
    },
    guards: {
      /** Enough was typed for this part. */
      mayAsk: ({ context }) => mayAsk(context),
    },
    delays: {
      /** Debounce: a name typed fluently is one call. */
      searchDebounce: SEARCH_DEBOUNCE_MS,
    },
  }).createMachine({
    id: 'adminPart',
    context: ({ input }) => ({
      ...input,
      asked: { text: '', day: '', page: 1 },
      answer: null,
      problem: null,
    }),
    initial: 'deciding',
    on: {
      'asked.change': { target: '.settling', actions: 'assignAsked' },
      'part.refresh': '.deciding',
    },
    states: {
      deciding: {
        description: 'It is decided whether enough was typed.',
        always: [{ guard: 'mayAsk', target: 'fetching' }, { target: 'idle' }],
      },
      idle: {
        description: 'Nothing is looked for.',
        entry: assign({ answer: null, problem: null }),
      },
      settling: {
        description: 'The administrator may still be typing.',
        after: { searchDebounce: 'deciding' },
      },
      fetching: {
        description: 'The part is being fetched. What is known stays.',
        invoke: {
          id: 'fetchPart',
          src: 'fetchPart',
          input: ({ context: { part, asked } }) => ({ part, asked }),
          onDone: { target: 'known', actions: assign({ answer: ({ event }) => event.output, problem: null }) },
          onError: { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
        },
      },
      known: {
        description: 'The part is known.',
        on: {
          'page.select': {
            target: 'fetching',
            actions: assign({ asked: ({ context, event }) => ({ ...context.asked, page: event.page }) }),
          },
        },
      },
      failed: { description: 'The part could not be fetched.' },
    },
  });
