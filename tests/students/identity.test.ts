import { expect, test } from 'vitest';
import { handleOf, identityOf, isAmong, isSameStudent } from '../../src/machines/students/identity';

const mailed = { id: '1', name: 'Ben Roth', email: 'Ben@school.example' };
const named = { id: '2', name: 'Ben Roth', email: '', handle: 'id:2' };
const toMake = { id: '', name: 'roth, ben', email: '' };

test('students are the same by email, else by what stands for it, else by name', () => {
  expect([mailed, named, toMake].map(identityOf)).toEqual(['ben@school.example', 'id:2', 'name ben roth']);
  expect([mailed, named, toMake].map(handleOf)).toEqual(['Ben@school.example', 'id:2', '']);
  expect(isSameStudent(mailed, { ...mailed, email: 'BEN@school.example' })).toBe(true);
  expect(isSameStudent(mailed, named)).toBe(false);
});

test('two of one name are not taken for each other, and one who is yet to be made is there once the name is', () => {
  expect([isAmong([mailed], named), isAmong([named], mailed)]).toEqual([false, false]);
  expect([isAmong([mailed], toMake), isAmong([named], toMake), isAmong([], toMake)]).toEqual([true, true, false]);
});
