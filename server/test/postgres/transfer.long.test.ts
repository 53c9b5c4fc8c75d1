import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { readBackup } from '../../src/cli/transfer/backupFile';
import { readContents } from '../../src/cli/transfer/readContents';
import { writeStored } from '../../src/cli/transfer/storage';
import { addMadeUpStudents } from '../../src/domain/section/madeUpStudents';
import type { OpenDatabase } from '../../src/platform/database/database';
import { openEmbedded } from '../../src/platform/database/embedded';
import { openPostgres } from '../../src/platform/database/postgres';
import { withMigrationsUpTo } from '../../src/platform/database/schemaVersion';
import { OperatorError } from '../../src/platform/operatorError';
import { createDatabase, type TestDatabase } from '../support/databases';
import { freePort } from '../support/freePort';
import {
  callTo,
  newAgentKey,
  newDataDirectory,
  postgresEnvironment,
  type Running,
  remove,
  run,
  signInTo,
  startServer,
  type,
} from '../support/product';
import { everythingIn, fillWithEverything } from '../support/storedData';
import { kai } from '../support/teachers';

// Runs many processes, one after another.
vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'vigil-transfer-'));
const databases: TestDatabase[] = [];
let full: string;
let wholeFile: string;
let everything: Record<string, unknown>;
afterAll(async () => {
  remove(folder);
  for (const { drop } of databases) await drop();
});

/** Returns a path that does not exist yet. */
const unused = (() => {
  let count = 0;
  return (name: string) => join(folder, `${name}-${++count}`);
})();

async function newDatabase(): Promise<{ DATABASE_URL: string }> {
  const database = await createDatabase(inject('postgres')?.url ?? '');
  databases.push(database);
  return { DATABASE_URL: database.url };
}

const textOf = (file: string) => gunzipSync(readFileSync(file)).toString();

/** Each backup adds an entry to the audit trail, which the next one contains. */
const withoutNotes = (text: string) =>
  text.replaceAll(/^.*(everything was read|"table":"audit_entries"|"sha256").*\n/gm, '');

/** Runs a command. @returns its last line */
async function end(running: Running, code: number): Promise<string | undefined> {
  expect(await running.exited, running.output()).toBe(code);
  return lastLine(running.output());
}

const lastLine = (output: string) => output.trim().split('\n').at(-1);

/** Types a command. @returns its last line */
async function typed(args: string[], environment: Record<string, string>, code: number): Promise<string | undefined> {
  const ended = await type(args, environment);
  expect(ended.code, ended.output).toBe(code);
  return lastLine(ended.output);
}

type Place = { DATABASE_URL: string } | { DATA_DIR: string };

const open = (place: Place): Promise<OpenDatabase> =>
  'DATABASE_URL' in place
    ? openPostgres(place.DATABASE_URL, console.error, { migrations: null })
    : openEmbedded(join(place.DATA_DIR, 'database'), null);

async function within<T>(place: Place, use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await open(place);
  return use(database).finally(database.close);
}

const everythingAt = (place: Place) => within(place, ({ db }) => everythingIn(db));

const shortLived = [
  ...['sign_ins', 'refresh_tokens', 'email_codes', 'password_resets', 'invitations', 'queued_mails'],
  ...['lesson_codes', 'attendance_tokens', 'attendance_links', 'badges'],
];

/** Expects exactly the copied data. */
async function expectEverythingAt(place: Place, isRestored = true): Promise<void> {
  const { development_mails, development_mails_id_seq, rate_limits, ...rest } = await everythingAt(place);
  expect([development_mails, development_mails_id_seq, rate_limits]).toEqual([[], 1, []]);
  for (const [name, contents] of Object.entries(rest)) {
    expect(contents, name).toEqual(isRestored && shortLived.includes(name) ? [] : everything[name]);
  }
  expect(Object.keys(rest).length).toBe(Object.keys(everything).length - 3);
}

beforeAll(async () => {
  full = newDataDirectory();
  const place = { DATA_DIR: full };
  await within(place, async ({ db }) => {
    await addMadeUpStudents(db);
    await fillWithEverything(db);
    everything = await everythingIn(db);
  });
  for (const [name, contents] of Object.entries(everything)) expect(contents, name).not.toEqual([]);
  wholeFile = unused('whole');
  await typed(['backup', wholeFile], place, 0);
});
afterAll(() => remove(full));

