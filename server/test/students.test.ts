import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesOf, latin1 } from '../../tests/support/textFiles';
import { decodeText } from '../src/cli/textFile';
import { parseCsv } from '../src/domain/school/csv';
import { importStudents } from '../src/domain/school/importStudents';
import { addMadeUpStudents } from '../src/domain/section/madeUpStudents';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { openTestDatabase } from './support/server';

describe('reading CSV', () => {
  const cells = (text: string) => parseCsv(text, ',').map((row) => row.cells);

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
    ['sep=;\r\na', [['a']]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  test('reports the line on which a record starts', () => {
    expect(parseCsv('h\r\n"two\r\nlines"\r\n\r\nx', ',').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test('detects a quotation mark that is never closed', () => {
    expect(parseCsv('a\n"b\nc', ',').map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test('reads ten megabytes in one cell', () => {
    expect(cells(`"${'x""'.repeat(3_000_000)}"`)[0]?.[0]).toHaveLength(6_000_000);
  });
});

describe('reading a file', () => {
  const text = 'Name;E-Mail\r\nZoë Łukasz;zoë@x.example\r\n山田;yamada@x.example\r\n';
  test.each(filesOf(text))('detects %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test('guesses no other encoding', () => {
    expect(decodeText(latin1('Zo\xEB;zoe@x.example'))).toBeNull();
  });
});

describe('importing students', () => {
  let database: OpenDatabase;
  let emails = 0;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  test('adds new students, corrects names, leaves existing ones, and says why it skipped a line', async () => {
    const file = [
      'Email,Class,Name',
      'NEW@x.example,8b, Ida   Probe ',
      'kai.driftwoodson@students.example,8b,Somebody Else',
      'mei.lanternfield@students.example,8b, Mei  Lanternfield',
      ',8b,No Email',
      'not an email,8b,Nil',
      'noname@x.example,8b,',
      'new@x.example,9a,Ida Again',
      'bell@x.example,8b,"Bell \u202e"',
      '"open@x.example,8b,Open',
    ].join('\n');
    expect(await importStudents(database.db, file)).toEqual({
      added: 1,
      renamed: 1,
      alreadyThere: 1,
      skipped: [
        { line: 5, reason: 'the email is missing' },
        { line: 6, reason: '“not an email” is not an email' },
        { line: 7, reason: 'the name is missing' },
        { line: 8, reason: 'the email is on line 2 already' },
        { line: 9, reason: 'the name has characters that cannot be kept' },
        { line: 10, reason: 'a quotation mark is never closed' },
      ],
      alike: [],
    });
    const all = await database.db.select().from(students);
    expect(all).toHaveLength(41);
    expect(all.find(({ email }) => email === 'new@x.example')?.name).toBe('Ida Probe');
    expect(all.find(({ email }) => email.startsWith('kai.'))?.name).toBe('Somebody Else');
  });

  test.each<[header: string, line: string]>([
    ['Name,Email', '"Muster, Eva",%'],
    ['Name;E-Mail', 'Eva Muster;%'],
    ['\uFEFF"Name";"E-Mail-Adresse";"Klasse"', '"Muster, Eva";"%";"9b, 9c"'],
    ['First name,Last name,Email', 'Eva,Muster,%'],
    ['First name;Last name;Email', 'Eva;Muster;%'],
    ['Last Name\tFirst Name\tE-Mail Address', 'Muster\tEva\t%'],
    ['sep=;\r\nVorname;Nachname;E-Mail', 'Eva;Muster;%'],
    ['Name;Vorname;E-Mail', 'Muster;Eva;%'],
    ['Schüler/in|Mail (Schule)', 'Eva Muster|%'],
    ['Nom,Prénom,Adresse e-mail', 'Muster,Eva,%'],
    ['Nombre;Apellidos;Correo electrónico', 'Eva;Muster;%'],
    ['Nome,Cognome,E-mail', 'Eva,Muster,%'],
    ['Display name,First name,Last name,User principal name', 'Eva Muster,E.,M.,%'],
    ['First Name [Required],Last Name [Required],Email Address [Required]', 'Eva,Muster,%'],
    ['Student,ID,SIS Login ID,Section,Email', '"Muster, Eva",7,eva,9b,%'],
    ['Name,Email', 'Eva Muster,Eva Muster <%>'],
    ['Name,Email', 'Eva Muster,mailto:%?subject=Maths'],
  ])('knows the columns %j', async (header, line) => {
    const email = `eva${emails++}@columns.example`;
    const report = await importStudents(database.db, `${header}\n${line.replace('%', email)}\n`);
    expect(report).toMatchObject({ added: 1, skipped: [] });
    const [eva] = await database.db.select().from(students).where(eq(students.email, email));
    expect(eva?.name).toBe('Eva Muster');
  });

  test.each([
    ['Martin King, Jr.', 'Martin King, Jr.'],
    ['a, b, c', 'a, b, c'],
    ['Muster,', 'Muster,'],
  ])('leaves the name %j as it is', async (name) => {
    const email = `odd${emails++}@columns.example`;
    await importStudents(database.db, `name,email\n"${name}",${email}`);
    const [stored] = await database.db.select().from(students).where(eq(students.email, email));
    expect(stored?.name).toBe(name);
  });

  test('reports a known name with another email, once', async () => {
    const csv = (...lines: string[]) => ['name,email', ...lines].join('\n');
    await importStudents(database.db, csv('José Doppel,old@twin.example', 'José Doppel,third@twin.example'));
    const moved = csv('JOSE DOPPEL,new@twin.example', 'José Doppel,third@twin.example');
    expect(await importStudents(database.db, moved)).toMatchObject({
      added: 1,
      alike: [{ name: 'JOSE DOPPEL', email: 'new@twin.example', other: 'old@twin.example' }],
    });
    expect(await importStudents(database.db, moved)).toMatchObject({ added: 0, alike: [] });
  });

  test.each(['', 'ida,ida@x.example', 'name;class\nIda;9b', 'E-Mail\nida@x.example'])(
    'refuses %j, which has no header',
    async (file) => {
      expect(await importStudents(database.db, file)).toEqual({
        added: 0,
        renamed: 0,
        alreadyThere: 0,
        alike: [],
        skipped: [
          {
            line: 1,
            reason:
              'it must name the columns, such as “Name,Email” or “First name;Last name;E-mail”: add such a first line',
          },
        ],
      });
    },
  );

  test('handles thousands', async () => {
    const file = `name,email\n${Array.from({ length: 2500 }, (_, index) => `S ${index},s${index}@many.example`).join('\n')}`;
    expect(await importStudents(database.db, file)).toMatchObject({ added: 2500 });
    expect(await importStudents(database.db, file)).toMatchObject({ added: 0, alreadyThere: 2500 });
  });

  test('made-up students are added to an empty directory only', async () => {
    const count = (await database.db.select().from(students)).length;
    await addMadeUpStudents(database.db);
    expect(await database.db.select().from(students)).toHaveLength(count);
  });
});
