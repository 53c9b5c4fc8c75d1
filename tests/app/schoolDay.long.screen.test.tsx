import { setImmediate as immediately } from 'node:timers';
import { getHeapCodeStatistics } from 'node:v8';
import { cleanup, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { type Answer, type Sent, StubSocket } from '../support/backend';
import { keepBooks } from '../support/books';
import { isReadingBodies } from '../support/browserParts';
import { aiko, algebra, hana, stubSection, wireLog } from '../support/classroom';
import { alerts, noorSignedIn, openApp, pageText, pass } from '../support/screen';
import { logOut, travel } from '../support/session';
import { plain, timeOfDay } from '../support/times';

/*
 * A whole school day on one page: hours of a section in which detection is active, second by second, with all that
 * comes and goes in them. What the page holds after its first hour is all that it may ever hold.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR_S = 3_600;
const HOURS = 8;
const BUDGET_MB = 3;

/** When the page is opened. */
const NINE = Date.UTC(2026, 10, 23, 9);
const DETECTION_MS = 2 * MINUTE;
const lesson = { id: 12, section: 7, started_at: '2026-11-23T08:00:00Z', ended_at: null };

/** The backend of the day: something is detected every two minutes, and a token that has expired is renewed. */
function openDay() {
  const day = { online: true, isActive: true, token: 1, polls: 0, refreshes: 0, renewals: 0 };
  const detections = () => {
    const count = Math.floor((Date.now() - NINE) / DETECTION_MS);
    return Array.from({ length: count }, (_, index) =>
      wireLog({
        ...{ id: count - index, timestamp: new Date(NINE + (count - index) * DETECTION_MS).toISOString() },
        details: `Nobody was seen, for the ${count - index}th time.`,
      }),
    );
  };
  const answer =
    (json: () => unknown) =>
    (sent: Sent): Answer => {
      if (!day.online) return 'fail';
      return sent.headers.get('Authorization') === `Bearer A${day.token}` ? { json: json() } : { status: 401 };
    };
  const status = answer(() => ({ is_active: day.isActive, started_at: day.isActive ? lesson.started_at : null }));
  const logs = answer(detections);
  const backend = stubSection({
    'GET /detection/sessions/status/7/': (sent) => {
      day.polls += 1;
      return status(sent);
    },
    'GET /detection/logs/': (sent) => {
      day.refreshes += 1;
      return logs(sent);
    },
    'GET /detection/sessions/': answer(() => ({ results: [lesson], next: null })),
    'GET /section/list/': answer(() => [{ ...algebra, students: [aiko, hana] }]),
    'POST /detection/sessions/stop/': () => {
      day.isActive = false;
      return { status: 200 };
    },
    'POST /account/refresh/': () => {
      day.renewals += 1;
      return { json: { access: `A${day.token}` } };
    },
    'POST /account/logout/': { status: 200 },
  });
  return { backend, day };
}

/** Outside of a test's hands React renders as in a browser: what comes within a second is not rendered in one. */
function inTheHandsOfTheTest(isSo: unknown) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isSo });
}

// The files after this one are in the same worker.
const before: unknown = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
afterAll(() => inTheHandsOfTheTest(before));

/** Lets everything happen that needs no time. */
async function rest() {
  do await new Promise<void>((resolve) => void immediately(resolve));
  while (isReadingBodies());
}

/**
 * Returns the page's heap in megabytes, without the test's own records of the day and without the machine code of hot
 * functions, which the engine keeps adding for hours.
 */
async function usedHeap(backend: { sent: Sent[] }) {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('The heap cannot be measured without --expose-gc');
  vi.clearAllMocks();
  backend.sent.length = 0;
  StubSocket.all = StubSocket.all.slice(-1);
  for (let round = 0; round < 4; round += 1) {
    await rest();
    await gc();
  }
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  return (process.memoryUsage().heapUsed - code - bytecode) / 1_000_000;
}

/** Each hour she looks at the other pages, and asks for what she then leaves. */
async function lookAround({ press, user }: Awaited<ReturnType<typeof openApp>>) {
  for (const page of ['/sections/7/add-students', '/sections/7/detection-logs', '/dashboard', '/sections/7']) {
    await travel(page);
  }
  await press('Delete Section');
  await user.keyboard('{Escape}');
  await pass(0);
}

