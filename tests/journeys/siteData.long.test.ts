import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openJourney } from '../support/journey';
import { root } from '../support/product';
import { enrolTeacher, signIn } from '../support/teacher';

/* Browsers without storage, and forms before or without the scripts: the browser must never submit a form itself. */

const { product, browser, email, password } = await openJourney();
const said = /^This browser does not store anything for Vigil/;

beforeAll(async () => {
  await enrolTeacher(product, email, password);
});

/** Opens a page and records its errors and document requests. */
async function newPage(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: product.url, ...options });
  const troubles: string[] = [];
  context.on('weberror', (error) => void troubles.push(String(error.error())));
  context.on('console', (message) => void (message.type() === 'error' && troubles.push(message.text())));
  const page = await context.newPage();
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return { context, page, troubles, documents };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

const refuses = () =>
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });

test('without localStorage every public page says what it needs, and works', async () => {
  const { context, page, troubles, documents } = await newPage();
  await page.addInitScript(refuses);
  for (const [path, title] of [
    ['/login', 'Sign in'],
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password/a-token', 'Choose a new password'],
    [`/verify-otp?email=${email}`, 'Verify your email'],
  ] as const) {
    await page.goto(path);
    await heading(page, title);
    await page.getByText(said).waitFor();
  }
  expect(documents.filter((document) => !document.startsWith('GET '))).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('without localStorage a protected page redirects to sign-in, and a sign-in lasts as long as its page', async () => {
  const { context, page, troubles, documents } = await newPage();
  await page.addInitScript(refuses);
  for (const path of ['/dashboard', '/sections/1']) {
    await page.goto(path);
    await page.waitForURL('/login');
    await page.getByText(said).waitFor();
  }
  await signIn(page, email, password);
  await page.getByText(said).waitFor();
  await page.getByRole('link', { name: 'Algebra 9b', exact: true }).click();
  await heading(page, 'Algebra 9b');
  await page.getByRole('button', { name: 'Start Detection' }).click();
  await page.getByText('Detection Active').waitFor();
  await page.getByRole('button', { name: 'Stop Detection' }).click();
  await page.getByText('Detection Inactive').waitFor();
  await page.getByText(said).waitFor();
  await page.reload();
  await page.waitForURL('/login');
  await heading(page, 'Sign in');
  expect(documents.filter((document) => !document.startsWith('GET '))).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

describe('the browser never submits a form itself', () => {
  const withForms = () =>
    readdirSync(join(root, 'dist'))
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(root, 'dist', file), 'utf8')] as const)
      .filter(([, html]) => html.includes('<form'));

  test('whatever happens to the scripts, in every document with a form', async () => {
    const pages: Record<string, string> = {
      'login.html': '/login',
      'register.html': '/register',
      'verifyOtp.html': `/verify-otp?email=${email}`,
      'forgotPassword.html': '/forgot-password',
      'resetPassword.html': '/reset-password/a-token',
    };
    expect(
      withForms()
        .map(([file]) => file)
        .toSorted(),
    ).toEqual(Object.keys(pages).toSorted());
    const ways: [string, BrowserContextOptions, boolean][] = [
      ['without scripts', { javaScriptEnabled: false }, false],
      ['with scripts that fail to load', {}, true],
    ];
    for (const [way, options, scriptsFail] of ways) {
      const { context, page, documents } = await newPage(options);
      if (scriptsFail) await context.route('**/assets/*.js', (route) => route.abort());
      for (const path of Object.values(pages)) {
        await page.goto(path);
        const address = page.url();
        documents.length = 0;
        for (const input of await page.locator('form input:not([type=hidden])').all()) {
          await input.fill('a@b.example');
          await input.press('Enter');
        }
        expect(await page.locator('form button:enabled').count()).toBe(0);
        // As password managers do.
        for (const form of await page.locator('form').all()) {
          await form.evaluate((one: HTMLFormElement) => one.requestSubmit());
        }
        // By now a navigation would have started.
        await page.waitForTimeout(100);
        expect([way, page.url(), documents]).toEqual([way, address, []]);
      }
      await context.close();
    }
  });
});
