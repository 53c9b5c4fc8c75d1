import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { CDPSession, Page } from 'playwright-core';
import * as v from 'valibot';
import { hashPassword } from '../server/src/domain/account/passwords';
import { openPGlite } from '../server/src/platform/database/embedded';
import { EmbeddedClient } from '../server/src/platform/database/embeddedClient';
import { openBrowser, signIn } from './browser';
import { newFolder } from './databases';
import { startMeasured } from './processes';
import { type Group, median, type Row, row, unnoticedMilliseconds } from './run';
import { addAgent, agentKey, password } from './school';

/** What many logs may add to the page of a section that has none. */
const shareOfNone = 1.25;
const slowdown = 4;
const logCount = 100_000;
const sectionCount = 200;
const studentCount = 500;
const newCount = 10;
const patience = { timeout: 180_000 };
const email = 'ada@school.example';

const HeapUsage = v.object({ usedSize: v.number() });

/** Measures a teacher with very many logs, sections and students in a throttled Chromium. */
export const measureLogs: Group = async (run) => {
  const { started } = run;
  const folder = newFolder(started);
  await fill(join(folder, 'database'));
  const product = await startMeasured(started, { DATA_DIR: folder });
  const context = await openBrowser(run);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const rows: Row[] = [];

  await signIn(page, product.url, { email, sectionIds: [] });
  await page.addInitScript({ content: observe });

  // Warms the browser's cache: only the logs are measured.
  await page.goto(`${product.url}/sections/2/detection-logs`, patience);
  await page.getByText('No detection logs available.').waitFor(patience);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

  const openings = { none: [] as number[], all: [] as number[] };
  for (let time = 0; time < 3; time += 1) {
    openings.none.push(await open(page, `${product.url}/sections/2/detection-logs`, 'No detection logs available.'));
    openings.all.push(await open(page, `${product.url}/sections/1/detection-logs`, `of ${logCount}`));
  }
  const none = median(openings.none);
  rows.push(
    row('a section without logs', none, 'ms'),
    row('100,000 logs, the first 20 and the count', median(openings.all), 'ms', { atMost: shareOfNone * none }),
  );
  await page.getByRole('button', { name: 'Save as CSV' }).waitFor(patience);
  rows.push(row('100,000 logs, all of them', v.parse(v.number(), await page.evaluate('performance.now()')), 'ms'));
  rows.push(row('while they come, longest task', await longestTask(page), 'ms'));

  const worst = async (name: string, act: () => Promise<unknown>) => {
    await page.evaluate('window.measured.slowest = 0');
    await act();
    await page.waitForTimeout(1500);
    rows.push(
      row(`${name}, slowest interaction`, v.parse(v.number(), await page.evaluate('window.measured.slowest')), 'ms', {
        atMost: unnoticedMilliseconds,
      }),
    );
  };
  const choose = async (name: string, key: string) => {
    await page.locator(`select[name=${name}]`).focus();
    await page.keyboard.press(key);
    await page.waitForTimeout(700);
  };
  await worst('paging', async () => {
    for (const name of ['Next', 'Next', 'Previous', 'Page 5000']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.waitForTimeout(500);
    }
  });
  await worst('filtering', async () => {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await choose('type', key);
  });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await worst('sorting', async () => {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Home']) await choose('sort', key);
  });
  await worst('typing', async () => {
    await page.locator('input[name=text]').focus();
    await page.keyboard.type('kim 42 seconds', { delay: 150 });
    await page.getByRole('button', { name: /clear/i }).first().click();
  });

  let bytes = 0;
  const asked = new Set<string>();
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ request, requestId }) => {
    if (request.url.includes('/detection/logs/')) asked.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    if (asked.has(requestId)) bytes += encodedDataLength;
  });
  const report = (count: number) =>
    fetch(`${product.url}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': agentKey },
      body: JSON.stringify(
        Array.from({ length: count }, (_, number) => ({
          id: randomUUID(),
          section_id: 1,
          student_email: `student${number}@students.example`,
          activity_type: 'no_face',
          details: 'Nobody in view',
        })),
      ),
    });
  const answer = await report(newCount);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}: ${await answer.text()}`);
  await page
    .getByText(`of ${logCount + newCount}`)
    .first()
    .waitFor(patience);
  rows.push(row('10 new logs', bytes, 'bytes', { atMost: 10_000 }));

  bytes = 0;
  await page.getByRole('button', { name: 'Refresh Logs' }).click();
  await page.waitForTimeout(1500);
  rows.push(row('nothing new', bytes, 'bytes', { atMost: 10_000 }));

  const full = await heapMegabytes(devtools);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('link', { name: /Class 200/ }).waitFor(patience);
  await page.waitForTimeout(1000);
  const left = await heapMegabytes(devtools);
  rows.push(row('heap with the logs', full, 'MB'), row('heap after leaving', left, 'MB'));

  await page.goto(`${product.url}/sections/3`, patience);
  await page.getByText('Kim Sample 499').first().waitFor(patience);
  // A role selector would lay out every off-screen row and distort the measurement.
  const press = (name: string) => page.locator('button', { hasText: new RegExp(`^${name}$`) }).click();
  await worst('500 students', async () => {
    await press('Tiles');
    await page.waitForTimeout(500);
    await press('List');
  });
  await page.route('**/detection/logs/**', (route) =>
    route.fulfill({ contentType: 'application/json', body: oneList() }),
  );
  await page.goto(`${product.url}/sections/1/detection-logs`, { ...patience, waitUntil: 'commit' });
  await page.getByText(`of ${logCount}`, { exact: false }).first().waitFor(patience);
  rows.push(
    row(
      'one list of 100,000 logs, from its last byte to the rows',
      v.parse(v.number(), await page.evaluate(sinceAnswered)),
      'ms',
    ),
  );
  return rows;
};

