import * as v from 'valibot';
import {
  isBeingRemoved,
  rosterMachine,
  selectShown,
  shortfallOf,
} from '../../../../src/machines/students/rosterMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button, call, quote } from '../say';

const { roster: texts } = messages;
const search = call('GET /section/search-students/');
const adding = call('POST /section/{id}/add-students/');
const removing = call('POST /section/{id}/remove-students/');

/** What a search answers that has found somebody. */
const somebody = v.object({ students: v.pipe(v.array(v.unknown()), v.minLength(1)) });

export const roster = plainWords(rosterMachine, {
  page: 'Manage Students, `/sections/{sectionId}/add-students`.',
  before: ({ section: { students } }) =>
    `Open Manage Students of a section with one student, ${students.map(({ name }) => name).join(', ')}.`,
  events: {
    'query.change': ({ query }) => `Type ${quote(query)} into the search box, and nothing else`,
    'student.select': ({ student }, { context }) =>
      context.selected.some(({ email }) => email === student.email)
        ? `Try to select ${student.name} once more (she is ticked: a press would take the tick away)`
        : `Tick ${student.name}`,
    'students.select': (_, { context }) =>
      context.selected.length > 0
        ? `Try to press ${button(texts.selectShown(1))} once more (it is switched off)`
        : `Press ${button(texts.selectShown(1))}`,
    'student.unselect': ({ student }) => `Press the X (${quote(texts.unselect(student.name))}) in the selection`,
    'add.submit': (_, { context }) =>
      context.selected.length === 0
        ? `Try to press ${button(texts.add)} with nobody selected`
        : `Press ${button(texts.add)}`,
    'remove.open': ({ student }, { context }) =>
      isBeingRemoved(context, student)
        ? `Try to press ${button(texts.remove)} beside ${student.name} once more (it is busy)`
        : `Press ${button(texts.remove)} beside ${student.name}`,
    'remove.cancel': `Press ${button(texts.cancel)}, the backdrop, the X or Escape`,
    'remove.confirm': `Press ${button(texts.remove)} in the dialog`,
    'students.changed': ({ students, beingRemoved }) =>
      beingRemoved.length > 0
        ? 'Go on: as the removal is sent, its row is told of it'
        : `Let the list of sections be fetched again with ${students.map(({ name }) => name).join(' and ')} in this section (an answer to another change does that)`,
  },
  actors: {
    watchStudents: { does: 'Hears from the session who is in the section.' },
    searchStudents: {
      does: `Searches by ${search}.`,
      answers: (output) =>
        v.is(somebody, output)
          ? `Let the server answer ${search} with Bob Noyce and ${quote('X-Total-Count: 40')}`
          : `Let the server answer ${search} with nobody`,
      fails: `Let ${search} fail`,
    },
    addStudents: {
      does: `Adds the selected students by ${adding}.`,
      answers: (students) =>
        Array.isArray(students) && students.length > 1
          ? `Let the server answer ${adding} with Bob Noyce in the section`
          : `Let the server answer ${adding} without Bob Noyce in the section`,
      fails: `Let ${adding} fail`,
    },
    removeStudent: {
      does: `Removes one student by ${removing}.`,
      answers: `Let the server answer ${removing}`,
      fails: `Let ${removing} fail`,
    },
  },
  states: {
    'search.idle': 'no search is made; the list of results is empty',
    'search.settling': 'nothing is sent yet',
    'search.searching': quote(texts.searching),
    'search.found': (context) => `${quote(selectShown(context))} above the results`,
    'search.nobodyFound': ({ query }) => quote(texts.nobodyFound(query)),
    'search.failed': ({ searchProblem }) => quote(searchProblem?.sentence ?? ''),
    'selection.choosing': (context) =>
      [texts.selection(context.selected.length), texts.current(context.students.length), shortfallOf(context)]
        .flatMap((text) => (text === null ? [] : [quote(text)]))
        .join(', '),
    'selection.adding': `the button says ${button(texts.adding)}`,
    'removal.none': 'no dialog is open',
    'removal.asking': ({ leaving }) => `a dialog asks ${quote(texts.confirm)} and names ${leaving?.name ?? ''}`,
    'removal.removing': `the dialog’s button says ${button(texts.removing)}`,
  },
});
