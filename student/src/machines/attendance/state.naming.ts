import { assertEvent } from 'xstate';
import { kindOf } from './rules';
import type { AttendanceSetup } from './setup';

export const naming = ({ createStateConfig }: AttendanceSetup) =>
  createStateConfig({
    description: 'The lesson is known, the student is not.',
    initial: 'choosing',
    on: { 'code.again': { target: 'code', actions: 'startOver' } },
    states: {
      choosing: {
        description: 'The student chooses their name, or types it with an email.',
        on: {
          'knock.submit': [
            { guard: 'isComplete', target: 'knocking', actions: 'assignName' },
            { actions: 'assignWrong' },
          ],
        },
      },
      knocking: {
        description: 'The student asks to join.',
        invoke: {
          id: 'knock',
          src: 'knock',
          input: ({ context, event }) => {
            assertEvent(event, 'knock.submit');
            return { code: context.code, as: event.as, name: event.name };
          },
          onDone: '#attendance.joined',
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'unknown',
              description: 'the code is no longer valid',
              target: '#attendance.code',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
            {
              target: 'choosing',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          ],
        },
      },
    },
  });
