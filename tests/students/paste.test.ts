import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type Lookup,
  pasteMachine,
  selectChecked,
  selectFailed,
  selectFound,
  selectMissing,
} from '../../src/machines/students/pasteMachine';
import { heldPromise } from '../support/actors';
import { ada, bob, failure } from '../support/samples';

const found = (student: typeof ada): Lookup => ({ kind: 'found', email: student.email, student });
const missing = (email: string): Lookup => ({ kind: 'missing', email });
const failed = (email: string): Lookup => ({ kind: 'failed', email });
const many = (count: number) => Array.from({ length: count }, (_, index) => `s${index}@x.example`);

function opened() {
  const readFile = heldPromise<string[], { file: File }>();
  const lookUp = heldPromise<Lookup[], { sectionId: string; emails: string[] }>();
  const actor = createActor(pasteMachine.provide({ actors: { readFile: readFile.logic, lookUp: lookUp.logic } }), {
    input: { sectionId: '7' },
  }).start();
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
    submit: (emails: string[]) => actor.send({ type: 'list.submit', emails }),
    choose: (file: File) => actor.send({ type: 'file.choose', file }),
    retry: () => actor.send({ type: 'lookups.retry' }),
    state: () => actor.getSnapshot().value,
    asked: () => lookUp.calls.map(({ input }) => input.emails),
    counts: () => [selectFound, selectMissing, selectFailed].map((select) => select(context()).length),
  };
}

test('is closed until it is opened, with nothing in it', () => {
  expect(
    createActor(pasteMachine, { input: { sectionId: '7' } })
      .start()
      .getSnapshot().value,
  ).toBe('closed');
  const { context, state } = opened();
  expect(state()).toEqual({ open: 'editing' });
  expect(context()).toEqual({ sectionId: '7', lookups: [], problem: null });
});

describe('a list', () => {
  test('without an email is not looked up, and says so until there is one', () => {
    const { context, lookUp, state, submit } = opened();
    submit([]);
    expect(context().problem).toEqual({ sentence: 'This list contains no emails.', kind: 'invalid' });
    expect(state()).toEqual({ open: 'editing' });
    expect(lookUp.calls).toEqual([]);
    submit([ada.email]);
    expect(context().problem).toBeNull();
    expect(state()).toEqual({ open: 'checking' });
  });

  test('has 300 emails at most', () => {
    const { context, lookUp, state, submit } = opened();
    submit(many(301));
    expect(context().problem?.sentence).toBe(
      'This list has 301 emails. Up to 300 can be checked at once; please paste it in parts.',
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
    await lookUp.last.answer([...many(3).map(missing), failed('s3@x.example')]);
    expect(asked()[1]).toEqual(['s4@x.example', 's5@x.example', 's6@x.example', 's7@x.example']);
    expect(selectChecked(context())).toBe(4);
    await lookUp.last.answer(asked()[1]!.map(missing));
    expect(asked()[2]).toEqual(['s8@x.example']);
    await lookUp.last.answer([missing('s8@x.example')]);
    expect(state()).toEqual({ open: 'reviewed' });
    expect(lookUp.calls).toHaveLength(3);
    expect(counts()).toEqual([0, 8, 1]);
  });

  test('is told apart in its own order', async () => {
    const { context, lookUp, submit } = opened();
    submit(['x@x.example', bob.email, ada.email, 'y@x.example']);
    await lookUp.last.answer([failed('y@x.example'), found(ada), found(bob), missing('x@x.example')]);
    expect(selectFound(context())).toEqual([bob, ada]);
    expect(selectMissing(context())).toEqual(['x@x.example']);
    expect(selectFailed(context())).toEqual(['y@x.example']);
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
    await lookUp.last.answer([found(ada), failed('x@x.example'), missing('y@x.example')]);
    retry();
    expect(asked()[1]).toEqual(['x@x.example']);
    expect(selectFailed(context())).toEqual([]);
    expect(selectChecked(context())).toBe(2);
    await lookUp.last.answer([missing('x@x.example')]);
    expect(state()).toEqual({ open: 'reviewed' });
    expect(selectFound(context())).toEqual([ada]);
    expect(selectMissing(context())).toEqual(['x@x.example', 'y@x.example']);
    retry();
    expect(lookUp.calls).toHaveLength(2);
    expect(state()).toEqual({ open: 'reviewed' });
  });

  test('after a round without any answer, no more is asked', async () => {
    const { context, counts, lookUp, retry, state, submit } = opened();
    submit(many(12));
    await lookUp.last.answer(many(4).map(missing));
    const { problem } = failure('Failed to search students. Please try again.', 'unanswered');
    await lookUp.last.fail(failure(problem.sentence, problem.kind));
    expect(state()).toEqual({ open: 'reviewed' });
    expect(lookUp.calls).toHaveLength(2);
    expect(counts()).toEqual([0, 4, 8]);
    expect(context().problem).toEqual(problem);
    retry();
    expect(context().problem).toBeNull();
    expect(lookUp.last.input.emails).toEqual(['s4@x.example', 's5@x.example', 's6@x.example', 's7@x.example']);
  });
});

describe('a file', () => {
  const file = new File(['x'], 'class.csv');

  test('is read, and looked up as a list', async () => {
    const { asked, choose, readFile, state } = opened();
    choose(file);
    expect(state()).toEqual({ open: 'reading' });
    expect(readFile.last.input.file).toBe(file);
    await readFile.last.answer([ada.email, bob.email]);
    expect(state()).toEqual({ open: 'checking' });
    expect(asked()).toEqual([[ada.email, bob.email]]);
  });

  test('without an email says so, as a list does', async () => {
    const { choose, context, readFile, state } = opened();
    choose(file);
    await readFile.last.answer([]);
    expect(state()).toEqual({ open: 'editing' });
    expect(context().problem?.sentence).toBe('This list contains no emails.');
  });

  test('that cannot be read says so', async () => {
    const { choose, context, readFile, state } = opened();
    choose(file);
    await readFile.last.fail(failure('This file could not be read.'));
    expect(state()).toEqual({ open: 'editing' });
    expect(context().problem?.sentence).toBe('This file could not be read.');
  });

  test('is not waited for when the dialog is closed', () => {
    const { choose, close, readFile, state } = opened();
    choose(file);
    close();
    expect(readFile.last.signal.aborted).toBe(true);
    expect(state()).toBe('closed');
  });
});