describe('data survives a copy exactly', () => {
  test('security 37: from a data directory by file to PostgreSQL, and by file into another, except for what has expired', async () => {
    expect(statSync(wholeFile).mode & 0o777).toBe(0o600);
    const written = gunzipSync(readFileSync(wholeFile)).toString();
    const left = ['sign_ins', 'refresh_tokens', 'email_codes', 'password_resets', 'invitations', 'queued_mails'];
    for (const table of [...left, 'lesson_codes', 'attendance_tokens', 'attendance_links'])
      expect(written).toContain(`{"table":"${table}","rows":0,`);
    expect(written).not.toMatch(/"(token_hash|code_hash|code)":/);
    const postgres = await newDatabase();
    expect(await typed(['restore', wholeFile], postgres, 0)).toBe(
      `Everything in ${wholeFile} is restored. Everyone must sign in again.`,
    );
    await expectEverythingAt(postgres);

    const file = unused('file');
    await typed(['backup', file], postgres, 0);
    // Its first start has added the made-up students, which do not count.
    const DATA_DIR = newDataDirectory();
    await within({ DATA_DIR }, ({ db }) => addMadeUpStudents(db));
    await typed(['restore', file], { DATA_DIR }, 0);
    await expectEverythingAt({ DATA_DIR });
    remove(DATA_DIR);
  });

  test('security 37: from a data directory directly to PostgreSQL, including sign-ins', async () => {
    const postgres = await newDatabase();
    const move = run('move', [], { ...postgres, DATA_DIR: full });
    await end(move, 0);
    await expectEverythingAt(postgres, false);
    expect(move.output()).toMatch(/^detections: 2,000 rows$/m);
    expect(move.output()).toContain(join(full, 'jwt-secret'));
    expect(move.output()).not.toContain(readFileSync(join(full, 'jwt-secret'), 'utf8'));
  });

  test('as of one moment, whatever is written during the copy', async () => {
    const database = await openPostgres((await newDatabase()).DATABASE_URL, console.error);
    const names = await readContents(database.db, async ({ tables }) => {
      const written: string[] = [];
      for await (const { name, rowCount } of tables) {
        if (written.length === 0) await addMadeUpStudents(database.db);
        written.push(`${name} ${rowCount}`);
      }
      return written;
    });
    expect(names.indexOf('students 0')).toBeGreaterThan(0);
    await database.close();
  });

  test('while the server runs', async () => {
    const DATA_DIR = newDataDirectory();
    const port = await freePort();
    const server = await startServer({ DATA_DIR, PORT: port });
    const token = await signInTo(port, 'running@school.example');
    const file = unused('running');
    await typed(['backup', file], { DATA_DIR }, 0);
    expect(textOf(file)).toContain('running@school.example');
    expect(await callTo(port, '/section/list/', undefined, token)).toEqual([]);
    expect(await typed(['move'], { ...(await newDatabase()), DATA_DIR }, 1)).toBe(
      `Vigil is already running on the data directory ${DATA_DIR}.`,
    );
    expect(await typed(['restore', file], { DATA_DIR }, 1)).toBe(
      `Vigil is already running on the data directory ${DATA_DIR}.`,
    );
    server.child.kill('SIGTERM');
    await server.exited;
    remove(DATA_DIR);
  });
});

