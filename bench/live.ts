import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser, signIn } from './browser';
import { prepareEmbedded } from './databases';
import { inParallel } from './load';
import { startMeasured } from './processes';
import { type Group, percentile, type Row, row } from './run';
import { agentKey, places, studentsIn, type Teacher } from './school';
import { secrets } from './server';
import { measureSignIns } from './signIns';
import { openWindow } from './sockets';

const otherSockets = 1000;
const socketsEach = 20;
const starts = 200;
const detections = 200;
const detectionsPerSecond = 5;
/** The section's own refresh comes after 30 s: what has not come by then comes no more. */
const patienceMilliseconds = 35_000;
/** What takes longer was not pushed; the rest would take as long. */
const pushedMilliseconds = 2000;

/** Two windows of a teacher in a real browser, while 1,000 sockets of others are open on the real server. */
export const measureLive: Group = async (run) => {
  const database = await prepareEmbedded(run.started);
  const product = await startMeasured(run.started, { ...secrets, ...database.settings });
  const [teacher, ...others] = database.teachers.slice(0, 1 + otherSockets / socketsEach);
  if (!teacher) throw new Error('The school has no teacher.');
  const { signedIn } = await measureSignIns(product.url, others);
  const windows = signedIn.flatMap(({ token }) => Array.from({ length: socketsEach }, () => token));
  await inParallel(windows, async (token) => {
    const socket = await openWindow(product.url, token);
    run.started.add(() => socket.terminate());
  });

  const context = await openBrowser(run);
  const pressing = await context.newPage();
  const watching = await context.newPage();
  await signIn(pressing, product.url, teacher);
  for (const page of [pressing, watching]) {
    await page.goto(`${product.url}/sections/${teacher.sectionIds[places.lesson]}`);
    await seen(page, 'Detection Inactive');
  }

  const turned = await measureTurns(pressing, watching);
  await press(pressing, 'Start Detection');
  await seen(watching, 'Detection Active');
  const shown = await measureDetections(product.url, watching, teacher);
  const what = `a recorded detection on the screen, p99 of ${shown.length}`;
  return [
    row('Start in one window, badge in another, p50', percentile(turned, 0.5), 'ms'),
    row(`Start in one window, badge in another, p99 of ${starts}`, percentile(turned, 0.99), 'ms', { atMost: 50 }),
    shown.length === detections
      ? row(what, percentile(shown, 0.99), 'ms', { atMost: 150 })
      : notPushed(what, Math.max(...shown)),
  ];
};

function notPushed(name: string, milliseconds: number): Row {
  return { ...row(name, milliseconds, 'ms', { atMost: 150 }), verdict: 'MISSED' };
}

/** From the press in one window to the frame with the badge in the other, over and over. */
async function measureTurns(pressing: Page, watching: Page): Promise<number[]> {
  const delays: number[] = [];
  while (delays.length < starts) {
    const turned = shownAt(watching, 'Detection Active');
    const pressedAt = await press(pressing, 'Start Detection');
    delays.push((await turned) - pressedAt);

    const off = shownAt(watching, 'Detection Inactive');
    await press(pressing, 'Stop Detection');
    await off;
    await seen(pressing, 'Detection Inactive');
  }
  return delays;
}

/** From an agent's call to the frame with its detection; ends early when they are not pushed. */
async function measureDetections(url: string, page: Page, { sectionIds }: Teacher): Promise<number[]> {
  const delays: number[] = [];
  while (delays.length < detections) {
    const details = `Seen by the benchmark ${delays.length}.`;
    const shown = shownAt(page, details);
    const begin = Date.now();
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
    if (answer.status !== 201) throw new Error(`A detection was answered by ${answer.status}.`);
    const delay = (await shown) - begin;
    delays.push(delay);
    if (delay > pushedMilliseconds) return delays;
    await pause(1000 / detectionsPerSecond);
  }
  return delays;
}

const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Presses a button once it is there. @returns when that was, in milliseconds since the epoch */
function press(page: Page, name: string): Promise<number> {
  return page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
    const pressedAt = Date.now();
    button.click();
    return pressedAt;
  });
}

/** When the page first draws a text, which it does not show yet. Milliseconds since the epoch. */
async function shownAt(page: Page, text: string): Promise<number> {
  // Watching begins before this returns: a page does what it is asked in order.
  return page.evaluate(
    ([text, patience]) =>
      new Promise<number>((resolve, reject) => {
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(text)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => reject(new Error(`“${text}” was not shown.`)), patience);
      }),
    [text, patienceMilliseconds] as const,
  );
}
