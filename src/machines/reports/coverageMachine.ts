import { assign, fromPromise, setup } from 'xstate';
import { COVERAGE_POLL_MS } from '../../constants';
import { kindOf } from '../../problem';
import type { Coverage } from '../../services/app/types';
import type { AttendanceService } from '../../services/attendance/attendanceService';

/** What the coverage of a lesson needs of the world. */
export interface CoveragePorts {
  attendanceService: Pick<AttendanceService, 'fetchCoverage'>;
}

export interface CoverageContext {
  sectionId: string;
  lessonId: string;
  /** The backend lets students attend on their own devices. */
  isOffered: boolean;
  /** Null before the first answer. */
  coverage: Coverage | null;
}

/**
 * Who was observed in a lesson, and when (an extension of the contract), while its report is open.
 *
 * ```
 * opening ─▶ fetching ⇄ known, failed
 *         ─▶ absent
 * ```
 *
 * Invariants:
 * - A backend without such lessons is not asked.
 * - What is known stays during a fetch and after its failure. It is final once the lesson is over.
 */
export const coverageMachine = ({ attendanceService }: CoveragePorts) =>
  setup({
    types: {
      context: {} as CoverageContext,
      input: {} as Pick<CoverageContext, 'sectionId' | 'lessonId' | 'isOffered'>,
    },
    actors: {
      fetchCoverage: fromPromise<Coverage, { sectionId: string; lessonId: string }>(
        ({ input: { sectionId, lessonId }, signal }) => attendanceService.fetchCoverage(sectionId, lessonId, signal),
      ),
    },
    guards: {
      /** The lesson was running when it was asked. */
      isRunning: ({ context }) => context.coverage?.isOver === false,
    },
    delays: {
      /** From an answer to the next fetch. */
      pollInterval: COVERAGE_POLL_MS,
    },
  }).createMachine({
    id: 'coverage',
    context: ({ input }) => ({ ...input, coverage: null }),
    initial: 'opening',
    states: {
      opening: {
        description: 'Checks whether the backend can know.',
        always: [
          {
            guard: ({ context }) => context.isOffered,
            description: 'students can attend on their own devices',
            target: 'fetching',
          },
          { target: 'absent' },
        ],
      },
      fetching: {
        description: 'It is being fetched who was observed. What is known stays.',
        invoke: {
          id: 'fetchCoverage',
          src: 'fetchCoverage',
          input: ({ context: { sectionId, lessonId } }) => ({ sectionId, lessonId }),
          onDone: { target: 'known', actions: assign({ coverage: ({ event }) => event.output }) },
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'notFound',
              description: 'the backend does not know',
              target: 'absent',
            },
            { target: 'failed' },
          ],
        },
      },
      known: {
        description: 'It is known who was observed.',
        after: { pollInterval: { guard: 'isRunning', target: 'fetching' } },
      },
      failed: {
        description: 'It could not be fetched who was observed.',
        after: { pollInterval: 'fetching' },
      },
      absent: { description: 'The backend does not know who was observed.' },
    },
  });
