import { overviewMachine } from '../../../../src/machines/section/overviewMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, quote } from '../say';

const { lesson, lookNow } = messages;

export const overview = plainWords(overviewMachine, {
  page: 'A section’s overview, `/sections/{sectionId}`.',
  before: 'Open a section in which something was detected of a student.',
  events: {
    'rows.touched': 'Move the pointer on the newest logs, or the focus to a button of theirs',
    'rows.show': `Let something be detected, and press ${quote(lookNow.newRows(1))}`,
    'student.open': 'Press the student, or the arrow to the next one',
    'student.close': 'Close the student',
    'lesson.select': `Press ${button(lesson.thisLesson)}`,
    'allTime.select': `Press ${button(lesson.allTime)}`,
    'tiles.select': `Press ${button(lesson.tiles)}`,
    'list.select': `Press ${button(lesson.list)}`,
  },
  states: {
    'rows.live': 'what comes is on top of the rows at once',
    'rows.still': 'what comes does not move the rows; how many are new is said below them',
    'student.closed': 'no student is shown',
    'student.open': 'a dialog shows the student’s detections',
    'period.lesson': `${button(lesson.thisLesson)} (or ${button(lesson.lastHour)}) is pressed`,
    'period.allTime': `${button(lesson.allTime)} is pressed`,
    'layout.fitting': 'tiles while detection is active, else the list',
    'layout.tiles': 'the tiles',
    'layout.list': 'the list',
  },
});
