import { pageOf } from '../../../../src/machines/logs/logFilters';
import { logsViewMachine } from '../../../../src/machines/logs/logsViewMachine';
import { selectionMachine } from '../../../../src/machines/logs/selectionMachine';
import { logsMachine } from '../../../../src/machines/records/logsMachine';
import { messages } from '../../../../src/messages';
import { idle } from '../../idle';
import { plainWords } from '../plainWords';
import { call, press, quote } from '../say';

const { logs: texts, review, selection: ofSelection, viewer } = messages;
const fetching = call('GET /detection/logs/');
const saving = call('POST /detection/logs/review/');
const deleting = call('DELETE /detection/logs/{id}/');

export const logs = plainWords(idle(logsMachine), {
  texts,
  before: `Open all logs of a section, with ${fetching} held back.`,
  events: {
    'logs.partlyCame': `Let the server answer ${fetching} with the first of very many logs, and hold the next page back`,
    'logs.outdated': 'Stop detection in a second window',
    'logs.changed': 'Delete the newest log in the viewer',
    'picture.failed': 'Block the address of a screenshot, and let it load again',
  },
  calls: { fetchLogs: fetching },
  answers: { fetchLogs: (output) => `Let the server answer ${fetching} with ${Object(output).logs.length} logs` },
  states: {
    'list.loaded': ({ logs }) => {
      const { first, last, total } = pageOf(logs, 1);
      return quote(total === 0 ? texts.empty : texts.range(first, last, total));
    },
  },
  unseen: ['news', 'pictures'],
});

export const logsView = plainWords(idle(logsViewMachine), {
  texts: review,
  before: ({ sectionId }) =>
    `Open all logs of a section that has ${sectionId === '8' ? 'one' : 'many'}, the newest with a note, with ${saving} and ${deleting} held back.`,
  events: {
    'screenshot.open': 'Press the screenshot of a log',
    'screenshot.step': `${press(viewer.next)}, or the right arrow`,
    'zoom.change': press(viewer.ownSize),
    'zoom.fit': press(viewer.fit),
    'screenshot.close': `${press(texts.close)}, the backdrop or Escape`,
    'note.change': `Type into ${quote(review.note)}`,
    'review.submit': ({ state }) => press(messages.logFilters.reviews[state ?? 'none']),
    'deletion.ask': press(review.delete),
    'deletion.confirm': press(review.confirmDelete),
  },
  calls: { saveReview: saving, deleteLog: deleting },
  unseen: ['enlarging.change.none.unsaid'],
});

export const selection = plainWords(idle(selectionMachine), {
  texts: ofSelection,
  before: `Open all logs of a section, with ${saving} and ${deleting} held back.`,
  events: {
    'logs.select': 'Tick the newest log',
    'logs.unselect': 'Untick it',
    'review.submit': press(ofSelection.seen),
    'deletion.ask': press(ofSelection.delete),
    'deletion.confirm': press(ofSelection.confirmDelete(1)),
  },
  calls: { reviewLogs: saving, deleteLogs: deleting },
});
