import { stillRowsMachine } from '../../../../src/machines/section/stillRowsMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { quote } from '../say';

const { lookNow } = messages;

export const stillRows = plainWords(stillRowsMachine, {
  page: 'A section’s overview, `/sections/{sectionId}`.',
  before: 'Open a section in which something was detected of a student.',
  events: {
    'rows.touched': 'Move the pointer on the newest logs, or the focus to a button of theirs',
    'rows.show': `Let something be detected, and press ${quote(lookNow.newRows(1))}`,
  },
  states: {
    live: 'what comes is on top of the rows at once',
    still: 'what comes does not move the rows; how many are new is said below them',
  },
});
