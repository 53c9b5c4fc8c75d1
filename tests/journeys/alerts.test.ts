import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* Sound and vibration on a phone during a lesson. Headless Chromium has neither, so the calls are counted. */

const { product, browser, email, password } = await openJourney();
const students = ['aiko.larkspur@students.example', 'hana.willowick@students.example'];

let page: Page;
let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password, students));
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => {
    const counts = { tones: 0, vibrations: 0 };
    Object.assign(window, { counts });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function count(...given) {
      counts.tones += 1;
      start.apply(this, given);
    };
    navigator.vibrate = () => {
      counts.vibrations += 1;
      return true;
    };
  });
  page = await context.newPage();
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}`);
  await page.getByRole('button', { name: 'Start Detection' }).tap();
  await page.getByText('Detection Active').waitFor();
});
const played = () => page.evaluate<unknown>('[counts.tones, counts.vibrations]');

const report = (student: string | undefined) =>
  product.report([
    { section_id: sectionId, student_email: student, activity_type: 'no_face', details: 'No face for 10 s' },
  ]);

test('a phone offers both on the section’s page, and plays a sample of each', async () => {
  await page.getByRole('button', { name: 'Change notifications' }).tap();
  const switches = ['Sound', 'Vibration'].map((name) => page.getByRole('switch', { name }));
  for (const one of switches) {
    expect(await one.getAttribute('aria-checked')).toBe('false');
    await one.tap();
    expect(await one.getAttribute('aria-checked')).toBe('true');
  }
  await expect.poll(played).toEqual([1, 1]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).tap();
});

test('a detection plays each once, and a reload none', async () => {
  await report(students[0]);
  await expect.poll(played).toEqual([2, 2]);
  await page.reload();
  await page.getByRole('list', { name: 'Students' }).locator('[data-urgency=now]').first().waitFor();
  await page.getByRole('heading', { level: 1 }).tap();
  expect(await played()).toEqual([0, 0]);
  await report(students[1]);
  await expect.poll(played).toEqual([1, 1]);
});
