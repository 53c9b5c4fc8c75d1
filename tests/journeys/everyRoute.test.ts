import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* Every route of section 2, signed out and in, on a dark phone and in a wide window. */

const { product, browser, email, password } = await openJourney();
const looks = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  await product.command('teachers', 'promote', email);
});

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

const protectedRoutes = (id: number): Route[] => [
  ['/dashboard', 'Dashboard', ['Open section']],
  ['/change-password', 'Change Password', ['Change password']],
  ['/admin', 'Overview'],
  ['/admin/teachers', 'Teachers'],
  ['/admin/students', 'Students'],
  ['/admin/sections', 'Sections'],
  ['/admin/agents', 'Agents'],
  ['/admin/audit', 'Audit trail'],
  [`/sections/${id}`, 'Algebra 9b', ['Start Detection']],
  [`/sections/${id}/add-students`, 'Manage Students', []],
  [`/sections/${id}/detection-logs`, 'Detection Logs', []],
  [`/sections/${id}/lessons`, 'Lessons'],
  [`/sections/${id}/lessons/1`, 'Lesson report'],
];

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
async function expectInEveryLook(page: Page, [path, heading, filled]: Route) {
  const [first] = looks;
  await page.setViewportSize(first.viewport);
  await page.emulateMedia({ colorScheme: first.colorScheme });
  await page.goto(path);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await expect.poll(() => page.getByText(/Loading/).count()).toBe(0);
  for (const { colorScheme, viewport } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
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
  const statusOf = async (path: string) => (await fetch(product.url + path, { headers: { Accept: '*/*' } })).status;
  for (const [path] of [...publicRoutes, ...protectedRoutes(sectionId)])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect(await statusOf(noRoute[0])).toBe(404);
});

test('2.20 the protected routes redirect to /login without a session', async () => {
  const { page } = await newPage();
  for (const [path] of protectedRoutes(sectionId)) {
    await page.goto(path);
    await page.waitForURL('/login');
  }
  await page.context().close();
});

test('the public routes are accessible, fit the window, have one filled button, and log nothing', async () => {
  const { page, troubles } = await newPage();
  for (const route of [...publicRoutes, noRoute]) {
    expect(troubles).toEqual([]);
    await expectInEveryLook(page, route);
  }
  expect(troubles).toEqual([expect.stringContaining('404')]);
});

test('the protected routes are accessible, fit the window, have at most one filled button, and log nothing', async () => {
  const { page, troubles } = await newPage();
  await page.goto('/login');
  await signIn(page, email, password);
  for (const route of protectedRoutes(sectionId)) await expectInEveryLook(page, route);
  expect(troubles).toEqual([]);
});
