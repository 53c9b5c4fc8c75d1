import { assign } from 'xstate';
import type { AttendanceSetup } from './setup';

export const code = ({ createStateConfig }: AttendanceSetup) =>
  createStateConfig({
    description: 'The lesson is not known yet.',
    initial: 'typing',
    states: {
      typing: {
        description: 'The student types the lesson’s code.',
        entry: 'assignReceipts',
        on: {
          'receipt.open': {
            target: '#attendance.ended',
            actions: { type: 'takeReceipt', params: ({ event }) => ({ id: event.id }) },
          },
          'receipt.drop': {
            actions: [{ type: 'dropReceipt', params: ({ event }) => ({ id: event.id }) }, 'assignReceipts'],
          },
          'code.submit': [
            {
              guard: 'isLink',
              target: '#attendance.linked',
              actions: { type: 'takeLink', params: ({ event }) => ({ address: event.code }) },
            },
            { guard: 'isCode', target: 'checking', actions: 'assignCode' },
            { actions: 'assignMalformed' },
          ],
        },
      },
      checking: {
        description: 'The lesson is looked up.',
        invoke: {
          id: 'openDoor',
          src: 'openDoor',
          input: ({ context }) => ({ code: context.code }),
          onDone: [
            {
              guard: ({ event }) => event.output.seat !== null,
              description: 'this browser has a seat in the lesson',
              target: '#attendance.claiming',
              actions: assign({
                door: ({ event }) => event.output.door,
                name: ({ event }) => event.output.seat ?? '',
              }),
            },
            {
              target: '#attendance.naming',
              actions: assign({ door: ({ event }) => event.output.door }),
            },
          ],
          onError: {
            target: 'typing',
            actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
    },
  });
