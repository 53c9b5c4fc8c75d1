import { describe, expect, test } from 'vitest';
import { indexLogs } from '../../src/machines/logs/logFilters';
import { tableOf } from '../../src/machines/logs/logsTable';
import { episodesOf } from '../../src/machines/records/episodes';
import { createCover, createNumbering, HIDDEN_PICTURE } from '../../src/machines/students/cover';
import { ada, aLog, aSection, bob, cleo, of } from '../support/samples';

/* What projector mode makes of students and of what was detected of them. */

const students = [ada, bob, cleo].map((student, index) => ({ ...student, id: String(index) }));
const section = aSection({ students });
const cover = (seed = 'seed') => createCover(createNumbering(seed));

const secrets = students.flatMap(({ name, email }) => [...name.split(' '), email]);
const secretsIn = (value: unknown) => secrets.filter((secret) => JSON.stringify(value).includes(secret));

describe('projector mode', () => {
  test('leaves nothing in a section or a log that tells who a student is', () => {
    const logs = students.map((student) =>
      aLog({
        ...of(student),
        details: `${student.name} – Mail`,
        screenshot: 'https://school.example/ada.png',
        source: `${student.name}'s laptop`,
        answer: `I am ${student.name}`,
        review: { state: 'seen', note: `Beside ${student.email}`, reviewedAt: 0 },
      }),
    );
    const covered = cover();
    expect(secretsIn(covered.section(section))).toEqual([]);
    expect(secretsIn(covered.logs(logs))).toEqual([]);
    expect(covered.logs(logs).map(({ screenshot }) => screenshot)).toEqual(logs.map(() => HIDDEN_PICTURE));
    expect(secretsIn(indexLogs(covered.logs(logs)))).toEqual([]);
    expect(secretsIn(tableOf(covered.logs(logs)))).toEqual([]);
  });

  test('gives a student and what was detected of them one number, and keeps them together', () => {
    const covered = cover();
    const shown = covered.section(section).students;
    for (const student of students) {
      const one = covered.log(aLog(of(student)));
      expect(shown.find(({ id }) => id === student.id)?.name).toBe(one.studentName);
      expect(episodesOf([one])[0]?.key).toBe(episodesOf([aLog(of(student))])[0]?.key);
    }
  });

  test('lists students by their numbers, and numbers those who come later after the others', () => {
    const covered = cover();
    const { students: before } = covered.section({ ...section, students: students.slice(0, 2) });
    const { students: after } = covered.section(section);
    expect(after.map(({ name }) => name)).toEqual(['Student 1', 'Student 2', 'Student 3']);
    expect(after.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(after.slice(0, 2)).toEqual(before);
  });

  test('numbers students in an order that depends on the seed alone, not on their names or their places', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      id: String(index),
      name: `Ada ${String(index).padStart(2, '0')}`,
      email: `ada.${String(index).padStart(2, '0')}@school.example`,
    }));
    const order = (seed: string, list = many) =>
      cover(seed)
        .section({ ...section, students: list })
        .students.map(({ id }) => Number(id));
    expect(order('seed')).toEqual(order('seed', many.toReversed()));
    expect(order('seed')).not.toEqual(order('another'));
    for (const seed of ['seed', 'another']) {
      const places = order(seed);
      const rising = places.filter((place, index) => index > 0 && place > (places[index - 1] ?? 0)).length;
      expect(rising).toBeGreaterThan(7);
      expect(rising).toBeLessThan(22);
    }
  });

  test('says of an unknown student and of what is missing no more than before', () => {
    const bare = aLog({ studentName: '', studentEmail: '', details: '', screenshot: null, source: 'simulated' });
    expect(cover().log(bare)).toEqual({ ...bare, studentKey: '' });
  });

  test('makes the same of the same', () => {
    const covered = cover();
    const logs = [aLog()];
    expect(covered.logs(logs)).toBe(covered.logs(logs));
    expect(covered.log(logs[0]!)).toBe(covered.logs(logs)[0]);
    expect(covered.section(section)).toBe(covered.section(section));
  });
});
