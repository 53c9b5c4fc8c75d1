import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { kindOf, type Problem, problemOf } from '../../problem';
import type { SectionTeachers } from '../../services/app/types';
import type { SectionService } from '../../services/students/sectionService';

/** What the teachers of a section need of the world. */
export interface TeachersPorts {
  sectionService: Pick<SectionService, 'fetchTeachers'>;
  /**
   * Calls back when a change of a section's teachers has settled, whether or not it succeeded, and when the server announces changed
   * sections, until the returned function is called.
   */
  watchSharing(sectionId: string, onChanged: () => void): () => void;
}

export interface TeachersContext {
  sectionId: string;
  /** Null before the first answer. */
  known: SectionTeachers | null;
  /** Why the last fetch failed. */
  problem: Problem | null;
}

export type TeachersEvent =
  | { type: 'teachers.refresh' }
  /** A change was answered or announced, or may have happened. */
  | { type: 'sharing.settled' };

/**
 * Who teaches a section besides its owner (an extension). What changes it is a write of the session.
 *
 * ```
 * fetching ⇄ known, failed
 *          ─▶ absent
 * ```
 *
 * Invariants:
 * - Who teaches is fetched again after each change, another teacher's included, and whether or not it is known to have succeeded. The answer of a fetch in flight may predate it.
 * - What is known stays during a fetch and after its failure.
 */
export const teachersMachine = ({ sectionService, watchSharing }: TeachersPorts) =>
  setup({
    types: {
      context: {} as TeachersContext,
      events: {} as TeachersEvent,
      input: {} as { sectionId: string },
    },
    actors: {
      fetchTeachers: fromPromise<SectionTeachers, { sectionId: string }>(({ input, signal }) =>
        sectionService.fetchTeachers(input.sectionId, signal),
      ),
      watchSharing: fromCallback<TeachersEvent, { sectionId: string }>(({ input, sendBack }) =>
        watchSharing(input.sectionId, () => sendBack({ type: 'sharing.settled' })),
      ),
    },
  }).createMachine({
    id: 'teachers',
    context: ({ input }) => ({ ...input, known: null, problem: null }),
    invoke: { id: 'watchSharing', src: 'watchSharing', input: ({ context: { sectionId } }) => ({ sectionId }) },
    initial: 'fetching',
    states: {
      fetching: {
        description: 'The teachers are being fetched. Those who are known stay.',
        on: { 'sharing.settled': { target: 'fetching', reenter: true } },
        invoke: {
          id: 'fetchTeachers',
          src: 'fetchTeachers',
          input: ({ context: { sectionId } }) => ({ sectionId }),
          onDone: {
            target: 'known',
            actions: assign({ known: ({ event }) => event.output, problem: null }),
          },
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'notFound',
              description: 'the section is no longer the teacher’s',
              target: 'absent',
            },
            {
              target: 'failed',
              actions: assign({ problem: ({ event }) => problemOf(event.error) }),
            },
          ],
        },
      },
      known: {
        description: 'The teachers are known.',
        on: { 'sharing.settled': 'fetching', 'teachers.refresh': 'fetching' },
      },
      failed: {
        description: 'The teachers could not be fetched.',
        on: { 'sharing.settled': 'fetching', 'teachers.refresh': 'fetching' },
      },
      absent: { description: 'The section is gone, or no longer shared with the teacher.' },
    },
  });
