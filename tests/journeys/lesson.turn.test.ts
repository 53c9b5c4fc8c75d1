import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A lesson and what remains of it: report (also on paper), logs, and deletion. Each test continues the previous one. */

const { product, browser, email, password } = await openJourney();

let page: Page;
let sectionId: number;
const troubles: string[] = [];

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  // In dark mode: print is light all the same.
  const context = await browser.newContext({
    baseURL: product.url,
    colorScheme: 'dark',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('console', (message) => void (message.type() === 'error' && troubles.push(message.text())));
  page.on('pageerror', (error) => void troubles.push(String(error)));
  await page.goto('/login');
  await signIn(page, email, password);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const seen = (text: string | RegExp) => page.getByText(text).first().waitFor();
const path = () => new URL(page.url()).pathname;

const students = ['aiko.larkspur@students.example', 'hana.willowick@students.example'];
const screenshot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgaGj4DwADhAIAUWDWTQAAAABJRU5ErkJggg==';

/** Reports a number of detections by an agent, each different. */
async function report(count: number) {
  const events = Array.from({ length: count }, (_, index) => ({
    section_id: sectionId,
    student_email: students[index % 3 === 0 ? 0 : 1],
    activity_type: ['no_face', 'multiple_faces', `something unheard of, number ${index}`][index % 5] ?? 'no_face',
    details: `Detail ${index + 1}`,
    ...(index % 2 === 0 ? { screenshot } : {}),
  }));
  await product.report(events);
}

async function runLesson(detections: number) {
  await button('Start Detection').click();
  await seen('Detection Active');
  await report(detections);
  await button('Stop Detection').click();
  await seen('Detection Inactive');
}

test('after Stop the report is offered, without navigating there', async () => {
  await page.goto(`/sections/${sectionId}`);
  await seen('Detection Inactive');
  expect(await link('Lesson report').count()).toBe(0);
  await runLesson(2);
  await link('Lesson report').waitFor();
  expect(path()).toBe(`/sections/${sectionId}`);
  await runLesson(30);
  await link('Lesson report').click();
  await page.getByRole('heading', { name: 'Lesson report', level: 1 }).waitFor();
  await seen('something unheard of, number 2');
  expect(path()).toMatch(/^\/sections\/\d+\/lessons\/\d+$/);
});

test('the report covers only the lesson, is accessible, and fits, also on a phone', async () => {
  const summary = page.getByRole('region', { name: 'Summary' });
  expect(await summary.getByRole('definition').nth(3).textContent()).toMatch(/ from 30 detections$/);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    expect(await spill()).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const pictures = page.getByRole('list', { name: 'Pictures' });
  await pictures.getByRole('button').first().click();
  await seen(/of 7$/);
  await page.keyboard.press('Escape');
});

const spill = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('on paper there is only the report, black on white, and nothing is cut off', async () => {
  // The printable width of A4.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  expect(await spill()).toBeLessThanOrEqual(0);
  for (const role of ['navigation', 'banner', 'contentinfo', 'complementary'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(0);
  }
  // The remaining buttons are pictures.
  expect(await page.getByRole('button', { name: /^(?!Show the screenshot)/ }).count()).toBe(0);
  // What leads somewhere on the screen does not look so.
  const lines = await link(/.*/).evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationLine));
  expect(new Set(lines)).toEqual(new Set(['none']));
  const [ink, ground] = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect([ink, ground]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => !one.closest('.sr-only') && one.getClientRects().length > 0)
      .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth)
      .map(({ outerHTML }) => outerHTML),
  );
  expect(cut).toEqual([]);
  const widest = await page.locator('main img').evaluateAll((all) => Math.max(...all.map((one) => one.clientWidth)));
  expect(widest).toBeLessThan(180);

  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)).not.toBeNull();
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('printing waits for off-screen pictures, and the paper says how many are missing', async () => {
  const held: (() => void)[] = [];
  let isHolding = true;
  await page.route('**/detection/screenshots/**', async (route) => {
    if (isHolding) await new Promise<void>((resolve) => void held.push(resolve));
    await route.continue();
  });
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.addInitScript(() => Object.assign(window, { prints: 0, print: () => Reflect.set(window, 'prints', 1) }));
  await page.reload();
  await page.getByRole('list', { name: 'Pictures' }).waitFor();
  const paper = async () =>
    (await extractText(await getDocumentProxy(new Uint8Array(await page.pdf())), { mergePages: true })).text;
  expect(await paper()).toMatch(/7 of 7 pictures are missing here/);
  const print = button('Print');
  await print.click();
  await expect.poll(() => held.length).toBe(7);
  expect(await print.getAttribute('aria-busy')).toBe('true');
  expect(await page.evaluate(() => Reflect.get(window, 'prints'))).toBe(0);
  isHolding = false;
  for (const release of held) release();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'prints'))).toBe(1);
  expect(await paper()).not.toMatch(/missing here/);
  await page.unroute('**/detection/screenshots/**');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('dates use the same digits as other numbers', async () => {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'ar-EG',
    storageState: await page.context().storageState(),
  });
  const arabic = await context.newPage();
  await arabic.goto(page.url());
  await arabic.getByRole('region', { name: 'Summary' }).waitFor();
  expect(await arabic.evaluate(() => new Date().toLocaleTimeString())).toMatch(/[\u0660-\u0669]/);
  expect((await arabic.locator('body').textContent())?.match(/[\u0660-\u0669]/g)).toBeNull();
  await context.close();
});

