import type { FastifyInstance } from 'fastify';
import { version } from '../../../../package.json';
import { equalInConstantTime } from '../config/secrets';
import type { Database, OpenDatabase } from '../database/database';
import { HttpError } from './httpError';
import { createOutageLog } from './outageLog';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures that are read from the database. */
export interface Figures<Name extends string = string> {
  /** What each one is. */
  help: Record<Name, string>;
  read(db: Database): Promise<Record<Name, number>>;
}

interface Measured {
  token: string | undefined;
  database: Pick<OpenDatabase, 'db' | 'connections'>;
  /** Whether the database is open and can be queried. */
  isOpen(): boolean;
  figures: Figures;
}

/**
 * Collects metrics and serves them at `/metrics` for Prometheus, to callers with the token; without a token the caller keeps the
 * route to this machine.
 */
export async function serveMetrics(
  app: FastifyInstance,
  { token, database: { db, connections }, isOpen, figures }: Measured,
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

  const build = { name: 'vigil_build_info', help: 'The version of Vigil.', labelNames: ['version'] };
  new Gauge({ ...build, registers: [registry] }).set({ version }, 1);
  const sockets = gauge('open_sockets', 'Live connections that this instance holds.');
  const gauges = new Map(Object.entries(figures.help).map(([name, help]) => [name, gauge(name, help)]));
  const reachable = gauge('database_up', 'Whether the database answered when this was read.');
  const pool = connections && {
    open: gauge('database_connections', 'Connections of the pool.'),
    idle: gauge('database_connections_idle', 'Connections of the pool that wait for a query.'),
    waiting: gauge('database_queries_waiting', 'Queries that wait for a connection.'),
  };

  async function readDatabase(): Promise<void> {
    for (const [name, value] of Object.entries(await figures.read(db))) gauges.get(name)?.set(value);
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
    if (!isReachable) for (const unknown of gauges.values()) unknown.remove();
    return reply
      .type(registry.contentType)
      .header('Cache-Control', 'no-store')
      .send(await registry.metrics());
  });
}
