import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, type EventObject } from 'xstate';
import type { Notice } from '../../src/machines/app/noticeMachine';
import {
  type RosterEvent,
  rosterMachine,
  selectShown,
  shortfallOf,
  standingOf,
} from '../../src/machines/roster/rosterMachine';
import { ProblemError } from '../../src/problem';
import type { FoundStudents, Student } from '../../src/services/app/types';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { ada, bob, cleo, section, sessionExpired } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const found = (...students: Student[]): FoundStudents => ({ students, total: null, mayAdd: false });

function started() {
  const searchStudents = heldPromise<FoundStudents, { query: string }>();
  const addStudents = heldPromise<Student[], { sectionId: string; students: Student[] }>();
  const removeStudent = heldPromise<void, { sectionId: string; email: string }>();
  const watchStudents = heldCallback<RosterEvent, EventObject, { sectionId: string }>();
  const notices: Notice[] = [];
  const actor = createActor(
    idle(rosterMachine).provide({
      actors: {
        searchStudents: searchStudents.logic,
        addStudents: addStudents.logic,
        removeStudent: removeStudent.logic,
        watchStudents: watchStudents.logic,
      },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
    { input: { section, selected: [] } },
  ).start();
  return {
    searchStudents,
    addStudents,
    removeStudent,
    watchStudents,
    notices,
    /** Whoever changed them: the section has these students now. */
    change: (students: Student[], beingRemoved: string[] = []) =>
      watchStudents.send({ type: 'students.changed', students, beingRemoved }),
    leave: () => actor.stop(),
    type: (query: string) => actor.send({ type: 'query.change', query }),
    select: (student: Student) => actor.send({ type: 'student.select', student }),
    addAll: (...students: Student[]) => actor.send({ type: 'students.add', students }),
    selectAll: (...students: Student[]) => actor.send({ type: 'students.select', students }),
    unselect: (student: Student) => actor.send({ type: 'student.unselect', student }),
    add: () => actor.send({ type: 'add.submit' }),
    askToRemove: (student: Student) => actor.send({ type: 'remove.open', student }),
    cancel: () => actor.send({ type: 'remove.cancel' }),
    confirm: () => actor.send({ type: 'remove.confirm' }),
    canAdd: () => actor.getSnapshot().can({ type: 'add.submit' }),
    standing: (student: Student) => standingOf(actor.getSnapshot().context, student),
    context: () => actor.getSnapshot().context,
    state: () => actor.getSnapshot().value,
    queries: () => searchStudents.calls.map(({ input }) => input.query),
  };
}

/** Longer than any wait for the next keystroke. */
const pause = () => vi.advanceTimersByTime(1_000);

test('2 manage students: begins with the students of the section, and with nothing searched, selected or asked', () => {
  const { context, state } = started();
  expect(state()).toEqual({ search: 'idle', selection: 'choosing', removal: 'none' });
  expect(context()).toMatchObject({ sectionId: '7', students: [ada], query: '', results: [], selected: [] });
  expect(context()).toMatchObject({ total: null, asked: [], notTaken: [], leaving: null, beingRemoved: [] });
});

describe('5 student search', () => {
  test.each(['', 'b', ' b ', '  '])('%j is too short to search for', (query) => {
    const { queries, type } = started();
    type(query);
    pause();
    expect(queries()).toEqual([]);
  });

  test('starts at 2 characters, without the blanks around them', () => {
    const { queries, type } = started();
    type(' bo ');
    pause();
    expect(queries()).toEqual(['bo']);
  });

  test('waits for a pause in typing: a name typed fluently is one request', () => {
    const { queries, type } = started();
    for (const query of ['b', 'bo', 'bob', 'bob ', 'bob n']) {
      type(query);
      vi.advanceTimersByTime(249);
    }
    expect(queries()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(queries()).toEqual(['bob n']);
  });

  test('finds students, or nobody', async () => {
    const { context, searchStudents, state, type } = started();
    type('bo');
    pause();
    await searchStudents.last.answer(found(bob));
    expect(context().results).toEqual([bob]);
    expect(state()).toMatchObject({ search: 'found' });
    type('xyz');
    expect(context().results).toEqual([]);
    pause();
    await searchStudents.last.answer(found());
    expect(state()).toMatchObject({ search: 'nobodyFound' });
  });

  test.each([
    [1, null, '1 shown'],
    [19, null, '19 shown'],
    [20, null, '20 shown. There may be more.'],
    [20, 20, '20 shown'],
    [20, 40, '20 of 40 shown'],
  ])('of %j students, out of %j, says %j', async (count, total, sentence) => {
    const { context, searchStudents, type } = started();
    type('bo');
    pause();
    const students = Array.from({ length: count }, () => bob);
    await searchStudents.last.answer({ students, total, mayAdd: false });
    expect(selectShown(context())).toBe(sentence);
    type('bob');
    expect(context().total).toBeNull();
  });

  test('a late answer to an old query is dropped', async () => {
    const { context, searchStudents, state, type } = started();
    type('bo');
    pause();
    type('cl');
    pause();
    const [first, second] = searchStudents.calls;
    expect(first!.signal.aborted).toBe(true);
    await second!.answer(found(cleo));
    await first!.answer(found(bob));
    expect(context().results).toEqual([cleo]);

    type('c');
    expect(context().results).toEqual([]);
    expect(state()).toMatchObject({ search: 'idle' });
  });

  test('a query that became too short ends the search under way', async () => {
    const { context, searchStudents, state, type } = started();
    type('bo');
    pause();
    type('b');
    await searchStudents.last.answer(found(bob));
    expect(context().results).toEqual([]);
    expect(state()).toMatchObject({ search: 'idle' });
  });

  test('a failure is told, and typing on takes it away', async () => {
    for (const error of [
      new ProblemError({ sentence: 'Failed to search students. Please try again.', kind: 'refused' }),
      sessionExpired,
    ]) {
      const { context, searchStudents, state, type } = started();
      type('bo');
      pause();
      await searchStudents.last.fail(error);
      expect(state()).toMatchObject({ search: 'failed' });
      expect(context().searchProblem).toEqual(error.problem);
      type('bob');
      expect(context().searchProblem).toBeNull();
    }
  });

  test('an error of our own is told as such, and logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { context, searchStudents, type } = started();
    const error = new Error('boom');
    type('bo');
    pause();
    await searchStudents.last.fail(error);
    expect(context().searchProblem?.kind).toBe('defect');
    expect(logged).toHaveBeenCalledWith(error);
    logged.mockRestore();
  });

  test('typing keeps the selection and the question', () => {
    const { context, askToRemove, select, state, type } = started();
    select(bob);
    askToRemove(ada);
    type('cl');
    type('cle');
    expect(context().selected).toEqual([bob]);
    expect(state()).toMatchObject({ removal: 'asking' });
  });
});

describe('5 selection', () => {
  test('a student cannot be selected twice, however the e-mail is spelt', () => {
    const { context, select, standing } = started();
    select(bob);
    select(bob);
    select({ ...bob, id: '22', email: 'BOB@school.example' });
    expect(context().selected).toEqual([bob]);
    expect(standing(bob)).toBe('selected');
  });

  test('a student who is in the section already cannot be selected', () => {
    const { context, select, standing } = started();
    select({ ...ada, email: 'Ada@School.example' });
    expect(context().selected).toEqual([]);
    expect(standing(ada)).toBe('enrolled');
    expect(standing(bob)).toBe('selectable');
  });

  test('several are selected at once, except who is selected or in the section, and nobody twice', () => {
    const { context, select, selectAll } = started();
    select(cleo);
    selectAll(ada, bob, cleo, { ...bob, id: '22', email: 'BOB@school.example' });
    expect(context().selected).toEqual([cleo, bob]);
  });

  test('can be taken back', () => {
    const { context, select, unselect } = started();
    select(bob);
    select(cleo);
    unselect(bob);
    expect(context().selected).toEqual([cleo]);
  });

  test('Add is disabled with no selection', () => {
    const { add, addStudents, canAdd, select, unselect } = started();
    expect(canAdd()).toBe(false);
    add();
    expect(addStudents.calls).toEqual([]);
    select(bob);
    expect(canAdd()).toBe(true);
    unselect(bob);
    expect(canAdd()).toBe(false);
  });
});

describe('8 adding students', () => {
  async function adding() {
    const parts = started();
    parts.select(bob);
    parts.select(cleo);
    parts.add();
    return parts;
  }

  test('sends the e-mails of all selected, once', async () => {
    const { add, addStudents, select, unselect, context } = await adding();
    add();
    select({ ...cleo, email: 'other@school.example' });
    unselect(bob);
    expect(addStudents.calls.map(({ input }) => input)).toEqual([{ sectionId: '7', students: [bob, cleo] }]);
    expect(context().selected).toEqual([bob, cleo]);
  });

  test('success says so and empties the selection', async () => {
    const { addStudents, context, notices, state } = await adding();
    await addStudents.last.answer([ada, bob, cleo]);
    expect(notices).toEqual([{ kind: 'success', sentence: 'Students added successfully!' }]);
    expect(context().selected).toEqual([]);
    expect(state()).toMatchObject({ selection: 'choosing' });
  });

  test('of whom is not in the section afterwards is told, and nothing of a success', async () => {
    const { addAll, addStudents, context, notices, select, selectAll, add, state } = await adding();
    await addStudents.last.answer([ada, { ...cleo, email: 'CLEO@school.example' }]);
    expect(state()).toMatchObject({ selection: 'choosing' });
    expect(notices).toEqual([]);
    expect(shortfallOf(context())).toBe('1 of 2 students were added. Not added: bob@school.example');
    expect(context().selected).toEqual([]);
    selectAll(ada);
    expect(shortfallOf(context())).not.toBeNull();
    select(cleo);
    expect(shortfallOf(context())).toBeNull();
    add();
    await addStudents.last.answer([ada]);
    expect(shortfallOf(context())).toBe('0 of 1 student was added. Not added: cleo@school.example');
    selectAll(bob);
    expect(shortfallOf(context())).toBeNull();
    add();
    await addStudents.last.answer([ada]);
    expect(shortfallOf(context())).not.toBeNull();
    addAll(bob);
    expect(shortfallOf(context())).toBeNull();
  });

  test('what was told of the last addition is gone with the next one', async () => {
    const { add, addStudents, change, context, notices, select } = await adding();
    // Selected still, as the session has not said yet who is in the section.
    await addStudents.last.answer([ada, cleo]);
    select(bob);
    add();
    change([ada, bob, cleo]);
    await addStudents.last.answer([ada, bob, cleo]);
    expect(shortfallOf(context())).toBeNull();
    expect(notices).toEqual([{ kind: 'success', sentence: 'Students added successfully!' }]);
  });

  test('more can be added afterwards', async () => {
    const { add, addStudents, select } = await adding();
    await addStudents.last.answer([ada, bob, cleo]);
    select(cleo);
    add();
    expect(addStudents.last.input.students).toEqual([cleo]);
  });

  test('a checked list is added at once, each student once, and leaves the rest of the selection', async () => {
    const { addAll, addStudents, context, select, notices } = started();
    select(bob);
    addAll(ada, cleo, { ...cleo, email: 'CLEO@school.example' });
    expect(addStudents.calls.map(({ input }) => input.students)).toEqual([[cleo]]);
    expect(context().selected).toEqual([bob, cleo]);
    await addStudents.last.answer([ada, cleo]);
    expect(notices).toEqual([{ kind: 'success', sentence: 'Students added successfully!' }]);
    expect(context().selected).toEqual([bob]);
    addAll(ada);
    expect(addStudents.calls).toHaveLength(1);
  });

  test('a checked list that could not be added stays selected', async () => {
    const { add, addAll, addStudents, context } = started();
    addAll(bob, cleo);
    await addStudents.last.fail(new ProblemError({ sentence: 'No.', kind: 'refused' }));
    expect(context().selected).toEqual([bob, cleo]);
    add();
    expect(addStudents.last.input.students).toEqual([bob, cleo]);
  });

  test('failure says so and keeps the selection', async () => {
    const { add, addStudents, canAdd, context, notices } = await adding();
    const sentence = 'Failed to add students. Please try again.';
    await addStudents.last.fail(new ProblemError({ sentence, kind: 'refused' }));
    expect(notices).toEqual([{ kind: 'error', sentence }]);
    expect(context()).toMatchObject({ selected: [bob, cleo], students: [ada] });
    expect(canAdd()).toBe(true);
    add();
    expect(addStudents.calls).toHaveLength(2);
  });

  test('leaving the page gives up waiting for the answer', async () => {
    const { addStudents, leave } = await adding();
    leave();
    expect(addStudents.last.signal.aborted).toBe(true);
  });
});

describe('2 the students of the section, changed here or elsewhere', () => {
  test('are watched as long as the page is open', () => {
    const { leave, watchStudents } = started();
    expect(watchStudents.inputs).toEqual([{ sectionId: '7' }]);
    leave();
    expect(watchStudents.isRunning).toBe(false);
  });

  test('are shown as they are now, and who is among them is selected no more, however the e-mail is spelt', () => {
    const { change, context, select, standing } = started();
    select(bob);
    select(cleo);
    change([ada, { ...bob, email: 'BOB@school.example' }]);
    expect(context().students).toHaveLength(2);
    expect(context().selected).toEqual([cleo]);
    expect(standing(bob)).toBe('enrolled');

    change([]);
    expect(context().students).toEqual([]);
    expect(standing(ada)).toBe('selectable');
  });

  test('may change while some are being added, removed or searched for', async () => {
    const { add, askToRemove, change, confirm, context, searchStudents, select, state, type } = started();
    select(cleo);
    add();
    askToRemove(ada);
    confirm();
    type('bo');
    pause();
    change([ada, bob]);
    expect(state()).toEqual({ search: 'searching', selection: 'adding', removal: 'removing' });
    await searchStudents.last.answer(found(bob));
    expect(context().results).toEqual([bob]);
  });
});

describe('5 removing a student', () => {
  test('asks first, and Cancel removes nobody', () => {
    const { askToRemove, cancel, confirm, context, removeStudent } = started();
    confirm();
    askToRemove(ada);
    expect(context().leaving).toEqual(ada);
    cancel();
    confirm();
    expect(removeStudent.calls).toEqual([]);
    expect(context().leaving).toBeNull();
  });

  test('removes the student of the question, once', () => {
    const { askToRemove, confirm, removeStudent } = started();
    askToRemove(ada);
    askToRemove(bob);
    confirm();
    confirm();
    expect(removeStudent.calls.map(({ input }) => input)).toEqual([{ sectionId: '7', email: 'ada@school.example' }]);
  });

  test('Cancel while it is under way only gives up waiting for it, and it is told elsewhere', async () => {
    const { askToRemove, cancel, confirm, context, notices, removeStudent, state } = started();
    askToRemove(ada);
    confirm();
    cancel();
    expect(removeStudent.last.signal.aborted).toBe(true);
    expect(state()).toMatchObject({ removal: 'none' });
    expect(context()).toMatchObject({ students: [ada], leaving: null });
    await removeStudent.last.answer();
    expect(notices).toEqual([]);
  });

  test('asks of nobody who is being removed, however the e-mail is spelt, until that is over; but of others', () => {
    const { askToRemove, cancel, change, confirm, context, state } = started();
    change([ada, bob]);
    askToRemove(ada);
    confirm();
    change([ada, bob], ['ADA@school.example']);
    cancel();
    askToRemove(ada);
    expect(state()).toMatchObject({ removal: 'none' });
    askToRemove(bob);
    expect(context().leaving).toEqual(bob);
    cancel();
    change([ada, bob]);
    askToRemove(ada);
    expect(context().leaving).toEqual(ada);
  });

  test('success says so', async () => {
    const { askToRemove, confirm, context, notices, removeStudent, state } = started();
    askToRemove(ada);
    confirm();
    await removeStudent.last.answer();
    expect(notices).toEqual([{ kind: 'success', sentence: 'Student removed from the section.' }]);
    expect(context().leaving).toBeNull();
    expect(state()).toMatchObject({ removal: 'none' });
  });

  test('8 failure tells status and message, and the student stays', async () => {
    const { askToRemove, confirm, context, notices, removeStudent, state } = started();
    const sentence = 'Failed to remove student: 400: Not in this section.';
    askToRemove(ada);
    confirm();
    await removeStudent.last.fail(new ProblemError({ sentence, kind: 'refused' }));
    expect(state()).toMatchObject({ removal: 'none' });
    expect(notices).toEqual([{ kind: 'error', sentence }]);
    expect(context()).toMatchObject({ students: [ada], leaving: null });
    askToRemove(ada);
    confirm();
    expect(removeStudent.calls).toHaveLength(2);
  });
});
