import { sql } from 'drizzle-orm';
import { agents } from '../server/src/domain/tables/agent';
import { hashToken } from '../server/src/platform/config/secrets';
import type { Database } from '../server/src/platform/database/database';
import { type ComparedDatabase, onEachDatabase } from './databases';
import { inParallel, measureAll } from './load';
import { startMeasured } from './processes';
import { picture, reportOf } from './requests';
import { type Group, inDigits, type Row, type Run, row } from './run';
import { busyCount, studentsIn } from './school';
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

/** Measures how much agents can report, and the cost of uncached lists. */
export const measureIngestion: Group = (run) => onEachDatabase(run, (database) => measureOn(run, database));

async function measureOn({ started }: Run, { settings, teachers, name, open }: ComparedDatabase): Promise<Row[]> {
  const busy = teachers.slice(0, busyCount);
  // Each agent belongs to one class of a school with many.
  const classes = busy.flatMap(({ sectionIds }) => sectionIds.map((sectionId, place) => ({ sectionId, place })));
  const { db, close } = await open();
  await startEverything(db).finally(close);
  const product = await startMeasured(started, settings);
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
  for (const load of loads) {
    const rate = (await send(load, load.times)) * load.batch;
    rows.push(row(`${load.name}, agents in memory, ${name}`, rate, '/s'));
  }
  return rows;
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