/** As sent by a backend without extensions. */
const oneList = () =>
  JSON.stringify(
    Array.from({ length: logCount }, (_, number) => ({
      id: logCount - number,
      timestamp: new Date(Date.now() - number * 10_000).toISOString(),
      student_name: `Kim Sample ${number % studentCount}`,
      student_email: `student${number % studentCount}@students.example`,
      activity_type: 'no_face',
      details: `Nobody in view for ${number % 97} seconds`,
      screenshot: null,
    })),
  );

/** Opens a page of logs by its address. Returns the milliseconds until it shows them, or that there are none. */
async function open(page: Page, address: string, text: string): Promise<number> {
  await page.goto(address, { ...patience, waitUntil: 'commit' });
  await page.getByText(text).first().waitFor(patience);
  return v.parse(v.number(), await page.evaluate('window.measured.shownAt'));
}

const sinceAnswered = `measured.shownAt - performance.getEntriesByType('resource').findLast(({ name }) => name.includes('/detection/logs/')).responseEnd`;

/** Runs in the page. Records when the logs appear, the longest task, and the interaction with the latest next frame. */
const observe = `
  window.measured = { longest: 0, slowest: 0, shownAt: null };
  const look = () => {
    const text = document.body?.textContent ?? '';
    const areShown = document.querySelectorAll('tbody time').length >= 20 && text.includes('of ${logCount}');
    if (areShown || text.includes('No detection logs available.')) measured.shownAt = performance.now();
    else setTimeout(look, 20);
  };
  look();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longest = Math.max(measured.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId > 0) measured.slowest = Math.max(measured.slowest, duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });`;

const longestTask = async (page: Page) => v.parse(v.number(), await page.evaluate('window.measured.longest'));

async function heapMegabytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return v.parse(HeapUsage, await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/**
 * Creates a teacher with 200 sections. The first and third have 500 students; the first has all logs and active
 * detection.
 */
async function fill(files: string): Promise<void> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../server/dist/initialise.js', import.meta.url)), files]);
  const { db, close } = await openPGlite(await EmbeddedClient.open(files));
  await addAgent(db);
  const passwordHash = await hashPassword(password);
  for (const statement of [
    sql`insert into teachers (email, first_name, last_name, password_hash, verified_at)
      values (${email}, 'Ada', 'Muster', ${passwordHash}, now())`,
    sql`insert into sections (teacher_id, name, subject)
      select (select min(id) from teachers), 'Class ' || one, 'Physics' from generate_series(1, ${sectionCount}::integer) as one`,
    sql`insert into students (name, email)
      select 'Kim Sample ' || one, 'student' || one || '@students.example' from generate_series(0, 999) as one`,
    sql`insert into section_students (section_id, student_id)
      select section, id from students, (values (1), (3)) as chosen (section)
      where email like 'student%@students.example' and substring(email from 8 for position('@' in email) - 8)::integer < ${studentCount}`,
    sql`insert into detection_sessions (section_id, started_at, ended_at)
      select 1, now() - make_interval(days => 201 - one), now() - make_interval(days => 201 - one) + interval '45 minutes'
      from generate_series(1, 200) as one`,
    sql`select make_month(now() - make_interval(days => one)) from generate_series(0, 201) as one`,
    sql`insert into detections (section_id, session_id, student_id, activity_type, details, seen_at)
      select 1, 1 + one % 200, member.id, (array['no_face', 'multiple_faces', 'suspicious_application'])[1 + one % 3],
        'Nobody in view for ' || one % 97 || ' seconds', now() - make_interval(days => 201 - (1 + one % 200), secs => one / 200)
      from generate_series(1, ${logCount}::integer) as one
      join (select id, row_number() over (order by id) as place from students where email like 'student%@students.example') as member
        on member.place = 1 + one % ${studentCount}::integer`,
    sql`insert into detection_sessions (section_id, started_at) values (1, now())`,
    sql`vacuum analyze`,
  ]) {
    await db.execute(statement);
  }
  await close();
}
