import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../support/freePort';
import { Listener } from '../support/listener';
import {
  callTo,
  newAgentKey,
  newDataDirectory,
  type Running,
  remove,
  run,
  signInTo,
  startServer,
} from '../support/product';
import { kai } from '../support/teachers';

// Starts several servers and databases, which takes minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

interface Failure {
  code: 'ENOSPC' | 'EROFS';
  /** Full: writes that need no more space succeed. */
  onlyGrowth: boolean;
  /** Works until the first write to a path that matches this pattern. */
  from?: string;
}

const patience = { timeout: 60_000, interval: 250 };
const preload = `--import=${new URL('../support/failingDisk.mjs', import.meta.url)}`;

let folder: string;
let port: string;
let server: Running | undefined;
const failureFile = () => `${folder}.failure`;
const breakDisk = (failure: Failure) => writeFileSync(failureFile(), JSON.stringify(failure));
const mendDisk = () => rmSync(failureFile(), { force: true });
const environment = () => ({
  DATA_DIR: folder,
  PORT: port,
  SIMULATE: '0',
  NODE_OPTIONS: preload,
  FAILING_DISK: failureFile(),
});

beforeEach(async () => {
  folder = newDataDirectory();
  port = await freePort();
});
afterEach(() => {
  server?.child.kill('SIGKILL');
  mendDisk();
  remove(folder);
});

const full = "The server's disk is full, so nothing can be saved at the moment. Please try again later.";
const readOnly = 'The server may not write to its disk, so nothing can be saved at the moment. Please try again later.';
const sentenceFor: Record<Failure['code'], string> = { ENOSPC: full, EROFS: readOnly };
const notReadyFor: Record<Failure['code'], string> = {
  ENOSPC: 'The disk of the database is full.',
  EROFS: 'The disk of the database cannot be written to.',
};
const failures: Failure[] = [
  { code: 'ENOSPC', onlyGrowth: true },
  // PostgreSQL panics when it cannot extend its log. Such a disk allows no deletions either. EROFS panics, too.
  { code: 'ENOSPC', onlyGrowth: false },
  { code: 'EROFS', onlyGrowth: false },
];

const picture = `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100_000)]).toString('base64')}`;

