import { lessonRows, longestRows } from './school';

/** The parts of a run, which can also be run by themselves. */
export const groups = ['sign-ins', 'sections', 'logs', 'ingest', 'sockets', 'memory'] as const;
export type Group = (typeof groups)[number];

/** What PostgreSQL has to reach, or the embedded database where it alone is measured. */
export type Target = { atLeast: number } | { atMost: number } | { ofBareAtLeast: number };

const figure = <Name extends string>(name: Name, what: string, target?: Target) => ({ name, what, target });

/** What is measured, in the order in which it is told. 1 KB is 1,000 bytes. */
export const figures = [
  figure('signIns', 'sign-ins/s'),
  figure('sections', 'section list (10 × 30), requests/s', { ofBareAtLeast: 0.2 }),
  figure('sectionsUnchanged', 'section list, nothing changed (304), requests/s', { ofBareAtLeast: 0.6 }),
  figure('logs', `logs page of a lesson (${lessonRows} rows), requests/s`, { ofBareAtLeast: 0.2 }),
  figure('logsUnchanged', 'logs page of a lesson, nothing changed (304), requests/s', { ofBareAtLeast: 0.6 }),
  figure('longestLogs', `longest logs page (${longestRows} rows), requests/s`),
  figure('ingest', 'ingest in batches of 100, events/s', { atLeast: 5000 }),
  figure('socketKilobytes', '5,000 open sockets, KB each', { atMost: 15 }),
  figure('startMedian', 'a start reaches its teacher, p50, ms'),
  figure('startSlowest', 'a start reaches its teacher, p99, ms', { atMost: 20 }),
  figure('coldMegabytes', 'resident memory after a cold start, MB', { atMost: 400 }),
  figure('warmMegabytes', 'resident memory after a warm start, MB', { atMost: 350 }),
];

export type FigureName = (typeof figures)[number]['name'];

/** A number, with the bare server's where it is compared with that; or why there is none. */
export type Measured = { value: number; bare?: number } | { missing: string };

export type Measurements = Map<FigureName, Measured>;
