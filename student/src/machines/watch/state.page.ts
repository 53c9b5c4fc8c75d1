import type { WatchSetup } from './setup';

export const page = ({ createStateConfig }: WatchSetup) =>
  createStateConfig({
    description: 'Where the student is.',
    initial: 'starting',
    states: {
      starting: {
        description: 'Where the student was on an earlier page.',
        always: [{ guard: 'wasAway', target: 'away' }, { guard: 'wasLeaving', target: 'leaving' }, { target: 'here' }],
      },
      here: {
        description: 'The student is on this page.',
        on: { 'page.left': { target: 'leaving', actions: 'beginPage' } },
      },
      leaving: {
        description: 'The student is elsewhere, not yet for long.',
        on: {
          'page.entered': 'here',
          'frames.missed': { actions: 'beginPage' },
          'frame.seen': [{ guard: 'isAwayLong', target: 'away', actions: 'startAway' }, { actions: 'countPage' }],
          'frame.hidden': [{ guard: 'isAwayLong', target: 'away', actions: 'startAway' }, { actions: 'countPage' }],
        },
      },
      away: {
        description: 'An episode: the student is elsewhere.',
        initial: 'gone',
        on: { 'frames.missed': { target: 'leaving', actions: ['cutAway', 'beginPage'] } },
        states: {
          gone: {
            description: 'The student is elsewhere.',
            on: { 'page.entered': { target: 'entering', actions: 'beginPage' } },
          },
          entering: {
            description: 'The student is on this page again, not yet for long.',
            on: {
              'page.left': 'gone',
              'frame.seen': [
                { guard: 'isEnteredLong', target: '#watch.page.here', actions: 'endAway' },
                { actions: 'countPage' },
              ],
              'frames.missed': { target: '#watch.page.here', actions: 'endAway' },
            },
          },
        },
      },
    },
  });
