import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../src/cli/commands';
import { readRosterFiles } from '../src/cli/rosterFile';
import { type RosterTexts, readRoster } from '../src/domain/school/oneRoster';
import { invitations } from '../src/domain/tables/account';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mailTo, newTeacher, type TestTeacher } from './support/teachers';

/* `npm run roster -- import`, with a OneRoster export of a small school. */

const folder = mkdtempSync(join(tmpdir(), 'vigil-roster-'));
let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeEach(async () => {
  await server?.close();
  await database?.close();
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const csv = (header: string, ...rows: string[]) => [header, ...rows].join('\r\n');
const userHeader = 'sourcedId,status,dateLastModified,enabledUser,username,givenName,familyName,email';
const user = (id: string, name: string, email = '') => `${id},,,true,${id},${name.replace(' ', ',')},${email}`;
const enrollmentHeader = 'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary';
const enrolled = (place: string, id: string, role = 'student', primary = '') =>
  `${place}-${id},,,${place},s1,${id},${role},${primary}`;

/** Two classes: Ada teaches both, Sam one of them; Ben and another Ben have no email, Kai is in the directory already. */
const school = (): Required<Omit<RosterTexts, 'roles.csv'>> => ({
  'manifest.csv': csv('propertyName,value', 'manifest.version,1.0', 'oneroster.version,1.2', 'file.users,bulk'),
  'academicSessions.csv': csv(
    'sourcedId,status,dateLastModified,title,type,startDate,endDate',
    't1,,,Year,term,2026-08-01,2999-07-31',
    't0,,,Past,term,2001-08-01,2002-07-31',
  ),
  'courses.csv': csv('sourcedId,status,dateLastModified,schoolYearSourcedId,title', 'co1,,,,Mathematics'),
  'classes.csv': csv(
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,termSourcedIds,subjects',
    'c1,,,Algebra 9b,9,co1,t1,',
    'c2,,,"Art, 9b",9,,t1,"Art,Drawing"',
    'c0,,,Algebra 8b,8,co1,t0,',
  ),
  'users.csv': csv(
    `\ufeff${userHeader}`.slice(1),
    user('ada', 'Ada Lovelace', teacher.email.toUpperCase()),
    user('sam', 'Sam Okoro', 'sam@roster.example'),
    user('kai', 'Kai Driftwoodson', kai),
    user('ben1', 'Ben Roth'),
    user('ben2', 'Ben Roth'),
    user('gone', 'Old Student').replace('true', 'false'),
  ),
  'enrollments.csv': csv(
    enrollmentHeader,
    enrolled('c1', 'sam', 'teacher'),
    enrolled('c1', 'ada', 'teacher', 'true'),
    enrolled('c2', 'sam', 'teacher', 'true'),
    enrolled('c1', 'kai'),
    enrolled('c1', 'ben1'),
    enrolled('c1', 'ben2'),
    enrolled('c2', 'ben1'),
  ),
});

/** Runs the command as it runs in the server's process. @returns its answer */
async function run(files: RosterTexts, more: object = {}) {
  const command = commands.find(({ name }) => name === 'roster import');
  let answer = '';
  const settings = { publicUrl: 'http://localhost:3000', smtpUrl: undefined } as Parameters<
    NonNullable<NonNullable<typeof command>['answer']>
  >[0]['settings'];
  await command?.answer?.(
    { db: database.db, settings },
    { file: 'x', owner: teacher.email, ...more, files },
    async (text) => {
      for await (const part of Readable.from(text)) answer += part;
    },
  );
  return JSON.parse(answer) as { said?: string; question?: string };
}

interface Section {
  name: string;
  subject: string;
  students: { id: number; name: string; email: string }[];
}
const sectionsOf = async (): Promise<Section[]> =>
  (await server.call('GET', '/section/list/', { token: teacher.access })).body;
const summary = async () =>
  (await sectionsOf()).map(({ name, subject, students: listed }) => [name, subject, ...listed.map((one) => one.name)]);

test('makes invitations, sections, students and who teaches whom', async () => {
  const { said } = await run(school());
  expect(said).toContain('Teacher invited: sam@roster.example.');
  expect(said).toContain(`New section: Algebra 9b (Mathematics), 3 students, ${teacher.email}, sam@roster.example.`);
  // Said once: not again of its students and its second teacher.
  expect(said?.match(/Algebra 9b/g)).toHaveLength(1);
  expect(said).toContain('1 class whose term has ended was left out.');
  expect(await summary()).toEqual([
    ['Algebra 9b', 'Mathematics', 'Ben Roth', 'Ben Roth (2)', 'Kai Driftwoodson'],
    ['Art, 9b', 'Art', 'Ben Roth'],
  ]);
  const [algebra] = await sectionsOf();
  expect(algebra?.students.find(({ name }) => name === 'Ben Roth')?.email).toMatch(/^id:\d+$/);
  expect((await mailTo(server, 'sam@roster.example')).text).toContain('You are invited to Vigil');
  const found = await server.call('GET', '/section/search-students/?q=Ben%20Roth', { token: teacher.access });
  expect(found.body).toHaveLength(2);
});

test('again means update: nothing twice, nobody is mailed again', async () => {
  await run(school());
  const before = await sectionsOf();
  expect((await run(school())).said).toMatch(/^1 class whose term has ended was left out\.\nNothing has changed\./);
  expect(await sectionsOf()).toEqual(before);
  const changed = school();
  changed['classes.csv'] = changed['classes.csv'].replace('Algebra 9b', 'Algebra 10b');
  changed['users.csv'] = changed['users.csv'].replace(
    user('ben2', 'Ben Roth'),
    user('ben2', 'Benno Roth', 'ben2@roster.example'),
  );
  expect((await run(changed)).said).toContain('Section Algebra 9b (Mathematics) is Algebra 10b (Mathematics) now.');
  // The lists of a running server are told of the import a moment later.
  await expect
    .poll(async () => (await summary())[0])
    .toEqual(['Algebra 10b', 'Mathematics', 'Ben Roth', 'Benno Roth', 'Kai Driftwoodson']);
  const ids = (section: Section | undefined) => section?.students.map(({ id }) => id).sort();
  expect(ids((await sectionsOf())[0])).toEqual(ids(before[0]));
});

test('what is gone is listed and asked for, and stays with --keep', async () => {
  await run(school());
  const less = school();
  less['enrollments.csv'] = csv(enrollmentHeader, enrolled('c1', 'ada', 'teacher', 'true'), enrolled('c1', 'ben1'));
  less['classes.csv'] = less['classes.csv']
    .split('\r\n')
    .filter((line) => !line.startsWith('c2'))
    .join('\r\n');
  const before = await summary();
  const { question, said } = await run(less);
  expect(said).toBeUndefined();
  for (const line of [
    'sam@roster.example no longer teaches Algebra 9b.',
    'Ben Roth (2) is no longer in Algebra 9b.',
    'Kai Driftwoodson is no longer in Algebra 9b.',
    'The class Art, 9b is gone.',
  ])
    expect(question?.split('\n')).toContain(line);
  expect(await summary()).toEqual(before);
  expect((await run(less, { keep: true })).said).toContain('Gone from the export, and left as it is:');
  expect(await summary()).toEqual(before);
  expect((await run(less, { 'dry-run': true })).said).toContain('Gone from the export:\n');
  expect((await run(less, { yes: true })).said).toMatch(
    /Gone from the export, and removed here unless it says otherwise:\n(.*\n)*The class Art, 9b is gone\./,
  );
  await expect.poll(summary).toEqual([['Algebra 9b', 'Mathematics', 'Ben Roth']]);
  const { said: again } = await run(less);
  expect(again).toContain('Nothing has changed.');
  expect(again).toContain('The export has 1 class, 1 teacher and 1 student.');
});

test('a section with lessons is never deleted', async () => {
  await run(school());
  const art = (await server.call('GET', '/section/list/', { token: teacher.access })).body[1];
  await server.call('POST', '/detection/sessions/start/', {
    token: teacher.access,
    body: { section_id: art.id, is_active: true },
  });
  const less = school();
  less['classes.csv'] = less['classes.csv']
    .split('\r\n')
    .filter((line) => !line.startsWith('c2'))
    .join('\r\n');
  less['enrollments.csv'] = less['enrollments.csv']
    .split('\r\n')
    .filter((line) => !line.startsWith('c2'))
    .join('\r\n');
  expect((await run(less, { yes: true })).said).toContain('Its section has lessons and stays');
  expect(await summary()).toHaveLength(2);
});

test('a teacher who has registered since gets their section', async () => {
  await run(school());
  expect(await summary()).toHaveLength(2);
  const { link } = await mailTo(server, 'sam@roster.example');
  const body = {
    ...{ first_name: 'Sam', last_name: 'Okoro', email: 'sam@roster.example' },
    ...{ password: 'correct horse', password2: 'correct horse', invitation: link.split('#')[1] },
  };
  expect((await server.call('POST', '/account/register/teacher/', { body })).status).toBeLessThan(300);
  const { code } = await mailTo(server, 'sam@roster.example');
  await server.call('POST', '/account/verify-otp/', { body: { email: 'sam@roster.example', code } });
  expect((await run(school())).said).toContain('Section Art, 9b belongs to sam@roster.example now.');
  await expect.poll(async () => (await summary()).map(([name]) => name)).toEqual(['Algebra 9b']);
});

test('a dry run says what would happen, and changes and mails nothing', async () => {
  const count = await database.db.$count(students);
  const { said } = await run(school(), { 'dry-run': true });
  expect(said).toContain('New section: Algebra 9b');
  expect(said).toMatch(/This was a dry run: nothing was changed, and nobody was mailed\.$/);
  expect([await summary(), await database.db.$count(students), await database.db.$count(invitations)]).toEqual([
    [],
    count,
    0,
  ]);
});

describe('nothing is half done', () => {
  test('bad rows are named by file and line', async () => {
    const bad = school();
    bad['users.csv'] += `\r\n${user('x', 'No Mail', 'nomail')}\r\n,,,true,y,A,B,\r\n${user('kai', 'Kai Again')}`;
    bad['enrollments.csv'] += `\r\n${enrolled('c9', 'kai')}\r\n${enrolled('c1', 'zoe')}\r\n${enrolled('c1', 'x')}`;
    bad['manifest.csv'] = bad['manifest.csv'].replace('file.users,bulk', 'file.users,delta');
    await expect(run(bad)).rejects.toThrow(
      [
        'enrollments.csv, line 9: classes.csv has no class c9.',
        'enrollments.csv, line 10: users.csv has no user zoe.',
        'manifest.csv, line 4: users has only what has changed: export all of it (bulk).',
        'users.csv, line 8: “nomail” is not an email.',
        'users.csv, line 9: the sourcedId is missing.',
        'users.csv, line 10: the sourcedId is on line 4 already.',
        'Nothing was imported. Correct the export and import it again.',
      ].join('\n'),
    );
    expect(await summary()).toEqual([]);
  });

  test('missing files and columns are named', () => {
    const { 'enrollments.csv': _, ...less } = school();
    const { problems } = readRoster({ ...less, 'classes.csv': 'sourcedId,name\r\nc1,Algebra' });
    expect(problems).toEqual([
      { file: 'classes.csv', line: 1, reason: 'the columns title are missing' },
      { file: 'enrollments.csv', line: 1, reason: 'the file is missing' },
    ]);
  });

  test('not without an account for the sections of invited teachers, nor over an email that is another’s', async () => {
    await expect(run(school(), { owner: 'nobody@school.example' })).rejects.toThrow('--owner EMAIL');
    expect(await summary()).toEqual([]);
    await run(school());
    const taken = school();
    taken['users.csv'] = taken['users.csv'].replace(
      user('ben1', 'Ben Roth'),
      user('ben1', 'Ben Roth', 'mei.lanternfield@students.example'),
    );
    await expect(run(taken)).rejects.toThrow(
      /users\.csv, line 5: mei\.lanternfield@students\.example belongs to another student/,
    );
    const [ben] = await database.db.select().from(students).where(eq(students.name, 'Ben Roth'));
    expect(ben?.email).toMatch(/^id:/);
  });
});

describe('the files', () => {
  const texts = { 'users.csv': userHeader, 'Enrollments.csv': enrollmentHeader, 'notes.txt': 'x' };

  test('may be in a folder, or in a zip, in a folder there', () => {
    const there = join(folder, 'export');
    mkdirSync(there);
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(there, name), text);
    const zip = join(folder, 'export.zip');
    const packed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`school/${name}`, strToU8(text)]));
    writeFileSync(zip, zipSync(packed));
    const expected = { 'users.csv': userHeader, 'enrollments.csv': enrollmentHeader };
    expect([readRosterFiles(there), readRosterFiles(zip)]).toEqual([expected, expected]);
  });

  test('are refused if they are none, or not UTF-8', () => {
    const other = join(folder, 'other.zip');
    writeFileSync(other, 'no zip');
    expect(() => readRosterFiles(other)).toThrow('is neither a folder nor a zip');
    writeFileSync(other, zipSync({ 'a.txt': strToU8('a') }));
    expect(() => readRosterFiles(other)).toThrow('has none of the files');
    writeFileSync(other, zipSync({ 'users.csv': Uint8Array.of(0x4d, 0xfc) }));
    expect(() => readRosterFiles(other)).toThrow('users.csv is not UTF-8');
    expect(() => readRosterFiles(join(folder, 'none'))).toThrow('cannot be read');
  });
});
