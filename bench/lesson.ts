import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { signIn } from './browser';
import { openSchool } from './openSchool';
import { type Group, median, percentile, type Row, row, unnoticedMilliseconds } from './run';
import { agentKey, places, studentsIn } from './school';

const slowdown = 4;
const openings = 5;
const presses = 20;
const share = 0.75;
const arrivals = 30;
/** Longer than the page waits for more news of the same moment. */
const betweenArrivals = 1500;
/** The section's page groups detections of a kind within a minute: thirty students with seven kinds are 210 episodes. */
const kinds = ['no_face', 'multiple_faces', 'left_page', 'a', 'b', 'c', 'd'];

/** In milliseconds; bench/README.md gives the reasons. */
const budgets = { opening: 1000, press: unnoticedMilliseconds, arrival: 500, mainThread: 100 };

/** Measures the page of a lesson with thirty students and some two hundred detections. */
export const measureLesson: Group = async (run) => {
  const { url, teacher, context } = await openSchool(run);
  const sectionId = teacher.sectionIds[places.lesson];
  const page = await context.newPage();
  await page.addInitScript(notePresses);
  await signIn(page, url, teacher);
  const open = async (path = '') => {
    await page.goto(`${url}/sections/${sectionId}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  await open();
  await page.getByRole('button', { name: 'Start Detection' }).click();
  // Another section of this teacher is reporting.
  await page.getByRole('button', { name: 'Let both run' }).click();
  await page.getByText('Detection Active').waitFor();
  const report = async (students: readonly string[], activity_type: string, details = 'Reported by the benchmark.') => {
    const events = students.map((student_email) => ({
      ...{ id: randomUUID(), section_id: sectionId, student_email, activity_type, details },
    }));
    const answer = await fetch(`${url}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': agentKey },
      body: JSON.stringify(events),
    });
    if (answer.status !== 201) throw new Error(`The detections were answered by ${answer.status}.`);
  };
  const students = studentsIn(places.lesson);
  for (const kind of kinds) await report(students, kind);
  await page.getByText(`${students.length} to look at`).waitFor();
  const devtools = await context.newCDPSession(page);

  const arrive = async (name: string, count: number) => {
    const details = `${name} ${count}`;
    await report(students.slice(count, count + 1), details, details);
    return details;
  };
  const rows = [await measureMainThread(devtools, (count) => arrive('unhurried', count))];
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const delays: number[] = [];
  for (let count = 0; count < arrivals; count += 1) {
    const shown = page.evaluate(awaitText(`slowed ${count}`));
    const sentAt = Date.now();
    await arrive('slowed', count);
    delays.push(v.parse(v.number(), await shown) - sentAt);
    await pause(betweenArrivals);
  }
  const atSpeed = `at ${slowdown} times slower`;
  for (const part of [0.5, 0.95])
    rows.push(
      row(
        `a detection from the agent's call to the screen ${atSpeed}, p${part * 100} of ${arrivals}`,
        percentile(delays, part),
        'ms',
        part === 0.5 ? { atMost: budgets.arrival } : undefined,
      ),
    );

  /** Measures presses that follow one another, each on its own. */
  const measure = async (steps: Record<string, (place: number) => Promise<unknown>>) => {
    const measured = Object.entries(steps).map(([name, act]) => ({ name, act, durations: [] as number[] }));
    for (let place = 0; place < presses; place += 1) {
      for (const { act, durations } of measured) {
        await page.evaluate('window.presses = []');
        await act(place);
        durations.push(await slowestPress(page));
      }
    }
    for (const { name, durations } of measured) {
      const what = `${name} ${atSpeed}, press to frame, p75 of ${presses}`;
      rows.push(row(what, percentile(durations, share), 'ms', { atMost: budgets.press }));
    }
  };

  await measure({
    'opening a student': async (place) => {
      await press(page.getByRole('list', { name: 'Students' }).getByRole('button').nth(place));
      await page.getByRole('dialog').getByRole('heading').waitFor();
    },
    'closing the panel': async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  });
  await measure({ 'pressing Seen': () => press(first(page, /^Seen: /)) });
  await report(students, 'e');
  await page.getByText(`${students.length} to look at`).waitFor();
  await measure({
    'pressing Dismiss': () => press(first(page, /^Dismiss: /)),
    'choosing its reason': () => press(page.getByRole('button', { name: 'Mistake' })),
  });
  await report(students, 'f');
  const durations: number[] = [];
  for (let opening = 0; opening < openings; opening += 1) {
    await page.goto(`${url}/dashboard`);
    const link = page.getByRole('list', { name: 'Your sections' }).locator(`a[href="/sections/${sectionId}"]`);
    await link.hover();
    // The page's code is fetched when the pointer is on the link.
    await pause(1000);
    const shown = page.evaluate(awaitClass(students.length));
    const pressedAt = Date.now();
    await link.click();
    durations.push(v.parse(v.number(), await shown) - pressedAt);
  }
  rows.push(
    row(`the class in view ${atSpeed}, from the dashboard, median of ${openings}`, median(durations), 'ms', {
      atMost: budgets.opening,
    }),
  );
  await open('/detection-logs');
  await page.getByRole('button', { name: 'Page 2', exact: true }).waitFor();
  await measure({
    'paging the logs': (place) =>
      press(page.getByRole('button', { name: place % 2 === 0 ? 'Next' : 'Previous', exact: true })),
  });
  return rows;
};

