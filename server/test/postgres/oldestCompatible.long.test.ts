import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test, vi } from 'vitest';
import { oldestSchema } from '../../src/platform/database/migrate';
import { createDatabase } from '../support/databases';
import { freePort } from '../support/freePort';
import { callTo, postgresEnvironment, type Running, remove, run, signInTo, startServer } from '../support/product';
import { password } from '../support/teachers';

// Builds a server and starts several.
vi.setConfig({ testTimeout: 180_000 });

const root = fileURLToPath(new URL('../../..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();

const journal = 'server/migrations/meta/_journal.json';

/**
 * Finds the last commit with the schema `oldestSchema`, beside which this version promises to work. A release before it may be refused.
 * @throws if the history is not here
 */
function findOldestCompatible(): string {
  const changes = git('log', '--format=%H', '--', journal).split('\n');
  const commit = ['HEAD', ...changes.map((change) => `${change}^`)].find(
    (one) => JSON.parse(git('show', `${one}:${journal}`)).entries.at(-1).tag === oldestSchema,
  );
  if (commit === undefined) throw new Error(`No commit ends with ${oldestSchema}`);
  return commit;
}

/** The commit of the oldest compatible server; undefined where it is not run. */
function oldestCompatible(): string | undefined {
  try {
    return findOldestCompatible();
  } catch {
    console.warn('There is no history here, so the oldest compatible server is not run.');
    return undefined;
  }
}
const oldest = oldestCompatible();

/** Builds the server of a commit. @returns its folder, and that of its entries */
function buildServer(commit: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-oldest-'));
  git('archive', `--output=${join(folder, 'tar')}`, commit);
  execFileSync('tar', ['-xf', 'tar'], { cwd: folder });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'server/vite.config.ts'], {
    cwd: folder,
    stdio: 'pipe',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return { folder, entries: join(folder, 'server/dist') };
}

test.skipIf(!oldest)('the oldest compatible server works with the database that this one has migrated', async () => {
  const { folder, entries } = buildServer(oldest ?? '');
  const database = await createDatabase(inject('postgres')?.url ?? '');
  const settings = { ...postgresEnvironment, DATABASE_URL: database.url, REGISTRATION: 'open', STUDENTS: 'teachers' };
  const [PORT, newPort] = [await freePort(), await freePort()];
  const start = () => startServer({ ...settings, PORT }, entries);
  const stop = async ({ child, exited }: Running) => {
    child.kill('SIGTERM');
    await exited;
  };
  let old = await start();
  const email = 'ada@school.example';
  await signInTo(PORT, email);
  const upgraded = await startServer({ ...settings, PORT: newPort });

  async function useOld(kim: string) {
    const { access } = await callTo(PORT, '/account/login/teacher/', { email, password });
    await signInTo(PORT, `of-${kim}`);
    const section = await callTo(PORT, '/section/create/', { name: '8b', subject: 'Physics' }, access);
    const student = { name: 'Kim Sample', email: kim };
    await callTo(PORT, '/section/new-students/', { students: [student] }, access);
    await callTo(PORT, `/section/${section.id}/add-students/`, { student_emails: [kim] }, access);
    const lesson = { section_id: section.id };
    await callTo(PORT, '/detection/sessions/start/', { ...lesson, is_active: true }, access);
    const agent = run('agents', ['add', kim], settings, entries);
    await agent.exited;
    const [, key] = /\n([\w-]{43})\n$/.exec(agent.output()) ?? [];
    if (key === undefined) throw new Error(agent.output());
    const report = await fetch(`http://localhost:${PORT}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': key },
      body: JSON.stringify({
        ...{ id: randomUUID(), section_id: section.id, student_email: kim, activity_type: 'no_face' },
        screenshot: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
      }),
    });
    expect([report.status, await report.text()]).toEqual([201, expect.anything()]);
    await callTo(PORT, '/detection/sessions/stop/', lesson, access);
    for (const port of [PORT, newPort]) {
      const logs = await callTo(port, `/detection/logs/?section=${section.id}`, undefined, access);
      expect(logs.results).toMatchObject([{ activity_type: 'no_face' }]);
    }
  }

  await useOld('kim@pupils.example');
  // As when the upgrade is undone.
  await stop(old);
  old = await start();
  await useOld('lee@pupils.example');

  await stop(old);
  await stop(upgraded);
  await database.drop();
  remove(folder);
});
