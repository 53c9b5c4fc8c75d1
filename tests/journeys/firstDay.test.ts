import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { launchBrowser } from '../support/browser';
import { type Product, startProduct } from '../support/product';

/*
 * A teacher's first day with the built product, its embedded database and a real browser. Each test continues the
 * previous one.
 */

const teacher = { first: 'Noor', last: 'Haddad', email: 'noor.haddad@school.example', password: 'chalk & slate 42' };

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const seen = (on: Page, text: string | RegExp) => on.getByText(text).first().waitFor();
const button = (on: Page, name: string | RegExp) => on.getByRole('button', { name });
const link = (on: Page, name: string | RegExp) => on.getByRole('link', { name });
const path = () => new URL(page.url()).pathname;

test('registers, and is taken to verification', async () => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectAccessible(page);
  await link(page, 'Register here').click();
  await page.locator('[name=first_name]').fill(teacher.first);
  await page.locator('[name=last_name]').fill(teacher.last);
  await page.locator('[name=email]').fill(teacher.email);
  await page.locator('[name=password]').fill(teacher.password);
  await page.locator('[name=password2]').fill(teacher.password);
  await expectAccessible(page);
  await button(page, 'Create account').click();
  await page.waitForURL(`/verify-otp?email=${encodeURIComponent(teacher.email)}`);
});

test('verifies with the code from the mailbox', async () => {
  const { code } = await product.mail(teacher.email);
  expect(code).toMatch(/^\d{6}$/);
  await expectAccessible(page);
  await page.getByPlaceholder('6-digit code').fill(code ?? '');
  await button(page, 'Verify').click();
  await page.waitForURL('/login');
});

test('security 1: signs in and sees the empty dashboard, with three keys stored', async () => {
  await page.locator('[name=email]').fill(teacher.email);
  await page.locator('[name=password]').fill(teacher.password);
  await button(page, 'Sign in').click();
  await page.waitForURL('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await seen(page, 'No sections created yet. Create your first section!');
  await expectAccessible(page);
  const keys = await page.evaluate(() => Object.keys(localStorage).sort());
  expect(keys).toEqual(['accessToken', 'refreshToken', 'user']);
});

test('creates a section and opens it', async () => {
  await button(page, /Create New Section/).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=name]').fill('Algebra 9b');
  await dialog.locator('[name=subject]').fill('Mathematics');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create section' }).click();
  await seen(page, 'Section created successfully!');
  await dialog.waitFor({ state: 'detached' });
  await link(page, 'Algebra 9b').click();
  await page.getByRole('heading', { name: 'Algebra 9b' }).waitFor();
  await seen(page, 'Detection Inactive');
  await seen(page, 'No students in this section yet.');
  await seen(page, 'No detection logs available.');
  await expectAccessible(page);
});

test('renames it', async () => {
  await button(page, 'Rename').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=name]').fill('Algebra 9c');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Rename section' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Algebra 9c' }).waitFor();
});

test('adds two students from the directory, and one who is new to it', async () => {
  await link(page, 'Manage Students').first().click();
  await page.locator('input[type=search]').fill('students.example');
  const results = page.getByRole('list', { name: 'Search results' });
  await seen(page, '20 of 40 shown');
  for (let i = 0; i < 2; i += 1) await results.getByRole('checkbox').nth(i).check();
  await seen(page, 'Selected students (2)');
  await expectAccessible(page);
  await button(page, 'Add Selected Students').click();
  await seen(page, 'Students added successfully!');
  await page.getByRole('heading', { name: 'Current Students (2)' }).waitFor();
  await button(page, 'Paste a list').click();
  await page.getByLabel('Names and emails').fill('Neu, Otto <otto.neu@students.example>');
  await button(page, 'Check the list').click();
  await seen(page, '1 person, new');
  await expectAccessible(page);
  await button(page, /^Add 1 student/).click();
  await page.getByRole('heading', { name: 'Current Students (3)' }).waitFor();
  await seen(page, 'Otto Neu');
  await link(page, 'Overview').click();
  await page.getByRole('heading', { name: 'Students (3)' }).waitFor();
});

test('starts detection, and the class starts sending detections', async () => {
  await button(page, 'Start Detection').click();
  await seen(page, 'Detection Active');
  await button(page, 'Stop Detection').waitFor();
  // The class soon sends something, and Refresh Logs shows it at once.
  await expect
    .poll(
      async () => {
        await button(page, 'Refresh Logs').click();
        return page.getByRole('row').count();
      },
      { interval: 500 },
    )
    .toBeGreaterThan(1);
  await expectAccessible(page);
});

test('both windows follow each other at once', async () => {
  await button(page, 'Stop Detection').click();
  await seen(page, 'Detection Inactive');
  const second = await context.newPage();
  const network = await context.newCDPSession(second);
  await network.send('Network.enable');
  const connected = new Promise((resolve) => network.once('Network.webSocketHandshakeResponseReceived', resolve));
  await second.goto(page.url());
  await seen(second, 'Detection Inactive');
  await connected;
  // From now on status polls get no answer, so only the live channel can report.
  let answerThem = () => {};
  const told = new Promise<void>((resolve) => {
    answerThem = resolve;
  });
  await context.route('**/detection/sessions/status/**', async (route) => {
    await told;
    await route.fallback();
  });
  await button(page, 'Start Detection').click();
  await seen(second, 'Detection Active');
  await button(second, 'Stop Detection').click();
  await seen(page, 'Detection Inactive');
  answerThem();
  await context.unrouteAll({ behavior: 'wait' });
  await second.close();
});

test('pages through all the logs, 20 a page', async () => {
  const sectionId = path().split('/').at(-1);
  // During a lesson, and while it can be resumed, tiles replace the list.
  await button(page, 'List').click();
  const emails = page.getByRole('list', { name: 'Students' }).getByText('@students.example');
  await expect.poll(() => emails.count()).toBe(3);
  const students = await emails.allTextContents();
  await button(page, 'Start Detection').click();
  await seen(page, 'Detection Active');
  const events = Array.from({ length: 45 }, (_, index) => ({
    section_id: Number(sectionId),
    student_email: students[index % students.length],
    activity_type: 'no_face',
    details: `seen ${index + 1} times`,
    timestamp: new Date(Date.now() - 60_000 - index * 1000).toISOString(),
  }));
  await product.report(events);
  await button(page, 'Stop Detection').click();
  await seen(page, 'Detection Inactive');

  await link(page, /^View All Logs/).click();
  await page.getByRole('heading', { name: 'Detection Logs' }).waitFor();
  await button(page, 'Refresh Logs').click();
  await seen(page, 'seen 1 times');
  const logs = page.getByRole('row');
  await expect.poll(() => logs.count()).toBe(21);
  await button(page, 'Page 2').click();
  await expect.poll(() => logs.count()).toBe(21);
  await button(page, 'Page 3').click();
  await seen(page, 'seen 45 times');
  await expectAccessible(page);
});

test('logs out, and the dashboard redirects to the sign-in page', async () => {
  await button(page, /Account menu/).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('/login');
  // What is left is how students are listed, not who was signed in.
  expect(await page.evaluate(() => Object.values(localStorage))).toEqual(['list name']);
  await page.goto('/dashboard');
  await page.waitForURL('/login');
  await page.goBack();
  expect(await page.getByRole('heading', { name: 'Dashboard' }).count()).toBe(0);
});
