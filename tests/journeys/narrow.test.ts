import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testLong } from '../../server/test/support/long';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* The breakpoint: 769 px show the sidebar, 768 px the slide-in menu. */

const { product, browser, email, password } = await openJourney();

let page: Page;
let overview: string;

beforeAll(async () => {
  const { sectionId } = await enrolTeacher(product, email, password);
  overview = `/sections/${sectionId}`;
  page = await browser.newPage({ baseURL: product.url, reducedMotion: 'reduce' });
  await page.goto('/login');
  await signIn(page, email, password);
});

const sidebar = () => page.getByRole('complementary');
const opener = () => page.getByRole('button', { name: 'Section menu' });
const menu = () => page.getByRole('dialog', { name: 'Section menu' });
const names = ['Overview', 'Manage Students', 'Detection Logs', 'Lessons', 'Back to Dashboard'];

async function openOverview(width: number) {
  await page.setViewportSize({ width, height: 700 });
  await page.goto(overview);
  await page.getByRole('heading', { name: 'Algebra 9b', level: 1 }).waitFor();
}

async function slideIn() {
  await opener().click();
  await menu().getByRole('link', { name: 'Overview' }).waitFor();
}

describe('at 769 pixels', () => {
  beforeEach(() => openOverview(769));

  test('2.23, 2.24 the sidebar is beside the page, and there is no menu', async () => {
    expect(await sidebar().isVisible()).toBe(true);
    // Lessons once the backend has said that it keeps them.
    await expect.poll(() => sidebar().getByRole('link').allInnerTexts()).toEqual(names);
    expect(await opener().isVisible()).toBe(false);
    const [side, main] = [await sidebar().boundingBox(), await page.getByRole('main').boundingBox()];
    expect(side?.x).toBe(0);
    expect(main?.x).toBe(side?.width);
  });

  test('2.23 it collapses to icons, gives its space to the page, and expands again', async () => {
    const toggle = page.getByRole('button', { name: 'Sidebar' });
    const width = async () => (await sidebar().boundingBox())?.width ?? 0;
    const wide = await width();
    await toggle.click();
    await expect.poll(width).toBeLessThan(wide / 2);
    const narrow = await width();
    expect((await page.getByRole('main').boundingBox())?.x).toBe(narrow);
    await sidebar().getByRole('link', { name: 'Detection Logs' }).click();
    await page.waitForURL(`${overview}/detection-logs`);
    expect(await width()).toBe(narrow);
    await toggle.click();
    await expect.poll(width).toBe(wide);
  });
});

describe('at 768 pixels', () => {
  beforeEach(() => openOverview(768));

  test('2.24 there is no sidebar, but a menu that slides in over the page from the left', async () => {
    expect(await sidebar().isVisible()).toBe(false);
    expect(await menu().isVisible()).toBe(false);
    expect((await page.getByRole('main').boundingBox())?.x).toBe(0);
    await slideIn();
    await expect.poll(() => menu().getByRole('link').allInnerTexts()).toEqual(names);
    const panel = menu().getByRole('navigation').locator('..');
    const box = await panel.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, height: 700 });
    expect(box?.width).toBeLessThan(768 / 2);
  });

  const ways: [string, () => Promise<void>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the X', () => menu().getByRole('button', { name: 'Close' }).click()],
    ['a press beside it', () => page.mouse.click(700, 350)],
  ];
  test.each(ways)('2.24 %s closes it and returns the focus to its button', async (_way, close) => {
    await slideIn();
    await close();
    await menu().waitFor({ state: 'detached' });
    await expect.poll(() => opener().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('2.24 following a link closes it', async () => {
    await slideIn();
    await menu().getByRole('link', { name: 'Manage Students' }).click();
    await page.getByRole('heading', { name: 'Manage Students', level: 1 }).waitFor();
    await menu().waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`${overview}/add-students`);
  });

  test('2.24 one pixel more removes it and leaves the page usable', async () => {
    await slideIn();
    await page.setViewportSize({ width: 769, height: 700 });
    await menu().waitFor({ state: 'detached' });
    await sidebar().getByRole('link', { name: 'Detection Logs' }).click();
    await page.waitForURL(`${overview}/detection-logs`);
  });
});

/** Runs in the page: how much of the window's height bars cover that stay there while the page scrolls. */
const coveredShare = () => {
  window.scrollTo(0, 300);
  const stays = (element: Element | null): boolean =>
    element !== null && (/sticky|fixed/.test(getComputedStyle(element).position) || stays(element.parentElement));
  let covered = 0;
  for (let y = 0; y < innerHeight; y += 1) if (stays(document.elementFromPoint(innerWidth / 2, y))) covered += 1;
  return covered / innerHeight;
};

