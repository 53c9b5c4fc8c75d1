import { expect, test } from 'vitest';
import { initials } from '../../src/components/initials';

test.each([
  ['Ada Lovelace', 'AL'],
  ['jan Piet van der berg', 'JB'],
  ['Cher', 'C'],
  ['Student 7', '7'],
  ['Lena Müller (2)', 'LM'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
