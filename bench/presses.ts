import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { signIn } from './browser';
import { openSchool } from './openSchool';
import { type Group, percentile, type Row, row } from './run';
import { agentKey, places, studentsIn } from './school';

const slowdown = 4;
const presses = 20;
const share = 0.75;
/** The section page groups detections of a kind within a minute, so each round needs another kind. */
const kinds = ['no_face', 'multiple_faces'] as const;

/** Measures from a press to the next frame in a lesson with thirty students and twenty incidents. */
export const measurePresses: Group = async (run) => {
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
  await page.getByText('Detection Active').waitFor();
  const report = async (activity_type: string) => {
    const students = studentsIn(places.lesson).slice(0, presses);
    const events = students.map((student_email) => ({
      id: randomUUID(),
      section_id: sectionId,
      student_email,
      activity_type,
      details: 'Reported by the benchmark.',
    }));
    const answer = await fetch(`${url}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': agentKey },
      body: JSON.stringify(events),
    });
    if (answer.status !== 201) throw new Error(`The incidents were answered by ${answer.status}.`);
    await page.getByText(`${presses} to look at`).waitFor();
  };
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

  const rows: Row[] = [];
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
      const what = `${name} at ${slowdown} times slower, press to frame, p75 of ${presses}`;
      rows.push(row(what, percentile(durations, share), 'ms', { atMost: 60 }));
    }
  };

  await report(kinds[0]);
  await measure({ 'pressing Seen': () => press(first(page, /^Seen: /)) });
  await report(kinds[1]);
  await measure({
    'pressing Dismiss': () => press(first(page, /^Dismiss: /)),
    'choosing its reason': () => press(page.getByRole('button', { name: 'Mistake' })),
  });
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
  await open('/detection-logs');
  await page.getByRole('button', { name: 'Page 2', exact: true }).waitFor();
  await measure({
    'paging the logs': (place) =>
      press(page.getByRole('button', { name: place % 2 === 0 ? 'Next' : 'Previous', exact: true })),
  });
  return rows;
};

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
