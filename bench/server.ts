import { setTimeout as pause } from 'node:timers/promises';
import { dependencies } from '../server/package.json';
import { newFolder, prepareEmbedded, preparePostgres, type SchoolDatabase } from './databases';
import { type FigureName, type Measured, type Measurements, rowsOf } from './figures';
import { residentBytesOf, startAsNpmDoes, startBare, startMeasured } from './processes';
import { measureIngest, measurePage, measureUnchanged } from './rates';
import { type Group, type Row, type Run, row } from './run';
import { busyCount, places } from './school';
import { measureSignIns, type SignedIn } from './signIns';
import { measureSockets } from './sockets';

/** Settings besides the database. Only the benchmark uses the server. */
export const secrets = { JWT_SECRET: 'j'.repeat(43), DEV_MAILBOX: '1', SIMULATE: '0' };
const settleMilliseconds = 1000;

/** Compares the built server with bare Fastify on each database. Budgets apply to PostgreSQL. */
export const measureServer: Group = async (run) => {
  run.uses(`Fastify ${dependencies.fastify}`);
  const embedded = await measureOn(run, await prepareEmbedded(run.started));
  run.uses(`PGlite ${dependencies['@electric-sql/pglite']} (PostgreSQL ${embedded.version})`);
  const postgres = await measureOn(run, await preparePostgres(run.started));
  run.uses(`PostgreSQL ${postgres.version}`);
  return [...rowsOf(embedded.measurements, 'embedded', false), ...rowsOf(postgres.measurements, 'PostgreSQL', true)];
};

async function measureOn({ started, seconds }: Run, database: SchoolDatabase) {
  const measurements: Measurements = new Map();
  const note = (name: FigureName, measured: Measured) => measurements.set(name, measured);
  const product = await startMeasured(started, { ...secrets, ...database.settings });
  const { signedIn, rate } = await measureSignIns(product.url, database.teachers);
  note('signIns', { value: rate });
  const measuring = {
    url: product.url,
    bare: await startBare(started),
    teachers: signedIn.slice(0, busyCount),
    seconds,
  };
  const sectionList = () => '/section/list/';
  note('sections', await measurePage(measuring, sectionList));
  note('sectionsUnchanged', await measureUnchanged(measuring, sectionList));
  const logsIn =
    (place: number) =>
    ({ sectionIds }: SignedIn) =>
      `/detection/logs/?section=${sectionIds[place]}`;
  note('logs', await measurePage(measuring, logsIn(places.lesson)));
  note('logsUnchanged', await measureUnchanged(measuring, logsIn(places.lesson)));
  note('longestLogs', await measurePage(measuring, logsIn(places.longest)));
  note('ingest', await measureIngest(measuring));
  const { bytesEach, p50, p99 } = await measureSockets(product, signedIn, signedIn.slice(busyCount));
  note('socketKilobytes', { value: bytesEach / 1000 });
  note('startMedian', { value: p50 });
  note('startSlowest', { value: p99 });
  await started.end();
  return { measurements, version: database.version };
}

/** Measures the memory of `npm start` with the embedded database: on an empty folder, then again. */
export const measureMemory: Group = async ({ started }) => {
  const folder = newFolder(started);
  const rows: Row[] = [];
  for (const [name, atMost] of [
    ['cold', 400],
    ['warm', 350],
  ] as const) {
    const product = await startAsNpmDoes(started, { DATA_DIR: folder });
    await pause(settleMilliseconds);
    const bytes = await residentBytesOf(product.pid);
    // Skipped without /proc.
    if (bytes !== undefined) rows.push(row(`resident memory after a ${name} start`, bytes / 1e6, 'MB', { atMost }));
    await product.stop();
  }
  return rows;
};
