import { setImmediate as turn } from 'node:timers/promises';
import * as v from 'valibot';
import type { Context } from '../../context';
import { faultOf } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import type { Agent } from '../agent/agent';
import type { Heartbeats } from '../agent/heartbeats';
import { type Outcome, type Report, recordDetections } from './ingest';
import { withMonths } from './months';

/** Concurrent transactions. Few, so that most of the pool is left for the teachers. */
const maxWorkers = 2;
/** Limits of a batch, unless a single report exceeds them. */
const batchLimit = { events: 200, characters: 8 * 1024 * 1024 };
/** Limits of the queue: a few seconds of work. */
const queueLimit = { events: 20_000, characters: 256 * 1024 * 1024 };
const retrySeconds = 5;

const WithScreenshot = v.object({ screenshot: v.string() });

export type IngestQueue = ReturnType<typeof createIngestQueue>;

interface QueuedReport extends Report {
  /** Size of its screenshots. */
  characters: number;
  settle(outcomes: Outcome[]): void;
  fail(error: unknown): void;
}

export function createIngestQueue(
  { db, transactAndPublish, logNotifier }: Pick<Context, 'db' | 'transactAndPublish' | 'logNotifier'>,
  heartbeats: Heartbeats,
) {
  const queue: QueuedReport[] = [];
  const queued = { events: 0, characters: 0 };
  let workers = 0;

  function takeBatch(): QueuedReport[] {
    const taken = { events: 0, characters: 0 };
    const end = queue.findIndex(({ events, characters }, index) => {
      taken.events += events.length;
      taken.characters += characters;
      return index > 0 && (taken.events > batchLimit.events || taken.characters > batchLimit.characters);
    });
    const reports = queue.splice(0, end === -1 ? queue.length : end);
    for (const { events, characters } of reports) {
      queued.events -= events.length;
      queued.characters -= characters;
    }
    return reports;
  }

  async function recordBatch(reports: QueuedReport[]): Promise<void> {
    try {
      const { outcomes, changed, committed } = await withMonths(db, () =>
        transactAndPublish((publishing) => recordDetections(publishing, heartbeats, reports)),
      );
      committed();
      for (const { teacherId, sectionIds } of changed) logNotifier.publish(teacherId, sectionIds);
      for (const [index, { settle }] of reports.entries()) settle(outcomes[index] ?? []);
    } catch (error) {
      // A report that the database rejects must not block the others.
      if (reports.length > 1 && !faultOf(error)) for (const report of reports) await recordBatch([report]);
      else for (const { fail } of reports) fail(error);
    }
  }

  async function run(): Promise<void> {
    workers += 1;
    while (queue.length > 0) {
      // The embedded database blocks this thread. Let requests that arrived in the meantime join the batch.
      await turn();
      const reports = takeBatch();
      if (reports.length > 0) await recordBatch(reports);
    }
    workers -= 1;
  }

  return {
    /**
     * Records a report in one transaction with others that are queued: 2,000 agents reporting at once take a few transactions and two
     * connections.
     * @returns the outcome of each event, in order
     * @throws HttpError 503 with Retry-After when the queue is full
     */
    record: (agent: Agent, events: unknown[]) =>
      new Promise<Outcome[]>((settle, fail) => {
        const characters = countCharacters(events);
        const isFull =
          queued.events + events.length > queueLimit.events || queued.characters + characters > queueLimit.characters;
        if (isFull) {
          const detail = 'More is being reported than can be recorded. Please send it again shortly.';
          fail(new HttpError(503, { detail }, { 'Retry-After': String(retrySeconds) }));
          return;
        }
        queued.events += events.length;
        queued.characters += characters;
        queue.push({ agent, events, characters, settle, fail });
        if (workers < maxWorkers) void run();
      }),
  };
}

const countCharacters = (events: unknown[]): number =>
  events.reduce<number>((sum, event) => sum + (v.is(WithScreenshot, event) ? event.screenshot.length : 0), 0);
