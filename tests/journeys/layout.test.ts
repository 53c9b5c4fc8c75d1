import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser';
import { type Product, startProduct } from '../support/product';
import { enrolTeacher } from '../support/teacher';

/*
 * Nothing moves under the teacher's hand. Chromium says of each frame what has moved and how far (layout shifts); here
 * they are added up, also those that follow a press, which its own sum leaves out.
 */

const allowed = 0.02;
const email = 'noor.haddad@school.example';
const password = 'chalk & slate 42';
const agentKey = 'the key of a test agent, long enough';
const windows = [
  { name: 'wide', viewport: { width: 1280, height: 800 } },
  { name: 'beside the sidebar', viewport: { width: 769, height: 800 } },
  { name: 'narrow', viewport: { width: 360, height: 740 } },
];

let product: Product;
let browser: Browser;
let sectionId: number;

declare global {
  interface Window {
    /** What has moved, and how much that counts. */
    shifts: { value: number; moved: string[] }[];
  }
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ AGENT_KEY: agentKey, SIMULATE: '0' }), launchBrowser()]);
  ({ sectionId } = await enrolTeacher(product, email, password));
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openPage(path: string, viewport: { width: number; height: number }) {
  const page = await browser.newPage({ baseURL: product.url, viewport, reducedMotion: 'reduce' });
  page.setDefaultTimeout(10_000);
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '?');
        window.shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Two frames: what has been changed is drawn, and what has moved is told. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function startWatching(page: Page) {
  await page.waitForLoadState('networkidle');
  await drawn(page);
  await page.evaluate(() => void window.shifts.splice(0));
}

async function expectStill(page: Page) {
  await drawn(page);
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(allowed);
}

async function signIn(page: Page, path: string) {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard');
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

describe.each(windows)('in a $name window', ({ viewport }) => {
  interface Erring {
    path: string;
    isProtected?: boolean;
    opener?: RegExp;
    button: string;
    /** The fields that are wrong when all are empty. */
    count: number;
    /** Its call, refused with a sentence of two lines. */
    call: string;
    fields: Record<string, string>;
  }
  const both = { new_password: 'slate-42', confirm_password: 'slate-42' };
  const forms: Erring[] = [
    { path: '/login', button: 'Sign in', count: 2, call: '/account/login/teacher/', fields: { email, password } },
    {
      path: '/register',
      button: 'Create account',
      count: 5,
      call: '/account/register/teacher/',
      fields: { first_name: 'Noor', last_name: 'Haddad', email, password, password2: password },
    },
    {
      path: `/verify-otp?email=${email}`,
      button: 'Verify',
      count: 1,
      call: '/account/verify-otp/',
      fields: { code: '123456' },
    },
    {
      path: '/forgot-password',
      button: 'Send instructions',
      count: 1,
      call: '/account/forgot-password/',
      fields: { email },
    },
    {
      path: '/reset-password/T1',
      button: 'Reset password',
      count: 2,
      call: '/account/reset-password/',
      fields: both,
    },
    {
      path: '/change-password',
      isProtected: true,
      button: 'Change password',
      count: 3,
      call: '/account/change-password/',
      fields: { old_password: password, ...both },
    },
    {
      path: '/dashboard',
      isProtected: true,
      opener: /^Create New Section/,
      button: 'Create section',
      count: 2,
      call: '/section/create/',
      fields: { name: '4b', subject: 'History' },
    },
    {
      path: '/sections/:id',
      isProtected: true,
      opener: /^Delete Section/,
      button: 'Delete section',
      count: 1,
      call: '/delete/',
      fields: { password },
    },
  ];

  test.each(forms)('the errors of the form on $path move nothing', async (form) => {
    const path = form.path.replace(':id', String(sectionId));
    const page = await openPage(form.isProtected ? '/login' : path, viewport);
    if (form.isProtected) await signIn(page, path);
    if (form.opener) await page.getByRole('button', { name: form.opener }).click();
    const submit = page.getByRole('button', { name: form.button, exact: true });
    await submit.waitFor();
    await page.route(`**${form.call}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'The classroom is closed until the caretaker comes back.' } }),
    );
    await startWatching(page);
    await submit.click();
    await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(form.count);
    await expectStill(page);
    for (const [name, value] of Object.entries(form.fields)) await page.locator(`[name=${name}]`).fill(value);
    await submit.click();
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await expectStill(page);
    await page.close();
  });
});
