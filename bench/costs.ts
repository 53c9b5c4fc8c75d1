import type { Request } from 'autocannon';
import { sql } from 'drizzle-orm';
import type { Database } from '../server/src/platform/database/database';
import { openPostgres } from '../server/src/platform/database/postgres';
import { preparePostgres } from './databases';
import { measureAll } from './load';
import { processorMillisecondsOf, startMeasured } from './processes';
import { bearer, picture, reportOf } from './requests';
import { type Group, inDigits, type Row, row } from './run';
import { agentKey, places, studentsIn } from './school';
import { secrets } from './server';
import { measureSignIns } from './signIns';

/** Equal to the size of the pool. */
const senders = 10;
/** Delivery timeout. */
const patienceMilliseconds = 10_000;

/** Measures the input of docs/scaling.md: processor time per request and cost of notifications, on PostgreSQL. */
export const measureCosts: Group = async ({ started, seconds, uses }) => {
  const { settings, teachers, version } = await preparePostgres(started);
  uses(`PostgreSQL ${version}`);
  const product = await startMeasured(started, { ...secrets, ...settings });
  const { signedIn } = await measureSignIns(product.url, teachers.slice(0, 1));
  const [teacher] = signedIn;
  if (!teacher) throw new Error('The school has no teacher.');
  const logs = `/detection/logs/?section=${teacher.sectionIds[places.lesson]}`;
  const answer = await fetch(product.url + logs, { headers: bearer(teacher.token) });
  await answer.arrayBuffer();
  const unmodified = { ...bearer(teacher.token), 'if-none-match': answer.headers.get('etag') ?? '' };
  const section = teacher.sectionIds[places.reporting];
  const event = {
    section_id: section,
    student_email: studentsIn(places.reporting)[0],
    activity_type: 'no_face',
    details: 'Nobody in view',
  };

  const rows: Row[] = [];
  const requests: [name: string, times: number, status: number, request: Request][] = [
    ['unmodified logs', 10_000, 304, { path: logs, headers: unmodified }],
    ['status', 4000, 200, { path: `/detection/sessions/status/${section}/`, headers: bearer(teacher.token) }],
    ['a detection that comes alone', 1000, 201, reportOf(agentKey, [event])],
    ['one with a picture of 100 kB', 200, 201, reportOf(agentKey, [{ ...event, screenshot: picture }])],
  ];
  for (const [name, times, status, request] of requests) {
    const ask = (count: number) => measureAll(product.url, count, [request], status);
    // Warm up first.
    await ask(times / 10);
    const before = await processorMillisecondsOf(product.pid);
    await ask(times);
    const after = await processorMillisecondsOf(product.pid);
    if (before === undefined || after === undefined) continue;
    const figure = `${((after - before) / times).toFixed(2)} ms`;
    rows.push({ name: `processor time of ${name}`, figure, budget: '', verdict: '' });
  }
  await product.stop();
  return [...rows, ...(await measureNotifications(settings.DATABASE_URL ?? '', seconds))];
};

async function measureNotifications(url: string, seconds: number): Promise<Row[]> {
  const database = await openPostgres(url, console.error);
  const { db } = database;
  try {
    let heard = 0;
    await database.listen('bench', { message: () => void heard++, lost: () => {}, back: () => {} });
    await db.execute(sql`create table written (payload text)`);
    const payload = JSON.stringify({
      kind: 'logsChanged',
      teacherId: 1000,
      sectionIds: [100_000],
      from: 'x'.repeat(36),
    });
    const notify = (tx: Database) => tx.execute(sql`select pg_notify('bench', ${payload})`);
    const write = (tx: Database) => tx.execute(sql`insert into written values (${payload})`);
    const both = (tx: Database) => notify(tx).then(() => write(tx));

    const begin = performance.now();
    const sent = await inLoops(seconds, () => notify(db));
    const deadline = performance.now() + patienceMilliseconds;
    while (heard < sent && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 1));
    const hearing = heard / ((performance.now() - begin) / 1000);
    const quiet = await inLoops(seconds, () => db.transaction(write));
    const loud = await inLoops(seconds, () => db.transaction(both));
    const share = row('', (loud / quiet) * 100, `% of those without (${inDigits(quiet / seconds)})`);
    return [
      row(`notifications sent on ${senders} connections`, sent / seconds, '/s'),
      row('notifications heard on one connection', hearing, '/s'),
      {
        name: `commits of a row with a notification, on ${senders} connections`,
        ...{ figure: `${inDigits(loud / seconds)} /s, ${share.figure}`, budget: '', verdict: '' },
      },
    ];
  } finally {
    await database.close();
  }
}

/** Runs the work in a loop on each connection. @returns total number of runs */
async function inLoops(seconds: number, work: () => Promise<unknown>): Promise<number> {
  const deadline = performance.now() + seconds * 1000;
  let done = 0;
  const loop = async () => {
    for (; performance.now() < deadline; done++) await work();
  };
  await Promise.all(Array.from({ length: senders }, loop));
  return done;
}
