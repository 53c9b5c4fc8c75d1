import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../src/database/database';
import { students } from '../src/database/schema';
import { parseCsv } from '../src/section/csv';
import { importStudents } from '../src/section/importStudents';
import { addMadeUpStudents } from '../src/section/madeUpStudents';
import { openTestDatabase } from './support/server';

describe('reading CSV', () => {
  const cells = (text: string) => parseCsv(text).map((row) => row.cells);

  test.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['\uFEFFa,b', [['a', 'b']]],
    ['"a,1","say ""hi""","two\nlines"', [['a,1', 'say "hi"', 'two\nlines']]],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a\n\n,\nb', [['a'], ['b']]],
    [
      'a;b\nc,1;d',
      [
        ['a', 'b'],
        ['c,1', 'd'],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  test('tells on which line a record starts', () => {
    expect(parseCsv('h\r\n"two\r\nlines"\r\n\r\nx').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test('notices a quotation mark that is never closed', () => {
    expect(parseCsv('a\n"b\nc').map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test('reads ten megabytes in one cell', () => {
    expect(cells(`"${'x""'.repeat(3_000_000)}"`)[0]?.[0]).toHaveLength(6_000_000);
  });
});

describe('importing students', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  test('adds the new, corrects names, leaves those already there, and says why it skipped a line', async () => {
    const file = [
      'Email,Class,Name',
      'NEW@x.example,8b, Ida   Probe ',
      'kai.driftwoodson@students.example,8b,Somebody Else',
      'mei.lanternfield@students.example,8b, Mei  Lanternfield',
      ',8b,No Email',
      'not an email,8b,Nil',
      'noname@x.example,8b,',
      'new@x.example,9a,Ida Again',
      'bell@x.example,8b,"Bell \u0007"',
      '"open@x.example,8b,Open',
    ].join('\n');
    expect(await importStudents(database.db, file)).toEqual({
      added: 1,
      renamed: 1,
      alreadyThere: 1,
      skipped: [
        { line: 5, reason: 'the email is missing' },
        { line: 6, reason: 'the email is not valid' },
        { line: 7, reason: 'the name is missing' },
        { line: 8, reason: 'the email is on line 2 already' },
        { line: 9, reason: 'the name has characters that cannot be kept' },
        { line: 10, reason: 'a quotation mark is never closed' },
      ],
    });
    const all = await database.db.select().from(students);
    expect(all).toHaveLength(41);
    expect(all.find(({ email }) => email === 'new@x.example')?.name).toBe('Ida Probe');
    expect(all.find(({ email }) => email.startsWith('kai.'))?.name).toBe('Somebody Else');
  });

  test.each(['', 'ida,ida@x.example', 'name;mail\nIda;ida@x.example'])(
    'refuses %j, which has no header',
    async (file) => {
      expect(await importStudents(database.db, file)).toEqual({
        added: 0,
        renamed: 0,
        alreadyThere: 0,
        skipped: [{ line: 1, reason: 'the header must name the columns name and email' }],
      });
    },
  );

  test('takes thousands', async () => {
    const file = `name,email\n${Array.from({ length: 2500 }, (_, index) => `S ${index},s${index}@many.example`).join('\n')}`;
    expect(await importStudents(database.db, file)).toMatchObject({ added: 2500 });
    expect(await importStudents(database.db, file)).toMatchObject({ added: 0, alreadyThere: 2500 });
  });

  test('made-up students come to an empty directory only', async () => {
    const count = (await database.db.select().from(students)).length;
    await addMadeUpStudents(database.db);
    expect(await database.db.select().from(students)).toHaveLength(count);
  });
});
