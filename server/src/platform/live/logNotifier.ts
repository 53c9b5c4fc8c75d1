import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database';
import { type LiveEvent, notifyChannel } from './events';

type LogsChanged = Extract<LiveEvent, { kind: 'logsChanged' }>;

/** From one notification of what has been recorded to the next. */
const intervalMilliseconds = 100;
/** A notification holds 8000 bytes. */
const mostSections = 500;

/**
 * Tells of sections whose logs were recorded: this instance at once, the others gathered, after the transaction and at most ten times a
 * second. Transactions that notify wait for each other when they commit, all there are on a database; those that record must not.
 */
export interface LogNotifier {
  /** After the commit. */
  publish(teacherId: number, sectionIds: number[]): void;
  /** Whether it is this instance's own, which it has heard. */
  isOwn(event: LiveEvent): boolean;
  /** Tells what is left. */
  close(): Promise<void>;
}

/** @param deliver takes what this instance tells */
export function createLogNotifier(
  db: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  deliver: (event: LogsChanged) => void,
): LogNotifier {
  const from = randomUUID();
  /** By teacher. */
  let pending = new Map<number, Set<number>>();
  let window: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  function gather(teacherId: number, sectionIds: Iterable<number>): void {
    const gathered = pending.get(teacherId) ?? new Set();
    for (const id of sectionIds) gathered.add(id);
    pending.set(teacherId, gathered);
  }

  async function send(): Promise<void> {
    const gathered = pending;
    pending = new Map();
    const payloads = [...gathered].flatMap(([teacherId, all]) =>
      inChunks([...all]).map((sectionIds) =>
        JSON.stringify({ kind: 'logsChanged', teacherId, sectionIds, from } satisfies LogsChanged),
      ),
    );
    if (payloads.length === 0) return;
    try {
      await db.execute(
        sql`select pg_notify(${notifyChannel}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::json) as payload`,
      );
    } catch (error) {
      log.warn(error, 'other instances could not be told of new logs');
      for (const [teacherId, sectionIds] of gathered) gather(teacherId, sectionIds);
      openWindow();
    }
  }

  function openWindow(): void {
    window ??= setTimeout(() => {
      window = undefined;
      if (pending.size > 0) start();
    }, intervalMilliseconds).unref();
  }

  function start(): void {
    openWindow();
    sending = sending.then(send);
  }

  return {
    publish(teacherId, sectionIds) {
      deliver({ kind: 'logsChanged', teacherId, sectionIds });
      gather(teacherId, sectionIds);
      if (window === undefined) start();
    },
    isOwn: (event) => event.kind === 'logsChanged' && event.from === from,
    async close() {
      await sending;
      await send();
      clearTimeout(window);
    },
  };
}

const inChunks = (ids: number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / mostSections) }, (_, index) =>
    ids.slice(index * mostSections, (index + 1) * mostSections),
  );
