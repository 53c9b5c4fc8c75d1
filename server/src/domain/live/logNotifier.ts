import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import { type LiveEvent, type LogsChanged, logsChangedEvents, notifyChannel } from './events';

/** Minimum time between notifications. */
const intervalMilliseconds = 100;

export type LogNotifier = ReturnType<typeof createLogNotifier>;

/**
 * Creates what publishes sections with new logs: to this instance at once, to the others in batches outside the recording transaction.
 * Transactions that notify are serialised on commit across the whole database, which would slow recording down.
 * @param deliver receives this instance's own events
 */
export function createLogNotifier(
  db: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  deliver: (event: LogsChanged) => void,
) {
  const from = randomUUID();
  /** Section ids by teacher. */
  let pending = new Map<number, Set<number>>();
  let window: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  function add(teacherId: number, sectionIds: Iterable<number>): void {
    const ids = pending.get(teacherId) ?? new Set();
    for (const id of sectionIds) ids.add(id);
    pending.set(teacherId, ids);
  }

  async function send(): Promise<void> {
    const batch = pending;
    pending = new Map();
    const payloads = [...batch].flatMap(([teacherId, ids]) =>
      logsChangedEvents(teacherId, [...ids]).map((event) => JSON.stringify({ ...event, from } satisfies LogsChanged)),
    );
    if (payloads.length === 0) return;
    try {
      await db.execute(
        sql`select pg_notify(${notifyChannel}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::json) as payload`,
      );
    } catch (error) {
      log.warn(error, 'other instances could not be notified of new logs');
      for (const [teacherId, sectionIds] of batch) add(teacherId, sectionIds);
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
    /** Call after the commit. */
    publish(teacherId: number, sectionIds: number[]): void {
      deliver({ kind: 'logsChanged', teacherId, sectionIds });
      add(teacherId, sectionIds);
      if (window === undefined) start();
    },
    /** Returns whether this instance published the event and has already delivered it. */
    isOwn: (event: LiveEvent) => event.kind === 'logsChanged' && event.from === from,
    /** Publishes pending notifications at once. */
    async close(): Promise<void> {
      await sending;
      await send();
      clearTimeout(window);
    },
  };
}
