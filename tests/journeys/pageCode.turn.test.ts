import type { Page, Request } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testLong } from '../../server/test/support/long';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';
import { noteViolations } from '../support/violations';

/* An open page while the network fails, a file is missing, or the product is updated. */

const { product, browser, email, password } = await openJourney();
const manageStudentsCode = '**/assets/AddStudentsScreen-*.js';

let sectionId: number;
let page: Page;
let violations: string[];

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
});

beforeEach(async () => {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
  violations = await noteViolations(context);
  page = await context.newPage();
  await page.goto('/login');
  await signIn(page, email, password);
  return async () => {
    await context.close();
    expect(violations).toEqual([]);
  };
});

const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const press = (name: string) => page.getByRole('link', { name, exact: true }).click();
const tryAgain = () => page.getByRole('button', { name: 'Try again' });
/** Expects the frame around a section's page. */
const expectFrame = async () => {
  await page.getByRole('button', { name: /Noor/ }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).waitFor();
};

async function openSection() {
  await page.goto(`/sections/${sectionId}`);
  await heading('Algebra 9b');
}

test('every page opens offline once the open page has been idle', async () => {
  const pages = ['AddStudentsScreen', 'DetectionLogsScreen', 'DashboardScreen', 'ChangePasswordScreen'];
  await openSection();
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    // A navigation aborts the previous page's fetches, so start over.
    if (request.isNavigationRequest()) underWay.clear();
    underWay.add(request);
  });
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  await page.reload({ waitUntil: 'commit' });
  // Asked of the new page: the one before may still have been fetching them.
  const missing = async () => {
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return pages.filter((name) => !fetched.some((url) => url.includes(`/assets/${name}-`)));
  };
  await expect.poll(missing).toEqual([]);
  // Their parts were requested with them.
  await expect.poll(() => underWay.size).toBe(0);
  await page.context().setOffline(true);

  await press('Manage Students');
  await heading('Manage Students');
  // A part that only renders later would crash the page after its heading.
  await page.getByRole('heading', { name: 'Badges' }).waitFor();
  // What the record needs has not been loaded.
  await page.getByRole('link', { name: 'Aiko Larkspur' }).click();
  await page.getByText('This page could not be loaded. Please check your connection.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('aiko.larkspur@students.example').filter({ visible: true }).waitFor();
  await page.context().setOffline(true);
  await press('Detection Logs');
  await heading('Detection Logs');
  await press('Back to Dashboard');
  await heading('Dashboard');
  await page.getByRole('button', { name: /Noor/ }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await heading('Change Password');
});

testLong('a page that cannot be fetched keeps the frame, and loads once the browser is online', async () => {
  await page.route(manageStudentsCode, (route) => route.abort());
  await openSection();
  await page.context().setOffline(true);
  await press('Manage Students');
  await heading('Page not loaded');
  await expectFrame();
  expect(await tryAgain().isVisible()).toBe(true);

  await press('Overview');
  await heading('Algebra 9b');
  await press('Manage Students');
  await heading('Page not loaded');
  await page.unroute(manageStudentsCode);
  await page.context().setOffline(false);
  await heading('Manage Students');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

test('the guide stays, and dates nothing, when the part that knows how long records are kept cannot be loaded', async () => {
  const asked = page.waitForRequest('**/assets/retention-*.js');
  await page.route('**/assets/retention-*.js', (route) => route.abort());
  await page.goto('/how-detection-works');
  await asked;
  await heading('How detection works');
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('heading', { name: 'Something went wrong' }).count()).toBe(0);
});

test('a page whose chunk cannot be loaded is offered again, by a reload if needed', async () => {
  await page.route(manageStudentsCode, (route) => route.abort());
  await openSection();
  await press('Manage Students');
  await heading('Page not loaded');
  await expectFrame();
  const loaded = page.waitForEvent('load');
  await tryAgain().click();
  await loaded;
  await heading('Page not loaded');
  await expectFrame();

  await page.unroute(manageStudentsCode);
  await tryAgain().click();
  await heading('Manage Students');
});

testLong('a page of an older version reloads once, at the next navigation', async () => {
  // Like the server of a new version: other files, and a page that references them.
  await page.route(manageStudentsCode, (route) => route.fulfill({ status: 404 }));
  await openSection();
  const [newPage] = [await (await page.request.get('/')).text()].map((text) =>
    text.replace(/index-[\w-]+\.js/, 'index-new.js'),
  );
  let loads = 0;
  await page.route('**/*', (route) => {
    const isDocument = route.request().resourceType() === 'document';
    if (isDocument) loads += 1;
    if (!isDocument && new URL(route.request().url()).pathname === '/')
      return route.fulfill({ contentType: 'text/html', body: newPage ?? '' });
    return route.fallback();
  });

  const loaded = page.waitForEvent('load');
  await press('Manage Students');
  await loaded;
  // The new version lacks the file too: there is no reload loop.
  await heading('Page not loaded');
  expect(loads).toBe(1);
  expect(new URL(page.url()).pathname).toBe(`/sections/${sectionId}/add-students`);

  await page.unroute(manageStudentsCode);
  await press('Overview');
  await press('Manage Students');
  await heading('Manage Students');
});
