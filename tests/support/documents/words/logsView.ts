import { logsViewMachine } from '../../../../src/machines/logsViewMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

export const logsView = plainWords(logsViewMachine, {
  page: 'A section’s overview, and all its logs at `/sections/{sectionId}/detection-logs`.',
  before: 'Open all logs of a section that has some.',
  events: {
    'screenshot.open': 'Press the screenshot of a log',
    'screenshot.step': `Press ${button(messages.viewer.next)}, or the right arrow`,
    'zoom.change': `Press ${button(messages.viewer.ownSize)}`,
    'zoom.fit': `Press ${button(messages.viewer.fit)}`,
    'screenshot.close': `Press ${button(messages.logs.close)}, the backdrop or Escape`,
  },
  states: {
    reading: 'no screenshot is shown large',
    'enlarging.fitted': 'all of the screenshot is shown in a dialog',
    'enlarging.zoomed': 'the screenshot is shown in its own size in a dialog',
  },
});
