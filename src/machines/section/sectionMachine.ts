import { assertEvent, assign, sendParent, sendTo, setup } from 'xstate';
import { messages } from '../../messages';
import type { Problem } from '../../model/app/problem';
import type { Seen, Sighting } from '../../model/logs/episodes';
import { type Notice, noticeOfProblem } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided } from '../app/notProvided';
import { arrivalsMachine } from './arrivalsMachine';

export interface SectionContext {
  sectionId: string;
  /** The session's list has the section already. */
  isListed: boolean;
  /** Why the section could not be fetched. */
  problem: Problem | null;
  /** Episodes marked as seen since the section's pages were opened. */
  seen: Seen;
}

export type SeeEvent = { type: 'episode.see' } & Sighting;

/** The backend did not save a review. */
export type ReviewFailure = { type: 'review.failed'; problem: Problem } & Sighting;

/** News of the session's list about the section whose pages are open. */
export type ListNews =
  | { type: 'section.found' }
  | { type: 'section.missing' }
  | { type: 'sections.failed'; problem: Problem };

export type SectionEvent = { type: 'section.retry' } | SeeEvent | ReviewFailure | ListNews;

/** Event for the parent: fetch the list. */
export type SectionReport = { type: 'sections.refresh' };

/**
 * One section while a page of it is open: whether it exists, and which of its episodes the teacher has seen. Its detection
 * status belongs to the session's `detection` actor of the section.
 *
 * ```
 * opening ─▶ finding ─▶ present ⇄ gone
 *                    ─▶ notFound, failed
 * ```
 *
 * Invariants:
 * - The session's list decides whether the section exists, and holds its name and students.
 * - A failed fetch of the list does not affect a section that is present.
 * - A seen episode leaves Look now at once, until it happens again. A backend that keeps reviews saves it. Otherwise it lasts
 *   as long as the section's pages are open.
 * - A review that could not be saved brings its episode back, with a notice.
 */
export const sectionMachine = setup({
  types: {
    context: {} as SectionContext,
    events: {} as SectionEvent,
    input: {} as Omit<SectionContext, 'problem' | 'seen'>,
    children: {} as { arrivals: 'arrivals'; sendReviews: 'sendReviews' },
  },
  actors: {
    arrivals: arrivalsMachine,
    /** Receives `episode.see`, and sends `review.failed`. */
    sendReviews: callbackNotProvided<SeeEvent, { sectionId: string }>('sendReviews'),
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
    showNotice: actionNotProvided<Notice>('showNotice'),
    noteSeen: assign({
      seen: ({ context: { seen }, event }) => {
        assertEvent(event, 'episode.see');
        return { ...seen, [event.key]: event.last };
      },
    }),
    sendReview: sendTo('sendReviews', ({ event }) => {
      assertEvent(event, 'episode.see');
      return event;
    }),
  },
}).createMachine({
  id: 'section',
  context: ({ input }) => ({ ...input, problem: null, seen: {} }),
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
      description: 'The section exists. Arrivals and seen episodes are tracked.',
      invoke: [
        {
          id: 'arrivals',
          systemId: 'arrivals',
          src: 'arrivals',
          input: ({ context: { sectionId } }) => ({ sectionId }),
        },
        { id: 'sendReviews', src: 'sendReviews', input: ({ context: { sectionId } }) => ({ sectionId }) },
      ],
      on: {
        'section.missing': 'gone',
        'episode.see': [
          {
            guard: ({ event }) => event.logIds.length > 0,
            description: 'the backend keeps reviews of its logs',
            actions: ['noteSeen', 'sendReview'],
          },
          { actions: 'noteSeen' },
        ],
        'review.failed': {
          actions: [
            assign({
              seen: ({ context: { seen }, event }) => {
                const { [event.key]: until, ...others } = seen;
                // It may have been seen again since.
                return until === event.last ? others : seen;
              },
            }),
            { type: 'showNotice', params: ({ event }) => noticeOfProblem(event.problem) },
          ],
        },
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
