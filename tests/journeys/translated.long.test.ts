import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/*
 * A teacher who lets the browser translate pages. The translator replaces every text, including later ones, with its
 * own elements; here the translation is the text in different quotes.
 */

const { product, browser, email, password } = await openJourney();
const student = 'aiko.larkspur@students.example';

let page: Page;
let sectionId: number;
const troubles: string[] = [];

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  page = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  page.on('console', (message) => void (message.type() === 'error' && troubles.push(message.text())));
  page.on('pageerror', (error) => void troubles.push(String(error)));
  await page.addInitScript(translate);
});

/** Runs in the page. */
function translate() {
  const translateIn = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let text: Node | null = node instanceof Text ? node : texts.nextNode(); text !== null; text = texts.nextNode())
      if (text instanceof Text) found.push(text);
    for (const text of found) {
      if (text.data.trim() === '' || text.parentElement?.closest('head, font, script, style, textarea') !== null)
        continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(`«${text.data}»`);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) translateIn(node);
  }).observe(document, { childList: true, subtree: true });
}

/** Waits for a text, with translated parts in their quotes. */
const seen = (text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const region = (name: string) => page.getByRole('region', { name });

async function follow(link: string, heading: string) {
  await page.getByRole('link', { name: link }).first().click();
  await page.getByRole('heading', { name: `«${heading}»`, level: 1 }).waitFor();
}

async function expectNoTrouble() {
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  expect(troubles.splice(0)).toEqual([]);
}

test('a form shows its errors, progress and outcome', async () => {
  await page.goto('/login');
  await page.getByRole('heading', { name: '«Sign in»' }).waitFor();
  await page.getByRole('button', { name: '«Sign in»' }).click();
  await seen('«Email is required»');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill('wrong');
  await page.keyboard.press('Enter');
  await seen('«Invalid credentials»');
  await button('Google').click();
  await seen(/^«Google sign-in is not set up here/);
  for (const [link, heading] of [
    ['Register here', 'Create your account'],
    ['Sign in', 'Sign in'],
    ['Forgot your password?', 'Forgot your password?'],
  ] as const)
    await follow(link, heading);
  await page.locator('[name=email]').fill(email);
  await page.keyboard.press('Enter');
  await seen(/^«If this email has an account/);
  await page.goto(`/verify-otp?email=${encodeURIComponent(email)}`);
  await button('Resend code').click();
  await seen('«OTP has been resent to your email.»');
  await seen(/^«Resend code in 1[01]\d s»$/);
  await follow('Back to login', 'Sign in');
  // The browser logs each refusal too.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('401')]);
  await signIn(page, email, password);
  await page.getByRole('heading', { name: '«Dashboard»' }).waitFor();
  await expectNoTrouble();
});

test('a lesson starts, continues and stops', async () => {
  await follow('Algebra 9b', 'Algebra 9b');
  await button('Start Detection').click();
  await seen('«Detection Active»');
  const facts = page.getByText(/checked \d+ s ago/).first();
  const first = await facts.textContent();
  await expect.poll(() => facts.textContent()).not.toBe(first);
  const lookNow = region('Look now');
  for (const [minute, activity] of [
    [0, 'no_face'],
    [1, 'multiple_faces'],
  ] as const) {
    await product.report([
      { section_id: sectionId, student_email: student, activity_type: activity, details: `Detail ${minute}` },
    ]);
    await lookNow.getByText(minute === 0 ? '«No Face Detected»' : '«Multiple Faces»').waitFor();
  }
  await seen('«1 to look at»');
  await lookNow.getByRole('button', { name: /^Seen/ }).click();
  await lookNow.getByText(/^«Seen: .*Aiko/).waitFor();
  await button('Undo').click();
  await lookNow.getByRole('button', { name: /^Seen/ }).waitFor();
  await button('Refresh Logs').click();
  await seen(/«Last checked at/);
  await seen('«View All Logs (2)»');
  for (const choice of ['List', 'Tiles', 'Needs first'])
    await page.getByRole('button', { name: `«${choice}»` }).click();
  await button('Aiko').first().click();
  await page.getByRole('dialog').getByRole('heading', { name: /Aiko/ }).waitFor();
  await page.keyboard.press('Escape');
  await button('Stop Detection').click();
  await seen('«Detection Inactive»');
  await expectNoTrouble();
});

test('every route can be entered and left', async () => {
  await follow('Lesson report', 'Lesson report');
  await follow('Manage Students', 'Manage Students');
  await page.locator('input[type=search]').fill('li');
  await seen(/«\d+.* shown/);
  await page.getByRole('checkbox').first().check();
  await seen('«Selected students (1)»');
  await page.getByRole('checkbox').first().uncheck();
  await follow('Detection Logs', 'Detection Logs');
  await page.locator('input[type=search]').fill('Detail 1');
  await seen('«1 of 2 logs match these filters.»');
  await button('Clear filters').click();
  await follow('Back to Dashboard', 'Dashboard');
  await button('Create New Section').click();
  await button('Create section').click();
  await seen('«Section name is required»');
  await page.locator('[name=name]').fill('Botany');
  await page.locator('[name=subject]').fill('Biology');
  await page.keyboard.press('Enter');
  await seen('«Section created successfully!»');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await follow('Botany', 'Botany');
  await button('Start Detection').click();
  await button('Start anyway').click();
  await seen('«Detection Active»');
  await button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await seen('«All fields are required»');
  await button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await button('Stop and log out').click();
  await page.getByRole('heading', { name: '«Sign in»' }).waitFor();
  await page.goto('/inspect');
  await page.getByRole('heading', { name: '«Inspector»' }).waitFor();
  await page.goto('/nowhere');
  await page.getByRole('heading', { name: '«Page not found»' }).waitFor();
  expect(troubles.splice(0)).toEqual([expect.stringContaining('404')]);
  await expectNoTrouble();
});