// Their core is in ../contents.test.ts: what breaks off is rolled back, and leaves the old file.
describe('an interrupted copy', () => {
  /** Enough data that copying takes a while. */
  let large: string;
  let largeFile: string;
  beforeAll(async () => {
    large = newDataDirectory();
    await within({ DATA_DIR: large }, ({ db }) => fillWithEverything(db, 20_000));
    largeFile = unused('large');
    await end(run('backup', [largeFile], { DATA_DIR: large }), 0);
  });
  afterAll(() => remove(large));

  const signals = ['SIGKILL', 'SIGINT'] as const;

  /** Repeating an interrupted command works after any signal; one of them shows it. */
  const isShownBy = (signal: string) => signal === 'SIGKILL';

  /** Starts a command and ends it while it copies. */
  async function interrupt(command: Running, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    await expect.poll(command.output, { timeout: 60_000, interval: 5 }).toMatch(/^teachers: 2 rows$/m);
    command.child.kill(signal);
    expect(await command.exited).toBe(signal === 'SIGKILL' ? signal : 1);
    expect(command.output()).not.toMatch(/^screenshots: /m);
    if (signal === 'SIGINT')
      expect(command.output()).toMatch(/\nInterrupted: everything or nothing was written\. [^\n]+\n$/);
  }
  const isEmptyAt = async (place: Place) => {
    const { teachers = [], students = [], detections = [] } = await everythingAt(place);
    expect([teachers, students, detections]).toEqual([[], [], []]);
  };

  test.each(signals)('%s: a backup leaves no file, or the old one', async (signal) => {
    const file = unused('interrupted');
    writeFileSync(file, 'old');
    await interrupt(run('backup', [file], { DATA_DIR: large }), signal);
    expect(readFileSync(file, 'utf8')).toBe('old');
    if (signal === signals[0]) {
      remove(file);
      await interrupt(run('backup', [file], { DATA_DIR: large }), signal);
      expect(existsSync(file)).toBe(false);
    }
    const leftovers = readdirSync(folder).filter((name) => name.endsWith('.unfinished'));
    if (signal === 'SIGINT') expect(leftovers).toEqual([]);
    for (const name of leftovers) remove(join(folder, name));
    if (signal === signals[0]) {
      await end(run('backup', [file], { DATA_DIR: full }), 0);
      expect(withoutNotes(textOf(file)) === withoutNotes(textOf(wholeFile))).toBe(true);
    }
  });

  test.each(signals)('%s: a restored data directory stays as it was', async (signal) => {
    const place = { DATA_DIR: newDataDirectory() };
    const before = await everythingAt(place);
    await interrupt(run('restore', [largeFile], place), signal);
    expect(await everythingAt(place)).toEqual(before);
    if (isShownBy(signal)) {
      await end(run('restore', [wholeFile], place), 0);
      await expectEverythingAt(place);
    }
    remove(place.DATA_DIR);
  });

  test('SIGKILL: a data directory whose database was being created can still be restored', async () => {
    const DATA_DIR = unused('directory');
    const restore = run('restore', [wholeFile], { DATA_DIR });
    const isBeingMade = () =>
      existsSync(DATA_DIR) && readdirSync(DATA_DIR).some((name) => existsSync(join(DATA_DIR, name, 'PG_VERSION')));
    await expect.poll(isBeingMade, { timeout: 60_000, interval: 5 }).toBe(true);
    expect(existsSync(join(DATA_DIR, 'database'))).toBe(false);
    restore.child.kill('SIGKILL');
    expect(await restore.exited).toBe('SIGKILL');
    await end(run('restore', [wholeFile], { DATA_DIR }), 0);
    await expectEverythingAt({ DATA_DIR });
  });

  test.each(signals)('%s: PostgreSQL stays empty, restored or moved to', async (signal) => {
    const place = await newDatabase();
    await interrupt(run('restore', [largeFile], place), signal);
    await isEmptyAt(place);
    await interrupt(run('move', [], { ...place, DATA_DIR: large }), signal);
    await isEmptyAt(place);
    if (isShownBy(signal)) {
      await end(run('move', [], { ...place, DATA_DIR: full }), 0);
      await expectEverythingAt(place, false);
    }
  });
});

