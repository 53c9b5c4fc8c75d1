import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { version } from '../../../../package.json';
import { type DatabaseFault, faultOf, faults } from '../database/database';
import { createOutageLog } from './outageLog';

const databasePatienceMilliseconds = 2000;
/** How long a write that failed keeps the server from being ready: reads still work then, so that no query shows it. */
const failedWriteMilliseconds = 60_000;

/** Why the server is not ready. */
export interface Problem {
  part: string;
  reason: string;
}

interface Checks {
  /** Whether the database is open and can be queried. */
  isOpen(): boolean;
  /** Whether notifications of other instances are being missed. */
  listenerDown(): boolean;
  /** Finds what else is wrong. Queries the database, and so proves that it answers. */
  findProblem(): Promise<Problem | undefined>;
}

/**
 * Creates the check of what keeps the server from being ready. It answers within two seconds, and remembers for a minute that a request
 * could not be saved.
 */
export function createHealthCheck(
  app: FastifyInstance,
  { isOpen, listenerDown, findProblem }: Checks,
): () => Promise<Problem | undefined> {
  const trouble = createOutageLog(app.log);
  let failedWrite: { fault: DatabaseFault; at: number } | undefined;
  app.addHook('onError', async (_request, _reply, error) => {
    const fault = faultOf(error);
    if (fault === 'full' || fault === 'readOnly') failedWrite = { fault, at: performance.now() };
  });
  const findFailedWrite = () =>
    failedWrite && performance.now() - failedWrite.at < failedWriteMilliseconds
      ? { part: 'database', reason: faults[failedWrite.fault] }
      : undefined;
  let checking: Promise<Problem | undefined> | undefined;
  /** Runs one check at a time: concurrent requests share it. */
  const check = () => {
    checking ??= findProblem()
      .then((problem) => (listenerDown() ? listenerIsDown : problem))
      .finally(() => {
        checking = undefined;
      });
    return checking;
  };

  return async () => {
    if (!isOpen()) {
      trouble.failed(opening.reason);
      return opening;
    }
    try {
      const problem = await Promise.race([check(), pause(databasePatienceMilliseconds, tooSlow, { ref: false })]);
      trouble.recovered();
      return problem ?? findFailedWrite();
    } catch (error) {
      trouble.failed('the database could not be asked', error);
      const fault = faultOf(error);
      return fault ? { part: 'database', reason: faults[fault] } : noAnswer;
    }
  };
}

/**
 * Serves `/health`, which answers while the process lives, and `/ready`, which answers 503 with the failing part and the reason. Both are
 * public and reveal no secret.
 */
export function serveHealth(app: FastifyInstance, check: () => Promise<Problem | undefined>): void {
  app.get('/health', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive', version }));

  app.get('/ready', async (_request, reply) => {
    const problem = await check();
    reply.header('Cache-Control', 'no-store');
    return problem ? reply.code(503).send({ status: 'not ready', ...problem }) : reply.send({ status: 'ready' });
  });
}

const opening: Problem = { part: 'database', reason: 'The database is opening.' };
const noAnswer: Problem = { part: 'database', reason: 'The database does not answer.' };
const tooSlow: Problem = {
  part: 'database',
  reason: `The database has not answered within ${databasePatienceMilliseconds / 1000} seconds.`,
};

const listenerIsDown: Problem = {
  part: 'notifications',
  reason:
    'What other instances change is not heard: the connection that listens is lost or, if DATABASE_LISTEN_URL does not lead past a pooler, shared. The log says more.',
};
