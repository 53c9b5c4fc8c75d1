import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { buildApp } from '../../src/app';
import { makeMonths } from '../../src/domain/detection/months';
import { addMadeUpStudents } from '../../src/domain/section/madeUpStudents';
import { agents } from '../../src/domain/tables/agent';
import { hashToken } from '../../src/platform/config/secrets';
import type { Database, OpenDatabase } from '../../src/platform/database/database';
import { openPGlite } from '../../src/platform/database/embedded';
import { extensions } from '../../src/platform/database/embeddedClient';
import { openPostgres } from '../../src/platform/database/postgres';
import { readSettings, type Settings } from '../../src/settings';
import { checkAnswer } from './contract';
import { createDatabase } from './databases';

export const agentKey = 'k'.repeat(43);
export const jwtSecret = 's'.repeat(43);

/** Any answer; tests state the shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests state the shape of answers
type Anything = any;

export interface Answer {
  status: number;
  body: Anything;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

interface CallOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  /** The caller's address; unique by default, so that calls share no limits. */
  address?: string;
}

export interface TestServer {
  app: FastifyInstance;
  database: OpenDatabase;
  /** Makes a call. Every answer of the server, also to other clients, is checked against the contract. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Creates a migrated database with the forty made-up students and this month's partitions: in memory or on PostgreSQL. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const postgres = inject('postgres');
  const database = postgres ? await openCopy(postgres.url, postgres.template) : await openInMemory();
  await addMadeUpStudents(database.db);
  const now = Date.now();
  // Yesterday may be in another month.
  await makeMonths(database.db, [new Date(now - 86_400_000), new Date(now)]);
  return database;
}

async function openInMemory(): Promise<OpenDatabase> {
  const archive = new Blob([readFileSync(inject('databaseArchive'))]);
  return openPGlite(await PGlite.create({ loadDataDir: archive, extensions }));
}

async function openCopy(server: string, template: string): Promise<OpenDatabase> {
  const { url, drop } = await createDatabase(server, template);
  const database = await openPostgres(url, console.error);
  return { ...database, close: () => database.close().finally(drop) };
}

export const testSettings = (changes: Partial<Settings> = {}): Settings => ({
  ...readSettings({ LOG_LEVEL: 'silent', SIMULATE: '0' }),
  ...changes,
});

/** Starts a server, by default on a new database. Closes the database only if it opened it. */
export async function startTestServer(changes: Partial<Settings> = {}, shared?: OpenDatabase): Promise<TestServer> {
  const database = shared ?? (await openTestDatabase());
  const { app, open } = await buildApp(testSettings(changes), { jwtSecret }, database);
  await addTestAgent(database.db);
  const wrongAnswers = checkAnswers(app);
  await app.ready();
  await open();
  let calls = 0;
  return {
    app,
    database,
    async call(method, path, { body, token, headers = {}, address = `10.0.${calls >> 8}.${calls++ & 255}` } = {}) {
      const request: InjectOptions = {
        method,
        url: path,
        remoteAddress: address,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : Object(body) }),
      };
      const answer = await app.inject(request);
      const type = answer.headers['content-type']?.toString();
      const status = answer.statusCode;
      throwFirst(wrongAnswers);
      const isJson = type?.startsWith('application/json');
      return { status, body: isJson ? answer.json() : answer.body, headers: answer.headers, bytes: answer.rawPayload };
    },
    async close() {
      await app.close();
      if (!shared) await database.close();
      throwFirst(wrongAnswers);
    },
  };
}

/** An unrestricted agent, whose key is `agentKey`. */
async function addTestAgent(db: Database): Promise<void> {
  const agent = { name: 'Test agent', keyHash: hashToken(agentKey), eventsPerMinute: 1_000_000 };
  await db.insert(agents).values(agent).onConflictDoNothing();
}

const isCall = /^\/(account|section|detection|attendance|administration|attend\/\w+\/$|dev\/mail.json)/;

/** Checks every answer of the server. @returns the violations so far */
function checkAnswers(app: FastifyInstance): Error[] {
  const wrong: Error[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    const path = request.url.split('?')[0] ?? '';
    // A CORS preflight is not a call.
    if (['HEAD', 'OPTIONS'].includes(request.method) || !isCall.test(path)) return payload;
    try {
      checkAnswer({
        method: request.method,
        path,
        status: reply.statusCode,
        header: (name) => reply.getHeader(name)?.toString(),
        body: payload === undefined || payload === null ? '' : String(payload),
      });
    } catch (error) {
      wrong.push(error instanceof Error ? error : new Error(String(error)));
    }
    return payload;
  });
  return wrong;
}

function throwFirst(errors: Error[]): void {
  const [first] = errors.splice(0);
  if (first) throw first;
}
