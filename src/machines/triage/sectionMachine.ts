import { assertEvent, assign, fromCallback, sendParent, sendTo, setup } from 'xstate';
import { UNDO_MS } from '../../constants';
import { messages } from '../../messages';
import { type Problem, problemOf } from '../../problem';
import type { LogsChange, Noted } from '../../services/app/types';
import { type Notice, noticeOfProblem } from '../app/noticeMachine';
import { present } from '../app/present';
import type { SendWrite } from '../app/writes';
import { type ArrivalsPorts, arrivalsMachine } from '../records/arrivalsMachine';
import type { Seen, Sighting } from '../records/episodes';

/** What an open section needs of the world. */
export interface SectionPorts extends ArrivalsPorts {
  sendWrite: SendWrite;
  /** Runs work in a task of its own. */
  soon(work: () => void): void;
  showNotice(notice: Notice): void;
}

export interface SectionContext {
  sectionId: string;
  /** The session's list has the section already. */
  isListed: boolean;
  /** Why the section could not be fetched. */
  problem: Problem | null;
  /** Episodes reviewed since the section's pages were opened, until the logs have the reviews. */
  seen: Seen;
  /** The last review, while it can be undone. */
  undoable: Reviewed | null;
}

/** A review of episodes. A null state deletes the reviews of their logs. */
export interface Reviewed {
  state: Noted['state'];
  /** Why they were dismissed; undefined keeps the notes. */
  note?: string | undefined;
  sightings: readonly Sighting[];
}

export type ReviewEvent = { type: 'episodes.review' } & Reviewed;

/** The backend did not save a review. */
export type ReviewFailure = { type: 'review.failed'; problem: Problem } & Pick<Reviewed, 'sightings'>;

/** The backend saved a review, and the logs have it. */
export type ReviewSuccess = { type: 'review.saved' } & Pick<Reviewed, 'sightings'>;

/** News of the session's list about the section whose pages are open. */
export type ListNews =
  | { type: 'section.found' }
  | { type: 'section.missing' }
  | { type: 'sections.failed'; problem: Problem };

export type SectionEvent =
  | { type: 'section.retry' }
  | ReviewEvent
  | { type: 'review.undo' }
  | ReviewSuccess
  | ReviewFailure
  | ListNews;

/** Event for the parent: fetch the list. */
export type SectionReport = { type: 'sections.refresh' };

/** Returns whether the logs have got the reviews of these. */
const hasReviews = (change: LogsChange | null, logIds: readonly string[]) =>
  change?.kind === 'reviewed' && logIds.every((id) => id in change.reviews);

/** Returns what is seen after reviews of these episodes. */
function withSeen(seen: Seen, sightings: readonly Sighting[]): Seen {
  const known = { ...seen };
  for (const { key, last } of sightings) known[key] = [...(known[key] ?? []), last];
  return known;
}

/** Returns what is seen without these reviews. */
function withoutSeen(seen: Seen, sightings: readonly Sighting[]): Seen {
  const known = { ...seen };
  for (const { key, last } of sightings) known[key] = (known[key] ?? []).filter((time) => time !== last);
  return known;
}

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
 * - A reviewed episode leaves Look now at once. A backend that keeps reviews saves the review; from then on it counts what the logs
 *   say, so that a review that is taken back anywhere is taken back here. Otherwise it lasts as long as the section's pages are open.
 * - The last review can be undone for 10 s. The undo is saved after the review, so that the reviews end as before.
 * - A review that could not be saved brings its episodes back, with a notice.
 */
export const sectionMachine = (ports: SectionPorts) =>
  setup({
    types: {
      context: {} as SectionContext,
      events: {} as SectionEvent,
      input: {} as Pick<SectionContext, 'sectionId' | 'isListed'>,
      children: {} as { arrivals: 'arrivals'; sendReviews: 'sendReviews' },
    },
    actors: {
      arrivals: arrivalsMachine(ports),
      /** Receives `episodes.review`, and sends `review.saved` or `review.failed`. */
      sendReviews: fromCallback<ReviewEvent, { sectionId: string }>(({ input: { sectionId }, receive, sendBack }) => {
        const left = new AbortController();
        const save = ({ state, note, sightings }: ReviewEvent) => {
          const logIds = sightings.flatMap((sighting) => sighting.logIds);
          const noted = note === undefined ? { state } : { state, note };
          const fail = (problem: Problem) => sendBack({ type: 'review.failed', sightings, problem });
          ports.sendWrite({ kind: 'reviewLogs', sectionId, logIds, noted }, left.signal).then(
            ({ logs, left: problem }) => {
              if (problem !== null) fail(problem);
              else if (hasReviews(logs, logIds)) sendBack({ type: 'review.saved', sightings });
            },
            (error: unknown) => fail(problemOf(error)),
          );
        };
        // In a task of its own: the press shows first.
        receive((event) => ports.soon(() => save(event)));
        return () => left.abort();
      }),
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
      showNotice: (_, notice: Notice) => ports.showNotice(notice),
      noteSeen: assign(({ context: { seen }, event }) => {
        assertEvent(event, 'episodes.review');
        const { state, note, sightings } = event;
        return {
          seen: withSeen(seen, sightings),
          undoable: { state, note, sightings },
        };
      }),
      sendReview: sendTo('sendReviews', ({ event }) => {
        assertEvent(event, 'episodes.review');
        return event;
      }),
      sendUndo: sendTo(
        'sendReviews',
        ({ context }): ReviewEvent => ({
          type: 'episodes.review',
          state: null,
          sightings: present(context.undoable, 'undoable review').sightings,
        }),
      ),
      forgetSeen: assign({
        seen: ({ context: { seen, undoable }, event }) => {
          assertEvent(event, ['review.undo', 'review.saved', 'review.failed']);
          const { sightings } = event.type === 'review.undo' ? present(undoable, 'undoable review') : event;
          return withoutSeen(seen, sightings);
        },
      }),
      forgetUndoable: assign({ undoable: null }),
    },
    guards: {
      /** The backend keeps reviews of the episodes' logs. */
      keepsReviews: ({ context, event }) => {
        const sightings = event.type === 'episodes.review' ? event.sightings : context.undoable?.sightings;
        return sightings?.some(({ logIds }) => logIds.length > 0) === true;
      },
    },
    delays: {
      /** How long a review can be undone. */
      undoPatience: UNDO_MS,
    },
  }).createMachine({
    id: 'section',
    context: ({ input }) => ({ ...input, problem: null, seen: {}, undoable: null }),
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
        description: 'The section exists. Arrivals and reviewed episodes are tracked.',
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
          'episodes.review': [
            { guard: 'keepsReviews', target: '.undoable', actions: ['noteSeen', 'sendReview'] },
            { target: '.undoable', actions: 'noteSeen' },
          ],
          'review.saved': { actions: 'forgetSeen' },
          'review.failed': {
            target: '.settled',
            actions: ['forgetSeen', { type: 'showNotice', params: ({ event }) => noticeOfProblem(event.problem) }],
          },
        },
        initial: 'settled',
        states: {
          settled: { description: 'No review can be undone.', entry: 'forgetUndoable' },
          undoable: {
            description: 'The last review can be undone.',
            after: { undoPatience: 'settled' },
            on: {
              'review.undo': [
                { guard: 'keepsReviews', target: 'settled', actions: ['forgetSeen', 'sendUndo'] },
                { target: 'settled', actions: 'forgetSeen' },
              ],
            },
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
