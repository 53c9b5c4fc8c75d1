import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testLong } from '../../server/test/support/long';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* What must fit a 360 px window, which is also a 720 px window at 200 %. */

const { product, browser, email, password } = await openJourney();
const aiko = 'aiko.larkspur@students.example';
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

let page: Page;
let section: string;

beforeAll(async () => {
  const { sectionId } = await enrolTeacher(product, email, password);
  section = `/sections/${sectionId}`;
  page = await browser.newPage({
    baseURL: product.url,
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 740 },
    acceptDownloads: true,
  });
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(section);
  await page.getByRole('button', { name: 'Start Detection' }).click();
  await page.getByText('Detection Active').waitFor();
  await product.report([{ section_id: sectionId, student_email: aiko, activity_type: 'no_face', details: 'Away' }]);
});
const main = () => page.getByRole('main');

test('the bar of a running lesson holds all of its texts', async () => {
  const bar = page.getByRole('region', { name: 'Detection', exact: true });
  await bar.getByText('1 to look at').waitFor();
  await bar.getByRole('button', { name: 'Stop Detection' }).waitFor();
  const outside = await bar.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    // The line of facts keeps those without room out of view.
    const texts = [...element.querySelectorAll('span:not([aria-live=off] *), a, button')];
    return texts
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 1 && (box.top < top || box.bottom > bottom || box.left < left || box.right > right);
      })
      .map(({ textContent }) => textContent);
  });
  expect(outside).toEqual([]);
  const isInView = await bar.getByText(/^ends /).evaluate((end) => {
    const { left, top, width, height } = end.getBoundingClientRect();
    return end.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isInView).toBe(true);
});

describe('a word of eighty letters in any text', () => {
  const written = /"(name|subject|first_name|last_name|student_name|details|activity_type|note)":"[^"]*"/g;

  beforeAll(async () => {
    expect(word).toHaveLength(80);
    await page.route(/\/(section|detection|account)\//, async (route) => {
      const response = await route.fetch();
      const headers = Object.entries(response.headers()).filter(([name]) => !name.startsWith('content-'));
      const body = (await response.text()).replaceAll(written, `"$1":"${word}"`);
      await route.fulfill({ status: response.status(), headers: Object.fromEntries(headers), body });
    });
  });
  afterAll(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

  /** Returns the page's width, including overflow that does not scroll by itself. */
  const widthOfPage = () => page.evaluate(() => document.documentElement.scrollWidth);

  testLong.each(['/dashboard', '', '/add-students', '/detection-logs', '/lessons'])('fits on %s', async (path) => {
    await page.goto(path === '/dashboard' ? path : `${section}${path === '/lessons' ? '' : path}`);
    if (path === '/lessons') {
      await page.getByRole('button', { name: 'Stop Detection' }).click();
      // The bar has no room for the link while the lesson can be resumed.
      const report = page.getByRole('link', { name: 'Lesson report', includeHidden: true }).first();
      await page.goto((await report.getAttribute('href')) ?? '');
    }
    await page.getByText(word).first().waitFor();
    expect(await widthOfPage()).toBe(360);
  });
});

describe('the selected students', () => {
  const bar = () => page.getByRole('region', { name: /^Selected students/ });

  test('cover nothing while nobody is selected, then take one line', async () => {
    await page.goto(`${section}/add-students`);
    await page.getByRole('searchbox').fill('example');
    const ticks = main().getByRole('checkbox', { disabled: false });
    await expect.poll(() => ticks.count()).toBeGreaterThan(10);
    const isInSight = () => bar().evaluate((element) => element.getBoundingClientRect().top < window.innerHeight);
    expect(await isInSight()).toBe(false);
    for (const place of [2, 3, 4]) await ticks.nth(place).click();
    await expect.poll(isInSight).toBe(true);
    expect((await bar().boundingBox())?.height).toBeLessThan(72);
    expect(await bar().getByRole('button', { name: 'Add Selected Students' }).isVisible()).toBe(true);
    const count = await bar().getByText('Selected students (3)').boundingBox();
    expect(count?.width).toBeGreaterThan(60);
  });
});

test('the notice of a saved report does not hide its button', async () => {
  await page.goto('/dashboard');
  await page.getByText('Report a problem').click();
  const save = page.getByRole('button', { name: 'Save the file' });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await save.click();
  const notice = page
    .getByRole('status')
    .filter({ hasText: /saved|report/i })
    .last();
  await notice.waitFor();
  const [ofButton, ofNotice] = [await save.boundingBox(), await notice.boundingBox()];
  expect(ofButton && ofNotice && ofButton.y + ofButton.height <= ofNotice.y).toBe(true);
});
