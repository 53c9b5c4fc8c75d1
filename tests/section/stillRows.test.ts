import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { stillRowsMachine } from '../../src/machines/section/stillRowsMachine';
import { episodesOf, toLookAt } from '../../src/model/logs/episodes';
import { lookNowOf, newestOf } from '../../src/model/section/stillRows';
import { studentKeyOf } from '../../src/model/students/studentKeys';
import type { DetectionLog } from '../../src/services/types';
import { logAt, logsOf } from '../support/samples';

describe('the rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function started() {
    const actor = createActor(stillRowsMachine).start();
    return {
      touch: () => actor.send({ type: 'rows.touched' }),
      show: () => actor.send({ type: 'rows.show' }),
      state: () => actor.getSnapshot().value,
    };
  }

  test('stand still for 5 s after the last movement on them', () => {
    const { touch, state } = started();
    expect(state()).toBe('live');
    touch();
    vi.advanceTimersByTime(4_999);
    touch();
    vi.advanceTimersByTime(4_999);
    expect(state()).toBe('still');
    vi.advanceTimersByTime(1);
    expect(state()).toBe('live');
  });

  test('show all that is there when the teacher asks', () => {
    const { touch, show, state } = started();
    touch();
    vi.advanceTimersByTime(4_000);
    show();
    expect(state()).toBe('live');
    // The time of the rows before is over.
    touch();
    vi.advanceTimersByTime(1_000);
    expect(state()).toBe('still');
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
  /** Their rows stood there, whether or not their logs still exist. */
  const held = (...names: string[]) =>
    names.map((name) => ({ ...episodesOf([at(9, name, 10)])[0]!, key: keyOf(name) }));
  const names = (rows: ReturnType<typeof lookNowOf>) => rows.shown.map(({ logs: [log] }) => log?.studentName);

  test('is all of it, none of it new, while it follows what comes', () => {
    expect(lookNowOf(episodes, lookAt('bob'), null)).toEqual({ shown: lookAt('bob'), newCount: 0 });
  });

  test('keeps the order and the seen rows of what stands still, and counts what it lacks', () => {
    const rows = lookNowOf(episodes, lookAt('bob'), held('bob', 'ada'));
    expect(names(rows)).toEqual(['bob', 'ada']);
    expect(rows.newCount).toBe(1);
  });

  test('has nothing to keep still while it is empty, or once all its rows were deleted', () => {
    const all = { shown: lookAt(), newCount: 0 };
    expect(lookNowOf(episodes, lookAt(), held())).toEqual(all);
    expect(lookNowOf(episodes, lookAt(), held('dora'))).toEqual(all);
  });

  test('lacks what has been deleted', () => {
    const rows = lookNowOf(episodes, lookAt(), held('dora', 'ada'));
    expect(names(rows)).toEqual(['ada']);
    expect(rows.newCount).toBe(2);
  });
});

describe('the newest logs', () => {
  test('are the first five, and none counts as new while the rows are live', () => {
    expect(newestOf(logsOf(20), null)).toEqual({ rows: logsOf(20).slice(0, 5), newCount: 0 });
  });

  test('are the first five of those that were there, below what has come since', () => {
    expect(newestOf(logsOf(20), logsOf(18))).toEqual({ rows: logsOf(20).slice(2, 7), newCount: 2 });
  });

  test('are those that stand still, below what has come since', () => {
    expect(newestOf(logsOf(2), logsOf(2))).toEqual({ rows: logsOf(2), newCount: 0 });
    expect(newestOf(logsOf(5), logsOf(2))).toEqual({ rows: logsOf(2), newCount: 3 });
  });

  test('do not count as new what is older than what stands still', () => {
    expect(newestOf(logsOf(5), [logAt(4), logAt(3)]).newCount).toBe(1);
  });

  test('lose what is deleted; once all are, or while there are none, nothing has to stand still', () => {
    expect(newestOf([logAt(3), logAt(1)], logsOf(2))).toEqual({ rows: [logAt(1)], newCount: 1 });
    const others = logsOf(12).slice(0, 10);
    const fresh = { rows: others.slice(0, 5), newCount: 0 };
    expect(newestOf(others, logsOf(2))).toEqual(fresh);
    expect(newestOf(others, [])).toEqual(fresh);
  });
});
