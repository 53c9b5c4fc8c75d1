import { describe, expect, test } from 'vitest';
import {
  createDistinction,
  createNameBook,
  createSectionNameBook,
  distinctionOf,
  nameOf,
  studentOf,
} from '../../src/machines/students/namesakes';
import type { Student } from '../../src/services/app/types';
import { logAt, of } from '../support/samples';

let id = 0;
const student = (name: string, email: string): Student => {
  id += 1;
  return { id: String(id), name, email };
};
const aiko = student('Aiko Larkspur', 'aiko.l@students.example');
const otherAiko = student('aiko  larkspur ', 'Aiko.B@students.example');
const hana = student('Hana Willowick', 'hana@students.example');
const logOf = (id: number, student: Student) => logAt(id, of(student));

describe('students of one name', () => {
  test('are told apart by the local parts of their emails, and nobody else is', () => {
    const namesakes = createNameBook()([aiko, otherAiko, hana]);
    expect([aiko, otherAiko, hana].map((one) => distinctionOf(one, namesakes))).toEqual([
      'aiko.l',
      'Aiko.B',
      undefined,
    ]);
  });

  test('are told apart if one has no email, in logs, too', () => {
    const nameless = { ...student('Aiko Larkspur', ''), handle: 'id:9', studentKey: 'key9' };
    const read = createSectionNameBook();
    const namesakes = read([aiko, nameless], [{ ...logOf(1, nameless), studentKey: 'key9' }]);
    expect([aiko, nameless].map((one) => distinctionOf(one, namesakes))).toEqual(['aiko.l', undefined]);
    expect(createSectionNameBook()([nameless], [{ ...logOf(1, nameless), studentKey: 'key9' }]).size).toBe(0);
  });

  test('are told apart by their whole emails where the local parts are the same', () => {
    const twins = ['a@north.example', 'A@south.example', 'b@north.example'].map((email) => student('Ada', email));
    const namesakes = createNameBook()(twins);
    expect(twins.map((one) => distinctionOf(one, namesakes))).toEqual(['a@north.example', 'A@south.example', 'b']);
  });

  test('are told apart by what differs, where a tile has no room for what does not', () => {
    const three = ['aiko.larkspur', 'aiko.larkspur2', 'a.larkspur'].map((name) =>
      student('Aiko Larkspur', `${name}@students.example`),
    );
    const namesakes = createNameBook()(three);
    expect(three.map((one) => distinctionOf(one, namesakes))).toEqual(['…ur', '…ur2', 'a.larkspur']);
  });

  test('are one student where they have one email, however it is spelled, or none', () => {
    const read = createNameBook();
    expect(read([aiko, { ...aiko, email: 'AIKO.L@students.example' }, student('Aiko Larkspur', '')]).size).toBe(0);
    expect(distinctionOf(student('Aiko Larkspur', ''), read([otherAiko]))).toBeUndefined();
  });

  test('give another answer only when somebody new shares a name', () => {
    const read = createNameBook();
    const nobody = read([aiko, hana]);
    expect(read([hana, aiko])).toBe(nobody);
    const some = read([otherAiko]);
    expect(some).not.toBe(nobody);
    expect(read([aiko, otherAiko, student('Milo Fennimore', 'milo@students.example')])).toBe(some);
  });

  test('are found among the logs, too: one of them may have been removed', () => {
    const read = createSectionNameBook();
    const first = [logOf(1, hana)];
    expect(read([aiko, hana], first).size).toBe(0);
    const namesakes = read([aiko, hana], [logOf(2, otherAiko), ...first]);
    expect(distinctionOf(aiko, namesakes)).toBe('aiko.l');
  });

  test('are named apart wherever the section and its logs are shown, which keep what does not change', () => {
    const { section, log, logs } = createDistinction(createNameBook()([aiko, otherAiko, hana]));
    const shown = section({ id: '7', name: 'Algebra', subject: 'Maths', students: [aiko, otherAiko, hana] });
    expect(shown.students.map(nameOf)).toEqual([
      'Aiko Larkspur (aiko.l)',
      'aiko  larkspur  (Aiko.B)',
      'Hana Willowick',
    ]);
    const all = [logOf(2, aiko), logOf(1, hana)];
    expect(logs(all).map(studentOf)).toEqual(['Aiko Larkspur (aiko.l)', 'Hana Willowick']);
    expect(logs(all)).toBe(logs(all));
    expect(logs(all)[1]).toBe(all[1]);
    expect(log(all[0]!)).toBe(logs(all)[0]);
    expect(log(all[0]!).studentName).toBe('Aiko Larkspur');
  });
});
