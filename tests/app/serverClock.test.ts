import { beforeEach, expect, test, vi } from 'vitest';

const second = Date.UTC(2026, 10, 25, 9, 0, 0);
const header = (milliseconds: number) => new Date(milliseconds).toUTCString();

let clock: typeof import('../../src/services/app/serverClock');
beforeEach(async () => {
  vi.resetModules();
  clock = await import('../../src/services/app/serverClock');
});

test.each([
  ['right', 0, 0, 0],
  ['11 min fast', 660_000, -660_000, -659_001],
  ['11 min slow', -660_000, 660_000, 660_999],
])('a clock that is %s is corrected, to the second', (_, error, least, most) => {
  clock.hearServerTime(header(second), second + error, second + error);
  expect(clock.clockOffset()).toBeGreaterThanOrEqual(least);
  expect(clock.clockOffset()).toBeLessThanOrEqual(most);
});

test('a slow answer does not mean a wrong clock, and a fitting one changes nothing', () => {
  clock.hearServerTime(header(second), second - 9_000, second + 200);
  clock.hearServerTime(header(second), second + 900, second + 9_000);
  expect(clock.clockOffset()).toBe(0);
});

test('without a readable Date the offset stays as it is', () => {
  clock.hearServerTime(null, 0, 0);
  clock.hearServerTime('yesterday', 0, 0);
  expect(clock.clockOffset()).toBe(0);
});

test('a clock that is set right is trusted again', () => {
  clock.hearServerTime(header(second), second + 660_000, second + 660_000);
  clock.hearServerTime(header(second), second + 500, second + 500);
  expect(Math.abs(clock.clockOffset())).toBeLessThan(1_000);
});
