import { assertEvent, assign, sendParent, sendTo, setup } from 'xstate';
import { messages } from '../../messages';
import type { Problem } from '../../model/app/problem';
import type { StatusAnswer } from '../../services/types';
import { arrivalsMachine } from './arrivalsMachine';
import { type DetectionReport, detectionMachine } from './detectionMachine';
import { lookNowMachine } from './lookNowMachine';

export interface SectionContext {
  sectionId: string;
  /** The session's list has it already. */
  isListed: boolean;
  /** Whether detection is active, when that is known from elsewhere; null when it is not. */
  isActive: boolean | null;
  /** Why the section could not be fetched. */
  problem: Problem | null;
}

/** What the session tells the section whose pages are open. */
export type SessionNews =
  | { type: 'section.found' }
  | { type: 'section.missing' }
  | { type: 'sections.failed'; problem: Problem }
  | { type: 'live.opened' }
  | { type: 'live.detectionStarted' }
  | { type: 'live.statusUpdated'; isActive: boolean; isFromHere?: boolean; agents?: StatusAnswer['agents'] }
  | { type: 'live.logsAnnounced' }
  | { type: 'records.changed' }
  | { type: 'outcome.doubted' };

export type SectionEvent = { type: 'section.retry' } | SessionNews | DetectionReport;

/** What the chart tells its parent. */
export type SectionReport =
  /** The list has to be asked (again). */
  | { type: 'sections.refresh' }
  | { type: 'status.doubted'; sectionId: string }
  | { type: 'status.confirmed'; sectionId: string; status: StatusAnswer };

/**
 * One section while a page of it is open: whether there is such a section, and its detection (section 4).
 *
 * ```
 * opening ─▶ finding ─▶ present { detection } ⇄ gone
 *                    ─▶ notFound, failed
 * ```
 *
 * Invariants:
 * - Detection lives exactly while the section is present: nothing is polled of one that is gone.
 * - The session's list decides whether there is such a section; its name and students are read there.
 * - A list that cannot be fetched takes nothing away from a section that is present.
 * - Detection starts from what was said last, also while the section was still being looked for.
 */
export const sectionMachine = setup({
  types: {
    context: {} as SectionContext,
    events: {} as SectionEvent,
    input: {} as Omit<SectionContext, 'problem'>,
    children: {} as { arrivals: 'arrivals'; detection: 'detection'; lookNow: 'lookNow' },
  },
  actors: {
    arrivals: arrivalsMachine,
    detection: detectionMachine,
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
    /** What was said while detection does not run is what it starts from. */
    assignStatus: assign({ isActive: (_, { isActive }: { isActive: boolean | null }) => isActive }),
    askForList: sendParent({ type: 'sections.refresh' } satisfies SectionReport),
    tellDetection: sendTo('detection', ({ event }) => {
      assertEvent(event, [
        'live.opened',
        'live.detectionStarted',
        'live.statusUpdated',
        'live.logsAnnounced',
        'records.changed',
        'outcome.doubted',
      ]);
      return event;
    }),
    reportConfirmed: sendParent(({ context, event }) => {
      assertEvent(event, 'detection.confirmed');
      const { sectionId } = context;
      return { type: 'status.confirmed', sectionId, status: event.status } satisfies SectionReport;
    }),
    reportDoubted: sendParent(
      ({ context }) => ({ type: 'status.doubted', sectionId: context.sectionId }) satisfies SectionReport,
    ),
  },
  guards: {
    /** The session’s list has the section. */
    isListed: ({ context }) => context.isListed,
  },
}).createMachine({
  id: 'section',
  context: ({ input }) => ({ ...input, problem: null }),
  on: {
    'live.opened': { actions: { type: 'assignStatus', params: { isActive: null } } },
    'outcome.doubted': { actions: { type: 'assignStatus', params: { isActive: null } } },
    'live.detectionStarted': { actions: { type: 'assignStatus', params: { isActive: true } } },
    'live.statusUpdated': {
      actions: { type: 'assignStatus', params: ({ event }) => ({ isActive: event.isActive }) },
    },
  },
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
      description: 'The section is there; its detection and logs run, and what was seen of them is known.',
      invoke: [
        {
          id: 'detection',
          systemId: 'detection',
          src: 'detection',
          input: ({ context: { sectionId, isActive } }) => ({ sectionId, isActive }),
        },
        // After detection, whose logs it watches.
        {
          id: 'arrivals',
          systemId: 'arrivals',
          src: 'arrivals',
          input: ({ context: { sectionId } }) => ({ sectionId }),
        },
        { id: 'lookNow', src: 'lookNow', input: ({ context: { sectionId } }) => ({ sectionId }) },
      ],
      on: {
        'section.missing': 'gone',
        'live.opened': { actions: 'tellDetection' },
        'live.detectionStarted': {
          actions: [{ type: 'assignStatus', params: { isActive: true } }, 'tellDetection'],
        },
        'live.statusUpdated': {
          actions: [{ type: 'assignStatus', params: ({ event }) => ({ isActive: event.isActive }) }, 'tellDetection'],
        },
        'live.logsAnnounced': { actions: 'tellDetection' },
        'records.changed': { actions: 'tellDetection' },
        'outcome.doubted': { actions: 'tellDetection' },
        'detection.confirmed': {
          actions: [
            { type: 'assignStatus', params: ({ event }) => ({ isActive: event.status.isActive }) },
            'reportConfirmed',
          ],
        },
        'detection.doubted': { actions: [{ type: 'assignStatus', params: { isActive: null } }, 'reportDoubted'] },
        // The list knows whether it is the section that is gone.
        'detection.missing': { actions: 'askForList' },
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
