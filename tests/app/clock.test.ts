import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentTime, watchTime } from '../../src/clock';

const noon = Date.parse('2026-11-23T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

test('ticks once a second while somebody watches, at once for the first', () => {
  const ticks: number[] = [];
  const stop = watchTime(() => ticks.push(currentTime().deviceNow - noon));
  vi.advanceTimersByTime(999);
  expect(ticks).toEqual([0]);
  const stopOther = watchTime(() => {});
  vi.advanceTimersByTime(1_001);
  expect(ticks).toEqual([0, 1_000, 2_000]);
  stop();
  expect(vi.getTimerCount()).toBe(1);
  stopOther();
  expect(vi.getTimerCount()).toBe(0);
});

test('stays the same between ticks, and is never more than a second old', () => {
  const before = currentTime();
  vi.advanceTimersByTime(999);
  expect(currentTime()).toBe(before);
  vi.advanceTimersByTime(1);
  expect(currentTime().deviceNow).toBe(noon + 1_000);
});
