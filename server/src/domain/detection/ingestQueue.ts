import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../../context';
import { faultOf } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import type { Agent } from '../agent/agent';
import type { Heartbeats } from '../agent/heartbeats';
import { type Outcome, type Report, recordDetections } from './ingest';
import { withMonths } from './months';

/** Transactions at once: most of the pool stays with the teachers. */
const maxWorkers = 2;
/** What one transaction takes at most, unless a single report holds more. */
const batchLimit = { events: 200, letters: 8 * 1024 * 1024 };
/** What may wait: some seconds' work, and memory that is there. */
const queueLimit = { events: 20_000, letters: 256 * 1024 * 1024 };
const retrySeconds = 5;

/** Records what agents report, as it comes. */
export interface IngestQueue {
  /**
   * Records a report. While others are being recorded it waits, and is then recorded in one transaction with what waits beside it: what
   * 2,000 agents send at once takes a few transactions and two connections, not 2,000.
   * @returns what became of each event, in their order
   * @throws HttpError 503 with Retry-After when too much waits
   */
  record(agent: Agent, events: unknown[]): Promise<Outcome[]>;
}

interface Waiting extends Report {
  /** Of its pictures. */
  letters: number;
  settle(outcomes: Outcome[]): void;
  fail(error: unknown): void;
}

export function createIngestQueue(
  { db, transactAndPublish, logNotifier }: Pick<Context, 'db' | 'transactAndPublish' | 'logNotifier'>,
  heartbeats: Heartbeats,
): IngestQueue {
  const waiting: Waiting[] = [];
  const queued = { events: 0, letters: 0 };
  let workers = 0;

  /** The first that wait, as many as go together. */
  function take(): Waiting[] {
    const taken = { events: 0, letters: 0 };
    const end = waiting.findIndex(({ events, letters }, index) => {
      taken.events += events.length;
      taken.letters += letters;
      return index > 0 && (taken.events > batchLimit.events || taken.letters > batchLimit.letters);
    });
    const reports = waiting.splice(0, end === -1 ? waiting.length : end);
    for (const { events, letters } of reports) {
      queued.events -= events.length;
      queued.letters -= letters;
    }
    return reports;
  }

  async function recordBatch(reports: Waiting[]): Promise<void> {
    try {
      const { outcomes, changed, committed } = await withMonths(db, () =>
        transactAndPublish((tx, publish) => recordDetections(tx, publish, heartbeats, reports)),
      );
      committed();
      for (const { teacherId, sectionIds } of changed) logNotifier.publish(teacherId, sectionIds);
      for (const [index, { settle }] of reports.entries()) settle(outcomes[index] ?? []);
    } catch (error) {
      // One that the database does not take is to keep no other from being recorded.
      if (reports.length > 1 && !faultOf(error)) for (const report of reports) await recordBatch([report]);
      else for (const { fail } of reports) fail(error);
    }
  }

  async function run(): Promise<void> {
    workers += 1;
    while (waiting.length > 0) {
      // The embedded database works in this process and lets no request in until it is done: those that have come by now go along.
      await turn();
      const reports = take();
      if (reports.length > 0) await recordBatch(reports);
    }
    workers -= 1;
  }

  return {
    record: (agent, events) =>
      new Promise((settle, fail) => {
        const letters = lettersIn(events);
        const isTooMuch =
          queued.events + events.length > queueLimit.events || queued.letters + letters > queueLimit.letters;
        if (isTooMuch) {
          const detail = 'More is being reported than can be recorded. Please send it again shortly.';
          fail(new HttpError(503, { detail }, { 'Retry-After': String(retrySeconds) }));
          return;
        }
        queued.events += events.length;
        queued.letters += letters;
        waiting.push({ agent, events, letters, settle, fail });
        if (workers < maxWorkers) void run();
      }),
  };
}

function lettersIn(events: unknown[]): number {
  const letters = events.map((event) =>
    typeof event === 'object' && event !== null && 'screenshot' in event && typeof event.screenshot === 'string'
      ? event.screenshot.length
      : 0,
  );
  return letters.reduce((sum, one) => sum + one, 0);
}
