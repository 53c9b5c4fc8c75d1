import { cpus } from 'node:os';
import { dependencies } from '../server/package.json';
import { prepareEmbedded, preparePostgres } from './databases';
import { type FigureName, figures, type Group, type Measured, type Measurements } from './figures';
import { measureMemory, measureServer } from './measurements';
import type { Started } from './started';
import { tableOf, told } from './table';

export { groups } from './figures';
export { Started } from './started';

/** What a run found. */
export interface Report {
  /** On what machine, with which versions, and the table; in Markdown. */
  text: string;
  /** How many targets were missed. */
  missed: number;
}

/**
 * Measures the built server on one database after the other and ends all that it starts. Tells each figure as it comes.
 * @param seconds how long each rate is measured
 */
export async function runBenchmark(started: Started, parts: readonly Group[], seconds: number): Promise<Report> {
  const embedded: Measurements = new Map();
  const postgres: Measurements = new Map();
  const noteIn = (measurements: Measurements, database: string) => (name: FigureName, measured: Measured) => {
    measurements.set(name, measured);
    console.log(`${database}: ${figures.find((figure) => figure.name === name)?.what}: ${told(measured)}`);
  };
  const serverParts = parts.filter((part) => part !== 'memory');
  const measureOn = async (prepare: typeof prepareEmbedded, measurements: Measurements, database: string) => {
    const school = await prepare(started);
    await measureServer(started, school, serverParts, seconds, noteIn(measurements, database));
    await started.end();
    return school.version;
  };

  const versions = [`Node ${process.versions.node}`, `Fastify ${dependencies.fastify}`];
  try {
    if (serverParts.length > 0) {
      const inside = await measureOn(prepareEmbedded, embedded, 'embedded');
      const outside = await measureOn(preparePostgres, postgres, 'PostgreSQL');
      versions.push(`PGlite ${dependencies['@electric-sql/pglite']} (PostgreSQL ${inside})`, `PostgreSQL ${outside}`);
    }
    if (parts.includes('memory')) await measureMemory(started, noteIn(embedded, 'embedded'));
  } finally {
    await started.end();
  }
  const { text, missed } = tableOf(embedded, postgres);
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model.trim()}`;
  const date = new Date().toISOString().slice(0, 10);
  return { text: `${date}, ${machine}; ${versions.join(', ')}; ${seconds} s for each rate.\n\n${text}\n`, missed };
}
