import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { type RosterContext, rosterMachine } from '../../src/machines/roster/rosterMachine';
import type { Section, Student } from '../../src/services/app/types';
import { openHeldSection } from '../support/classroom';
import { idle } from '../support/idle';
import { ada, bob, section } from '../support/samples';
import { alerts, settle, statuses } from '../support/screen';
import { showTab } from '../support/session';
import { walkChart } from '../support/walk';

const search = 'GET /section/search-students/';
const add = 'POST /section/7/add-students/';
const remove = 'POST /section/7/remove-students/';
const list = 'GET /section/list/';
const status = 'GET /detection/sessions/status/7/';

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { hidden: true });
const dialog = () => screen.queryByRole('dialog', { name: 'Remove student' });
const checkbox = ({ name }: Student) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}`, hidden: true });
const selectShown = 'Select 1 student';
const shortfall = '0 of 1 student was added. Not added: bob@school.example';
const addButton = (name = 'Add Selected Students') => screen.getByRole('button', { name, hidden: true });

/** The names in a list of the page, behind a dialog or not. */
const listed = (name: string) => {
  const list = screen.queryByRole('list', { name, hidden: true });
  return [...(list?.querySelectorAll('li') ?? [])].map((item) => item.querySelector('bdi')?.textContent);
};
const namesOf = (students: Student[]) => students.map(({ name }) => name);

/** The session tells the page of the removal as it is sent. */
const removalSent = { type: 'students.changed', students: [ada], beingRemoved: [ada.email] };

/** Who is said to be selected, who to be in the section, and who of them to be being removed. */
function expectLists({ selected, students, beingRemoved }: RosterContext) {
  expect(screen.getByText(`Selected students (${selected.length})`)).toBeTruthy();
  expect(listed(`Selected students (${selected.length})`)).toEqual(namesOf(selected));
  expect(screen.queryAllByText('Nobody selected yet.')).toHaveLength(selected.length === 0 ? 1 : 0);
  expect(screen.getByText(`Current Students (${students.length})`)).toBeTruthy();
  expect(listed(`Current Students (${students.length})`)).toEqual(namesOf(students));
  const busy = students.filter(
    ({ name }) =>
      screen.getByRole('button', { name: `Remove ${name}`, hidden: true }).getAttribute('aria-busy') === 'true',
  );
  expect(busy.map(({ email }) => email)).toEqual(beingRemoved);
}

/** The search's place on the page: its results, its errors, or the one sentence that it says. */
function expectSearch({ results = [], says }: { results?: Student[]; says?: string }) {
  expect(listed('Search results')).toEqual(namesOf(results));
  for (const sentence of ['Searching…', '1 of 40 shown', 'Nobody found for “bo”.']) {
    expect(screen.queryAllByText(sentence)).toHaveLength(sentence === says ? 1 : 0);
  }
  expect(alerts().includes('Failed to search students. Please try again.')).toBe(says === 'Failed');
}

/** Students can be made from names. */
const taking = (given: Section) => ({ ...given, takes_names: true });
const open = () => openHeldSection([search, add, remove], { [list]: { json: [taking(section)] } }, '/add-students');

walkChart(idle(rosterMachine), open, {
  events: {
    async 'query.change'({ user }, { query }) {
      await user.click(box());
      await user.paste(query);
    },
    async 'student.select'({ user }, event, { sendDirectly }) {
      const tick = checkbox(event.student);
      if (tick.checked) await sendDirectly(event, 'another press would take the tick away');
      else await user.click(tick);
      await settle();
      expect(checkbox(event.student).checked).toBe(true);
    },
    async 'students.select'({ press }, event, { sendDirectly }) {
      const isInert =
        screen.getByRole('button', { name: selectShown, hidden: true }).getAttribute('aria-disabled') === 'true';
      await press(selectShown);
      if (isInert) await sendDirectly(event, 'with nobody left to select the button is inert');
      expect(checkbox(bob).checked).toBe(true);
    },
    async 'students.add'({ user, press, give }, event, { sendDirectly }) {
      const [student = bob] = event.students;
      await press('Paste a list');
      await user.click(screen.getByLabelText('Names and emails'));
      await user.paste(student.email);
      await press('Check the list');
      if (student === bob) {
        await give(search, { json: [bob] });
        await press('Add 1 student');
        return;
      }
      await press('Add 0 students');
      await user.keyboard('{Escape}');
      await sendDirectly(event, 'of those in the section nobody is searched for, and the button is inert');
    },
    async 'student.unselect'({ press }, { student }) {
      await press(`Remove ${student.name} from the selection`);
      // Someone of a pasted list is no result of a search.
      if (listed('Search results').length > 0) expect(checkbox(student).checked).toBe(false);
    },
    async 'add.submit'({ press }, event, { sendDirectly }) {
      const isInert = addButton().getAttribute('aria-disabled') === 'true';
      await press('Add Selected Students');
      if (isInert) await sendDirectly(event, 'with nobody selected the button is inert');
    },
    async 'remove.open'({ press }, event, { sendDirectly }) {
      const name = `Remove ${event.student.name}`;
      const isBusy = screen.getByRole('button', { name, hidden: true }).getAttribute('aria-busy') === 'true';
      await press(name);
      if (isBusy) await sendDirectly(event, 'while the student is being removed, the button is busy');
    },
    'remove.cancel': ({ press }) => press('Cancel'),
    'remove.confirm'({ press }, _, { goesOnWith }) {
      goesOnWith(removalSent);
      return press('Remove');
    },
    // The backend has lost the section for a moment, so that the list is asked, and has it again.
    async 'students.changed'({ answer }, event, { sendDirectly }) {
      const { students, beingRemoved } = event;
      if (beingRemoved.length > 0) return sendDirectly(event, 'that was told with the confirmation');
      answer({ [status]: { status: 404 }, [list]: { json: [taking({ ...section, students })] } });
      await showTab('hidden');
      await showTab('visible');
    },
  },
  answers: {
    searchStudents: {
      done: ({ give }, { students, total, mayAdd }) =>
        give(
          search,
          Response.json(students, {
            headers: { 'X-Total-Count': String(total), ...(mayAdd && { 'X-Directory': 'open' }) },
          }),
        ),
      error: ({ give }) => give(search, { status: 500 }),
    },
    addStudents: {
      async done({ give }, students, { comesFirst }) {
        comesFirst({ type: 'students.changed', students, beingRemoved: [] });
        await give(add, { json: { ...section, students } });
        const isTaken = students.length === 2;
        expect(statuses().includes('Students added successfully!')).toBe(isTaken);
        expect(alerts()).toEqual(isTaken ? [] : [shortfall]);
      },
      async error({ give }) {
        await give(add, { status: 400 });
        expect(alerts()).toEqual(['Failed to add students. Please try again.']);
      },
    },
    removeStudent: {
      async done({ give }, _, { comesFirst }) {
        comesFirst({ type: 'students.changed', students: [], beingRemoved: [] });
        await give(remove, { json: { ...section, students: [] } });
        expect(statuses()).toContain('Student removed from the section.');
        // The row that had the focus has gone, and there is no other.
        expect(document.activeElement?.textContent).toBe('Current Students (0)');
      },
      async error({ give }, _, { comesFirst }) {
        comesFirst({ type: 'students.changed', students: [ada], beingRemoved: [] });
        await give(remove, { status: 400 });
        expect(alerts()).toEqual(['Failed to remove student: 400']);
      },
    },
  },
  seen: {
    'search.idle': ({ waiting }) => {
      expect(waiting(search)).toEqual([]);
      expectSearch({});
    },
    'search.settling': ({ waiting }) => {
      expect(waiting(search)).toEqual([]);
      expectSearch({});
    },
    'search.searching': ({ waiting }) => {
      expect(waiting(search)).toHaveLength(1);
      expectSearch({ says: 'Searching…' });
    },
    'search.found': (_, { context }) => expectSearch({ results: context.results, says: '1 of 40 shown' }),
    'search.nobodyFound': () => {
      expectSearch({ says: 'Nobody found for “bo”.' });
      expect(screen.getByText('To add someone new, choose “Paste a list” and give their name.')).toBeTruthy();
    },
    'search.failed': () => expectSearch({ says: 'Failed' }),
    'selection.choosing': ({ waiting }, { context }) => {
      expectLists(context);
      expect(addButton().getAttribute('aria-disabled')).toBe(context.selected.length === 0 ? 'true' : null);
      expect(alerts().includes(shortfall)).toBe(context.notTaken.length > 0);
      expect(waiting(add)).toEqual([]);
    },
    'selection.adding': ({ waiting }, { context }) => {
      expectLists(context);
      expect(addButton('Adding…').getAttribute('aria-busy')).toBe('true');
      expect(waiting(add).map(({ body }) => body)).toEqual([{ student_emails: [bob.email] }]);
    },
    'removal.none': () => expect(dialog()).toBeNull(),
    'removal.asking': ({ waiting }) => {
      expect(dialog()?.textContent).toContain('Are you sure you want to remove this student from the section?');
      expect(dialog()?.textContent).toContain(ada.email);
      expect(waiting(remove)).toEqual([]);
    },
    'removal.removing': ({ waiting }) => {
      const busy = within(dialog() ?? document.body).getByRole('button', { name: 'Removing…' });
      expect(busy.getAttribute('aria-busy')).toBe('true');
      expect(waiting(remove).map(({ body }) => body)).toEqual([{ student_emails: [ada.email] }]);
    },
  },
});
