import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/freePort';
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

const rounds = 40;
const mostMilliseconds = 1000;

/** Seeds the random times; SEED repeats them. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Yields numbers from 0 to 1 for a seed (linear congruential generator of Numerical Recipes). */
function* randomNumbers(state: number): Generator<number, never> {
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

let folder: string;
let port: string;
let server: Running | undefined;
const environment = () => ({ DATA_DIR: folder, PORT: port, SIMULATE: '0' });
beforeAll(async () => {
  folder = newDataDirectory();
  port = await freePort();
});
afterAll(() => {
  server?.child.kill('SIGKILL');
  remove(folder);
});

/** Reports batches of three detections until the server is gone. Their details name the batch. */
async function keepReporting(key: string, sectionId: number, name: string, acknowledged: Set<string>): Promise<void> {
  for (let count = 0; ; count++) {
    const details = `${name} ${count}`;
    const event = { section_id: sectionId, student_email: kai, activity_type: 'no_face', details };
    const answer = await fetch(`http://localhost:${port}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': key },
      body: JSON.stringify([1, 2, 3].map((number) => ({ id: `${details} ${number}`, ...event }))),
    });
    if (answer.status !== 201) throw new Error(`A report was answered with ${answer.status}.`);
    acknowledged.add(details);
  }
}

test(`killed ${rounds} times at random (SEED=${seed}) it loses no acknowledged write and corrupts nothing`, async () => {
  server = await startServer(environment());
  const token = await signInTo(port, 'teacher@school.example');
  const key = await newAgentKey(environment());
  const { id } = await callTo(port, '/section/create/', { name: '8b', subject: 'Physics' }, token);
  await callTo(port, `/section/${id}/add-students/`, { student_emails: [kai] }, token);
  await callTo(port, '/detection/sessions/start/', { section_id: id, is_active: true }, token);

  const acknowledged = new Set<string>();
  const random = randomNumbers(seed);
  for (let round = 0; round < rounds; round++) {
    const before = acknowledged.size;
    const writers = Array.from({ length: 4 }, (_, index) =>
      keepReporting(key, id, `${round}.${index}`, acknowledged).catch((error: unknown) => error),
    );
    // The first batch is slow on a busy machine. Counted from the start, every kill might precede it.
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before);
    await pause(random.next().value * mostMilliseconds);
    server.child.kill('SIGKILL');
    expect(await server.exited).toBe('SIGKILL');
    // No writer was refused; each ended with its connection.
    for (const ended of await Promise.all(writers)) expect(ended).toBeInstanceOf(TypeError);
    if (round % 2 === 1) {
      // Kills the recovery from the previous kill, too.
      const recovering = run('main', [], environment());
      await once(recovering.child, 'spawn');
      await pause(random.next().value * mostMilliseconds);
      recovering.child.kill('SIGKILL');
      await recovering.exited;
    }
    server = await startServer(environment());
  }

  expect(acknowledged.size).toBeGreaterThan(rounds);
  const batches = new Map<string, number>();
  for (let path = `/detection/logs/?section=${id}`; path; ) {
    const { results, next } = await callTo(port, path, undefined, token);
    for (const { details } of results) batches.set(details, (batches.get(details) ?? 0) + 1);
    path = next ? new URL(next, 'http://localhost').pathname + new URL(next, 'http://localhost').search : '';
  }
  expect([...acknowledged].filter((details) => !batches.has(details))).toEqual([]);
  expect([...batches].filter(([, count]) => count !== 3)).toEqual([]);
  server.child.kill('SIGTERM');
  await server.exited;
}, 900_000);
