import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import { signIn } from './browser';
import { openSchool } from './openSchool';
import { type Group, type Row, row } from './run';
import { places, type Teacher } from './school';

const perSecond = 10_000;
const seconds = 5;
const roundMilliseconds = 5;
const patienceMilliseconds = 30_000;

/** Measures the whole app on the built server while its live channel is flooded. */
export const measureFlood: Group = async (run) => {
  const { url, teacher, context } = await openSchool(run);
  const channel = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(channel, 'listening');
  run.started.add(() => void channel.close());
  const address = channel.address();
  if (typeof address === 'string' || address === null) throw new Error('The live channel listens on no port.');

  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await signIn(page, url, teacher);
  await page.addInitScript(redirectSockets, `ws://127.0.0.1:${address.port}`);

  const section = `/sections/${teacher.sectionIds[places.reporting]}`;
  const rows: Row[] = [];
  for (const [name, path] of Object.entries({ dashboard: '/dashboard', section })) {
    const connected = once(channel, 'connection');
    await page.goto(url + path);
    const [socket]: WebSocket[] = await connected;
    if (!socket) throw new Error('The page opened no live channel.');
    tellTruth(socket, teacher.sectionIds);
    await page.getByText('Detection Active').first().waitFor();
    const countRight = async () => {
      const shown = path === section ? [await badgeOf(page.locator('main'))] : await badgesOfCards(page, teacher);
      return shown.filter((badge, place) => badge === (path === section || isActive(place))).length;
    };
    const badges = path === section ? 1 : teacher.sectionIds.length;
    let right = 0;
    let caughtUpAfter = 0;
    const tasks = await longestTasks(session, async () => {
      await flood(socket, teacher.sectionIds);
      const toldAt = performance.now();
      while (right < badges && caughtUpAfter < patienceMilliseconds) {
        right = await countRight();
        caughtUpAfter = performance.now() - toldAt;
      }
    });
    rows.push(
      row(`${name}, ${perSecond * seconds} messages, longest task`, tasks.longest, 'ms', { atMost: 50 }),
      row(`${name}, main thread busy`, tasks.busyShare * 100, '%'),
      row(`${name}, badges right at the end`, right, '', { atLeast: badges }),
      row(`${name}, from the last message until they are`, caughtUpAfter, 'ms'),
    );
    socket.terminate();
  }
  return rows;
};

/** Matches the server, so that polls agree with the channel's last messages. */
const isActive = (place: number) => place === places.reporting;

/** Returns whether a part of the page shows active detection; undefined if it shows neither. */
async function badgeOf(part: Locator): Promise<boolean | undefined> {
  const text = (await part.textContent()) ?? '';
  if (text.includes('Detection Active')) return true;
  return text.includes('Detection Inactive') ? false : undefined;
}

const badgesOfCards = (page: Page, { sectionIds }: Teacher) =>
  Promise.all(
    sectionIds.map((id) => {
      const cards = page.getByRole('list', { name: 'Your sections' }).getByRole('listitem');
      return badgeOf(cards.filter({ has: page.locator(`a[href="/sections/${id}"]`) }));
    }),
  );

function tell(socket: WebSocket, sectionId: number, isActive: boolean): void {
  socket.send(JSON.stringify({ type: 'status_update', section_id: sectionId, status: { is_active: isActive } }));
}

function tellTruth(socket: WebSocket, sectionIds: readonly number[]): void {
  for (const [place, id] of sectionIds.entries()) tell(socket, id, isActive(place));
}

/** Sends 10,000 messages a second, alternating per section. The last ones are correct. */
async function flood(socket: WebSocket, sectionIds: readonly number[]): Promise<void> {
  const begin = performance.now();
  let sent = 0;
  while (sent < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - begin) / 1000) * perSecond);
    for (; sent < due; sent++) {
      const id = sectionIds[sent % sectionIds.length];
      if (id !== undefined) tell(socket, id, Math.floor(sent / sectionIds.length) % 2 === 0);
    }
    await pause(roundMilliseconds);
  }
  tellTruth(socket, sectionIds);
}

/** Redirects the page's live channels. */
function redirectSockets(url: string) {
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor() {
      super(url);
    }
  };
}

const TraceEvents = v.array(
  v.object({
    name: v.string(),
    pid: v.number(),
    tid: v.number(),
    /** Thread time in microseconds. */
    tdur: v.optional(v.number(), 0),
    args: v.optional(v.object({ name: v.optional(v.unknown()) }), {}),
  }),
);

/** Returns the longest main-thread tasks in milliseconds of thread time, which excludes other programs. */
async function longestTasks(session: CDPSession, during: () => Promise<void>) {
  const events: v.InferOutput<typeof TraceEvents> = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...v.parse(TraceEvents, value));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  });
  const begin = performance.now();
  await during();
  const milliseconds = performance.now() - begin;
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  // Only the flooded page's renderer is busy.
  const busy = threads.map(({ pid, tid }) =>
    events.filter((event) => event.name.endsWith('RunTask') && event.pid === pid && event.tid === tid),
  );
  const durations = busy.map((tasks) => tasks.map(({ tdur }) => tdur / 1000));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const [most = []] = durations.toSorted((one, other) => sum(other) - sum(one));
  return { longest: most.reduce((one, other) => Math.max(one, other), 0), busyShare: sum(most) / milliseconds };
}
