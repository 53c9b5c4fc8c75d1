import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf, isLong } from '../../server/test/support/long';
import { expectAccessible } from '../support/accessible';
import { launchBrowser } from '../support/browser';
import { type Product, startProduct } from '../support/product';
import { Door, Requests } from '../support/requests';
import { enrolTeacher, signIn } from '../support/teacher';

/* Every number of a lesson’s report leads to what it counts: as many rows as it says, with the mouse and by keyboard on a phone. */

const email = 'noor.haddad@school.example';
const password = 'chalk & slate 42';
const names = [
  'Aiko Larkspur',
  'Chidi Moonbrook',
  'Finn Copperleaf',
  'Hana Willowick',
  'Umut Lighthouse',
  'Zoe Applewhistle',
];
const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@students.example`;

let product: Product;
let browser: Browser;
let page: Page;
let api: Requests;
let section_id: number;

const Logs = v.object({
  results: v.array(
    v.object({ id: v.number(), session_id: v.number(), activity_type: v.string(), student_email: v.string() }),
  ),
});

/** A lesson with hints, an answer, dismissed hints, somebody without a camera, an excused and an absent student. */
async function lesson(): Promise<string> {
  await api.post('/detection/sessions/start/', { section_id, is_active: true });
  const { code } = v.parse(v.object({ code: v.string() }), await api.post('/attendance/invite/', { section_id }));
  const tokens: Record<string, string> = {};
  for (const name of ['Aiko Larkspur', 'Umut Lighthouse', 'Zoe Applewhistle'])
    tokens[name] = await api.attend(section_id, code, name, 'watching');
  await api.attend(section_id, code, 'Chidi Moonbrook', 'unwatched');
  const { students } = v.parse(Door, await api.post('/attend/door/', { code }, ''));
  const student_id = students.find(({ name }) => name === 'Finn Copperleaf')?.id;
  await api.post('/attendance/excuse/', { section_id, student_id, minutes: 90, reason: 'dentist' });
  const of = (name: string, activity_type: string, count: number) =>
    Array.from({ length: count }, () => ({ section_id, student_email: emailOf(name), activity_type }));
  await product.report([
    ...[...of('Aiko Larkspur', 'no_face', 3), ...of('Aiko Larkspur', 'multiple_faces', 1)],
    ...[...of('Aiko Larkspur', 'suspicious_application', 2), ...of('Chidi Moonbrook', 'no_face', 1)],
    ...of('Zoe Applewhistle', 'no_face', 2),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const token of Object.values(tokens))
    await api.post('/attend/heartbeat/', { state: 'watching' }, `Attend ${token}`);
  await api.post('/detection/sessions/stop/', { section_id });
  const { results } = v.parse(Logs, await api.send('GET', `/detection/logs/?section=${section_id}`));
  const idsOf = (name: string, type: string) =>
    results.filter((log) => log.student_email === emailOf(name) && log.activity_type === type).map(({ id }) => id);
  await api.post('/detection/logs/review/', {
    ids: idsOf('Zoe Applewhistle', 'no_face'),
    state: 'dismissed',
    note: '',
  });
  await api.post('/detection/logs/review/', { ids: idsOf('Aiko Larkspur', 'multiple_faces'), state: 'seen', note: '' });
  // One detection of an episode was a mistake, the others were not.
  await api.post('/detection/logs/review/', {
    ids: idsOf('Aiko Larkspur', 'suspicious_application').slice(0, 1),
    state: 'dismissed',
    note: '',
  });
  const [log_id] = idsOf('Aiko Larkspur', 'no_face');
  await api.post('/attend/answer/', { log_id, text: 'The sun was low.' }, `Attend ${tokens['Aiko Larkspur']}`);
  return String(results[0]?.session_id);
}

let report = '';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ SIMULATE: '0' }), launchBrowser()]);
  ({ sectionId: section_id } = await enrolTeacher(product, email, password, names.map(emailOf)));
  api = new Requests(product);
  await api.signIn(email, password);
  report = `/sections/${section_id}/lessons/${await lesson()}`;
  page = await browser.newPage({ baseURL: product.url, reducedMotion: 'reduce' });
  await page.goto('/login');
  await signIn(page, email, password);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open() {
  await page.goto(report);
  await page.getByText('3 of 6 present').or(page.getByText('4 of 6 present')).first().waitFor();
}

const numbers = () => page.getByRole('main').getByRole('link', { name: /\d/ });

/** How many rows there are where a number has led: of the logs, or of the list that has the focus. */
async function rowsThere(): Promise<number> {
  if (!page.url().includes('/detection-logs')) {
    return page.locator('ul:focus > li').filter({ visible: true }).count();
  }
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  return (await page.getByRole('table').getByRole('row').count()) - 1;
}

const ways = [
  [1280, 'mouse'],
  [360, 'keyboard'],
] as const;

describe.each(casesOf(ways, ([, way]) => way === 'keyboard'))('at %i px, by %s', (width, way) => {
  test('every number leads to as many rows as it says', async () => {
    await page.setViewportSize({ width, height: 740 });
    await open();
    await expectAccessible(page);
    const texts = await numbers().allTextContents();
    expect(texts).toEqual(
      expect.arrayContaining([
        ...['4', '1', '1, not counted', 'from 6 detections', '2 with episodes', '1 with dismissed episodes only'],
        ...['3 episodes', '1 episode', '2 seen', '1 not reviewed', '1 dismissed, not counted'],
        ...['4 of 6 present', '1 excused', '1 absent'],
      ]),
    );
    const found: string[] = [];
    // Where a number leads does not depend on the way there: beside the mouse, the keyboard tries every third.
    const isTried = (place: number) => way === 'mouse' || !isLong || place % 3 === 0;
    const tried = texts.map((text, place) => ({ text, place })).filter(({ place }) => isTried(place));
    for (const { text, place } of tried) {
      await open();
      const number = numbers().nth(place);
      if (way === 'mouse') await number.click();
      else {
        await number.focus();
        await page.keyboard.press('Enter');
      }
      found.push(`${text}: ${await rowsThere()}`);
    }
    expect(found).toEqual(tried.map(({ text }) => `${text}: ${/\d+/.exec(text)?.[0]}`));
  });

  test('a list has as many lines as its title says, and the review as many hints', async () => {
    await open();
    const lists = page.getByRole('list', { name: /\(\d+\)$/ });
    const counts = await lists.evaluateAll((all) =>
      all.map((list) => `${list.getAttribute('aria-label')}: ${list.children.length}`),
    );
    expect(counts.length).toBeGreaterThan(1);
    for (const count of counts) expect(count).toMatch(/\((\d+)\): \1$/);
    const review = page.getByRole('button', { name: /^Review \d+$/ });
    const [, wanted] = /(\d+)/.exec((await review.textContent()) ?? '') ?? [];
    await review.click();
    await page.getByRole('dialog').getByText(`1 of ${wanted}`).waitFor();
    await page.keyboard.press('Escape');
  });
});
