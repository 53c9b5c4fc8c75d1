import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* Reviewing detections with the built product, its embedded database and a real browser. */

const { product, browser, email, password } = await openJourney();
/** One white pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

let context: BrowserContext;
let page: Page;
let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  await page.goto('/login');
  await signIn(page, email, password);
});

/** Records notifications: headless Chromium has no desktop. */
async function recordNotifications() {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const shown: string[] = [];
    class RecordedNotification {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(sentence: string) {
        shown.push(sentence);
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotification, shown });
  });
}

/** Hides or shows the page, as another tab would. */
const see = (state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Reports detections of Hana, the given numbers of seconds ago. */
async function report(...ago: number[]) {
  const events = ago.map((seconds) => ({
    section_id: sectionId,
    student_email: 'hana.willowick@students.example',
    activity_type: 'no_face',
    details: `${seconds} s ago`,
    screenshot: picture,
    timestamp: new Date(Date.now() - seconds * 1_000).toISOString(),
  }));
  await product.report(events);
}

test('a review with its note survives a reload, and the filter finds it', async () => {
  await page.goto(`/sections/${sectionId}`);
  await button('Start Detection').click();
  await page.getByText('Detection Active').waitFor();
  await report(30, 60, 90);
  await page.getByRole('link', { name: 'Detection Logs' }).click();
  await button('Refresh Logs').click();
  await button('Show the screenshot of Hana Willowick').first().click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Behind her book');
  await expectAccessible(page);
  await button('Dismissed').click();
  await page.getByText('2 of 3', { exact: true }).waitFor();
  // A press that comes too soon may be meant for the one before.
  await button('Seen').click({ trial: true });
  await page.keyboard.press('s');
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await expectAccessible(page);

  await page.reload();
  await page.getByText('Behind her book').waitFor();
  await page.getByLabel('Review', { exact: true }).selectOption('Dismissed');
  await page.getByText('1 of 3 logs match these filters.').waitFor();
  await expectAccessible(page);
  await button('Show the screenshot of Hana Willowick').click();
  await button('Not reviewed').click();
  await page.getByText('Saved.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('No logs match these filters').waitFor();
});

test('Back closes the viewer, and no way of closing it leaves a step to nothing behind', async () => {
  await page.goto(`/sections/${sectionId}`);
  await page.getByRole('link', { name: /^View All Logs/ }).click();
  const logs = `/sections/${sectionId}/detection-logs`;
  await page.waitForURL(logs);
  const [thumbnail, viewer] = [
    button('Show the screenshot of Hana Willowick').first(),
    page.getByRole('dialog').getByRole('heading'),
  ];
  const ways = [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    // Two presses before the first has closed it.
    () => button('Close').evaluate((close: HTMLElement) => [close.click(), close.click()]),
    () => page.reload(),
  ];
  for (const close of ways) {
    await thumbnail.click();
    await viewer.waitFor();
    await close();
    await viewer.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => Boolean(window.history.state?.backEntry))).toBe(false);
    expect(new URL(page.url()).pathname).toBe(logs);
    await thumbnail.waitFor();
  }
  await page.goBack();
  await page.waitForURL(`/sections/${sectionId}`);
});

test('a detection is deleted with its picture, and the focus moves on', async () => {
  await page.goto(`/sections/${sectionId}/detection-logs`);
  const thumbnails = button('Show the screenshot of Hana Willowick');
  await thumbnails.first().waitFor();
  const address = await thumbnails.nth(1).locator('img').getAttribute('src');
  expect((await fetch(new URL(address ?? '', product.url))).status).toBe(200);
  await thumbnails.nth(1).click();
  await button('Delete').click();
  await expectAccessible(page);
  await button('Delete detection').click();
  await page.getByRole('dialog').getByText('The detection was deleted.').waitFor();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => thumbnails.count()).toBe(2);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent))
    .toContain('90 s ago');
  expect((await fetch(new URL(address ?? '', product.url))).status).toBe(404);
  await page.reload();
  await expect.poll(() => thumbnails.count()).toBe(2);
});

test('once enabled, a desktop notification reports detections while the page is hidden', async () => {
  await recordNotifications();
  await page.goto(`/sections/${sectionId}`);
  const desktopSwitch = page.getByRole('switch', { name: 'Desktop notifications' });
  await button('Notifications').click();
  expect(await desktopSwitch.getAttribute('aria-checked')).toBe('false');
  await desktopSwitch.click();
  await expect.poll(() => desktopSwitch.getAttribute('aria-checked')).toBe('true');
  await expectAccessible(page);
  await page.reload();
  await button('Notifications').click();
  await expect.poll(() => desktopSwitch.getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByText('View All Logs (2)').waitFor();

  await see('hidden');
  await report(3, 2, 1);
  await button('Refresh Logs').click();
  const shown = () => page.evaluate(() => Reflect.get(window, 'shown'));
  await expect.poll(shown).toEqual(['3 new detections in Algebra 9b: No Face Detected']);
  // All of them are of one student to look at.
  await expect.poll(() => page.title()).toBe('(1) Algebra 9b · Vigil');
  await report(0);
  await button('Refresh Logs').click();
  await page.getByText('View All Logs (6)').waitFor();
  expect(await shown()).toHaveLength(1);
  await see('visible');
});
