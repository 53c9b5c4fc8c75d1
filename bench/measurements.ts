import { setTimeout as pause } from 'node:timers/promises';
import { newFolder, type SchoolDatabase } from './databases';
import type { FigureName, Group, Measured } from './figures';
import { residentBytesOf, startAsNpmDoes, startBare, startMeasured } from './processes';
import { measureIngest, measurePage, measureUnchanged } from './rates';
import { busyCount, places } from './school';
import { measureSignIns, type SignedIn } from './signIns';
import { measureSockets } from './sockets';
import type { Started } from './started';

/** What a server needs besides its database; nobody attends but the benchmark itself. */
const secrets = { JWT_SECRET: 'j'.repeat(43), AGENT_KEY: 'k'.repeat(43), DEV_MAILBOX: '1', SIMULATE: '0' };
const settleMilliseconds = 1000;

/** Hears of each figure as soon as it is known. */
type Note = (name: FigureName, measured: Measured) => void;

/** Measures the server on one database. */
export async function measureServer(
  started: Started,
  database: SchoolDatabase,
  parts: readonly Group[],
  seconds: number,
  note: Note,
): Promise<void> {
  const product = await startMeasured(started, { ...secrets, ...database.settings });
  const wants = (part: Group) => parts.includes(part);
  const everybody = wants('sign-ins') || wants('sockets');
  const { signedIn, rate } = await measureSignIns(
    product.url,
    everybody ? database.teachers : database.teachers.slice(0, busyCount),
  );
  if (wants('sign-ins')) note('signIns', { value: rate });
  const measuring = {
    url: product.url,
    agentKey: secrets.AGENT_KEY,
    bare: await startBare(started),
    teachers: signedIn.slice(0, busyCount),
    seconds,
  };
  if (wants('sections')) {
    const path = () => '/section/list/';
    note('sections', await measurePage(measuring, path));
    note('sectionsUnchanged', await measureUnchanged(measuring, path));
  }
  if (wants('logs')) {
    const pathIn =
      (place: number) =>
      ({ sectionIds }: SignedIn) =>
        `/detection/logs/?section=${sectionIds[place]}`;
    note('logs', await measurePage(measuring, pathIn(places.lesson)));
    note('logsUnchanged', await measureUnchanged(measuring, pathIn(places.lesson)));
    note('longestLogs', await measurePage(measuring, pathIn(places.longest)));
  }
  if (wants('ingest')) note('ingest', await measureIngest(measuring));
  if (wants('sockets')) {
    const { bytesEach, p50, p99 } = await measureSockets(product, signedIn, signedIn.slice(busyCount));
    note('socketKilobytes', { value: bytesEach / 1000 });
    note('startMedian', { value: p50 });
    note('startSlowest', { value: p99 });
  }
}

/** Measures what the embedded product takes when it is started as `npm start` does: on an empty folder, and once more. */
export async function measureMemory(started: Started, note: Note): Promise<void> {
  const folder = newFolder(started);
  for (const name of ['coldMegabytes', 'warmMegabytes'] as const) {
    const product = await startAsNpmDoes(started, { DATA_DIR: folder });
    await pause(settleMilliseconds);
    const bytes = await residentBytesOf(product.pid);
    note(name, bytes === undefined ? { missing: 'n/a (no /proc)' } : { value: bytes / 1e6 });
    await product.stop();
  }
}
