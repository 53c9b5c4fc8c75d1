import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { stillRowsMachine } from '../../src/machines/app/stillRowsMachine';
import { episodesOf, incidentsOf } from '../../src/machines/records/episodes';
import { inTheirRows, lookNowOf, newestOf } from '../../src/machines/triage/lookNow';
import { studentKeyOf } from '../../src/studentKeys';
import { idle } from '../support/idle';
import { logAt, logsOf } from '../support/samples';

describe('the rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function started(awaitPointerOff: () => Promise<void> = () => Promise.resolve()) {
    const machine = idle(stillRowsMachine).provide({ actors: { awaitPointerOff: fromPromise(awaitPointerOff) } });
    const actor = createActor(machine).start();
    return {
      touch: () => actor.send({ type: 'rows.touched' }),
      show: () => actor.send({ type: 'rows.show' }),
      areStill: () => actor.getSnapshot().matches('still'),
    };
  }

  test('stand still for 5 s after the last movement on them', async () => {
    const { touch, areStill } = started();
    expect(areStill()).toBe(false);
    touch();
    await vi.advanceTimersByTimeAsync(4_999);
    touch();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(areStill()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(areStill()).toBe(false);
  });

  test('stand still for as long as a mouse rests on them', async () => {
    let leave = () => {};
    const { touch, areStill } = started(() => new Promise((resolve) => (leave = resolve)));
    touch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(areStill()).toBe(true);
    touch();
    // It left while the rows stood still anyway.
    leave();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(areStill()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(areStill()).toBe(true);
    leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(areStill()).toBe(false);
  });

  test('follow again after 5 s if the browser cannot tell where the mouse is', async () => {
    const { touch, areStill } = started(() => Promise.reject(new Error('Unknown')));
    touch();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(areStill()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(areStill()).toBe(false);
  });

  test('show all that is there when the teacher asks', () => {
    const { touch, show, areStill } = started();
    touch();
    vi.advanceTimersByTime(4_000);
    show();
    expect(areStill()).toBe(false);
    // The time of the rows before is over.
    touch();
    vi.advanceTimersByTime(1_000);
    expect(areStill()).toBe(true);
  });
});

describe('the rows of Look now', () => {
  const at = (id: number, studentName: string, second: number) =>
    logAt(second * 1_000, { id: String(id), studentName, studentEmail: '' });
  const episodes = episodesOf([at(3, 'cleo', 30), at(2, 'bob', 20), at(1, 'ada', 10)]);
  const keyOf = (name: string) => `${studentKeyOf('', name)}\n${logAt(1).activityType}`;
  const incidents = (...seen: string[]) =>
    incidentsOf(episodes, Object.fromEntries(seen.map((name) => [keyOf(name), [10_000, 20_000, 30_000]])), 30_000, 3);
  /** Their rows were there, whether or not their logs still exist. */
  const held = (...names: string[]) =>
    names.flatMap((name) => incidentsOf(episodesOf([at(9, name, 10)]), {}, 10_000, 1));
  const names = (rows: ReturnType<typeof lookNowOf>) =>
    rows.map(({ incident, isSeen }) => [incident.episodes[0].logs[0].studentName, isSeen]);

  test('are all incidents while they follow new ones', () => {
    expect(names(lookNowOf(episodes, incidents('bob'), null))).toEqual([
      ['cleo', false],
      ['ada', false],
    ]);
  });

  test('keep their order and the seen ones while they stand still, and have the new ones last', () => {
    const now = incidents('bob');
    expect(names(lookNowOf(episodes, now, inTheirRows(held('bob', 'ada'), now)))).toEqual([
      ['bob', true],
      ['ada', false],
      ['cleo', false],
    ]);
  });

  test('show the latest of their student, also once it was seen', () => {
    const [cleo, bob, ada] = incidents();
    const now = inTheirRows(
      held('bob', 'ada'),
      [cleo, bob, ada].filter((incident) => incident !== undefined),
    );
    expect(now).toEqual([bob, ada, cleo]);
    // The student's earlier episode in the row would be taken for a new one.
    expect(inTheirRows(now, ada ? [ada] : [])).toBe(now);
  });

  test('lack students whose logs were deleted', () => {
    expect(names(lookNowOf(episodes, incidents(), held('dora', 'ada')))).toEqual([['ada', false]]);
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
