import { setTimeout as pause } from 'node:timers/promises';
import { dependencies } from '../server/package.json';
import { newFolder, onEachDatabase } from './databases';
import { residentBytesOf, startAsNpmDoes, startMeasured } from './processes';
import { type Group, type Row, row } from './run';
import { busyCount } from './school';
import { measureSignIns } from './signIns';
import { measureSockets } from './sockets';

const settleMilliseconds = 1000;

/** Measures sign-ins, open sockets, and starts that reach their teachers. */
export const measureServer: Group = (run) => {
  run.uses(`Fastify ${dependencies.fastify}`);
  return onEachDatabase(run, async ({ settings, teachers, name, atMost }) => {
    const product = await startMeasured(run.started, settings);
    const { signedIn, rate } = await measureSignIns(product.url, teachers);
    const { bytesEach, p50, p99 } = await measureSockets(product, signedIn, signedIn.slice(busyCount));
    return [
      row(`sign-ins, ${name}`, rate, '/s'),
      row(`5,000 open sockets, each, ${name}`, bytesEach / 1000, 'KB', atMost(15)),
      row(`a start reaches its teacher, p50, ${name}`, p50, 'ms'),
      row(`a start reaches its teacher, p99, ${name}`, p99, 'ms', atMost(100)),
    ];
  });
};

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