describe('one sentence refuses', () => {
  let fresh: { DATABASE_URL: string };
  beforeAll(async () => {
    fresh = await newDatabase();
  });
  const fileOf = (contents: Buffer | string) => {
    const file = unused('file');
    writeFileSync(file, contents);
    return file;
  };

  test.each([
    ['cut short', () => readFileSync(wholeFile).subarray(0, -2000), /is damaged or was cut short/],
    [
      'without its last line',
      () => gzipSync(textOf(wholeFile).replace(/\n[^\n]*\n$/, '\n')),
      /is damaged or was cut short/,
    ],
    [
      'with another letter in it',
      () => gzipSync(textOf(wholeFile).replace('ada@', 'bda@')),
      /is damaged or was cut short/,
    ],
    ['with something after it', () => gzipSync(`${textOf(wholeFile)}more\n`), /is damaged or was cut short/],
    ['of something else', () => 'name,email\n', /is no backup of Vigil's/],
    ['of something else, zipped', () => gzipSync('{"vigil":1}\n'), /is no backup of Vigil's/],
    ['of nothing', () => '', /is no backup of Vigil's/],
    ['of a later form', () => gzipSync(textOf(wholeFile).replace('"vigilBackup":1', '"vigilBackup":2')), /newer Vigil/],
    ['of a later schema', () => gzipSync(textOf(wholeFile).replace(/"schema":"\d+/, '"schema":"9999')), /newer Vigil/],
  ])('a file %s', async (_, contents, sentence) => {
    const place = { databaseUrl: fresh.DATABASE_URL, dataDirectory: '' };
    const refusal = await readBackup(fileOf(contents()))
      .then((read) => writeStored(place, read))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(refusal).toHaveProperty('message', expect.stringMatching(sentence));
    // Not even tables.
    expect(await everythingAt(fresh)).toEqual({});
  });

  test('a damaged file, by command', async () => {
    const restore = run('restore', [fileOf(readFileSync(wholeFile).subarray(0, -2000))], fresh);
    await end(restore, 1);
    expect(restore.output()).toMatch(/(^|\n)[^\n]* is damaged or was cut short[^\n]*\n$/);
    expect(restore.output()).not.toMatch(/Error|vigil_test_/);
    expect(await everythingAt(fresh)).toEqual({});
  });

  test('a target that is not empty', async () => {
    const file = wholeFile;
    const postgres = await newDatabase();
    await typed(['restore', file], postgres, 0);
    const sentence = 'The database at DATABASE_URL is not empty: it has agents. Give an empty one.';
    expect(await typed(['restore', file], postgres, 1)).toBe(sentence);
    expect(await typed(['move'], { ...postgres, DATA_DIR: full }, 1)).toBe(sentence);
    await expectEverythingAt(postgres);
    expect(await typed(['restore', file], { DATA_DIR: full }, 1)).toBe(
      `The data directory ${full} is not empty: it has agents. Give an empty one.`,
    );
  });

  test('a directory that only has its own students', async () => {
    const DATA_DIR = newDataDirectory();
    await within({ DATA_DIR }, async ({ db }) => {
      await addMadeUpStudents(db);
      await db.execute("insert into students (name, email) values ('Ida', 'ida@probe.example')");
    });
    expect(await typed(['restore', wholeFile], { DATA_DIR }, 1)).toBe(
      `The data directory ${DATA_DIR} is not empty: it has students. Give an empty one.`,
    );
    remove(DATA_DIR);
  });

  test.each([
    ['move', [], {}, 'Usage: DATABASE_URL=postgres://user:password@host:5432/vigil npm run move'],
    ['migrate', [], {}, 'Usage: DATABASE_URL=postgres://user:password@host:5432/vigil npm run migrate'],
    ['backup', [], {}, 'Usage: npm run backup -- FILE'],
    ['restore', [], {}, 'Usage: npm run restore -- FILE'],
    ['restore', ['/no/such'], {}, '/no/such cannot be read: it is not there.'],
    ['backup', ['x'], { DATA_DIR: '/no/such' }, 'There is no database in the data directory /no/such.'],
    ['backup', ['x'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^The database at DATABASE_URL cannot be used: /],
    ['restore', ['x'], { DATABASE_URL: 'x' }, /^DATABASE_URL must be an address like /],
  ])('%s %j with %j', async (name, args, environment: Record<string, string>, sentence) => {
    const { code, output } = await type([name, ...args], environment);
    expect([code, output.trim()]).toEqual([1, sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence]);
    expect(output.trim()).not.toContain('\n');
  });

  test('a backup to an impossible path', async () => {
    const place = { DATA_DIR: full };
    expect(await typed(['backup', folder], place, 1)).toBe(`${folder} is not a file.`);
    expect(await typed(['backup', join(folder, 'no', 'x')], place, 1)).toBe(
      `${join(folder, 'no', 'x')} cannot be written: it is not there.`,
    );
  });

  test('a database that Vigil never used', async () => {
    expect(await typed(['backup', unused('x')], await newDatabase(), 1)).toBe('That database has no data of Vigil.');
  });
});

describe('data of an older Vigil', () => {
  const older = '0000_first';
  let file: string;
  let place: { DATABASE_URL: string };
  beforeAll(async () => {
    place = await newDatabase();
    const source = await withMigrationsUpTo(older, (migrations) =>
      openPostgres(place.DATABASE_URL, console.error, { migrations }),
    );
    await source.db.execute(
      "insert into teachers (email, first_name, last_name) values ('old@school.example', '', '')",
    );
    await source.close();
    file = unused('older');
    await typed(['backup', file], place, 0);
    expect(Object.keys(await everythingAt(place))).not.toContain('queued_mails');
  });

  test('is migrated only by command where the version before could not work with it any more', async () => {
    const list = () => type(['teachers', 'list'], { ...postgresEnvironment, ...place });
    const before = await everythingAt(place);
    expect(await list()).toEqual({
      code: 1,
      output:
        'This version changes the database so that the version before cannot work with it. Stop all instances, make a backup (npm run backup -- FILE), and then run npm run migrate once.\n',
    });
    expect(await everythingAt(place)).toEqual(before);
    expect(await typed(['migrate'], place, 0)).toBe(
      'The database at DATABASE_URL is migrated. Instances of this version can start.',
    );
    expect(await list()).toEqual({ code: 0, output: expect.stringContaining('old@school.example') });
  });

  test('a backup is migrated into an unused target', async () => {
    const target = await newDatabase();
    await typed(['restore', file], target, 0);
    expect(await everythingAt(target)).toMatchObject({
      teachers: [expect.stringContaining('old@school.example')],
      queued_mails: [],
    });
  });

  test('a backup is refused where this Vigil has run', async () => {
    const target = await newDatabase();
    await (await openPostgres(target.DATABASE_URL, console.error)).close();
    expect(await typed(['restore', file], target, 1)).toBe(
      'The database at DATABASE_URL has a newer schema than the data to write. Use a database that Vigil has never opened.',
    );
  });
});

test('sign-ins, screenshot addresses and agents survive a move', async () => {
  const DATA_DIR = newDataDirectory();
  const port = await freePort();
  const embedded = await startServer({ DATA_DIR, PORT: port, SIMULATE: '0' });
  const token = await signInTo(port, 'mover@school.example');
  const key = await newAgentKey({ DATA_DIR });
  const { id } = await callTo(port, '/section/create/', { name: '8b', subject: 'Physics' }, token);
  await callTo(port, `/section/${id}/add-students/`, { student_emails: [kai] }, token);
  await callTo(port, '/detection/sessions/start/', { section_id: id, is_active: true }, token);
  const report = async () => {
    const answer = await fetch(`http://localhost:${port}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': key },
      body: JSON.stringify({
        id: randomUUID(),
        section_id: id,
        student_email: kai,
        activity_type: 'no_face',
        screenshot: pixel,
      }),
    });
    expect(answer.status).toBe(201);
  };
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  await report();
  const logs = () => callTo(port, `/detection/logs/?section=${id}`, undefined, token);
  const [{ screenshot }] = (await logs()).results;
  embedded.child.kill('SIGTERM');
  await embedded.exited;

  const postgres = await newDatabase();
  await typed(['move'], { ...postgres, DATA_DIR }, 0);
  const server = await startServer({
    ...postgresEnvironment,
    ...postgres,
    PORT: port,
    JWT_SECRET: readFileSync(join(DATA_DIR, 'jwt-secret'), 'utf8'),
  });
  expect((await logs()).results).toHaveLength(1);
  expect((await fetch(new URL(screenshot, `http://localhost:${port}`))).status).toBe(200);
  await report();
  expect((await logs()).results).toHaveLength(2);
  server.child.kill('SIGTERM');
  await server.exited;
  remove(DATA_DIR);
});
