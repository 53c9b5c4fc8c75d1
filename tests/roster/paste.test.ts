import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Answered, Lookup } from '../../src/machines/roster/lookUp';
import { type PastedList, type PastedPerson, readList } from '../../src/machines/roster/pastedList';
import {
  newcomerBeside,
  pasteMachine,
  selectAll,
  selectChecked,
  selectFailed,
  selectFound,
  selectFoundCount,
  selectLeft,
  selectMissing,
  selectNewcomers,
  selectReady,
} from '../../src/machines/roster/pasteMachine';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { ada, bob, bobby, cleo, failure } from '../support/samples';

const person = (email: string): PastedPerson => ({ key: email, name: '', email });
const found = (student: typeof ada): Lookup => ({ ...person(student.email), kind: 'found', student });
const missing = (email: string): Lookup => ({ ...person(email), kind: 'missing' });
const failed = (email: string): Lookup => ({ ...person(email), kind: 'failed' });
const many = (count: number) => Array.from({ length: count }, (_, index) => `s${index}@x.example`);
const emailsOf = (people: readonly PastedPerson[]) => people.map(({ email }) => email);
const nobody: PastedList = { text: '', people: [], heading: '', repeated: [], unread: [] };

function opened(takesNames = true) {
  const section = { id: '7', takesNames };
  const readFile = heldPromise<PastedList, { file: File }>();
  const lookUp = heldPromise<Answered, { sectionId: string; people: PastedPerson[] }>();
  const actors = { readFile: readFile.logic, lookUp: lookUp.logic };
  const actor = createActor(idle(pasteMachine).provide({ actors }), { input: { section } }).start();
  const open = () => actor.send({ type: 'paste.open' });
  open();
  const context = () => actor.getSnapshot().context;
  return {
    readFile,
    lookUp,
    open,
    context,
    close: () => actor.send({ type: 'paste.close' }),
    leave: () => actor.stop(),
    submit: (lines: readonly string[]) => actor.send({ type: 'list.submit', list: readList(lines.join('\n')) }),
    answer: (lookups: Lookup[], mayAdd = false) => lookUp.last.answer({ lookups, mayAdd }),
    edit: () => actor.send({ type: 'list.edit' }),
    choose: (key: string, student: typeof ada | null) => actor.send({ type: 'student.choose', key, student }),
    nameOne: (key: string, name: string) => actor.send({ type: 'name.change', key, name }),
    drop: (file: File) => actor.send({ type: 'file.choose', file }),
    retry: () => actor.send({ type: 'lookups.retry' }),
    state: () => actor.getSnapshot().value,
    asked: () => lookUp.calls.map(({ input }) => emailsOf(input.people)),
    counts: () => [selectFound, selectMissing, selectFailed].map((select) => select(context()).length),
  };
}

test('is closed until it is opened, with nothing in it', () => {
  expect(
    createActor(idle(pasteMachine), { input: { section: { id: '7' } } })
      .start()
      .getSnapshot().value,
  ).toBe('closed');
  const { context, state } = opened();
  expect(state()).toEqual({ open: 'editing' });
  expect(context()).toEqual({
    ...{ sectionId: '7', takesNames: true, list: nobody, lookups: [], problem: null },
    ...{ mayAdd: false, names: {} },
  });
});

