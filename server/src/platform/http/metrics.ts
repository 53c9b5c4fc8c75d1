import { count, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { equalInConstantTime } from '../config/secrets';
import type { Settings } from '../config/settings';
import type { OpenDatabase } from '../database/database';
import { detectionSessions } from '../database/schema';
import { countWaitingMails } from '../mail/mailQueue';
import { HttpError } from './httpError';
import { createOutageLog } from './outageLog';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Collects metrics and serves them at `/metrics` for Prometheus, to callers with the token; without a token the caller keeps the
 * route to this machine.
 *
 * @param isOpen whether the database is open and can be queried
 */
export async function serveMetrics(
  app: FastifyInstance,
  { token }: NonNullable<Settings['metrics']>,
  { db, connections }: OpenDatabase,
  isOpen: () => boolean,
): Promise<void> {
  const trouble = createOutageLog(app.log);
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string) => new Gauge({ name: `vigil_${name}`, help, registers: [registry] });

  const durations = new Histogram({
    name: 'vigil_http_request_duration_seconds',
    help: 'How long requests took, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions, ws }, { statusCode, elapsedTime }) => {
    // A live connection lasts as long as its page.
    if (!ws) durations.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1000);
  });

  const sockets = gauge('open_sockets', 'Live connections that this instance holds.');
  const sessions = gauge('active_sessions', 'Detection sessions that are active, on all instances.');
  const mails = gauge('waiting_mails', 'Mails that the mail server has not taken yet, of all instances.');
  const mailWait = gauge('oldest_waiting_mail_seconds', 'For how long the oldest of them has waited.');
  const reachable = gauge('database_up', 'Whether the database answered when this was read.');
  const pool = connections && {
    open: gauge('database_connections', 'Connections of the pool.'),
    idle: gauge('database_connections_idle', 'Connections of the pool that wait for a query.'),
    waiting: gauge('database_queries_waiting', 'Queries that wait for a connection.'),
  };

  async function readDatabase(): Promise<void> {
    const active = await db
      .select({ sessions: count() })
      .from(detectionSessions)
      .where(isNull(detectionSessions.endedAt));
    const { waiting, since } = await countWaitingMails(db);
    sessions.set(active[0]?.sessions ?? 0);
    mails.set(waiting);
    mailWait.set(since ? (Date.now() - since.getTime()) / 1000 : 0);
  }

  function notAsked(error: unknown): boolean {
    trouble.failed('the database could not be asked', error);
    return false;
  }

  app.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (token !== undefined && !equalInConstantTime(authorization, `Bearer ${token}`)) {
      throw new HttpError(401, { detail: 'The metrics token is missing or wrong.' }, { 'WWW-Authenticate': 'Bearer' });
    }
    sockets.set(app.websocketServer.clients.size);
    const { open, idle, waiting } = connections?.() ?? { open: 0, idle: 0, waiting: 0 };
    pool?.open.set(open);
    pool?.idle.set(idle);
    pool?.waiting.set(waiting);
    const isReachable =
      isOpen() &&
      (await readDatabase()
        .then(trouble.recovered)
        .then(() => true, notAsked));
    reachable.set(isReachable ? 1 : 0);
    // Omit unknown figures instead of reporting stale ones.
    if (!isReachable) for (const unknown of [sessions, mails, mailWait]) unknown.remove();
    return reply
      .type(registry.contentType)
      .header('Cache-Control', 'no-store')
      .send(await registry.metrics());
  });
}
