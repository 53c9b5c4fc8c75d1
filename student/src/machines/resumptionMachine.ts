import { fromPromise, sendParent, setup } from 'xstate';
import { RESUME_INTERVAL_MS, RESUME_PATIENCE_MS } from '../constants';
import { Failure } from '../failure';
import type { Seat } from '../services/seat';
import type { Admission } from '../services/types';
import { type CallsPorts, type CallsReport, callsMachine } from './callsMachine';

export interface ResumptionPorts extends CallsPorts {
  seat: Pick<Seat, 'listen' | 'sendHeartbeat'>;
}

/** For the parent. */
export type ResumptionReport = { type: 'lesson.resumed' };

const nothing = { told: 'waiting', reason: '', pictures: false } as const;

/**
 * Waits on the page of an ended lesson for the teacher to take the end back.
 *
 * ```
 * resting ⇄ asking ─▶ resumed, over
 * ```
 *
 * Invariants:
 * - It asks when the server calls, and every minute for an hour: afterwards no lesson can be resumed.
 */
export const resumptionMachine = (ports: ResumptionPorts) =>
  setup({
    types: {
      events: {} as CallsReport,
    },
    actors: {
      calls: callsMachine(ports),
      ask: fromPromise<Admission, void>(async ({ signal }) => {
        const { admission } = await ports.seat.sendHeartbeat({ ...nothing, past: [] }, signal);
        return admission;
      }),
    },
    actions: {
      report: sendParent({ type: 'lesson.resumed' } satisfies ResumptionReport),
    },
    guards: {
      /** The place was given up, or the server knows it no more. */
      isGone: ({ event }) =>
        'error' in event && !(event.error instanceof Failure && event.error.problem.kind === 'unanswered'),
    },
    delays: {
      /** From one question to the next. */
      resumeInterval: RESUME_INTERVAL_MS,
      /** For so long a lesson can be resumed. */
      resumePatience: RESUME_PATIENCE_MS,
    },
  }).createMachine({
    id: 'resumption',
    invoke: { id: 'calls', src: 'calls' },
    initial: 'resting',
    after: { resumePatience: '.over' },
    states: {
      resting: {
        description: 'The lesson was over when it was last asked.',
        on: { 'teacher.called': 'asking' },
        after: { resumeInterval: 'asking' },
      },
      asking: {
        description: 'The server is asked whether the lesson is over.',
        invoke: {
          id: 'ask',
          src: 'ask',
          onDone: [
            { guard: ({ event }) => event.output === 'admitted', description: 'it is not', target: 'resumed' },
            { target: 'resting' },
          ],
          onError: [{ guard: 'isGone', target: 'over' }, { target: 'resting' }],
        },
        on: { 'teacher.called': { target: 'asking', reenter: true } },
      },
      resumed: { type: 'final', description: 'The teacher has resumed the lesson.', entry: 'report' },
      over: { type: 'final', description: 'It cannot be resumed any more.' },
    },
  });
