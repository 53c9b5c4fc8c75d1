import { logsViewMachine } from '../../../../src/machines/logsViewMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

export const logsView = plainWords(logsViewMachine, {
  page: 'A section’s overview, and all its logs at `/sections/{sectionId}/detection-logs`.',
  before: 'Open all logs of a section that has some.',
  events: {
    'screenshot.open': 'Press the screenshot of a log',
    'screenshot.close': `Press ${button(messages.logs.close)}, the backdrop or Escape`,
  },
  states: {
    reading: 'no screenshot is shown large',
    enlarging: 'the screenshot is shown large in a dialog',
  },
});
