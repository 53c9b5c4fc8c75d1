import { logsViewMachine } from '../../../../src/machines/logs/logsViewMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { review: texts, logFilters } = messages;
const saving = call('POST /detection/logs/review/');
const deleting = call('DELETE /detection/logs/{id}/');

export const logsView = plainWords(logsViewMachine, {
  page: 'A section’s overview, and all its logs at `/sections/{sectionId}/detection-logs`.',
  before: ({ sectionId }) =>
    `Open all logs of a section that has ${sectionId === '8' ? 'one' : 'many'}, the newest with a note, with ${saving} and ${deleting} held back (a breakpoint on the call).`,
  events: {
    'screenshot.open': 'Press the screenshot of a log',
    'screenshot.step': `Press ${button(messages.viewer.next)}, or the right arrow`,
    'zoom.change': `Press ${button(messages.viewer.ownSize)}`,
    'zoom.fit': `Press ${button(messages.viewer.fit)}`,
    'screenshot.close': `Press ${button(messages.logs.close)}, the backdrop or Escape`,
    'note.change': `Type something into ${quote(texts.note)}`,
    'review.submit': ({ state }) => `Press ${button(logFilters.reviews[state ?? 'none'])}`,
    'deletion.ask': `Press ${button(texts.delete)}`,
    'deletion.cancel': `Press ${button(texts.cancel)}, or Escape`,
    'deletion.confirm': `Press ${button(texts.confirmDelete)}`,
  },
  actors: {
    saveReview: {
      does: `Keeps the review by ${saving}, as a write of the session.`,
      answers: `Let the server answer ${saving}`,
      fails: `Let ${saving} fail`,
    },
    deleteLog: {
      does: `Deletes the log by ${deleting}, as a write of the session.`,
      answers: `Let the server answer ${deleting}`,
      fails: `Let ${deleting} fail`,
    },
  },
  states: {
    reading: 'no screenshot is shown large',
    'enlarging.size.fitted': 'all of the screenshot is shown in a dialog',
    'enlarging.size.zoomed': 'the screenshot is shown in its own size in a dialog',
    'enlarging.change.none.unsaid': ({ notes }) =>
      Object.keys(notes).length === 0 ? 'nothing is said of a change' : 'what is typed stands in the field',
    'enlarging.change.none.saved': quote(texts.saved),
    'enlarging.change.none.deleted': quote(texts.deleted),
    'enlarging.change.none.failed': ({ problem }) => quote(problem?.sentence ?? ''),
    'enlarging.change.saving': quote(texts.saving),
    'enlarging.change.asking': quote(texts.deleteTitle),
    'enlarging.change.deleting': `${button(texts.delete)} is busy`,
  },
});
