import { assertEvent, assign, sendParent, setup } from 'xstate';
import { messages } from '../../messages';
import type { Problem } from '../../model/app/problem';
import { arrivalsMachine } from './arrivalsMachine';
import { lookNowMachine } from './lookNowMachine';

export interface SectionContext {
  sectionId: string;
  /** The session's list has it already. */
  isListed: boolean;
  /** Why the section could not be fetched. */
  problem: Problem | null;
}

/** What the session's list says of the section whose pages are open. */
export type ListNews =
  | { type: 'section.found' }
  | { type: 'section.missing' }
  | { type: 'sections.failed'; problem: Problem };

export type SectionEvent = { type: 'section.retry' } | ListNews;

/** What the chart tells its parent: the list has to be fetched (again). */
export type SectionReport = { type: 'sections.refresh' };

/**
 * One section while a page of it is open: whether there is such a section. What is known of its detection belongs to the
 * session's `detection` actor of this section.
 *
 * ```
 * opening ─▶ finding ─▶ present ⇄ gone
 *                    ─▶ notFound, failed
 * ```
 *
 * Invariants:
 * - The session's list decides whether there is such a section; its name and students are read there.
 * - A list that cannot be fetched takes nothing away from a section that is present.
 */
export const sectionMachine = setup({
  types: {
    context: {} as SectionContext,
    events: {} as SectionEvent,
    input: {} as Omit<SectionContext, 'problem'>,
    children: {} as { arrivals: 'arrivals'; lookNow: 'lookNow' },
  },
  actors: {
    arrivals: arrivalsMachine,
    lookNow: lookNowMachine,
  },
  actions: {
    assignProblem: assign({
      problem: ({ event }) => {
        assertEvent(event, 'sections.failed');
        const { problem } = event;
        const isOfList = problem.kind !== 'sessionExpired' && problem.kind !== 'defect';
        return isOfList ? { ...problem, sentence: messages.section.failed } : problem;
      },
    }),
    askForList: sendParent({ type: 'sections.refresh' } satisfies SectionReport),
  },
  guards: {
    /** The session’s list has the section. */
    isListed: ({ context }) => context.isListed,
  },
}).createMachine({
  id: 'section',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Looks whether the session’s list has the section already.',
      always: [{ guard: 'isListed', target: 'present' }, { target: 'finding' }],
    },
    finding: {
      description: 'The list of sections is being fetched.',
      on: {
        'section.found': 'present',
        'section.missing': 'notFound',
        'sections.failed': { target: 'failed', actions: 'assignProblem' },
      },
    },
    notFound: {
      description: 'The teacher has no such section.',
      on: {
        'section.found': 'present',
      },
    },
    failed: {
      description: 'The list could not be fetched.',
      on: {
        'section.retry': { target: 'finding', actions: 'askForList' },
        'section.found': 'present',
        'section.missing': 'notFound',
      },
    },
    present: {
      description: 'The section is there. What comes, and what the teacher has seen of it, is known.',
      invoke: [
        {
          id: 'arrivals',
          systemId: 'arrivals',
          src: 'arrivals',
          input: ({ context: { sectionId } }) => ({ sectionId }),
        },
        { id: 'lookNow', src: 'lookNow', input: ({ context: { sectionId } }) => ({ sectionId }) },
      ],
      on: { 'section.missing': 'gone' },
    },
    gone: {
      description: 'The section has been deleted, here or elsewhere.',
      on: {
        'section.found': 'present',
      },
    },
  },
});
