import { on, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { inParallel } from './load';
import type { Product } from './processes';
import { percentile } from './run';
import type { SignedIn } from './signIns';

/** Every teacher has two windows open. */
const windowsEach = 2;
const openedAtOnce = 50;
const startsPerSecond = 20;
/** The server's ping interval, so that exactly one round falls in between. */
const startSeconds = 30;
const patienceMilliseconds = 60_000;
/** Files the server opens for modules and its database. */
const otherFiles = 200;

export interface SocketFigures {
  bytesEach: number;
  /** Milliseconds from the start request to its arrival at the last of the teacher's windows. */
  p50: number;
  p99: number;
}

/**
 * Opens two windows for each teacher, then starts sessions at a steady pace and waits until each reaches its teacher.
 * @param idle teachers among them with a section without a session
 * @throws if the system's open-file limit is too low
 */
export async function measureSockets(product: Product, all: SignedIn[], idle: SignedIn[]): Promise<SocketFigures> {
  demandOpenFiles(all.length * windowsEach + otherFiles);
  const before = await settledBytes(product);
  const windows = new Map(all.map(({ email }): [string, WebSocket[]] => [email, []]));
  try {
    const wanted = all.flatMap((teacher) => Array.from({ length: windowsEach }, () => teacher));
    await inParallel(
      wanted,
      async ({ email, token }) => {
        windows.get(email)?.push(await openWindow(product.url, token));
      },
      openedAtOnce,
    );
    const bytesEach = ((await settledBytes(product)) - before) / wanted.length;

    const delays: Promise<number>[] = [];
    const begin = performance.now();
    for (const teacher of idle.slice(0, startSeconds * startsPerSecond)) {
      // Paced by the clock: a slow start does not delay the next.
      await pause(begin + (delays.length / startsPerSecond) * 1000 - performance.now());
      const delay = measureStart(product.url, teacher, windows.get(teacher.email) ?? []);
      // Failures are reported below, after all requests.
      delay.catch(() => {});
      delays.push(delay);
    }
    const waited = await Promise.all(delays);
    return { bytesEach, p50: percentile(waited, 0.5), p99: percentile(waited, 0.99) };
  } finally {
    for (const socket of [...windows.values()].flat()) socket.terminate();
  }
}

const Limits = v.object({
  userLimits: v.object({ open_files: v.object({ soft: v.union([v.number(), v.string()]) }) }),
});

function demandOpenFiles(count: number): void {
  const limits = v.safeParse(Limits, process.report.getReport());
  const allowed = limits.success ? Number(limits.output.userLimits.open_files.soft) : Number.NaN;
  if (allowed < count) throw new Error(`The sockets need ${count} open files, and the system allows ${allowed}.`);
}

/** Returns the lowest of several readings, each after garbage collection: freeing memory takes a while. */
async function settledBytes(product: Product): Promise<number> {
  const readings: number[] = [];
  while (readings.length < 6) {
    await pause(500);
    readings.push(await product.residentBytes());
  }
  return Math.min(...readings);
}

/** Opens a socket like the front end and requests the state. The answer also proves that the token was accepted. */
export async function openWindow(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/detection/?token=${token}`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'get_status' }));
  await nextMessage(socket);
  return socket;
}

async function measureStart(url: string, { sectionIds, token }: SignedIn, windows: WebSocket[]): Promise<number> {
  const arrivals = Promise.all(windows.map(nextMessage));
  const start = performance.now();
  const arrived = arrivals.then((messages) => ({ messages, delay: performance.now() - start }));
  const asked = fetch(`${url}/detection/sessions/start/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ section_id: sectionIds[0], is_active: true }),
  }).then((answer) => answer.text());
  const [{ messages, delay }, answer] = await Promise.all([arrived, asked]);
  if (messages.some((message) => !message.includes('detection_start')))
    throw new Error(`A start was answered by ${answer} and reached its teacher as ${messages.join(' and ')}.`);
  return delay;
}

/** Returns the next message that is not a heartbeat. Two of them may come in one packet, which `once` would miss. */
async function nextMessage(socket: WebSocket): Promise<string> {
  const signal = AbortSignal.timeout(patienceMilliseconds);
  for await (const [data] of on(socket, 'message', { signal }))
    if (!String(data).includes('heartbeat')) return String(data);
  throw new Error('The socket closed without a message.');
}
