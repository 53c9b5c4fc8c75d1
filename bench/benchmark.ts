import { cpus } from 'node:os';
import { dependencies } from '../package.json';
import { groups } from './groups';
import type { Row, Run } from './run';
import { tableOf } from './table';

export { Started } from './started';

export const groupNames = Object.keys(groups);

/** Result of a run. */
export interface Report {
  /** Date, machine, versions and table, as Markdown. */
  text: string;
  /** Number of missed budgets. A group that could not be measured misses its own. */
  missed: number;
}

/** Measures the groups in turn, stops everything each one started, and prints its rows. */
export async function runBenchmark(names: readonly string[], given: Omit<Run, 'uses'>): Promise<Report> {
  const { started } = given;
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
    text: `${date}, ${machine}; ${[...versions].join(', ')}.\n\n${tableOf(measured)}\n`,
    missed: measured.filter(({ verdict }) => verdict === 'MISSED').length,
  };
}
