import { expect, test } from 'vitest';
import { emailsIn, sameEmail } from '../../src/machines/emails';

const both = ['ada@school.example', 'bob@school.example'];

test.each([
  ['lines', 'ada@school.example\nbob@school.example\n'],
  ['Windows lines, some of them empty', '\r\n\r\nada@school.example\r\n\r\nbob@school.example\r\n'],
  ['commas', 'ada@school.example,bob@school.example'],
  ['semicolons and blanks', ' ada@school.example ; bob@school.example ;; '],
  ['tabs', 'Ada\tada@school.example\t9b\nBob\tbob@school.example\t9b'],
  ['blanks, also those that do not break', 'ada@school.example\u00a0\u200bbob@school.example'],
  ['bars and slashes', 'ada@school.example | bob@school.example/'],
  ['names before them', 'Ada Lovelace <ada@school.example>, "Noyce, Bob" <bob@school.example>'],
  ['names after them', 'ada@school.example (Ada), bob@school.example (Bob)'],
  [
    'a CSV file',
    'Name,Email,Class\r\n"Lovelace, ""A.""","ada@school.example",9b\r\n"Noyce, Bob","bob@school.example",9b',
  ],
  ['a CSV file that begins with its byte order mark', '\ufeffada@school.example;9b\nbob@school.example;9b'],
  ['links', '[Ada](mailto:ada@school.example) mailto:bob@school.example'],
  ['bullets and quotation marks', '- ada@school.example\n•bob@school.example'],
  ['single ones', "'ada@school.example', 'bob@school.example'"],
  ['emphasis', '**ada@school.example** and “*bob@school.example*”.'],
  ['a sentence', 'Please add ada@school.example and bob@school.example. Thanks!'],
  ['doubles in any letter case', 'ada@school.example, bob@school.example, ADA@School.example, bob@school.example'],
  ['what is no email', 'ada@school.example, @, Lunch @ noon, a@b@c, @twitter, me@, bob@school.example'],
])('takes the emails out of %s', (_name, text) => {
  expect(emailsIn(text)).toEqual(both);
});

test('leaves an email as it is', () => {
  const odd = ["o'brien+maths@school.example", '_x.y-z@a-b.school.example', 'Zoë@schüle.example', 'room7@intranet'];
  expect(emailsIn(odd.join('\n'))).toEqual(odd);
});

test.each(['', '  \n', 'Ada Lovelace\nBob Noyce'])('finds none in %j', (text) => {
  expect(emailsIn(text)).toEqual([]);
});

test('reads a megabyte at once', () => {
  const text = Array.from({ length: 40_000 }, (_, index) => `"Student ${index}";s${index}@x.example`).join('\n');
  expect(emailsIn(text)).toHaveLength(40_000);
  expect(emailsIn('@'.repeat(1_000_000))).toEqual([]);
  expect(emailsIn('.'.repeat(1_000_000))).toEqual([]);
});

test('letter case does not distinguish emails', () => {
  expect(sameEmail('Ada@School.example', 'ada@school.EXAMPLE')).toBe(true);
  expect(sameEmail('ada@school.example', 'xada@school.example')).toBe(false);
});
