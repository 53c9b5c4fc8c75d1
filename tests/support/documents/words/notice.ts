import { noticeMachine } from '../../../../src/machines/noticeMachine';
import { plainWords } from '../plainWords';
import { quote } from '../say';

export const notice = plainWords(noticeMachine, {
  page: 'The foot of every page.',
  before: 'Open a section.',
  events: {
    'notice.show':
      'Do what ends in a notice: delete a section, add a student, or start detection while the call is blocked',
    'notice.dismiss': 'Press the X of the notice',
  },
  actors: {},
  states: {
    hidden: 'there is no notice',
    shown: {
      means: 'A notice is shown.',
      sees: ({ notice }) => `the notice is shown (here it stands for any: ${quote(notice?.sentence ?? '')})`,
    },
  },
  guards: {},
  delays: {
    noticeDuration: { means: 'How long a notice stays.', rules: ['4.27'] },
  },
});
