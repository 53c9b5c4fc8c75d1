import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { readingMachine } from '../../src/machines/reports/readingMachine';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { notFound, refused } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [running, over] = [{ isOver: false }, { isOver: true }];

function started(isOffered = true) {
  const read = heldPromise<{ isOver: boolean }, unknown>();
  const actor = createActor(idle(readingMachine).provide({ actors: { read: read.logic } }), {
    input: { isOffered },
  }).start();
  const seen = () => {
    const { value, context } = actor.getSnapshot();
    return [value, context.value, context.problem?.sentence, read.calls.length];
  };
  return { read, seen, refresh: () => actor.send({ type: 'reading.refresh' }) };
}

test('it is read every 30 s while a lesson is running, and once more when it is over', async () => {
  const { read, seen } = started();
  expect(seen()).toEqual(['reading', null, undefined, 1]);
  await read.last.answer(running);
  vi.advanceTimersByTime(29_999);
  expect(seen()).toEqual(['known', running, undefined, 1]);
  vi.advanceTimersByTime(1);
  expect(seen()).toEqual(['reading', running, undefined, 2]);
  await read.last.answer(over);
  vi.advanceTimersByTime(60_000);
  expect(seen()).toEqual(['known', over, undefined, 2]);
});

test('a failure keeps what is known, is said, and is tried again after 30 s', async () => {
  const { read, seen } = started();
  await read.last.fail(refused);
  vi.advanceTimersByTime(29_999);
  expect(seen()).toEqual(['failed', null, 'The server said no.', 1]);
  vi.advanceTimersByTime(1);
  expect(seen()).toEqual(['reading', null, 'The server said no.', 2]);
  await read.last.answer(running);
  vi.advanceTimersByTime(30_000);
  await read.last.fail(refused);
  expect(seen()).toEqual(['failed', running, 'The server said no.', 3]);
});

test('after a change it is read again, and an answer that was asked for before is dropped', async () => {
  const { read, seen, refresh } = started();
  const [first] = read.calls;
  refresh();
  expect(seen()).toEqual(['reading', null, undefined, 2]);
  await first?.answer(running);
  expect(seen()).toEqual(['reading', null, undefined, 2]);
  await read.last.answer(over);
  refresh();
  expect(seen()).toEqual(['reading', over, undefined, 3]);
  await read.last.fail(refused);
  refresh();
  expect(seen()).toEqual(['reading', over, 'The server said no.', 4]);
});

test('a backend without it is not asked, and one that has none is asked once', async () => {
  expect(started(false).seen()).toEqual(['absent', null, undefined, 0]);
  const { read, seen, refresh } = started();
  await read.last.fail(notFound);
  refresh();
  vi.advanceTimersByTime(60_000);
  expect(seen()).toEqual(['absent', null, undefined, 1]);
});
