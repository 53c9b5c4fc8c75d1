import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { stillRowsMachine } from '../../src/machines/section/stillRowsMachine';
import { episodesOf, incidentsOf } from '../../src/model/logs/episodes';
import { inTheirRows, lookNowOf, newestOf } from '../../src/model/section/stillRows';
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

describe('the rows of Look now', () => {
  const at = (id: number, studentName: string, second: number): DetectionLog => ({
    ...logAt(id),
    studentName,
    studentEmail: '',
    time: second * 1_000,
  });
  const episodes = episodesOf([at(3, 'cleo', 30), at(2, 'bob', 20), at(1, 'ada', 10)]);
  const keyOf = (name: string) => `${studentKeyOf('', name)}\n${logAt(1).activityType}`;
  const incidents = (...seen: string[]) =>
    incidentsOf(episodes, Object.fromEntries(seen.map((name) => [keyOf(name), [10_000, 20_000, 30_000]])), 30_000);
  /** Their rows were there, whether or not their logs still exist. */
  const held = (...names: string[]) => names.flatMap((name) => incidentsOf(episodesOf([at(9, name, 10)]), {}, 10_000));
  const names = ({ rows }: ReturnType<typeof lookNowOf>) =>
    rows.map(({ incident, isSeen }) => [incident.episodes[0].logs[0].studentName, isSeen]);

  test('are all incidents while they follow new ones', () => {
    const now = lookNowOf(episodes, incidents('bob'), null);
    expect(names(now)).toEqual([
      ['cleo', false],
      ['ada', false],
    ]);
    expect(now.newCount).toBe(0);
  });

  test('keep their order and the seen ones while they stand still, and count what they lack', () => {
    const now = lookNowOf(episodes, incidents('bob'), held('bob', 'ada'));
    expect(names(now)).toEqual([
      ['bob', true],
      ['ada', false],
    ]);
    expect(now.newCount).toBe(1);
  });

  test('show the latest of their student, also once it was seen', () => {
    const [cleo, bob, ada] = incidents();
    const now = inTheirRows(
      held('bob', 'ada'),
      [cleo, bob, ada].filter((incident) => incident !== undefined),
    );
    expect(now).toEqual([bob, ada]);
    // The student's earlier episode in the row would be taken for a new one.
    expect(inTheirRows(now, ada ? [ada] : [])).toBe(now);
  });

  test('have nothing to keep still while there are none, or once the logs of all of them were deleted', () => {
    for (const before of [held(), held('dora')]) {
      const now = lookNowOf(episodes, incidents(), before);
      expect(now.rows).toHaveLength(3);
      expect(now.newCount).toBe(0);
    }
  });

  test('lack students whose logs were deleted', () => {
    const now = lookNowOf(episodes, incidents(), held('dora', 'ada'));
    expect(names(now)).toEqual([['ada', false]]);
    expect(now.newCount).toBe(2);
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
