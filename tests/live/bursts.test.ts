import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveNews } from '../../src/services/app/types';
import { createBursts, latestOf } from '../../src/services/live/bursts';
import { startOf, updateOf } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change = (place: number): LiveNews => ({ type: 'logs.changed', sectionId: String(place) });

function started() {
  const passed: LiveNews[] = [];
  const bursts = createBursts(
    (news: LiveNews) => news,
    (news) => void passed.push(news),
  );
  return {
    ...bursts,
    /** Returns what was passed on since the last call. */
    passed: () => passed.splice(0),
    addMany(count: number) {
      for (let place = 1; place <= count; place += 1) bursts.add(change(place));
    },
  };
}

describe('live messages', () => {
  test('are passed on at once, ten of them in a tenth of a second', () => {
    const { addMany, passed } = started();
    addMany(10);
    expect(passed()).toHaveLength(10);
    vi.advanceTimersByTime(100);
    addMany(10);
    expect(passed()).toHaveLength(10);
    vi.advanceTimersByTime(1_000);
    expect(passed()).toEqual([]);
  });

  test('beyond those are passed on together at the end of the tenth, the last of each kind and section', () => {
    const { add, addMany, passed } = started();
    addMany(10);
    passed();
    for (let round = 0; round < 5; round += 1) addMany(2);
    add({ type: 'sections.changed' });
    add({ type: 'heartbeat.received' });
    add({ type: 'sections.changed' });
    vi.advanceTimersByTime(99);
    expect(passed()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(passed()).toEqual([change(1), change(2), { type: 'sections.changed' }, { type: 'heartbeat.received' }]);
    // Those were many as well.
    add(change(1));
    expect(passed()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(passed()).toEqual([change(1)]);
  });

  test('do not wait for a timer that the browser delays', () => {
    const { add, addMany, passed } = started();
    addMany(11);
    passed();
    vi.setSystemTime(0);
    const later = performance.now() + 100;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    add(change(1));
    expect(passed()).toEqual([change(11), change(1)]);
    vi.restoreAllMocks();
  });

  test('are passed on before the end of the connection, and not after it', () => {
    const { addMany, end, passed, release } = started();
    addMany(11);
    release();
    expect(passed()).toHaveLength(11);
    vi.advanceTimersByTime(1_000);
    addMany(11);
    passed();
    end();
    vi.advanceTimersByTime(1_000);
    expect(passed()).toEqual([]);
  });
});

test('equal messages are parsed once, in the order in which they came last', () => {
  const parsed: string[] = [];
  const read = (text: string) => {
    parsed.push(text);
    return change(Number(text));
  };
  const { add, release } = createBursts(read, () => {});
  for (let place = 1; place <= 10; place += 1) add('0');
  parsed.splice(0);
  for (const text of ['1', '2', '1', '2', '1']) add(text);
  release();
  expect(parsed).toEqual(['2', '1']);
});

describe('of many statuses of a section', () => {
  test('the last is kept, with what it leaves out', () => {
    const [one, other] = [updateOf('7', true, 1), updateOf('7', true, 2)];
    const before: LiveNews = { ...one, status: { ...one.status, startedAt: 3, waiting: 2, agents: 'awaited' } };
    const after: LiveNews = { ...other, status: { ...other.status, agents: 'watching', waiting: undefined } };
    expect(latestOf([before, updateOf('8', false), after])).toEqual([
      { ...other, status: { isActive: true, startedAt: 3, waiting: 2, agents: 'watching', saidAt: 2 } },
      updateOf('8', false),
    ]);
  });

  test('a start is not missed that an update follows', () => {
    expect(latestOf([startOf('7', 1, 5), updateOf('7', true, 2)])).toEqual([startOf('7', 2, 5)]);
  });

  test('an end or a start in between is not missed', () => {
    const said = [true, false, true, true, false].map((isActive, at) => updateOf('7', isActive, at));
    expect(latestOf(said)).toEqual([updateOf('7', true, 3), updateOf('7', false, 4)]);
    expect(latestOf(said.slice(0, 4))).toEqual([updateOf('7', false, 1), updateOf('7', true, 3)]);
  });
});
