import { assertEvent, assign, fromPromise, sendParent, setup } from 'xstate';
import { messages } from '../../messages';
import type { Problem } from '../../problem';
import type { EndedSharing } from '../../services/app/types';
import { type ArrivalsPorts, arrivalsMachine } from '../records/arrivalsMachine';

/** What an open section needs of the world. */
export interface SectionPorts extends ArrivalsPorts {
  /** Returns how a section of another teacher was shared with this one until lately; null if it was not. */
  fetchEndedSharing(sectionId: string, signal: AbortSignal): Promise<EndedSharing | null>;
}

export interface SectionContext {
  sectionId: string;
  /** The session's list has the section already. */
  isListed: boolean;
  /** Why the section could not be fetched. */
  problem: Problem | null;
  /** How the section was shared with the teacher until lately. */
  ended: EndedSharing | null;
}

/** News of the session's list about the section whose pages are open. */
export type ListNews =
  | { type: 'section.found' }
  | { type: 'section.missing' }
  | { type: 'sections.failed'; problem: Problem };

export type SectionEvent = { type: 'section.retry' } | ListNews;

/** Event for the parent: fetch the list. */
export type SectionReport = { type: 'sections.refresh' };

/**
 * One section while a page of it is open: whether it exists. Its detection status belongs to the session's `detection` actor of
 * the section, what was seen in it to `reviews`.
 *
 * ```
 * opening ─▶ finding ─▶ present ⇄ gone
 *                    ─▶ missing ─▶ notFound, ended
 *                    ─▶ failed
 * ```
 *
 * Invariants:
 * - The session's list decides whether the section exists, and holds its name and students.
 * - A failed fetch of the list does not affect a section that is present.
 * - Only a teacher with whom a missing section was shared is told so.
 */
export const sectionMachine = (ports: SectionPorts) =>
  setup({
    types: {
      context: {} as SectionContext,
      events: {} as SectionEvent,
      input: {} as Pick<SectionContext, 'sectionId' | 'isListed'>,
      children: {} as { arrivals: 'arrivals' },
    },
    actors: {
      arrivals: arrivalsMachine(ports),
      fetchEndedSharing: fromPromise<EndedSharing | null, { sectionId: string }>(({ input, signal }) =>
        ports.fetchEndedSharing(input.sectionId, signal),
      ),
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
  }).createMachine({
    id: 'section',
    context: ({ input }) => ({ ...input, problem: null, ended: null }),
    initial: 'opening',
    states: {
      opening: {
        description: 'Checks whether the session’s list has the section already.',
        always: [
          { guard: ({ context }) => context.isListed, description: 'the list has the section', target: 'present' },
          { target: 'finding' },
        ],
      },
      finding: {
        description: 'The list of sections is being fetched.',
        on: {
          'section.found': 'present',
          'section.missing': 'missing',
          'sections.failed': { target: 'failed', actions: 'assignProblem' },
        },
      },
      missing: {
        description: 'The list does not have the section. The backend may know that it was shared with the teacher.',
        invoke: {
          id: 'fetchEndedSharing',
          src: 'fetchEndedSharing',
          input: ({ context: { sectionId } }) => ({ sectionId }),
          onDone: [
            {
              guard: ({ event }) => event.output !== null,
              description: 'it was shared with the teacher',
              target: 'ended',
              actions: assign({ ended: ({ event }) => event.output }),
            },
            { target: 'notFound' },
          ],
          onError: 'notFound',
        },
        on: {
          'section.found': 'present',
        },
      },
      ended: {
        description: 'The section is no longer shared with the teacher.',
        on: {
          'section.found': 'present',
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
          'section.missing': 'missing',
        },
      },
      present: {
        description: 'The section exists. Arrivals are tracked.',
        invoke: {
          id: 'arrivals',
          systemId: 'arrivals',
          src: 'arrivals',
          input: ({ context: { sectionId } }) => ({ sectionId }),
        },
        on: {
          'section.missing': 'gone',
        },
      },
      gone: {
        description: 'The section has been deleted, here or elsewhere.',
        on: {
          'section.found': 'present',
        },
      },
    },
  });
