import { cpus } from 'node:os';
import { dependencies } from '../package.json';
import { groups } from './groups';
import type { Row, Run } from './run';
import { tableOf } from './table';

export { Started } from './started';

export const groupNames = Object.keys(groups);

/** What a run found. */
export interface Report {
  /** When, on what machine, with which versions, and a table; in Markdown. */
  text: string;
  /** How many budgets were missed; a group that could not be measured misses its own. */
  missed: number;
}

/** Measures one group after the other, ends all that each starts, and tells each one's rows as they come. */
export async function runBenchmark(names: readonly string[], given: Omit<Run, 'uses'>): Promise<Report> {
  const { started, seconds } = given;
  const { react, xstate } = dependencies;
  const versions = new Set([`Node ${process.versions.node}`, `React ${react}`, `XState ${xstate}`]);
  const run: Run = { ...given, uses: (version) => versions.add(version) };
  const measured: (Row & { group: string })[] = [];
  for (const group of names) {
    let rows: Row[];
    try {
      rows = (await groups[group]?.(run)) ?? [];
    } catch (error) {
      const figure = error instanceof Error ? error.message.split('\n')[0] : String(error);
      rows = [{ name: 'not measured', figure: figure ?? '', budget: '', verdict: 'MISSED' }];
    } finally {
      await started.end();
    }
    for (const { name, figure, verdict } of rows) console.log(`${group}: ${name}: ${figure}  ${verdict}`);
    measured.push(...rows.map((row) => ({ group, ...row })));
  }
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model.trim()}`;
  const date = new Date().toISOString().slice(0, 10);
  return {
    text: `${date}, ${machine}; ${[...versions].join(', ')}; ${seconds} s for each rate.\n\n${tableOf(measured)}\n`,
    missed: measured.filter(({ verdict }) => verdict === 'MISSED').length,
  };
}
