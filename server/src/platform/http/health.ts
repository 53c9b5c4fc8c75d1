import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database';
import { countWaitingMails } from '../mail/mailQueue';
import { createOutageLog } from './outageLog';

const databasePatienceMilliseconds = 2000;
/** Longer than a short outage of the mail server. */
const longestMailWaitMilliseconds = 5 * 60_000;

interface Problem {
  part: 'database' | 'notifications' | 'mail';
  reason: string;
}

/**
 * Serves `/health`, which answers while the process lives, and `/ready`, which answers 503 with the failing part and the reason: the
 * database, the notifications between instances, or the mail queue. Both are public and reveal no secret.
 *
 * @param isOpen whether the database is open and can be queried
 */
export function serveHealth(
  app: FastifyInstance,
  db: Database,
  isOpen: () => boolean,
  listenerDown: () => boolean,
): void {
  const trouble = createOutageLog(app.log);
  let checking: Promise<Problem | undefined> | undefined;
  /** Runs one check at a time: concurrent requests share it. */
  const check = () => {
    checking ??= findProblem(db, listenerDown).finally(() => {
      checking = undefined;
    });
    return checking;
  };

  app.get('/health', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive' }));

  async function findOut(): Promise<Problem | undefined> {
    if (!isOpen()) {
      trouble.failed(opening.reason);
      return opening;
    }
    try {
      const problem = await Promise.race([check(), pause(databasePatienceMilliseconds, tooSlow, { ref: false })]);
      trouble.recovered();
      return problem;
    } catch (error) {
      trouble.failed('the database could not be asked', error);
      return noAnswer;
    }
  }

  app.get('/ready', async (_request, reply) => {
    const problem = await findOut();
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
  reason: 'What other instances change is not heard. Behind a pooler, DATABASE_LISTEN_URL must lead past it.',
};

async function findProblem(db: Database, listenerDown: () => boolean): Promise<Problem | undefined> {
  const mail = await findMailProblem(db);
  return listenerDown() ? listenerIsDown : mail;
}

async function findMailProblem(db: Database): Promise<Problem | undefined> {
  const { waiting, since } = await countWaitingMails(db);
  if (!since) return undefined;
  const waited = Date.now() - since.getTime();
  if (waited <= longestMailWaitMilliseconds) return undefined;
  const minutes = Math.floor(waited / 60_000);
  return {
    part: 'mail',
    reason: `Mails that the mail server has not taken: ${waiting}, the oldest for ${minutes} minutes.`,
  };
}
