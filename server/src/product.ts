import type { FastifyBaseLogger } from 'fastify';
import { buildApp, type Secrets } from './app';
import { answerCommand } from './cli/command';
import { commands } from './cli/commands';
import { backUpFirst, refuseOneWay, startDeletingBackups } from './cli/transfer/beforeOneWay';
import { contentsRequest, replyContents } from './cli/transfer/storage';
import { startClosingEpisodes } from './domain/attendance/openEpisodes';
import { startEndingLessons, startSessionLimit } from './domain/detection/sessionLimit';
import { startHousekeeping } from './domain/housekeeping';
import { simulatorKey } from './domain/keys';
import { addMadeUpStudents } from './domain/section/madeUpStudents';
import { startEndingSharings } from './domain/section/sharing';
import { openDataDirectory } from './platform/config/dataDirectory';
import type { OpenDatabase } from './platform/database/database';
import { createEmbedded } from './platform/database/embedded';
import { openPostgres } from './platform/database/postgres';
import { type ServerState, stateRequest } from './platform/files/askServer';
import type { Answer } from './platform/files/folderLock';
import { listen, tryPort } from './platform/http/listen';
import { OperatorError } from './platform/operatorError';
import type { Settings } from './settings';

type Close = () => Promise<void>;

/** A running product. */
export interface Product {
  log: FastifyBaseLogger;
  /** Finishes requests and closes sockets with 1001; port, database and data directory are free afterwards. */
  close: Close;
}

/** Closes everything opened so far, in reverse order. */
class Opened {
  readonly #closers: Close[] = [];

  add<T extends { close: Close }>(opened: T): T {
    this.#closers.unshift(() => opened.close());
    return opened;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) await close();
  }
}

/**
 * Starts everything the settings ask for.
 *
 * @throws OperatorError when the operator can fix the reason
 */
export async function startProduct(settings: Settings): Promise<Product> {
  const opened = new Opened();
  let log: FastifyBaseLogger | undefined;
  const onLost = (error: Error) => log?.warn(error, 'a database connection was lost');
  try {
    await tryPort(settings);
    const { database, secrets, open } = await openStorage(settings, opened, onLost);
    const server = await buildApp(settings, secrets, database);
    const app = opened.add(server.app);
    log = app.log;
    // Serves pages at once; calls wait for the database.
    const url = await listen(app, settings);
    await open();
    await server.open();
    opened.add(startHousekeeping(database, settings, app.log));
    if (settings.databaseUrl === undefined) opened.add(startDeletingBackups(settings, app.log));
    opened.add(startClosingEpisodes(database.db, app.log));
    opened.add(startSessionLimit(database.db, settings.sessionMaxHours, app.log));
    opened.add(startEndingLessons(database.db, app.log));
    opened.add(startEndingSharings(database.db, app.log));
    if (settings.simulate) {
      const { startSimulatedClass } = await import('../simulator/simulatedClass');
      opened.add(startSimulatedClass(url, simulatorKey(secrets.jwtSecret), app.log));
    }
    return { log: app.log, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface Storage {
  database: OpenDatabase;
  secrets: Secrets;
  /** Opens the database, which must not be queried before. @throws OperatorError when it cannot be used */
  open(): Promise<void>;
}

async function openStorage(settings: Settings, opened: Opened, onLost: (error: Error) => void): Promise<Storage> {
  const { databaseUrl, jwtSecret, postgres } = settings;
  if (databaseUrl !== undefined) {
    if (jwtSecret === undefined) throw new OperatorError('JWT_SECRET must be set when DATABASE_URL is.');
    const database = opened.add(await openPostgres(databaseUrl, onLost, { ...postgres, beforeOneWay: refuseOneWay }));
    return { database, secrets: { jwtSecret }, async open() {} };
  }
  let isOpen = false;
  // No other process can open the database meanwhile, so commands send their work to this one.
  const answer: Answer = async (request, reply) => {
    const state: ServerState = isOpen ? 'open' : 'starting';
    if (request === stateRequest) reply.end(state);
    else if (!isOpen) reply.end();
    else if (request === contentsRequest) await replyContents(database.db, reply);
    else await answerCommand(commands, { db: database.db, settings }, request, reply);
  };
  const directory = opened.add(await openDataDirectory(settings.dataDirectory, answer));
  const database = opened.add(createEmbedded(directory.databaseFolder, undefined, backUpFirst(settings.dataDirectory)));
  const open = async () => {
    await database.open();
    if (settings.simulate) await addMadeUpStudents(database.db);
    isOpen = true;
  };
  return { database, secrets: { jwtSecret: jwtSecret ?? directory.jwtSecret }, open };
}
