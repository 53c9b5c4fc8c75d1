import type { Lookup } from '../../../../src/machines/roster/lookUp';
import { lineOf } from '../../../../src/machines/roster/pastedList';
import { pasteMachine, selectFailed, selectFound, selectReady } from '../../../../src/machines/roster/pasteMachine';
import { isBeingRemoved, rosterMachine, selectShown, shortfallOf } from '../../../../src/machines/roster/rosterMachine';
import { studentPanelMachine } from '../../../../src/machines/triage/studentPanelMachine';
import { messages } from '../../../../src/messages';
import { idle } from '../../idle';
import { bob, pastedPeople } from '../../samples';
import { plainWords } from '../plainWords';
import { button, call, press, quote } from '../say';

const { paste: pasteTexts, roster: texts } = messages;
const search = call('GET /section/search-students/');
const adding = call('POST /section/{id}/add-students/');
const before = 'Open Manage Students of a section with one student, Ada Lovelace.';
const closings = 'the backdrop, the X or Escape';

const onceMore = (isRepeated: boolean) => (isRepeated ? ' once more (it does nothing)' : '');

export const studentPanel = plainWords(idle(studentPanelMachine), {
  before: 'Open a section with two students, Ada and Bob, during a lesson.',
  events: {
    'student.open': ({ student }, { context }) =>
      context.student === null
        ? `Press the seat of ${student}`
        : `Press ${button(student === 'ada' ? messages.lesson.previous : messages.lesson.next)}`,
    'student.close': 'Press the X or Escape',
  },
  states: { open: ({ student }) => `the panel of ${student}` },
});

export const roster = plainWords(idle(rosterMachine), {
  texts,
  before,
  events: {
    'query.change': ({ query }) => `Type only ${quote(query)} into the search box`,
    'student.select': ({ student }, { context }) => `Tick ${student.name}${onceMore(context.selected.length > 0)}`,
    'students.select': (_, { context }) => `${press(texts.selectShown(1))}${onceMore(context.selected.length > 0)}`,
    'students.add': ({ students: [student] }) =>
      `${press(messages.paste.open)}, paste ${student?.email ?? ''}, press ${button(messages.paste.check)}, and then ${
        student === bob ? button(messages.paste.add(1)) : `${button(messages.paste.add(0))} (disabled)`
      }; ${search} is answered with Bob Noyce`,
    'student.unselect': ({ student }) => press(texts.unselect(student.name)),
    'add.submit': (_, { context }) =>
      `${press(texts.add)}${context.selected.length === 0 ? ' with nobody selected (disabled)' : ''}`,
    'remove.open': ({ student }, { context }) =>
      `${press(texts.remove)} beside ${student.name}${onceMore(isBeingRemoved(context, student))}`,
    'remove.cancel': `${press(texts.cancel)}, ${closings}`,
    'remove.confirm': `${press(texts.remove)} in the dialog`,
    'students.changed': 'Go on (the student’s row turns busy)',
  },
  calls: { searchStudents: search, addStudents: adding, removeStudent: call('POST /section/{id}/remove-students/') },
  answers: {
    searchStudents: (found) =>
      `Let the server answer ${search} with ${Object(found).total === 0 ? 'nobody' : 'Bob Noyce and `X-Total-Count: 40`'}`,
    addStudents: (students) =>
      `Let the server answer ${adding} with${Object(students).length > 1 ? '' : 'out'} Bob Noyce in the section`,
  },
  states: {
    'search.found': (context) => quote(selectShown(context)),
    'selection.choosing': (context) =>
      [texts.selection(context.selected.length), texts.current(context.students.length), shortfallOf(context)]
        .flatMap((text) => (text === null ? [] : [quote(text)]))
        .join(', '),
    'removal.asking': ({ leaving }) => `a dialog asks ${quote(texts.confirm)} and names ${leaving?.name ?? ''}`,
  },
});

export const paste = plainWords(idle(pasteMachine), {
  texts: pasteTexts,
  before,
  events: {
    'paste.close': `${press(pasteTexts.close)}, ${closings}`,
    'list.submit': ({ list: { people } }) => {
      const list =
        people.length > pastedPeople.length + 1
          ? `${people.length} emails`
          : people.map(lineOf).join(', ') || 'a text with nobody in it';
      return `Paste ${list}, and press ${button(pasteTexts.check)}`;
    },
    'list.edit': press(pasteTexts.edit),
    'student.choose': ({ student }) => `Choose ${student?.email ?? pasteTexts.nobody} for Bob Noyce`,
    'name.change': ({ key, name }) => `Type ${quote(name)} as the name for ${key}`,
    'people.add': (_, { context }) => {
      const ready = selectReady(context).length;
      const name = button(pasteTexts.addToDirectory(ready));
      return ready === 0 ? `Look for ${name} (absent or disabled)` : press(pasteTexts.addToDirectory(ready));
    },
    'file.choose': 'Drop a CSV file on the dialog, or choose one',
    'lookups.retry': (_, { context }) =>
      selectFailed(context).length === 0 ? `Look for ${button(pasteTexts.retry)} (absent)` : press(pasteTexts.retry),
  },
  calls: { lookUp: search, addToDirectory: call('POST /section/new-students/') },
  answers: {
    readFile: 'Let the file hold the list of the other paths',
    lookUp: (answered) => {
      const [first, ...others]: Lookup[] = Object(answered).lookups;
      const answers =
        others.length > 0
          ? 'Bob Noyce for his email, with a failure for dora@school.example, with nobody else'
          : first?.kind === 'several'
            ? 'two students called Bob Noyce'
            : 'nobody';
      return `Let the server answer ${search} with ${answers}, and with \`X-Directory: open\``;
    },
    addToDirectory: 'Let the server say that Cleo Bright was added',
  },
  fails: { readFile: 'Let the file be unreadable' },
  states: {
    'open.reviewed': (context) => quote(pasteTexts.reviewed(selectFound(context).length, context.lookups.length)),
  },
});