test('names fit on a narrow phone, long ones take two lines, and right-to-left ones are cut at their end', async () => {
  const named = /\/(detection\/logs|section\/list)\//;
  const arabic = Array(20).fill('ليلى').join(' ');
  await page.route(named, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('Hana Willowick', 'W'.repeat(200)).replaceAll('Aiko Larkspur', arabic),
    });
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.reload();
  const caption = page.getByRole('list', { name: 'Pictures' }).locator('figcaption', { hasText: 'WWWW' }).first();
  await caption.waitFor();
  // Two lines of the name, and the activity and time below.
  expect((await caption.boundingBox())?.height).toBeLessThanOrEqual(4 * 20);
  const row = page.getByRole('region', { name: 'Students' }).getByRole('listitem').filter({ hasText: arabic });
  expect((await row.boundingBox())?.width).toBeGreaterThan(180);
  const isStartSeen = await row.getByTitle(arabic).evaluate((line) => {
    const range = document.createRange();
    range.setStart(line.firstChild as Node, 0);
    range.setEnd(line.firstChild as Node, 1);
    const [letter, room] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
    return letter.width > 0 && letter.left >= room.left && letter.right <= room.right;
  });
  expect(isStartSeen).toBe(true);
  expect(await spill()).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
});

test('its logs are found by lesson, and another lesson’s by choosing it', async () => {
  await link('Show the logs').click();
  await seen('30 of 32 logs match these filters.');
  expect(new URL(page.url()).searchParams.get('lesson')).toMatch(/^\d+$/);
  const lesson = page.getByRole('combobox', { name: 'Lesson', exact: true });
  await lesson.selectOption({ index: 2 });
  await seen('2 of 32 logs match these filters.');
  await expectAccessible(page);
  await page.goBack();
  await seen('30 of 32 logs match these filters.');
});

test('it is deleted with everything recorded in it, and the other one stays', async () => {
  await link(/^Lessons$/).click();
  const lessons = page.getByRole('list', { name: 'Lessons' }).getByRole('link');
  await expect.poll(() => lessons.count()).toBe(2);
  await expectAccessible(page);
  await lessons.first().click();
  await button('Delete lesson').click();
  await seen('30 detections and their pictures');
  await expectAccessible(page);
  await button('Delete for good').click();
  await seen('A lesson in Algebra 9b was deleted.');
  await page.waitForURL(`/sections/${sectionId}/lessons`);
  await expect.poll(() => lessons.count()).toBe(1);
  await page.goBack();
  await seen('This lesson does not exist. It may have been deleted.');
  await expectAccessible(page);
});

test('a running lesson cannot be deleted', async () => {
  await button('Start Detection').click();
  await seen('Detection Active');
  await link(/^Lessons$/).click();
  await page.getByRole('list', { name: 'Lessons' }).getByRole('link', { name: 'still running' }).click();
  await seen('This lesson is still running. The report updates during the lesson.');
  expect(await button('Delete lesson').count()).toBe(0);
  await button('Stop Detection').click();
  await button('Delete lesson').waitFor();
  expect(troubles).toEqual([]);
});
