import { printMachine } from '../../../../src/machines/lessons/printMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

const { lessonReport: texts } = messages;

export const print = plainWords(printMachine, {
  page: 'The report of a lesson, at `/sections/{sectionId}/lessons/{lessonId}`.',
  before: 'Open the report of a lesson with pictures, and hold its pictures back (developer tools, Network).',
  events: {
    'print.submit': ({ wanted }) =>
      wanted.length === 0
        ? `Press ${button(texts.print)} in the report of a lesson without pictures`
        : `Press ${button(texts.print)}`,
    'picture.settled': 'Let a picture load',
  },
  actors: {
    openPrint: {
      does: "Opens the browser's print dialog.",
      answers: () => 'Close the dialog',
      fails: 'Print where the browser cannot',
    },
  },
  states: {
    idle: `${button(texts.print)} can be pressed`,
    loading: `${button(texts.print)} is busy`,
    printing: "the browser's print dialog is open; on paper a line says how many pictures are missing",
  },
});
