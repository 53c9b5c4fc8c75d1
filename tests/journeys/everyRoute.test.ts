import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../server/test/support/long';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* Every route of section 2, signed out and in, on a dark phone and in a wide window. */

const { product, browser, email, password } = await openJourney();
const looks = casesOf(
  [
    { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  ] as const,
  // Other journeys look at most pages in a wide and light window.
  ({ viewport }) => viewport.width === 360,
);

let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  await product.command('teachers', 'promote', email);
});

type Opened = Awaited<ReturnType<typeof newPage>>;
type Route = [path: string, heading: string, filledButtons?: string[]];

const publicRoutes: Route[] = [
  ['/', 'Sign in', ['Sign in']],
  ['/login', 'Sign in', ['Sign in']],
  ['/register', 'Create your account', ['Create account']],
  [`/verify-otp?email=${encodeURIComponent(email)}`, 'Verify your email', ['Verify']],
  [`/verify-email?email=${encodeURIComponent(email)}`, 'Verify your email', ['Verify']],
  ['/forgot-password', 'Forgot your password?', ['Send instructions']],
  ['/reset-password/some-token', 'Choose a new password', ['Reset password']],
  ['/how-detection-works', 'How detection works'],
  ['/inspect', 'Inspector'],
];

const noRoute: Route = ['/no-such-page', 'Page not found'];

/** `:id` stands for the section’s. */
const protectedRoutes: Route[] = [
  ['/dashboard', 'Dashboard', ['Open section']],
  ['/change-password', 'Change Password', ['Change password']],
  ['/admin', 'Overview'],
  ['/admin/teachers', 'Teachers'],
  ['/admin/students', 'Students'],
  ['/admin/sections', 'Sections'],
  ['/admin/agents', 'Agents'],
  ['/admin/audit', 'Audit trail'],
  ['/sections/:id', 'Algebra 9b', ['Start Detection']],
  ['/sections/:id/add-students', 'Manage Students', []],
  ['/sections/:id/detection-logs', 'Detection Logs', []],
  ['/sections/:id/lessons', 'Lessons'],
  ['/sections/:id/lessons/1', 'Lesson report'],
];

const addressOf = ([path]: Route) => path.replace(':id', String(sectionId));

/** Opens a page and records console messages and policy violations. */
async function newPage() {
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
  const troubles: string[] = [];
  context.on('weberror', (error) => void troubles.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  const page = await context.newPage();
  return { page, troubles };
}

/** Runs in the page: returns the filled buttons, once the page is drawn. */
async function filledButtons() {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const primary = document.createElement('i');
  primary.style.background = 'var(--color-primary)';
  document.body.append(primary);
  const colour = getComputedStyle(primary).backgroundColor;
  primary.remove();
  return [...document.querySelectorAll('button, a')]
    .filter((one) => getComputedStyle(one).backgroundColor === colour)
    .filter((one) => one.checkVisibility() && !one.matches('.sr-only'))
    .map((one) => one.textContent);
}

/** Opens a route in the first look, and changes the window and the theme for the others. */
async function expectInEveryLook(page: Page, route: Route) {
  const [path, heading, filled] = route;
  for (const [index, { colorScheme, viewport }] of looks.entries()) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    if (index === 0) {
      await page.goto(addressOf(route));
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await expect.poll(() => page.getByText(/Loading/).count()).toBe(0);
    }
    const where = `${path} in ${viewport.width} pixels`;
    if (filled) await expect.poll(() => page.evaluate(filledButtons), { message: where }).toEqual(filled);
    else expect((await page.evaluate(filledButtons)).length, where).toBeLessThanOrEqual(1);
    await expectAccessible(page);
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(scrollWidth, where).toBeLessThanOrEqual(clientWidth);
  }
}

test('every route serves the page to everyone, and unknown routes a 404', async () => {
  const statusOf = async (route: Route) =>
    (await fetch(product.url + addressOf(route), { headers: { Accept: '*/*' } })).status;
  for (const route of [...publicRoutes, ...protectedRoutes])
    expect([route[0], await statusOf(route)]).toEqual([route[0], 200]);
  expect(await statusOf(noRoute)).toBe(404);
});

test('2.20 the protected routes redirect to /login without a session', async () => {
  const { page } = await newPage();
  for (const route of protectedRoutes) {
    await page.goto(addressOf(route));
    await page.waitForURL('/login');
  }
  await page.context().close();
});

describe('is accessible, fits the window, has at most one filled button, and logs nothing', () => {
  let signedOut: Opened;
  let signedIn: Opened;
  beforeAll(async () => {
    [signedOut, signedIn] = await Promise.all([newPage(), newPage()]);
    await signedIn.page.goto('/login');
    await signIn(signedIn.page, email, password);
  });

  test.each(publicRoutes)('signed out: %s', async (...route) => {
    await expectInEveryLook(signedOut.page, route);
    expect(signedOut.troubles).toEqual([]);
  });

  test.each(protectedRoutes)('signed in: %s', async (...route) => {
    await expectInEveryLook(signedIn.page, route);
    expect(signedIn.troubles).toEqual([]);
  });

  test('a route that there is not, but for its 404', async () => {
    await expectInEveryLook(signedOut.page, noRoute);
    expect(signedOut.troubles).toEqual([expect.stringContaining('404')]);
  });
});