/** Reports three detections with pictures in one request. */
async function report(key: string, sectionId: number, details: string): Promise<{ status: number; body: unknown }> {
  const event = { section_id: sectionId, student_email: kai, activity_type: 'no_face', details, screenshot: picture };
  const answer = await fetch(`http://localhost:${port}/detection/logs/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Agent-Key': key },
    body: JSON.stringify([1, 2, 3].map((number) => ({ id: `${details} ${number}`, ...event }))),
  });
  return { status: answer.status, body: await answer.json() };
}

async function readiness(): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`http://localhost:${port}/ready`);
  return { status: answer.status, body: await answer.json() };
}

async function stop(server: Running): Promise<void> {
  server.child.kill('SIGTERM');
  await server.exited;
}

describe.each(failures)('a disk with %j', (failure) => {
  test('while the server runs is reported, ends nothing, corrupts nothing, and recovers once fixed', async () => {
    server = await startServer(environment());
    const token = await signInTo(port, 'teacher@school.example');
    const key = await newAgentKey({ DATA_DIR: folder });
    const { id } = await callTo(port, '/section/create/', { name: '8b', subject: 'Physics' }, token);
    await callTo(port, `/section/${id}/add-students/`, { student_emails: [kai] }, token);
    await callTo(port, '/detection/sessions/start/', { section_id: id, is_active: true }, token);
    const window = await new Listener(port, token).admitted(1);
    expect((await report(key, id, 'before')).status).toBe(201);

    breakDisk(failure);
    const acknowledged = new Set(['before']);
    const tried = new Set(['before']);
    let refused: unknown;
    for (let count = 0; count < 30 || refused === undefined; count++) {
      const details = `while ${count}`;
      tried.add(details);
      const { status, body } = await report(key, id, details);
      if (status === 201) acknowledged.add(details);
      else {
        refused ??= { status, body };
        expect({ status, body }, server.output()).toEqual({
          status: 503,
          body: { detail: sentenceFor[failure.code] },
        });
      }
    }
    expect(server.child.exitCode).toBeNull();
    const said = failure.code === 'EROFS' ? /it is read-only|Read-only file system/ : /the disk is full|No space left/;
    // Its output arrives independently of its answers.
    await expect.poll(server.output).toMatch(said);
    expect(await readiness()).toEqual({
      status: 503,
      body: { status: 'not ready', part: 'database', reason: notReadyFor[failure.code] },
    });

    mendDisk();
    let round = 0;
    const succeed = async () => {
      const details = `after ${round++}`;
      tried.add(details);
      const { status } = await report(key, id, details);
      if (status === 201) acknowledged.add(details);
      return status;
    };
    await expect.poll(succeed, patience).toBe(201);
    // Sockets open during the panic are told to reconnect; nobody else is disturbed.
    const hasPanicked = server.output().includes('had to stop');
    expect(hasPanicked).toBe(!failure.onlyGrowth);
    if (hasPanicked) expect(await window.closed).toBe(1012);
    const after = hasPanicked ? await new Listener(port, token).admitted(1) : window;
    await callTo(port, '/detection/sessions/stop/', { section_id: id }, token);
    await expect.poll(() => after.heard.at(-1)).toMatchObject({ status: { is_active: false } });
    after.socket.close();

    const countOf = async (details: string): Promise<number> => {
      const { results } = await callTo(port, `/detection/logs/?section=${id}`, undefined, token);
      return results.filter((log: { details: string }) => log.details === details).length;
    };
    for (const details of tried) {
      const count = await countOf(details);
      // Refused batches may have been stored, but never in part.
      expect(acknowledged.has(details) ? [3] : [0, 3], details).toContain(count);
    }
    await stop(server);
    server = await startServer(environment());
    expect(await countOf('before')).toBe(3);
    await stop(server);
  });

  test('while the server stops does not delay it, and the next one opens', async () => {
    server = await startServer(environment());
    const token = await signInTo(port, 'teacher@school.example');
    breakDisk(failure);
    await callTo(port, '/section/create/', { name: '8b', subject: 'Physics' }, token);
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual(expect.any(Number));
    mendDisk();
    server = await startServer(environment());
    expect(await callTo(port, '/account/current-user/', undefined, token)).toMatchObject({
      email: 'teacher@school.example',
    });
    await stop(server);
  });

  test('at the first start is reported and leaves no debris', async () => {
    remove(folder);
    folder = mkdtempSync(join(tmpdir(), 'vigil-data-'));
    breakDisk(failure);
    const reason = failure.code === 'EROFS' ? 'it is read-only' : 'the disk is full';
    const refused = run('main', [], environment());
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toBe(`The data directory ${folder} cannot be used: ${reason}.\n`);

    // From the first table on: the database is half created.
    breakDisk({ ...failure, from: '/database.new[^/]*/base/|.probe$' });
    const interrupted = run('main', [], environment());
    expect(await interrupted.exited).toBe(1);
    expect(interrupted.output()).toBe(`The database could not be created in ${folder}/database: ${reason}.\n`);
    mendDisk();

    server = await startServer(environment());
    await stop(server);
    expect(readdirSync(folder).filter((name) => name.startsWith('database.new'))).toEqual([]);
  });
});

test('security 23: a disk full at the first start leaves no empty secret behind', async () => {
  breakDisk({ code: 'ENOSPC', onlyGrowth: true });
  const refused = run('main', [], environment());
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toBe(`The data directory ${folder} cannot be used: the disk is full.\n`);
  expect(existsSync(join(folder, 'jwt-secret'))).toBe(false);
  mendDisk();
  server = await startServer(environment());
  expect(readFileSync(join(folder, 'jwt-secret'), 'utf8')).toMatch(/^[\w-]{43}$/);
  await stop(server);
});

test('an unwritable disk is refused with one sentence', async () => {
  await stop(await startServer(environment()));
  breakDisk({ code: 'EROFS', onlyGrowth: false });
  const refused = run('main', [], environment());
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toMatch(
    /^The (database in|data directory) \S+ cannot be (opened|used): it is read-only\.\n$/,
  );
});
