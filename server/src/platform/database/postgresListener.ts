import { randomUUID } from 'node:crypto';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { Client, type ClientConfig, type Pool } from 'pg';
import type { Listener } from './database';

const reconnectMilliseconds = 1000;
/** So many times that a connection hears nothing, although nobody knows whether anything was sent. */
const mostSilentProbes = 5;

/** Connections that hear notifications. */
export interface PostgresListeners {
  /** See `OpenDatabase.listen`. */
  listen(channel: string, listener: Listener): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Listens on connections of their own, each of which is notified every two seconds so that it proves that it hears: behind a pooler
 * that shares connections out by transaction, or when the other side is gone without a word, nothing else would tell that it does not.
 * @param pool by which each is notified, as by whatever else there is to hear
 */
export function createPostgresListeners(
  connection: ClientConfig,
  pool: Pool,
  onError: (error: Error) => void,
  probeMilliseconds = 2000,
): PostgresListeners {
  const closing = new AbortController();
  const { signal } = closing;
  const clients = new Set<Client>();

  /** @returns what resolves when the connection hears for the first time, and when it does not hear any more */
  async function connect(
    channel: string,
    { message }: Listener,
  ): Promise<{ heard: Promise<void>; deaf: Promise<void> }> {
    const client = new Client(connection);
    const own = `vigil_probe_${randomUUID()}`;
    const ended = new AbortController();
    const over = AbortSignal.any([ended.signal, signal]);
    let heardAt = performance.now();
    /** Since when something is known to have been sent that was not heard. */
    let missingSince: number | undefined;
    const heard = new Promise<void>((resolve) => {
      client.on('notification', ({ channel: from, payload }) => {
        if (from !== own) return message(payload ?? '');
        heardAt = performance.now();
        missingSince = undefined;
        resolve();
      });
    });
    client.on('error', onError);
    client.once('end', () => ended.abort());
    try {
      await client.connect();
      for (const name of [channel, own]) await client.query(`listen ${client.escapeIdentifier(name)}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    clients.add(client);

    async function probe(): Promise<void> {
      const sentAt = performance.now();
      await pool.query('select pg_notify($1, $2)', [own, '']);
      if (heardAt < sentAt) missingSince ??= performance.now();
    }
    async function watch(): Promise<void> {
      while (!over.aborted) {
        // One that cannot be sent proves nothing.
        probe().catch(() => {});
        await pause(probeMilliseconds, undefined, { signal: over }).catch(() => {});
        // What came while this process was busy with something else is heard first.
        await turn();
        const now = performance.now();
        if (now - heardAt > mostSilentProbes * probeMilliseconds) break;
        if (missingSince !== undefined && now - missingSince > probeMilliseconds) break;
      }
      clients.delete(client);
      if (ended.signal.aborted || signal.aborted) return;
      onError(new Error('the connection that listens hears nothing'));
      // With a query under way it is cut off, and not waited for.
      client.query('select').catch(() => {});
      client.end().catch(() => {});
    }
    return { heard, deaf: watch() };
  }

  /** Tells of each loss and each return, until it is closed. @param hears whether the connection does now */
  async function keep(channel: string, listener: Listener, hears: boolean, deaf: Promise<void>): Promise<void> {
    let isHearing = hears;
    let over = deaf;
    for (;;) {
      await over;
      if (isHearing && !signal.aborted) listener.lost();
      isHearing = false;
      await pause(reconnectMilliseconds, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const next = await connect(channel, listener);
        over = next.deaf;
        isHearing = await isHeard(next);
        if (isHearing) listener.back();
      } catch (error) {
        if (!signal.aborted && error instanceof Error) onError(error);
      }
    }
  }

  return {
    async listen(channel, listener) {
      const first = await connect(channel, listener);
      const hears = await isHeard(first);
      void keep(channel, listener, hears, first.deaf);
      return hears;
    },
    async close() {
      closing.abort();
      await Promise.all([...clients].map((client) => client.end()));
    },
  };
}

const isHeard = ({ heard, deaf }: { heard: Promise<void>; deaf: Promise<void> }): Promise<boolean> =>
  Promise.race([heard.then(() => true), deaf.then(() => false)]);