const sizes = [
  { width: 320, height: 256, most: 0 },
  { width: 740, height: 360, most: 0 },
  { width: 360, height: 740, most: 0.35 },
  { width: 1366, height: 768, most: 0.25 },
];

testLong.each(['', '/add-students', '/detection-logs', '/lessons', '/dashboard', '/attend'])(
  'bars that stick cover no more than they may, in any window, at …%s',
  async (path) => {
    const isOfSection = !['/dashboard', '/attend'].includes(path);
    await page.goto(isOfSection ? overview + path : path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (isOfSection) await page.getByText('Detection Inactive').waitFor();
    for (const { width, height, most } of sizes) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(coveredShare), `${width}`).toBeLessThanOrEqual(most);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test('the bar of a section stays as high, whatever it says', async () => {
  const bar = page.getByRole('region', { name: 'Detection', exact: true });
  const press = (name: string) => page.getByRole('button', { name }).click();
  const heights = async () => {
    const found: (number | undefined)[] = [];
    for (const width of [1366, 768, 360]) {
      await page.setViewportSize({ width, height: 768 });
      found.push((await bar.boundingBox())?.height);
    }
    return found;
  };
  await page.goto(overview);
  await page.getByText('Detection Inactive').waitFor();
  expect(await heights()).toEqual([72, 72, 126]);
  await press('Start Detection');
  await page.getByText('Detection Active').waitFor();
  expect(await heights()).toEqual([72, 72, 126]);
  await page.setViewportSize({ width: 1366, height: 768 });
  await press('Pause the class');
  await page.getByRole('menuitem', { name: 'Fire drill' }).click();
  await bar.getByText('Fire drill').waitFor();
  expect(await heights()).toEqual([72, 72, 126]);
  await page.context().setOffline(true);
  await bar.getByText(/^Offline since /).waitFor();
  expect(await heights()).toEqual([72, 72, 126]);
  await page.context().setOffline(false);
  await press('Stop Detection');
  await page.getByText('Detection Inactive').waitFor();
  await bar.getByRole('button', { name: 'Resume the lesson' }).waitFor();
  expect(await heights()).toEqual([72, 72, 126]);
});

/** Runs in the page: whether the whole text of the bar is in view, and not cut. */
const isWhole = (bar: Element, text: string): boolean => {
  const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const start = node.textContent?.indexOf(text) ?? -1;
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + text.length);
    const isShown = [...range.getClientRects()].every(({ left, right, top, bottom }) =>
      [left + 2, right - 2].every((x) =>
        node.parentElement?.contains(document.elementFromPoint(x, (top + bottom) / 2)),
      ),
    );
    if (isShown && range.getClientRects().length > 0) return true;
  }
  return false;
};

test('a narrow bar cuts neither that the class is simulated, nor how many are watched, nor the end beside the buttons', async () => {
  const student = { state: 'watching', since: new Date().toISOString(), reason: '', is_taken: false };
  await page.route('**/attendance/sections/*/', async (route) => {
    const response = await route.fetch();
    const students = [1, 2].map((id) => ({ id, student_id: id, name: `Student ${id}`, email: '', ...student }));
    await route.fulfill({ response, json: { ...(await response.json()), code: 'K7M2XQ', attendees: students } });
  });
  await page.route('**/detection/logs/**', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const results = body.results?.map((log: object) => ({ ...log, source: 'simulated' }));
    await route.fulfill({ response, json: { ...body, results } });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(overview);
  await page.getByRole('button', { name: 'Start Detection' }).click();
  await page.getByText('Detection Active').waitFor();
  await product.report([
    {
      section_id: Number(overview.split('/')[2]),
      student_email: 'hana.willowick@students.example',
      activity_type: 'no_face',
    },
  ]);
  const bar = page.getByRole('region', { name: 'Detection', exact: true });
  await bar.getByText('Simulated').waitFor();
  const essential = ['1 to look at', 'Simulated', 'watching 2 of 2'];
  for (const text of essential) await bar.getByText(text).filter({ visible: true }).first().waitFor();
  const cut: string[] = [];
  for (const [width, height] of [
    [1366, 72],
    [1280, 72],
    [768, 72],
    [360, 126],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect((await bar.boundingBox())?.height).toBe(height);
    // Beside a simulated class, a phone has no room for the end.
    for (const text of width > 360 ? [...essential, ', 1 now', 'ends '] : essential)
      if (!(await bar.evaluate(isWhole, text))) cut.push(`${text} at ${width}`);
  }
  expect(cut).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
