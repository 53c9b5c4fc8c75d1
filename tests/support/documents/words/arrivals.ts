import { arrivalsMachine } from '../../../../src/machines/section/arrivalsMachine';
import { plainWords } from '../plainWords';

export const arrivals = plainWords(arrivalsMachine, {
  page: 'Any page of a section, `/sections/{sectionId}` and below.',
  before: 'Open a section in which something was detected of a student.',
  events: {
    'page.hidden': 'Switch to another tab',
    'page.shown': 'Come back',
    'logs.came': ({ count }) =>
      `Let ${count > 0 ? 'something' : 'nothing'} be detected while another tab is seen, and half a minute pass`,
  },
  actors: { watchArrivals: { does: 'Tells when nobody sees the page, and when the logs are others.' } },
  states: {
    seen: 'the page’s title is its heading',
    unseen: ({ count }) => (count === 0 ? '' : 'the page’s title counts what has come'),
  },
  effects: { tellMissed: '[desktop](desktop.md) hears of what has come' },
});
