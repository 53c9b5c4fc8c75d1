import type { AttendanceSetup } from './setup';

export const reports = ({ createStateConfig }: AttendanceSetup) =>
  createStateConfig({
    description: 'The way of the reports to the server.',
    initial: 'settled',
    states: {
      settled: {
        description: 'Every report has been answered.',
        on: {
          'reports.changed': [
            { guard: 'hasKept', target: 'sending', actions: 'assignReports' },
            { actions: 'assignReports' },
          ],
        },
      },
      sending: {
        description: 'Reports are under way.',
        invoke: {
          id: 'sendReports',
          src: 'sendReports',
          onDone: [{ guard: 'hasKept', target: 'sending', reenter: true }, { target: 'settled' }],
          onError: {
            target: 'postponed',
            actions: { type: 'assignPatience', params: ({ event }) => ({ error: event.error }) },
          },
        },
        on: { 'reports.changed': { actions: 'assignReports' } },
      },
      postponed: {
        description: 'Reports are kept until the server answers again.',
        on: {
          'reports.changed': { actions: 'assignReports' },
          'network.online': 'sending',
        },
        after: { retryInterval: 'sending' },
      },
    },
  });
