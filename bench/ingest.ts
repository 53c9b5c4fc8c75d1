import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Agent } from '../server/src/domain/agent/agent';
import { createHeartbeats } from '../server/src/domain/agent/heartbeats';
import { agents } from '../server/src/domain/agent/tables';
import { createCache } from '../server/src/domain/cache';
import { createIngestQueue } from '../server/src/domain/detection/ingestQueue';
import { createTransactAndPublish } from '../server/src/domain/live/transactAndPublish';
import { hashToken } from '../server/src/platform/config/secrets';
import type { Database, OpenDatabase } from '../server/src/platform/database/database';
import { openPGlite } from '../server/src/platform/database/embedded';
import { EmbeddedClient } from '../server/src/platform/database/embeddedClient';
import { openPostgres } from '../server/src/platform/database/postgres';
import { prepareEmbedded, preparePostgres, type SchoolDatabase } from './databases';
import { inParallel, measureAll } from './load';
import { startMeasured } from './processes';
import { picture, reportOf } from './requests';
import { type Group, inDigits, type Row, type Run, row } from './run';
import { busyCount, studentsIn } from './school';
import { secrets } from './server';
import { measureSignIns, type SignedIn } from './signIns';

const agentCount = 2000;
const connections = 32;

const keyOf = (number: number) => `agent-${number}-`.padEnd(43, '0');

/** Events per report, number of agents, and reports per agent. */
interface Load {
  name: string;
  batch: number;
  atOnce: number;
  times: number;
  screenshot?: string;
}

const singles: Load = {
  name: `single events from ${inDigits(agentCount)} agents at once`,
  ...{ batch: 1, atOnce: agentCount, times: 2 },
};
const loads: Load[] = [
  singles,
  { name: 'batches of 100, events', batch: 100, atOnce: connections, times: 8 },
  {
    name: 'batches of 10 with pictures of 100 kB, events',
    ...{ batch: 10, atOnce: connections, times: 2 },
    screenshot: picture,
  },
];

/** Measures how much agents can report, with and without HTTP, and the cost of uncached lists. */
export const measureIngestion: Group = async (run) => {
  const embedded = await prepareEmbedded(run.started);
  const folder = join(embedded.settings.DATA_DIR ?? '', 'database');
  const openEmbedded = async () => openPGlite(await EmbeddedClient.open(folder));
  const rows = await measureOn(run, embedded, openEmbedded, 'embedded');
  const postgres = await preparePostgres(run.started);
  const openDirectly = () => openPostgres(postgres.settings.DATABASE_URL ?? '', console.error);
  return [...rows, ...(await measureOn(run, postgres, openDirectly, 'PostgreSQL'))];
};

async function measureOn(
  { started }: Run,
  { settings, teachers }: SchoolDatabase,
  open: () => Promise<OpenDatabase>,
  name: string,
): Promise<Row[]> {
  const busy = teachers.slice(0, busyCount);
  // Each agent belongs to one class of a school with many.
  const classes = busy.flatMap(({ sectionIds }) => sectionIds.map((sectionId, place) => ({ sectionId, place })));
  await within(open, startEverything);
  const product = await startMeasured(started, { ...secrets, ...settings });
  const rows: Row[] = [];

  const { signedIn } = await measureSignIns(product.url, busy);
  for (const [what, paths] of [
    ['section list', () => ['/section/list/']],
    ['logs page', ({ sectionIds }: SignedIn) => sectionIds.map((id) => `/detection/logs/?section=${id}`)],
  ] as const) {
    const calls = signedIn.flatMap((teacher) => paths(teacher).map((path) => ({ path, token: teacher.token })));
    const rate = await timed(calls, async ({ path, token }) => {
      const answer = await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
    });
    rows.push(row(`${what}, asked for the first time (from the database), ${name}`, rate, '/s'));
  }

  const send = (load: Load, times: number) =>
    measureAll(
      product.url,
      times,
      Array.from({ length: load.atOnce }, (_, index) =>
        reportOf(keyOf(index), eventsOf(load, index, classAt(classes, index))),
      ),
      201,
    );
  const firstEvents = await send(singles, 1);
  rows.push(
    row(`first events of ${inDigits(agentCount)} agents at once, none of them in memory, ${name}`, firstEvents, '/s'),
  );
  const rates = new Map<Load, number>();
  for (const load of loads) rates.set(load, (await send(load, load.times)) * load.batch);
  await product.stop();

  await within(open, async (db) => {
    for (const [load, rate] of rates) {
      const direct = await measureDirectly(db, load, classes);
      const { figure: share } = row('', (rate / direct) * 100, '% of the same without HTTP');
      const figure = `${inDigits(rate)} /s, ${share} (${inDigits(direct)})`;
      rows.push({ name: `${load.name}, agents in memory, ${name}`, figure, budget: '', verdict: '' });
    }
  });
  await started.end();
  return rows;
}

async function within(open: () => Promise<OpenDatabase>, work: (db: Database) => Promise<void>): Promise<void> {
  const { db, close } = await open();
  await work(db).finally(close);
}

/** Starts detection in every section of the busy teachers and gives each agent its key. */
async function startEverything(db: Database): Promise<void> {
  await db.execute(sql`
    insert into detection_sessions (section_id, started_at)
    select distinct section_id, now() from section_students
    where section_id not in (select section_id from detection_sessions where ended_at is null)`);
  await db.insert(agents).values(
    Array.from({ length: agentCount }, (_, number) => ({
      name: `Agent ${number}`,
      keyHash: hashToken(keyOf(number)),
      eventsPerMinute: 1_000_000_000,
    })),
  );
}

/** Returns the items processed per second. */
async function timed<T>(items: T[], work: (item: T) => Promise<void>): Promise<number> {
  const begin = performance.now();
  await inParallel(items, work);
  return items.length / ((performance.now() - begin) / 1000);
}

interface Class {
  sectionId: number;
  place: number;
}

const eventsOf = ({ batch, screenshot }: Load, index: number, { sectionId, place }: Class) =>
  Array.from({ length: batch }, (_, number) => ({
    section_id: sectionId,
    student_email: studentsIn(place)[(index + number) % studentsIn(place).length],
    activity_type: 'suspicious_application',
    details: `Opened a chat program ${number}`,
    ...(screenshot !== undefined && { screenshot }),
  }));

function classAt(classes: Class[], index: number): Class {
  const group = classes[index % classes.length];
  if (!group) throw new Error('The school has no classes.');
  return group;
}

/** Measures the same in-process, to isolate the cost of HTTP, validation and the agent. @returns events per second */
async function measureDirectly(db: Database, load: Load, classes: Class[]): Promise<number> {
  const logNotifier = { publish: () => {}, isOwn: () => false, close: async () => {} };
  const ingestQueue = createIngestQueue(
    { db, transactAndPublish: createTransactAndPublish(db, createCache()), logNotifier },
    createHeartbeats(),
  );
  const report = async (index: number) => {
    const events = eventsOf(load, index, classAt(classes, index));
    const reach = { sectionIds: null, onlyMadeUp: false };
    const agent: Agent = { name: `Agent ${index}`, eventsPerMinute: 1, reach };
    for (let time = 0; time < load.times; time++)
      await ingestQueue.record(
        agent,
        events.map((event) => ({ ...event, id: randomUUID() })),
      );
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: load.atOnce }, (_, index) => report(index)));
  return (load.atOnce * load.times * load.batch) / ((performance.now() - begin) / 1000);
}