/** Measures the time of the page's main thread for each detection, without that of a page at rest. */
async function measureMainThread(devtools: CDPSession, act: (count: number) => Promise<unknown>): Promise<Row> {
  await devtools.send('Performance.enable');
  const taskMilliseconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const restFrom = await taskMilliseconds();
  const restMilliseconds = 10_000;
  await pause(restMilliseconds);
  const atRest = ((await taskMilliseconds()) - restFrom) / restMilliseconds;
  const [from, startedAt] = [await taskMilliseconds(), Date.now()];
  for (let count = 0; count < arrivals; count += 1) {
    await act(count);
    await pause(betweenArrivals);
  }
  const spent = (await taskMilliseconds()) - from - atRest * (Date.now() - startedAt);
  return row(`a detection on the main thread, mean of ${arrivals}`, spent / arrivals, 'ms', {
    atMost: budgets.mainThread,
  });
}

/** Presses as a hand does: the pointer is there before, and holds the button for a moment. */
async function press(target: Locator) {
  await target.hover();
  await target.page().waitForTimeout(100);
  await target.click({ delay: 60 });
}

const first = (page: Page, name: RegExp): Locator =>
  page
    .getByRole('region', { name: 'Look now' })
    .locator('[aria-label]:not([aria-disabled], :disabled)')
    .and(page.getByRole('button', { name }))
    .first();

/* Types that exist only in the browser. */

/** Resolves in the first frame after the condition became true, with its time. */
const inFrame = (condition: string) => `new Promise((resolve) => {
  const isTrue = () => ${condition};
  const observer = new MutationObserver(() => isTrue() && end());
  const end = () => {
    observer.disconnect();
    requestAnimationFrame(() => resolve(Date.now()));
  };
  if (isTrue()) end();
  else observer.observe(document.body, { childList: true, subtree: true, characterData: true });
})`;
const awaitText = (text: string) =>
  inFrame(`document.querySelector('main').textContent.includes(${JSON.stringify(text)})`);
const awaitClass = (count: number) =>
  inFrame(`document.querySelectorAll('[aria-label="Students"] li').length === ${count} &&
    document.querySelectorAll('[aria-label="Look now"] li').length > 0`);

/** Runs before the page's scripts. Records the duration of every press. */
const notePresses = `
  window.presses = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId > 0) presses.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });`;

/** Returns the duration of the slowest press once it is reported; 16 ms or less are not. */
async function slowestPress(page: Page): Promise<number> {
  await page.waitForTimeout(300);
  return v.parse(v.number(), await page.evaluate('Math.max(16, ...window.presses)'));
}