const bar = () => plain(screen.getByRole('region', { name: 'Detection' }).textContent);

test('4.7, 4.8, 4.30 after a school day a section page is as it should be, and holds what it held after its first hour', async () => {
  const holdings = keepBooks();
  const { backend, day } = openDay();
  const opened = await openApp('/sections/7', { stored: noorSignedIn });
  const { system, press } = opened;
  let drops = 0;
  let spells = 0;

  const setOnline = (online: boolean) => {
    day.online = online;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  };
  /** A second passes, and the server takes the socket that was opened in it. */
  const second = async () => {
    vi.advanceTimersByTime(SECOND);
    await rest();
    const socket = StubSocket.latest;
    if (!day.online || socket.readyState !== 0) return;
    socket.open();
    socket.say({ type: 'status_update', section_id: 7, status: { is_active: day.isActive } });
    await rest();
  };
  /** No timer runs, and the socket is not there any more when the laptop wakes. */
  const sleep = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    StubSocket.latest.drop();
    document.dispatchEvent(new Event('visibilitychange'));
    await rest();
  };
  const anHour = async (hour: number) => {
    inTheHandsOfTheTest(false);
    for (let at = 1; at <= HOUR_S; at += 1) {
      const ofDay = hour * HOUR_S + at;
      if (ofDay % 144 === 80) {
        drops += 1;
        StubSocket.latest.drop();
      }
      if (ofDay % 1_440 === 100) {
        spells += 1;
        setOnline(false);
      }
      if (ofDay % 1_440 === 140) setOnline(true);
      if (at === 1_000) day.token += 1;
      if (ofDay === (HOURS / 2) * HOUR_S + 30) await sleep(45 * MINUTE);
      await second();
    }
    inTheHandsOfTheTest(true);
    await lookAround(opened);
    return { heap: await usedHeap(backend), ...holdings() };
  };

  const first = await anHour(0);
  expect([first.timers, first.sockets]).toEqual([5, 1]);
  const hours = [first];
  for (let hour = 1; hour < HOURS; hour += 1) hours.push(await anHour(hour));
  process.stdout.write(`School day: ${hours.map(({ heap }) => heap.toFixed(2)).join(', ')} MB\n`);

  for (const { heap, ...held } of hours) expect({ heap: 0, ...held }).toEqual({ ...first, heap: 0 });
  expect(Math.max(...hours.map(({ heap }) => heap - first.heap))).toBeLessThan(BUDGET_MB);
  expect(day.polls).toBeGreaterThanOrEqual(360 * HOURS);
  expect(day.refreshes).toBeGreaterThanOrEqual(120 * HOURS);
  expect([drops, spells, day.renewals]).toEqual([25 * HOURS, 2.5 * HOURS, HOURS]);

  // Those hours, and three quarters that were slept.
  const count = (HOURS * 60 + 45) >> 1;
  await pass(4_000);
  expect(bar()).toBe(
    `Detection Active 1 to look at · since ${timeOfDay('2026-11-23T08:00Z')} (${HOURS + 1}:45:04) · checked 4 s agoStudents to look at: 1Stop Detection`,
  );
  expect(pageText()).toContain(`View All Logs (${count})`);
  expect(pageText()).toContain(`Nobody was seen, for the ${count}th time.`);
  expect(alerts()).toEqual([]);
  await press('Stop Detection');
  expect(bar()).toContain('Detection Inactive');

  await logOut(opened);
  cleanup();
  system.actor.stop();
  vi.advanceTimersByTime(SECOND);
  const { timers, sockets, listeners } = holdings();
  expect([timers, sockets]).toEqual([0, 0]);
  // What else listens is of the libraries: as long as the document is there, and no more after the last hour than after the first.
  const left = Object.keys(listeners).filter((key) => /online|offline|storage|visibilitychange|popstate/.test(key));
  // What Back closes is watched as long as the document is there.
  expect(left).toEqual(['window popstate']);
  expect(listeners['window popstate']).toBe(1);
}, 300_000);
