import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { lookNowOf, newestOf, overviewMachine } from '../../src/machines/section/overviewMachine';
import { episodesOf, toLookAt } from '../../src/model/logs/episodes';
import { studentKeyOf } from '../../src/model/students/studentKeys';
import type { DetectionLog } from '../../src/services/types';
import { logAt, logsOf } from '../support/samples';

const early = { logIds: ['1'], keys: ['ada'] };
const late = { logIds: ['2', '1'], keys: ['bob', 'ada'] };

function started() {
  const actor = createActor(overviewMachine).start();
  return {
    touch: (rows = early) => actor.send({ type: 'rows.touched', rows }),
    send: actor.send,
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

describe('the rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('stand still for 5 s after the last movement on them, whatever becomes of what has moved', () => {
    const { touch, value, context } = started();
    expect(value()).toMatchObject({ rows: 'live' });
    touch();
    vi.advanceTimersByTime(4_999);
    touch(late);
    expect(context().rows).toEqual(early);
    vi.advanceTimersByTime(4_999);
    expect(value()).toMatchObject({ rows: 'still' });
    expect(context().rows).toEqual(early);
    vi.advanceTimersByTime(1);
    expect(value()).toMatchObject({ rows: 'live' });
    expect(context().rows).toBeNull();
    touch(late);
    expect(context().rows).toEqual(late);
  });

  test('show all that is there when the teacher asks', () => {
    const { touch, send, value, context } = started();
    touch();
    send({ type: 'rows.show' });
    expect(value()).toMatchObject({ rows: 'live' });
    expect(context().rows).toBeNull();
    // The time of the rows before is over.
    vi.advanceTimersByTime(4_000);
    touch(late);
    vi.advanceTimersByTime(1_000);
    expect(context().rows).toEqual(late);
  });
});

describe('what is to be looked at', () => {
  const at = (id: number, studentName: string, second: number): DetectionLog => ({
    ...logAt(id),
    studentName,
    studentEmail: '',
    time: second * 1_000,
  });
  const episodes = episodesOf([at(3, 'cleo', 30), at(2, 'bob', 20), at(1, 'ada', 10)]);
  const keyOf = (name: string) => `${studentKeyOf('', name)}\n${logAt(1).activityType}`;
  const lookAt = (...seen: string[]) =>
    toLookAt(episodes, Object.fromEntries(seen.map((name) => [keyOf(name), 40_000])), 30_000);
  const still = (...names: string[]) => ({
    logIds: [],
    keys: names.map(keyOf),
  });
  const names = (rows: ReturnType<typeof lookNowOf>) => rows.shown.map(({ logs: [log] }) => log?.studentName);

  test('is all of it, none of it new, while it follows what comes', () => {
    expect(lookNowOf(episodes, lookAt('bob'), null)).toEqual({ shown: lookAt('bob'), newCount: 0 });
  });

  test('keeps the order and the seen rows of what stands still, and counts what it lacks', () => {
    const rows = lookNowOf(episodes, lookAt('bob'), still('bob', 'ada'));
    expect(names(rows)).toEqual(['bob', 'ada']);
    expect(rows.newCount).toBe(1);
  });

  test('has nothing to keep still while it is empty, or once all its rows were deleted', () => {
    const all = { shown: lookAt(), newCount: 0 };
    expect(lookNowOf(episodes, lookAt(), still())).toEqual(all);
    expect(lookNowOf(episodes, lookAt(), still('dora'))).toEqual(all);
  });

  test('lacks what has been deleted', () => {
    const rows = lookNowOf(episodes, lookAt(), still('dora', 'ada'));
    expect(names(rows)).toEqual(['ada']);
    expect(rows.newCount).toBe(2);
  });
});

describe('the newest logs', () => {
  test('are the first five, of which none is new while they follow what comes', () => {
    expect(newestOf(logsOf(20), null)).toEqual({ rows: logsOf(20).slice(0, 5), newCount: 0 });
  });

  test('are those that stand still, below what has come since', () => {
    const still = { logIds: ['2', '1'], keys: [] };
    expect(newestOf(logsOf(2), still)).toEqual({ rows: logsOf(2), newCount: 0 });
    expect(newestOf(logsOf(5), still)).toEqual({ rows: logsOf(2), newCount: 3 });
  });

  test('do not count as new what is older than what stands still', () => {
    expect(newestOf(logsOf(5), { logIds: ['4', '3'], keys: [] }).newCount).toBe(1);
  });

  test('lose what is deleted; once all are, or while there are none, nothing has to stand still', () => {
    const still = { logIds: ['2', '1'], keys: [] };
    expect(newestOf([logAt(3), logAt(1)], still)).toEqual({ rows: [logAt(1)], newCount: 1 });
    const others = logsOf(12).slice(0, 10);
    const fresh = { rows: others.slice(0, 5), newCount: 0 };
    expect(newestOf(others, still)).toEqual(fresh);
    expect(newestOf(others, { logIds: [], keys: [] })).toEqual(fresh);
  });
});

test('a student is open until they are closed or another one is opened', () => {
  const { send, value, context } = started();
  expect(value()).toMatchObject({ student: 'closed' });
  send({ type: 'student.close' });
  send({ type: 'student.open', key: 'ada', logIds: ['1'] });
  expect(value()).toMatchObject({ student: 'open' });
  expect(context().student).toEqual({ key: 'ada', logIds: ['1'] });
  send({ type: 'student.open', key: 'bob', logIds: ['2'] });
  expect(context().student).toEqual({ key: 'bob', logIds: ['2'] });
  send({ type: 'student.close' });
  expect(value()).toMatchObject({ student: 'closed' });
  expect(context().student).toBeNull();
});

test('the period is the lesson until all time is wanted', () => {
  const { send, value } = started();
  expect(value()).toMatchObject({ period: 'lesson' });
  send({ type: 'allTime.select' });
  expect(value()).toMatchObject({ period: 'allTime' });
  send({ type: 'lesson.select' });
  expect(value()).toMatchObject({ period: 'lesson' });
});

test('the layout is fitting until one is wanted, and then that one', () => {
  for (const [first, then] of [
    ['tiles', 'list'],
    ['list', 'tiles'],
  ] as const) {
    const { send, value } = started();
    expect(value()).toMatchObject({ layout: 'fitting' });
    send({ type: `${first}.select` });
    expect(value()).toMatchObject({ layout: first });
    send({ type: `${then}.select` });
    expect(value()).toMatchObject({ layout: then });
  }
});
