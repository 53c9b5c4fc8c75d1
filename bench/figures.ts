import { inDigits, type Row, row } from './run';
import { lessonRows, longestRows } from './school';

/** PostgreSQL's budget. */
type Target = { atLeast: number } | { atMost: number } | { ofBareAtLeast: number };

const figure = <Name extends string>(name: Name, what: string, unit: string, target?: Target) => ({
  ...{ name, what, unit, target },
});

/** Figures of the server on each database, in report order. 1 KB is 1,000 bytes. */
const figures = [
  figure('signIns', 'sign-ins', '/s'),
  figure('sections', 'section list (10 × 30), from memory', '/s', { ofBareAtLeast: 0.2 }),
  figure('sectionsUnchanged', 'section list, nothing changed (304), from memory', '/s', { ofBareAtLeast: 0.6 }),
  figure('logs', `logs page of a lesson (${lessonRows} rows), from memory`, '/s', { ofBareAtLeast: 0.2 }),
  figure('logsUnchanged', 'logs page of a lesson, nothing changed (304), from memory', '/s', { ofBareAtLeast: 0.6 }),
  figure('longestLogs', `longest logs page (${longestRows} rows), from memory`, '/s'),
  figure('ingest', 'ingest in batches of 100, events', '/s', { atLeast: 5000 }),
  figure('socketKilobytes', '5,000 open sockets, each', 'KB', { atMost: 15 }),
  figure('startMedian', 'a start reaches its teacher, p50', 'ms'),
  figure('startSlowest', 'a start reaches its teacher, p99', 'ms', { atMost: 20 }),
];

export type FigureName = (typeof figures)[number]['name'];

/** A value, with the bare server's if they are compared, or why it is missing. */
export type Measured = { value: number; bare?: number } | { missing: string };

export type Measurements = Map<FigureName, Measured>;

/** Returns a database's rows. Budgets apply only to PostgreSQL. */
export function rowsOf(measurements: Measurements, database: string, hasBudgets: boolean): Row[] {
  return figures.flatMap(({ name, what, unit, target }) => {
    const measured = measurements.get(name);
    return measured ? rowOf(`${what}, ${database}`, measured, unit, hasBudgets ? target : undefined) : [];
  });
}

function rowOf(name: string, measured: Measured, unit: string, target: Target | undefined): Row {
  if ('missing' in measured) return { name, figure: measured.missing, budget: '', verdict: target ? 'MISSED' : '' };
  const { value, bare } = measured;
  if (bare === undefined) return row(name, value, unit, target && 'ofBareAtLeast' in target ? undefined : target);
  const limit = target && 'ofBareAtLeast' in target ? { atLeast: target.ofBareAtLeast * 100 } : undefined;
  const share = row(name, (value / bare) * 100, '% of bare', limit);
  return { ...share, figure: `${inDigits(value)} ${unit}, ${share.figure} (${inDigits(bare)})` };
}
