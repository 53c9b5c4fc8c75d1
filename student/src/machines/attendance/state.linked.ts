import { kindOf } from './rules';
import type { AttendanceSetup } from './setup';

const turnedDown = { target: '#attendance.code', actions: ['forgetLink', 'startOver'] } as const;

export const linked = ({ createStateConfig }: AttendanceSetup) =>
  createStateConfig({
    description: 'The student has opened a mailed link, or scanned a badge.',
    initial: 'checking',
    states: {
      checking: {
        description: 'Whose link or badge it is is looked up.',
        on: { 'code.again': turnedDown },
        invoke: {
          id: 'openLink',
          src: 'openLink',
          onDone: [
            {
              guard: ({ event }) => event.output.seat !== null,
              description: 'this browser has joined with it already',
              target: '#attendance.claiming',
              actions: ['forgetLink', { type: 'assignLinked', params: ({ event }) => ({ linked: event.output }) }],
            },
            {
              guard: ({ event }) => event.output.isRunning,
              description: 'its lesson is running',
              target: 'confirming',
              actions: { type: 'assignLinked', params: ({ event }) => ({ linked: event.output }) },
            },
            {
              target: 'waiting',
              actions: { type: 'assignLinked', params: ({ event }) => ({ linked: event.output }) },
            },
          ],
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'unknown',
              description: 'the link does not work any more',
              target: 'closed',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
            {
              guard: 'isWaiting',
              target: 'waiting',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
            {
              target: 'unanswered',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          ],
        },
      },
      waiting: {
        description: 'No lesson of the badge’s section is running.',
        on: { 'code.again': turnedDown },
        after: { retryInterval: 'checking' },
      },
      unanswered: {
        description: 'The server does not answer.',
        on: { 'link.retry': { target: 'checking', actions: 'clearProblem' }, 'code.again': turnedDown },
      },
      confirming: {
        description: 'The student sees whose link or badge it is. It is not used up.',
        on: { 'link.redeem': 'redeeming', 'code.again': turnedDown },
      },
      redeeming: {
        description: 'The student joins, which uses a link up.',
        entry: 'clearProblem',
        invoke: {
          id: 'redeemLink',
          src: 'redeemLink',
          input: ({ context }) => ({ name: context.name }),
          onDone: '#attendance.joined',
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'unknown',
              description: 'the link does not work any more',
              target: 'closed',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
            {
              target: 'confirming',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          ],
        },
      },
      closed: {
        description: 'The link or badge was used, withdrawn or replaced, or its lesson is over.',
        entry: 'forgetLink',
        on: { 'code.again': { target: '#attendance.code', actions: 'startOver' } },
      },
    },
  });
