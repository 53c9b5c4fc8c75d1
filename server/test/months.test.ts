import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { drawSeat } from '../simulator/picture';
import { makeMonths } from '../src/domain/detection/months';
import { startHousekeeping } from '../src/domain/housekeeping';
import type { Database } from '../src/platform/database/database';
import { rowsOf } from '../src/platform/database/rows';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, newActiveSection, newEventId, newTeacher } from './support/teachers';
import { upgrade } from './support/upgrade';

const day = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const select = (db: Database, text: string) => rowsOf(db, v.record(v.string(), v.unknown()), sql.raw(text));

/** Lists the partitions that contain a table's rows. */
const partitions = async (table: string, db = server.database.db) =>
  (
    await select(
      db,
      `select relname from pg_class join pg_inherits on oid = inhrelid where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ relname }) => relname);

const jumpTo = (moment: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });

describe('security 44: the months of the detections', () => {
  test('are created ahead at the start: this one and the next two, in UTC', async () => {
    jumpTo('2031-10-31T23:59:59Z');
    await startHousekeeping(server.database, { retentionDays: undefined, auditDays: 365 }, server.app.log).close();
    for (const table of ['detections', 'screenshots']) {
      const made = (await partitions(table)).filter((name) => String(name).startsWith(`${table}_2031`));
      expect(made).toEqual(['10', '11', '12'].map((month) => `${table}_2031_${month}`));
    }
  });

  test('are created on demand when the clock jumps, also by two instances at once', async () => {
    jumpTo('2032-05-31T23:59:30Z');
    const other = await startTestServer({}, server.database);
    const teacher = await newTeacher(server);
    const sections = [await newActiveSection(server, teacher, [kai]), await newActiveSection(server, teacher, [kai])];
    vi.setSystemTime('2032-06-01T00:00:30Z');
    const times = ['2032-05-31T23:59:59.999Z', '2032-06-01T00:00:00Z'];
    const report = (instance: TestServer, section_id: number) =>
      instance.call('POST', '/detection/logs/', {
        headers: { 'x-agent-key': agentKey },
        body: times.map((timestamp) => ({
          ...{ id: newEventId(), section_id, student_email: kai, activity_type: 'no_face' },
          ...{ timestamp, screenshot: drawSeat(1) },
        })),
      });
    const answers = await Promise.all([report(server, sections[0]!), report(other, sections[1]!)]);
    await other.close();
    expect(answers.map(({ body }) => body.recorded)).toEqual([2, 2]);
    for (const section of sections) {
      const { body } = await server.call('GET', `/detection/logs/?section=${section}`, { token: teacher.access });
      expect(body.results.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp))).toEqual(
        times.map(Date.parse).toReversed(),
      );
      for (const { screenshot } of body.results) expect((await server.call('GET', screenshot)).status).toBe(200);
    }
    expect(await select(server.database.db, 'select count(*)::integer from detections_2032_05')).toEqual([
      { count: 2 },
    ]);
    expect(await select(server.database.db, 'select count(*)::integer from screenshots_2032_06')).toEqual([
      { count: 2 },
    ]);
  });

  test('are created once each under concurrency', async () => {
    const moments = Array.from({ length: 40 }, (_, index) => new Date(Date.UTC(2040, 0, 1) + index * day));
    await Promise.all([1, 2, 3, 4].map(() => makeMonths(server.database.db, moments)));
    expect((await partitions('detections')).filter((name) => String(name).includes('2040'))).toEqual([
      'detections_2040_01',
      'detections_2040_02',
    ]);
  });
});

test('security 44: detections of an older Vigil are moved into their months unchanged', async () => {
  const columns =
    'id, section_id, session_id, student_id, activity_type, details, seen_at, arrived_at, source, screenshot_url, screenshot_type, review_state, review_note, reviewed_at, change';
  const rows = (db: Database) => select(db, `select ${columns} from detections order by id`);
  const pictures = (db: Database) =>
    select(db, "select detection_id, encode(bytes, 'hex') as bytes from screenshots order by detection_id");
  let before: unknown[] = [];
  const { db, close } = await upgrade('0009_audit', async (older) => {
    for (const statement of [
      "insert into teachers (email, first_name, last_name) values ('old@x.example', '', '')",
      "insert into sections (teacher_id, name, subject) values (1, '8b', ''), (1, '9c', '')",
      "insert into students (name, email) values ('Kai', 'kai@x.example'), ('Mei', 'mei@x.example')",
      "insert into detection_sessions (section_id, started_at) values (1, '2026-01-31 23:00Z'), (2, '2026-01-31 23:00Z')",
      `insert into detections
        (section_id, session_id, student_id, activity_type, details, seen_at, arrived_at, source, screenshot_type, review_state, review_note, reviewed_at, change)
        select 1 + n % 2, 1 + n % 2, 1 + n % 2, 'no_face', nullif(n::text, '7'), moment, moment, 'Room 12', 'image/png', 'seen', 'note', moment, n
        from generate_series(1, 12) n, (values
          ('2024-02-29 23:59:59.999999Z'::timestamptz), ('2026-01-31 23:59:59.999999Z'), ('2026-02-01 00:00Z'), ('2026-03-01 00:30+01')) as seen (moment)`,
      "insert into screenshots select id, decode(repeat(lpad(to_hex(id), 2, '0'), 3000), 'hex') from detections",
      // The newest is deleted, and its id must not be reused.
      'delete from detections where id = 48',
    ])
      await older.execute(sql.raw(statement));
    before = [await rows(older), await pictures(older)];
  });
  expect([await rows(db), await pictures(db)]).toEqual(before);
  const months = ['2024_02', '2026_01', '2026_02'];
  expect(await partitions('detections', db)).toEqual(months.map((month) => `detections_${month}`));
  expect(await partitions('screenshots', db)).toEqual(months.map((month) => `screenshots_${month}`));
  expect(await select(db, 'select count(*)::integer from detections_2026_02')).toEqual([{ count: 23 }]);
  const [added] = await select(
    db,
    "insert into detections (section_id, student_id, activity_type, seen_at) values (1, 1, '', '2026-01-01Z') returning id::integer, change",
  );
  expect(added).toEqual({ id: 49, change: 0 });
  // Deletes cascade into every month, including pictures.
  await db.execute(sql`delete from students where id = 1`);
  await db.execute(sql`delete from detection_sessions where id = 2`);
  expect([await rows(db), await pictures(db)]).toEqual([[], []]);
  await close();
});
