import { describe, expect, test } from 'vitest';
import { type KnownStatus, knownAfter, patienceLeft } from '../../src/machines/lesson/knownStatus';
import { status } from '../support/samples';

/** What is known after this was said, one after the other, by a backend that does not tell since when it is active. */
const knownOf = (...said: [isActive: boolean, saidAt: number, isChange?: boolean][]) =>
  said.reduce<KnownStatus | null>(
    (before, [isActive, saidAt, isChange = false]) => knownAfter(before, status(isActive, saidAt), isChange),
    null,
  );

describe('what is known of a section’s detection', () => {
  test('is what was said last, and when', () => {
    expect(knownOf([true, 1_000])).toMatchObject({ isActive: true, startedAt: null, saidAt: 1_000, ended: null });
    expect(knownOf([true, 1_000], [false, 2_000])).toMatchObject({ isActive: false, startedAt: null, saidAt: 2_000 });
  });

  test('is since when it is active: as the backend says, else from the start that was seen', () => {
    expect(knownAfter(null, status(true, 6_000, 5_500), false).startedAt).toBe(5_500);
    expect(knownAfter(knownOf([false, 1_000]), status(true, 6_000, 5_500), true).startedAt).toBe(5_500);
    expect(knownOf([false, 3_000], [true, 4_000], [true, 5_000])?.startedAt).toBe(4_000);
    expect(knownOf([true, 4_000, true])?.startedAt).toBe(4_000);
  });

  test('is when and where the last lesson ended, until the next one', () => {
    const started = [true, 9_000, true] as const;
    expect(knownOf([...started], [false, 9_500])?.ended).toEqual({
      startedAt: 9_000,
      endedAt: 9_500,
      isPlanned: false,
      isElsewhere: true,
    });
    const stopped = knownOf([...started], [false, 9_500, true], [false, 9_900]);
    expect(stopped?.ended).toEqual({ startedAt: 9_000, endedAt: 9_500, isPlanned: false, isElsewhere: false });
    expect(knownAfter(stopped, status(true, 10_000), false).ended).toBeNull();
    expect(knownOf([false, 9_500])?.ended).toBeNull();
  });

  test('is when the lesson will end itself, until something else is said, and then not that it ended elsewhere', () => {
    const said = { ...status(true, 9_000), endsAt: 60_000 };
    const known = knownAfter(null, said, true);
    expect(knownAfter(known, status(true, 9_500), false).endsAt).toBe(60_000);
    expect(knownAfter(known, { ...said, endsAt: 90_000 }, false).endsAt).toBe(90_000);
    expect(knownAfter(known, { ...said, endsAt: null }, false).endsAt).toBeNull();
    const endedAt = (time: number) => knownAfter(known, status(false, time), false).ended?.isElsewhere;
    expect([57_999, 58_000, 63_000].map(endedAt)).toEqual([true, false, false]);
  });

  test('is told by the server’s clock', () => {
    const said = { ...status(true, 9_000), clockOffset: -660_000 };
    expect(knownAfter(null, said, true).startedAt).toBe(-651_000);
  });
});

test.each([
  [undefined, 60_000],
  [100_000, 60_000],
  [70_000, 30_000],
  [40_000, 0],
  [1_000, 0],
])('at 100 s, agents of a lesson that started at %s ms have %s ms left to report', (startedAt, left) => {
  expect(patienceLeft(knownAfter(null, status(true, 100_000, startedAt), false))).toBe(left);
});

test.each([
  ['the end was taken back', status(false, 90_000)],
  ['the pause ended', { ...status(true, 90_000, 1_000), paused: { since: 80_000, reason: '' } }],
])('once %s, agents have a minute to report again', (_, interrupted) => {
  const begun = knownAfter(knownAfter(null, status(true, 70_000, 1_000), false), interrupted, true);
  const resumed = knownAfter(begun, { ...status(true, 100_000, 1_000), paused: null }, true);
  expect([resumed, knownAfter(resumed, status(true, 120_000, 1_000), false)].map(patienceLeft)).toEqual([
    60_000, 40_000,
  ]);
});

test('once nobody waits at the door any longer, agents have a minute to report', () => {
  const said = (saidAt: number, waiting?: number) => ({ ...status(true, saidAt, 1_000), waiting });
  const knocked = knownAfter(knownAfter(null, said(70_000), false), said(80_000, 28), false);
  const admitted = knownAfter(knocked, said(200_000, 0), false);
  const later = knownAfter(admitted, said(220_000, 0), false);
  expect([knocked, knownAfter(knocked, said(190_000), false), admitted, later].map(patienceLeft)).toEqual([
    0, 0, 60_000, 40_000,
  ]);
});
