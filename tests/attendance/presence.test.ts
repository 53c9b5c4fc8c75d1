import { expect, test } from 'vitest';
import { isAway, presencesIn } from '../../src/machines/attendance/presence';
import type { Attendance, Attendee } from '../../src/services/app/types';
import { atTheDoor } from '../support/samples';

/* Why a student is not watched, by one rule for seats, list and panel. */

const attending = (studentId: string, state: Attendee['state'], more: Partial<Attendee> = {}): Attendee => ({
  ...atTheDoor,
  ...{ id: `${studentId} ${state}`, studentId, state },
  ...more,
});

const lesson = (attendees: readonly Attendee[], more: Partial<Attendance> = {}): Attendance => ({
  ...{ lessonId: '12', code: 'K7M2XQ', attendees },
  ...more,
});

test('a student who is watched has no sign, and one who has not come has that of an absent one', () => {
  const presenceOf = presencesIn(lesson([attending('1', 'watching')]));
  expect(presenceOf('1')).toBeNull();
  expect(presenceOf('2')).toEqual({ state: 'absent', reason: '', until: null });
});

test.each(['admitted', 'unwatched', 'no_picture', 'dark', 'hidden', 'offline'] as const)(
  'a student whose device is %s is in the lesson',
  (state) => {
    expect(presencesIn(lesson([attending('1', state)]))('1')).toEqual({ state, reason: '', until: null });
    expect(isAway(state)).toBe(false);
  },
);

test('a pause has its reason', () => {
  const paused = attending('1', 'paused', { reason: 'toilet' });
  expect(presencesIn(lesson([paused]))('1')).toEqual({ state: 'paused', reason: 'toilet', until: null });
});

test('a student at the door is told from one who has not come, and from one who attends already', () => {
  const presenceOf = presencesIn(
    lesson([
      attending('1', 'knocking'),
      attending('2', 'dark'),
      attending('2', 'knocking'),
      attending('3', 'left'),
      attending('3', 'knocking'),
      attending('4', 'left'),
    ]),
  );
  expect(['1', '2', '3', '4', '5'].map((id) => presenceOf(id)?.state)).toEqual([
    ...['knocking', 'dark', 'knocking', 'left', 'absent'],
  ]);
  expect((['absent', 'knocking', 'left', 'refused'] as const).map(isAway)).toEqual(Array(4).fill(true));
});

test('an excuse counts before all else, also in a lesson without devices', () => {
  const excuses = [{ studentId: '1', reason: 'nurse', until: 9_000 }];
  for (const attendance of [lesson([attending('1', 'watching')], { excuses }), lesson([], { code: null, excuses })])
    expect(presencesIn(attendance)('1')).toEqual({ state: 'excused', reason: 'nurse', until: 9_000 });
});

test('nothing is said while nobody was invited, or nothing is known', () => {
  expect(presencesIn(lesson([], { code: null }))('1')).toBeNull();
  expect(presencesIn(null)('1')).toBeNull();
});
