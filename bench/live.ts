import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { signIn } from './browser';
import { inParallel } from './load';
import { openSchool } from './openSchool';
import { type Group, inDigits, percentile, type Row, row } from './run';
import { agentKey, places, studentsIn, type Teacher } from './school';
import { measureSignIns } from './signIns';
import { openWindow } from './sockets';

const otherSockets = 1000;
const socketsEach = 20;
const starts = 50;
const detections = 200;
const detectionsPerSecond = 5;
/** The section refreshes after 30 s; later arrivals do not count. */
const patienceMilliseconds = 35_000;
/** Slower arrivals were polled, not pushed, and so would the rest be. */
const pushedMilliseconds = 2000;
/** From a press in one window until eyes have moved to another and read. */
const glanceMilliseconds = 250;

/** Measures two browser windows of a teacher while 1,000 other sockets are open on the real server. */
export const measureLive: Group = async (run) => {
  const { url, teacher, others, context } = await openSchool(run);
  const { signedIn } = await measureSignIns(url, others.slice(0, otherSockets / socketsEach));
  const windows = signedIn.flatMap(({ token }) => Array.from({ length: socketsEach }, () => token));
  await inParallel(windows, async (token) => {
    const socket = await openWindow(url, token);
    run.started.add(() => socket.terminate());
  });

  const pressing = await context.newPage();
  const watching = await context.newPage();
  await watching.addInitScript(noteHearing);
  await signIn(pressing, url, teacher);
  for (const page of [pressing, watching]) {
    await page.goto(`${url}/sections/${teacher.sectionIds[places.lesson]}`);
    await seen(page, 'Detection Inactive');
  }

  const turns = await measureTurns(pressing, watching);
  await start(pressing);
  await seen(watching, 'Detection Active');
  const shown = await measureDetections(url, watching, teacher);
  const what = `a recorded detection on the screen, p99 of ${shown.length}`;
  return [
    row(`Start in one window, badge in another, p50 of ${starts}`, percentile(turns.map(whole), 0.5), 'ms', {
      atMost: glanceMilliseconds,
    }),
    ...Object.entries(parts).map(([name, part]) => {
      const [half, most] = [0.5, 0.9].map((share) => inDigits(percentile(turns.map(part), share)));
      return { name: `of it ${name}, p50 and p90`, figure: `${half} and ${most} ms`, budget: '', verdict: '' } as const;
    }),
    shown.length === detections
      ? row(what, percentile(shown, 0.99), 'ms', { atMost: 150 })
      : notPushed(what, Math.max(...shown)),
  ];
};

function notPushed(name: string, milliseconds: number): Row {
  return { ...row(name, milliseconds, 'ms', { atMost: 150 }), verdict: 'MISSED' };
}

/**
 * When the text was drawn, when the page changed, and the last live message before. In milliseconds since the epoch.
 */
const Shown = v.object({ heardAt: v.number(), changedAt: v.number(), shownAt: v.number() });
type Shown = v.InferOutput<typeof Shown>;

interface Turn extends Shown {
  pressedAt: number;
  /** Server time of the call. */
  answered: number;
}

const whole = ({ pressedAt, shownAt }: Turn) => shownAt - pressedAt;
const parts: Record<string, (turn: Turn) => number> = {
  'until the other window hears': ({ pressedAt, heardAt }) => heardAt - pressedAt,
  'the call to the server meanwhile': ({ answered }) => answered,
  'machines and React': ({ heardAt, changedAt }) => changedAt - heardAt,
  'until the frame': ({ changedAt, shownAt }) => shownAt - changedAt,
};

/** Starts although another section of this teacher is reporting. Returns when the press that sends it was made. */
async function start(page: Page): Promise<number> {
  await press(page, 'Start Detection');
  return press(page, 'Let both run');
}

/** Measures repeatedly from a press in one window to the frame with the badge in the other. */
async function measureTurns(pressing: Page, watching: Page): Promise<Turn[]> {
  const turns: Turn[] = [];
  while (turns.length < starts) {
    const turned = shownAt(watching, 'Detection Active');
    const pressedAt = await start(pressing);
    const shown = await turned;
    turns.push({ ...shown, pressedAt, answered: v.parse(v.number(), await pressing.evaluate(lastStart)) });

    const off = shownAt(watching, 'Detection Inactive');
    await press(pressing, 'Stop Detection');
    await off;
    await seen(pressing, 'Detection Inactive');
  }
  return turns;
}

/** Returns the duration of the last start call once it has finished. */
const lastStart = `new Promise((resolve) => {
  const look = () => {
    const [...calls] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/sessions/start/'));
    const last = calls.at(-1);
    if (!last) return setTimeout(look, 5);
    performance.clearResourceTimings();
    resolve(last.responseEnd - last.requestStart);
  };
  look();
})`;

/** Runs before the page's scripts. Records the time of the last live message. */
const noteHearing = `
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...address) {
      super(...address);
      this.addEventListener('message', () => (window.heardAt = performance.timeOrigin + performance.now()));
    }
  };`;

/** Measures from an agent's call to the frame with its detection. Ends early if they are not pushed. */
async function measureDetections(url: string, page: Page, { sectionIds }: Teacher): Promise<number[]> {
  const delays: number[] = [];
  while (delays.length < detections) {
    const details = `Seen by the benchmark ${delays.length}.`;
    const shown = shownAt(page, details);
    // Failures are reported below.
    shown.catch(() => {});
    const begin = performance.timeOrigin + performance.now();
    const answer = await fetch(`${url}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': agentKey },
      body: JSON.stringify([
        {
          id: randomUUID(),
          section_id: sectionIds[places.lesson],
          student_email: studentsIn(places.lesson)[0],
          activity_type: 'no_face',
          details,
        },
      ]),
    });
    if (answer.status !== 201) throw new Error(`A detection was answered by ${answer.status}: ${await answer.text()}`);
    const delay = (await shown).shownAt - begin;
    delays.push(delay);
    if (delay > pushedMilliseconds) return delays;
    await pause(1000 / detectionsPerSecond);
  }
  return delays;
}

const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Presses a button when it appears. @returns the time in milliseconds since the epoch */
function press(page: Page, name: string): Promise<number> {
  return page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
    const pressedAt = performance.timeOrigin + performance.now();
    button.click();
    return pressedAt;
  });
}

/** Returns when the page first draws a text that it does not show yet. */
async function shownAt(page: Page, text: string): Promise<Shown> {
  // The page runs requests in order, so watching starts before this returns.
  return v.parse(Shown, await page.evaluate(`(${watch})(${JSON.stringify(text)}, ${patienceMilliseconds})`));
}

/** Runs in the page. */
const watch = `(text, patience) => new Promise((resolve, reject) => {
  const now = () => performance.timeOrigin + performance.now();
  const observer = new MutationObserver(() => {
    if (!document.body.textContent.includes(text)) return;
    observer.disconnect();
    const [heardAt, changedAt] = [window.heardAt ?? 0, now()];
    requestAnimationFrame(() => resolve({ heardAt, changedAt, shownAt: now() }));
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  setTimeout(() => reject(new Error('“' + text + '” was not shown.')), patience);
})`;
