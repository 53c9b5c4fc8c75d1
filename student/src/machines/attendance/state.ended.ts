import { assertEvent, assign } from 'xstate';
import type { Answer, Receipt } from '../../services/types';
import { kindOf } from './rules';
import type { AttendanceSetup } from './setup';

const withAnswer = (receipt: Receipt | null, { logId, answer }: Answer): Receipt | null =>
  receipt && { ...receipt, logs: receipt.logs.map((log) => (log.id === logId ? { ...log, answer } : log)) };

/** The teacher has resumed the lesson meanwhile. Its receipt comes when it ends again. */
const goesOn = {
  target: '#attendance.joined',
  actions: { type: 'assignReceipt', params: { receipt: null } },
} as const;

const isRunning = {
  guard: ({ event }: { event: { error: unknown } }) => kindOf(event.error) === 'running',
  description: 'the lesson was resumed',
  ...goesOn,
};

export const ended = ({ createStateConfig }: AttendanceSetup) =>
  createStateConfig({
    description: 'The lesson is over.',
    initial: 'fetching',
    invoke: { id: 'resumption', src: 'resumption' },
    on: {
      'lesson.resumed': goesOn,
      'code.again': { target: 'code', actions: ['forget', 'startOver'] },
    },
    states: {
      fetching: {
        description: 'What was recorded is fetched.',
        invoke: {
          id: 'fetchReceipt',
          src: 'fetchReceipt',
          onDone: {
            target: 'reading',
            actions: { type: 'assignReceipt', params: ({ event }) => ({ receipt: event.output }) },
          },
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'unknown',
              description: 'there is no receipt for this device, or no longer',
              target: 'closed',
            },
            isRunning,
            {
              target: 'postponed',
              actions: { type: 'assignPatience', params: ({ event }) => ({ error: event.error }) },
            },
          ],
        },
      },
      postponed: {
        description: 'The server does not answer.',
        after: { retryInterval: 'fetching' },
      },
      reading: {
        description: 'The student reads what was recorded.',
        on: {
          'receipt.refresh': 'fetching',
          'answer.submit': [
            { guard: 'isAnswer', target: 'answering', actions: 'assignAnswered' },
            { actions: ['assignAnswered', 'assignNoAnswer'] },
          ],
        },
      },
      answering: {
        description: 'An answer is under way.',
        invoke: {
          id: 'sendAnswer',
          src: 'sendAnswer',
          input: ({ event }) => {
            assertEvent(event, 'answer.submit');
            return { logId: event.logId, text: event.text };
          },
          onDone: {
            target: 'reading',
            actions: assign({ receipt: ({ context, event }) => withAnswer(context.receipt, event.output) }),
          },
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'unknown',
              description: 'the receipt is closed, or the log was deleted',
              target: 'fetching',
            },
            isRunning,
            {
              target: 'reading',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          ],
        },
      },
      closed: {
        description: 'There is nothing to read.',
        entry: ['forget', { type: 'assignReceipt', params: { receipt: null } }],
      },
    },
  });
