import { describe, expect, test } from 'vitest';
import { usualSection } from '../../src/machines/sections/usual';
import type { Section } from '../../src/services/app/types';

/** A Monday. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime();
const student = { id: '1', name: 'Aiko', email: 'aiko@school.example' };
const section = (id: string, ...recentStarts: number[]): Section => ({
  ...{ id, name: id, subject: 'Art', students: [student], recentStarts },
});
const usual = (now: number, ...sections: Section[]) => usualSection(sections, now)?.section.id;

describe('the section that one would start now', () => {
  const monday = section('monday', at(16, 10, 5), at(9, 10, 0));

  test('is the one that was taught on this weekday, from 20 min before its time of day to 40 min after it', () => {
    const times = [at(23, 9, 44), at(23, 9, 45), at(23, 10, 45), at(23, 10, 46)];
    const once = section('monday', at(16, 10, 5));
    expect(times.map((now) => usual(now, once))).toEqual([undefined, 'monday', 'monday', undefined]);
    expect(usual(at(24, 10, 5), monday)).toBeUndefined();
  });

  test('says when it usually starts: as the last time', () => {
    expect(usualSection([monday], at(23, 10, 20))?.startsAt).toBe(at(23, 10, 5));
  });

  test('is the one that was taught then most often, then the one that is nearest', () => {
    const once = section('once', at(16, 10, 20));
    expect(usual(at(23, 10, 20), once, monday)).toBe('monday');
    const near = section('near', at(16, 10, 25));
    expect([usual(at(23, 10, 24), once, near), usual(at(23, 10, 20), near, once)]).toEqual(['near', 'once']);
  });

  test('is not one that was started today about this time, but one that was started earlier today', () => {
    const taught = section('taught', at(23, 10, 0), at(16, 10, 5));
    expect(usual(at(23, 10, 30), taught)).toBeUndefined();
    expect(usual(at(23, 10, 30), section('twice', at(23, 8, 0), at(16, 10, 5)))).toBe('twice');
  });

  test('has students, and starts that are known', () => {
    expect(usual(at(23, 10, 5), { ...monday, students: [] })).toBeUndefined();
    expect(usual(at(23, 10, 5), { ...monday, recentStarts: undefined })).toBeUndefined();
    // A clock that was set back.
    expect(usual(at(9, 9, 50), monday)).toBeUndefined();
  });
});