describe('a list', () => {
  test('without anybody is not looked up, and says so until there is somebody', () => {
    const { context, lookUp, state, submit } = opened();
    submit([]);
    expect(context().problem).toEqual({ sentence: 'This list contains no names and no emails.', kind: 'invalid' });
    expect(state()).toEqual({ open: 'editing' });
    expect(lookUp.calls).toEqual([]);
    submit([ada.email]);
    expect(context().problem).toBeNull();
    expect(state()).toEqual({ open: 'checking' });
  });

  test('has 300 people at most', () => {
    const { context, lookUp, state, submit } = opened();
    submit(many(301));
    expect(context().problem?.sentence).toBe(
      'This list has 301 people. Up to 300 can be checked at once; please paste it in parts.',
    );
    expect(context().lookups).toEqual([]);
    expect(lookUp.calls).toEqual([]);
    submit(many(300));
    expect(state()).toEqual({ open: 'checking' });
  });

  test('is looked up by four at a time, and what is known by then is counted', async () => {
    const { asked, context, counts, lookUp, state, submit } = opened();
    submit(many(9));
    expect(asked()).toEqual([many(4)]);
    expect(lookUp.last.input.sectionId).toBe('7');
    expect(selectChecked(context())).toBe(0);
    await lookUp.last.answer({ lookups: [...many(3).map(missing), failed('s3@x.example')], mayAdd: false });
    expect(asked()[1]).toEqual(['s4@x.example', 's5@x.example', 's6@x.example', 's7@x.example']);
    expect(selectChecked(context())).toBe(4);
    await lookUp.last.answer({ lookups: asked()[1]!.map(missing), mayAdd: false });
    expect(asked()[2]).toEqual(['s8@x.example']);
    await lookUp.last.answer({ lookups: [missing('s8@x.example')], mayAdd: false });
    expect(state()).toEqual({ open: 'reviewed' });
    expect(lookUp.calls).toHaveLength(3);
    expect(counts()).toEqual([0, 8, 1]);
  });

  test('keeps its order', async () => {
    const { context, lookUp, submit } = opened();
    submit(['x@x.example', bob.email, ada.email, 'y@x.example']);
    await lookUp.last.answer({
      lookups: [failed('y@x.example'), found(ada), found(bob), missing('x@x.example')],
      mayAdd: false,
    });
    expect(selectFound(context())).toEqual([bob, ada]);
    expect(emailsOf(selectMissing(context()))).toEqual(['x@x.example']);
    expect(emailsOf(selectFailed(context()))).toEqual(['y@x.example']);
  });

  test('closed, it is given up and forgotten', () => {
    const { close, context, lookUp, open, state, submit } = opened();
    submit(many(9));
    close();
    expect(lookUp.last.signal.aborted).toBe(true);
    expect(state()).toBe('closed');
    expect(context().lookups).toEqual([]);
    open();
    expect(state()).toEqual({ open: 'editing' });
    submit([]);
    close();
    open();
    expect(context().problem).toBeNull();
  });

  test('left with the page, it is given up', () => {
    const { leave, lookUp, submit } = opened();
    submit(many(9));
    leave();
    expect(lookUp.last.signal.aborted).toBe(true);
  });
});

describe('what was not answered', () => {
  test('is asked for again by itself, and the rest stays', async () => {
    const { asked, context, lookUp, retry, state, submit } = opened();
    submit([ada.email, 'x@x.example', 'y@x.example']);
    await lookUp.last.answer({ lookups: [found(ada), failed('x@x.example'), missing('y@x.example')], mayAdd: false });
    retry();
    expect(asked()[1]).toEqual(['x@x.example']);
    expect(selectFailed(context())).toEqual([]);
    expect(selectChecked(context())).toBe(2);
    await lookUp.last.answer({ lookups: [missing('x@x.example')], mayAdd: false });
    expect(state()).toEqual({ open: 'reviewed' });
    expect(selectFound(context())).toEqual([ada]);
    expect(emailsOf(selectMissing(context()))).toEqual(['x@x.example', 'y@x.example']);
    retry();
    expect(lookUp.calls).toHaveLength(2);
    expect(state()).toEqual({ open: 'reviewed' });
  });

  test('after a round without any answer, no more is asked', async () => {
    const { context, counts, lookUp, retry, state, submit } = opened();
    submit(many(12));
    await lookUp.last.answer({ lookups: many(4).map(missing), mayAdd: false });
    const { problem } = failure('Failed to search students. Please try again.', 'unanswered');
    await lookUp.last.fail(failure(problem.sentence, problem.kind));
    expect(state()).toEqual({ open: 'reviewed' });
    expect(lookUp.calls).toHaveLength(2);
    expect(counts()).toEqual([0, 4, 8]);
    expect(context().problem).toEqual(problem);
    retry();
    expect(context().problem).toBeNull();
    expect(emailsOf(lookUp.last.input.people)).toEqual([
      's4@x.example',
      's5@x.example',
      's6@x.example',
      's7@x.example',
    ]);
  });
});

describe('a file', () => {
  const file = new File(['x'], 'class.csv');

  test('is read, and looked up as a list', async () => {
    const { asked, drop, readFile, state } = opened();
    drop(file);
    expect(state()).toEqual({ open: 'reading' });
    expect(readFile.last.input.file).toBe(file);
    await readFile.last.answer(readList(`${ada.email}\n${bob.email}`));
    expect(state()).toEqual({ open: 'checking' });
    expect(asked()).toEqual([[ada.email, bob.email]]);
  });

  test('without anybody says so, as a list does', async () => {
    const { drop, context, readFile, state } = opened();
    drop(file);
    await readFile.last.answer(nobody);
    expect(state()).toEqual({ open: 'editing' });
    expect(context().problem?.sentence).toBe('This list contains no names and no emails.');
  });

  test('that cannot be read says so', async () => {
    const { drop, context, readFile, state } = opened();
    drop(file);
    await readFile.last.fail(failure('This file could not be read.'));
    expect(state()).toEqual({ open: 'editing' });
    expect(context().problem?.sentence).toBe('This file could not be read.');
  });

  test('is not waited for when the dialog is closed', () => {
    const { drop, close, readFile, state } = opened();
    drop(file);
    close();
    expect(readFile.last.signal.aborted).toBe(true);
    expect(state()).toBe('closed');
  });
});

