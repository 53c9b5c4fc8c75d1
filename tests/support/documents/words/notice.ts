import { noticeMachine } from '../../../../src/machines/app/noticeMachine';
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
  states: {
    shown: ({ notice }) => `the notice is shown (here it stands for any: ${quote(notice?.sentence ?? '')})`,
  },
  delays: { noticeDuration: { rules: ['4.27'] } },
});
