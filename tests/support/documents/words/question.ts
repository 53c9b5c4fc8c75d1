import { questionMachine } from '../../../../src/machines/app/questionMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { detection, startWithoutStudents: texts } = messages;

export const question = plainWords(questionMachine, {
  page: 'A section’s pages.',
  before: 'Open a section; its students may be removed in a second window.',
  events: {
    'question.ask': ({ isDoubtful }) =>
      `Press ${button(detection.start)} in a section ${isDoubtful ? 'without' : 'with'} students`,
    'question.confirm': `Press ${button(texts.confirm)}`,
    'question.cancel': `Press ${button(texts.cancel)}`,
  },
  states: { closed: 'no dialog is open', asking: `the dialog ${quote(texts.title)} is open` },
  effects: { act: 'detection is started' },
});