describe('someone who is in no directory', () => {
  const list = ['Cleo Bright <cleo@school.example>', 'dora@school.example', 'eve@intranet', 'Finn Roth'];
  const finn: PastedPerson = { key: 'name finn roth', name: 'Finn Roth', email: '' };
  const unknown: Lookup[] = [
    { key: cleo.email, name: cleo.name, email: cleo.email, kind: 'missing' },
    missing('dora@school.example'),
    missing('eve@intranet'),
    { ...finn, kind: 'missing' },
  ];

  async function reviewed(mayAdd: boolean, takesNames = true) {
    const parts = opened(takesNames);
    parts.submit(list);
    await parts.answer(unknown, mayAdd);
    return parts;
  }

  test('is not found where the backend makes nobody', async () => {
    const { context } = await reviewed(true, false);
    expect([selectNewcomers(context()), selectAll(context())]).toEqual([[], []]);
    expect(selectMissing(context())).toHaveLength(4);
  });

  test('is new with a name alone, and with an email only where teachers may add to the directory', async () => {
    const { context } = await reviewed(false);
    expect(selectNewcomers(context())).toEqual([expect.objectContaining(finn)]);
    expect(selectReady(context())).toEqual([{ id: '', name: 'Finn Roth', email: '' }]);
    expect(selectMissing(context())).toHaveLength(3);
    expect(selectLeft(context())).toBe(3);
  });

  test('is new with a whole email and a name, which is asked for if it is missing', async () => {
    const { context, nameOne } = await reviewed(true);
    expect(emailsOf(selectNewcomers(context()))).toEqual(['cleo@school.example', 'dora@school.example', '']);
    expect(emailsOf(selectMissing(context()))).toEqual(['eve@intranet']);
    expect(selectReady(context()).map(({ name }) => name)).toEqual(['Cleo Bright', 'Finn Roth']);
    nameOne('dora@school.example', '  ');
    expect(selectReady(context())).toHaveLength(2);
    nameOne('dora@school.example', ' Dora Day ');
    expect(selectAll(context())).toEqual([
      { id: '', name: 'Cleo Bright', email: 'cleo@school.example' },
      { id: '', name: 'Dora Day', email: 'dora@school.example' },
      { id: '', name: 'Finn Roth', email: '' },
    ]);
    expect([selectFoundCount(context()), selectLeft(context())]).toEqual([0, 1]);
  });

  test('is corrected in the list, which stays', async () => {
    const { asked, context, edit, nameOne, state, submit } = await reviewed(true);
    nameOne('dora@school.example', 'Dora Day');
    edit();
    expect(state()).toEqual({ open: 'editing' });
    expect(context()).toMatchObject({ lookups: [], names: {}, list: { text: list.join('\n') } });
    submit([ada.email]);
    expect(asked()[1]).toEqual([ada.email]);
  });
});

test('of several students with one name nobody is taken until one is chosen', async () => {
  const { answer, choose, context, submit } = opened();
  submit(['Bob Noyce']);
  const key = 'name bob noyce';
  await answer([{ key, name: 'Bob Noyce', email: '', kind: 'several', students: [bob, bobby], chosen: null }]);
  expect(selectFound(context())).toEqual([]);
  expect(selectLeft(context())).toBe(1);
  choose(key, bobby);
  expect(selectFound(context())).toEqual([bobby]);
  choose('name of another', bob);
  choose(key, null);
  expect(selectFound(context())).toEqual([]);
});

test('of several of one name, none may be the one: someone new is told apart by a number', async () => {
  const { answer, choose, context, submit } = opened();
  submit(['Bob Noyce']);
  const key = 'name bob noyce';
  await answer([{ key, name: 'Bob Noyce', email: '', kind: 'several', students: [bob, bobby], chosen: null }]);
  expect(newcomerBeside('Bob', [bob, bobby]).name).toBe('Bob');
  const third = newcomerBeside('Bob Noyce', [bob, bobby]);
  expect(third).toEqual({ id: '', name: 'Bob Noyce (3)', email: '' });
  choose(key, third);
  expect([selectAll(context()), selectFoundCount(context()), selectLeft(context())]).toEqual([[third], 0, 0]);
});
