import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { madeUpStudents } from '../../server/src/domain/section/madeUpStudents';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A class of thirty on a small laptop. Each test continues the previous one. */

const { product, browser, email, password } = await openJourney();
const screen = { width: 1366, height: 768 };
const students = madeUpStudents.slice(0, 30).map((student) => student.email);
const incidents = 20;

let page: Page;
let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password, students));
  page = await browser.newPage({ baseURL: product.url, viewport: screen });
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}`);
  await page.getByRole('button', { name: 'Start Detection' }).click();
  await page.getByText('Detection Active').waitFor();
  const kinds = ['no_face', 'multiple_faces', 'suspicious_application'];
  await product.report(
    students.slice(0, incidents).flatMap((student_email, at) =>
      kinds.slice(0, 1 + (at % 3)).map((activity_type) => ({
        section_id: sectionId,
        student_email,
        activity_type,
        details: 'Reported by the test.',
      })),
    ),
  );
  await page.getByText(`${incidents} to look at`).waitFor();
});

const list = (name: string) => page.getByRole('list', { name });

test('all seats and the first six rows are visible without scrolling', async () => {
  const seats = list('Students').getByRole('button');
  await expect.poll(() => seats.count()).toBe(students.length);
  const rows = list('Look now').getByRole('listitem');
  const bottoms = (of: typeof seats) => of.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(Math.max(...(await bottoms(seats)))).toBeLessThanOrEqual(screen.height);
  expect(Math.max(...(await bottoms(rows)).slice(0, 6))).toBeLessThanOrEqual(screen.height);
  await expectAccessible(page);
});

test('Look now ends above the newest logs, however far the page is scrolled', async () => {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const card = await page.getByRole('region', { name: 'Look now' }).boundingBox();
  const logs = await page.getByRole('region', { name: 'Detection Logs' }).boundingBox();
  expect(card && logs && card.y + card.height).toBeLessThanOrEqual(logs?.y ?? 0);
  await page.evaluate(() => window.scrollTo(0, 0));
});

test('the bar leads to Look now, and one press to the student’s panel', async () => {
  await page.getByRole('link', { name: `${incidents} to look at` }).click();
  const name = (await list('Look now').getByRole('button').first().textContent()) ?? '';
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  await list('Look now').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('heading', { name }).waitFor();
  await page.keyboard.press('Escape');
});

test('a student’s panel shows the first episode’s buttons without scrolling, and the Undo of a review', async () => {
  // Three kinds, each with a line of the timeline.
  await list('Students')
    .getByRole('button', { name: /Clara Thistledown|Dmitri Snowberry/ })
    .last()
    .click();
  const panel = page.getByRole('dialog');
  const first = panel.getByRole('listitem').first();
  const bottomOf = async (of: Locator) => {
    const box = await of.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0);
  };
  const edge = Math.min(await bottomOf(panel), screen.height);
  expect(await bottomOf(first.getByRole('button', { name: 'Note' }))).toBeLessThanOrEqual(edge);
  await first.getByRole('button', { name: 'Seen', exact: true }).click();
  const undo = panel.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  expect(await bottomOf(undo)).toBeLessThanOrEqual(edge);
  await undo.click();
  await undo.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

test('Look now says how many rows are below, and asks before all of them are marked', async () => {
  await page.getByRole('button', { name: `${incidents - 6} more`, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Mark all seen' }).click();
  const question = page.getByRole('dialog', { name: `Mark ${incidents} students as seen?` });
  await question.getByText(`${incidents - 6} are not in view.`).waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByText(`${incidents} to look at`).waitFor();
});

test(`twenty incidents are handled by keyboard within a minute, with a key each`, async () => {
  const startedAt = Date.now();
  let keys = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  await list('Look now').getByRole('button').first().focus();
  for (let handled = 0; handled < incidents; handled += 1) await press('s');
  await page.getByText('0 to look at').waitFor();
  expect(keys).toBe(incidents);
  expect(Date.now() - startedAt).toBeLessThan(60_000);
  await press('u');
  await page.getByText('1 to look at').waitFor();
});
