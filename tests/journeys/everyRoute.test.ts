import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { launchBrowser } from '../support/browser';
import { type Product, startProduct } from '../support/product';
import { enrolTeacher, signIn } from '../support/teacher';

/* Every route of section 2, signed out and in, on a dark phone and in a wide window. */

const email = 'noor.haddad@school.example';
const password = 'chalk & slate 42';
const looks = [
  { name: 'wide and light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'narrow and dark', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

let product: Product;
let browser: Browser;
let sectionId: number;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ SIMULATE: '0' }), launchBrowser()]);
  ({ sectionId } = await enrolTeacher(product, email, password));
  await product.command('teachers', 'promote', email);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const publicRoutes: [string, string][] = [
  ['/', 'Sign in'],
  ['/login', 'Sign in'],
  ['/register', 'Create your account'],
  [`/verify-otp?email=${encodeURIComponent(email)}`, 'Verify your email'],
  [`/verify-email?email=${encodeURIComponent(email)}`, 'Verify your email'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password/some-token', 'Choose a new password'],
  ['/how-detection-works', 'How detection works'],
  ['/inspect', 'Inspector'],
];

const noRoute = ['/no-such-page', 'Page not found'] as const;

const protectedRoutes = (id: number): [string, string][] => [
  ['/dashboard', 'Dashboard'],
  ['/change-password', 'Change Password'],
  ['/admin', 'Overview'],
  ['/admin/teachers', 'Teachers'],
  ['/admin/students', 'Students'],
  ['/admin/sections', 'Sections'],
  ['/admin/agents', 'Agents'],
  ['/admin/audit', 'Audit trail'],
  [`/sections/${id}`, 'Algebra 9b'],
  [`/sections/${id}/add-students`, 'Manage Students'],
  [`/sections/${id}/detection-logs`, 'Detection Logs'],
  [`/sections/${id}/lessons`, 'Lessons'],
  [`/sections/${id}/lessons/1`, 'Lesson report'],
];

async function open(page: Page, path: string, heading: string) {
  await page.goto(path);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}

/** Opens a page and records console messages and policy violations. */
async function newPage(look: (typeof looks)[number]) {
  const context = await browser.newContext({ baseURL: product.url, ...look });
  const troubles: string[] = [];
  context.on('weberror', (error) => void troubles.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  const page = await context.newPage();
  return { page, troubles };
}

async function expectToFit(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, `${page.url()} is wider than its window`).toBeLessThanOrEqual(clientWidth);
}

test('every route serves the page to everyone, and unknown routes a 404', async () => {
  const statusOf = async (path: string) => (await fetch(product.url + path, { headers: { Accept: '*/*' } })).status;
  for (const [path] of [...publicRoutes, ...protectedRoutes(sectionId)])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect(await statusOf(noRoute[0])).toBe(404);
});

test('2.20 the protected routes redirect to /login without a session', async () => {
  const { page } = await newPage(looks[0]);
  for (const [path] of protectedRoutes(sectionId)) {
    await page.goto(path);
    await page.waitForURL('/login');
  }
  await page.context().close();
});

describe.each(looks)('$name', (look) => {
  test('the public routes are accessible, fit the window, and log nothing', async () => {
    const { page, troubles } = await newPage(look);
    for (const [path, heading] of [...publicRoutes, noRoute]) {
      expect(troubles).toEqual([]);
      await open(page, path, heading);
      await expectAccessible(page);
      await expectToFit(page);
    }
    expect(troubles).toEqual([expect.stringContaining('404')]);
    await page.context().close();
  });

  test('the protected routes are accessible, fit the window, and log nothing', async () => {
    const { page, troubles } = await newPage(look);
    await open(page, '/login', 'Sign in');
    await signIn(page, email, password);
    for (const [path, heading] of protectedRoutes(sectionId)) {
      await open(page, path, heading);
      await expect.poll(() => page.getByText(/Loading/).count()).toBe(0);
      await expectAccessible(page);
      await expectToFit(page);
    }
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
