import { randomUUID } from 'node:crypto';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { Client, type ClientConfig, type Pool } from 'pg';
import type { Listener } from './database';

const reconnectMilliseconds = 1000;
/** Unanswered probes before a connection counts as down, when it is unknown whether they were sent. */
const maxSilentProbes = 5;

interface Subscription {
  /** Resolves once the connection has received a probe. */
  up: Promise<void>;
  /** Resolves once the connection no longer receives anything. */
  down: Promise<void>;
}

/**
 * Listens on dedicated connections, each probed every two seconds with a notification of its own. Nothing else reveals that a connection
 * is dead, or that a transaction pooler shares it.
 * @param pool sends the probes, the same way as all other notifications
 */
export function createPostgresListeners(
  connection: ClientConfig,
  pool: Pool,
  { onError, probeMilliseconds = 2000 }: { onError(error: Error): void; probeMilliseconds: number | undefined },
) {
  const closing = new AbortController();
  const { signal } = closing;
  const clients = new Set<Client>();

  async function connect(channel: string, { message }: Listener): Promise<Subscription> {
    const client = new Client(connection);
    const probeChannel = `vigil_probe_${randomUUID()}`;
    const ended = new AbortController();
    const over = AbortSignal.any([ended.signal, signal]);
    let receivedAt = performance.now();
    /** Since when a probe is known to have been sent but not received. */
    let missingSince: number | undefined;
    const up = new Promise<void>((resolve) => {
      client.on('notification', ({ channel: from, payload }) => {
        if (from !== probeChannel) return message(payload ?? '');
        receivedAt = performance.now();
        missingSince = undefined;
        resolve();
      });
    });
    client.on('error', onError);
    client.once('end', () => ended.abort());
    try {
      await client.connect();
      for (const name of [channel, probeChannel]) await client.query(`listen ${client.escapeIdentifier(name)}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    clients.add(client);

    async function probe(): Promise<void> {
      const sentAt = performance.now();
      await pool.query('select pg_notify($1, $2)', [probeChannel, '']);
      if (receivedAt < sentAt) missingSince ??= performance.now();
    }
    async function watch(): Promise<void> {
      while (!over.aborted) {
        // A probe that cannot be sent proves nothing.
        probe().catch(() => {});
        await pause(probeMilliseconds, undefined, { signal: over }).catch(() => {});
        // Process notifications that arrived while the event loop was blocked.
        await turn();
        const now = performance.now();
        if (now - receivedAt > maxSilentProbes * probeMilliseconds) break;
        if (missingSince !== undefined && now - missingSince > probeMilliseconds) break;
      }
      clients.delete(client);
      if (ended.signal.aborted || signal.aborted) return;
      onError(new Error('the listening connection receives nothing'));
      // With a query in flight, `end` destroys the socket instead of waiting for the server.
      client.query('select').catch(() => {});
      client.end().catch(() => {});
    }
    return { up, down: watch() };
  }

  /** Reconnects and reports each loss and return until closed. */
  async function maintain(
    channel: string,
    listener: Listener,
    first: { isUp: boolean; down: Promise<void> },
  ): Promise<void> {
    let { isUp, down } = first;
    for (;;) {
      await down;
      if (isUp && !signal.aborted) listener.lost();
      isUp = false;
      await pause(reconnectMilliseconds, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const next = await connect(channel, listener);
        down = next.down;
        isUp = await comesUp(next);
        if (isUp) listener.back();
      } catch (error) {
        if (!signal.aborted && error instanceof Error) onError(error);
      }
    }
  }

  return {
    /** See `OpenDatabase.listen`. */
    async listen(channel: string, listener: Listener): Promise<boolean> {
      const first = await connect(channel, listener);
      const isUp = await comesUp(first);
      void maintain(channel, listener, { isUp, down: first.down });
      return isUp;
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([...clients].map((client) => client.end()));
    },
  };
}

const comesUp = ({ up, down }: Subscription): Promise<boolean> =>
  Promise.race([up.then(() => true), down.then(() => false)]);
