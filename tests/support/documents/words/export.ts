import { exportMachine } from '../../../../src/machines/logs/exportMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { export: texts } = messages;

export const exportWords = plainWords(exportMachine, {
  page: 'All logs of a section, at `/sections/{sectionId}/detection-logs`.',
  before: 'Open all logs of a section that has some.',
  events: { 'export.submit': `Press ${button(texts.submit)}` },
  actors: {
    saveLogs: {
      does: 'Makes a CSV file of the logs that match the filters, with code that is fetched for it.',
      answers: () => 'Let the code be fetched',
      fails: 'Block the code that makes the file (developer tools, Network)',
    },
  },
  states: { idle: `${button(texts.submit)} can be pressed`, saving: `${button(texts.submit)} is busy` },
  effects: { showNotice: `${quote(texts.failed)} for 3 s` },
});
