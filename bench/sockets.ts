import { once } from 'node:events';
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
/** As far apart as the server's pings, so that one round of them falls in between. */
const startSeconds = 30;
const patienceMilliseconds = 60_000;
/** What the server opens besides: its modules, its database. */
const otherFiles = 200;

export interface SocketFigures {
  bytesEach: number;
  /** Milliseconds from asking for a start to its arrival on the last of the teacher's windows. */
  p50: number;
  p99: number;
}

/**
 * Opens two windows for each teacher, then starts sessions at a steady pace and waits for each to reach its teacher.
 * @param idle those among them who have a section without a session
 * @throws when the system allows fewer open files than that takes
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
      // By the clock: a slow start never holds up the next one.
      await pause(begin + (delays.length / startsPerSecond) * 1000 - performance.now());
      const delay = measureStart(product.url, teacher, windows.get(teacher.email) ?? []);
      // Whatever fails is told below, once all have been asked for.
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

/** The least of a few readings, each after a collection of garbage: what is being freed takes a while to go. */
async function settledBytes(product: Product): Promise<number> {
  const readings: number[] = [];
  while (readings.length < 6) {
    await pause(500);
    readings.push(await product.residentBytes());
  }
  return Math.min(...readings);
}

/** A window's socket, as the front end opens it: it asks for the state once it is connected. The answer also tells that the token was taken. */
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

/** Returns the next message that is not a heartbeat. */
async function nextMessage(socket: WebSocket): Promise<string> {
  const signal = AbortSignal.timeout(patienceMilliseconds);
  for (;;) {
    const [data] = await once(socket, 'message', { signal });
    if (!String(data).includes('heartbeat')) return String(data);
  }
}
