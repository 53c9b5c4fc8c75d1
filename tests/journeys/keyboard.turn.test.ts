import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { started } from '../support/browser';
import { openJourney } from '../support/journey';

/*
 * A first day and a lesson without a mouse. Every key goes to the focused element, which is read from the browser's
 * accessibility tree, as a screen reader would. Each test continues the previous one.
 */

const { product, browser, ...teacher } = await openJourney();

let page: Page;
let tree: CDPSession;

beforeAll(async () => {
  page = await browser.newPage({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
  tree = await page.context().newCDPSession(page);
});

const press = (key: string) => page.keyboard.press(key);
const type = (text: string) => page.keyboard.type(text);
const seen = (text: string | RegExp) => page.getByText(text).first().waitFor();

/** The focused element; in a menu, the active item. */
const active = `((element) =>
  document.getElementById(element.getAttribute('aria-activedescendant') ?? '') ?? element)(document.activeElement)`;

/** Returns its role and name for assistive technology. */
async function focused(): Promise<string> {
  const { result } = await tree.send('Runtime.evaluate', { expression: active });
  const { nodes } = await tree.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  return `${nodes[0]?.role?.value} ${nodes[0]?.name?.value}`;
}

/** Returns whether the focus is visible: an outline or ring on or around the element, or a menu item's background. */
const isMarked = () =>
  page.evaluate<boolean>(`((element) => {
    const isRinged = (one) => {
      const { outlineStyle, boxShadow } = getComputedStyle(one);
      return outlineStyle !== 'none' || boxShadow !== 'none';
    };
    if (element !== document.activeElement) return getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)';
    return isRinged(element) || isRinged(element.parentElement);
  })(${active})`);

/** Presses a key until this role and name has the focus. Lists what it passed on failure. */
async function go(wanted: string | RegExp, key = 'Tab', most = 80) {
  const met: string[] = [];
  const isThere = (now: string) => (typeof wanted === 'string' ? now === wanted : wanted.test(now));
  for (let count = 0; count <= most; count += 1) {
    const now = await focused();
    met.push(now);
    if (isThere(now)) return expect(await isMarked(), `${now} shows that it has the focus`).toBe(true);
    await press(key);
  }
  expect.fail(`${wanted} was not reached: ${met.join(' | ')}`);
}

async function fill(name: string, text: string) {
  await go(`textbox ${name}`);
  await press('ControlOrMeta+a');
  await type(text);
}

/** Waits until the page has loaded and its heading has the focus. */
const arrive = (heading: string) => expect.poll(focused).toBe(`heading ${heading}`);

test('registers, correcting every invalid field on the way', async () => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // Until then a link reloads the page.
  await started(page);
  await go('link Register here');
  await press('Enter');
  await arrive('Create your account');
  await go('button Create account');
  await press('Enter');
  await expect.poll(focused).toBe('textbox First name');
  await fill('First name', 'Noor');
  await fill('Last name', 'Haddad');
  await fill('Email', teacher.email);
  await fill('Password', teacher.password);
  await fill('Confirm password', teacher.password);
  await press('Enter');
  await arrive('Verify your email');
});

test('verifies and signs in', async () => {
  const { code = '' } = await product.mail(teacher.email);
  await fill('Verification code', code);
  await press('Enter');
  await arrive('Sign in');
  await fill('Email', teacher.email);
  await fill('Password', teacher.password);
  await press('Enter');
  await arrive('Dashboard');
});

test('skips the navigation, and starts at the top after a reload', async () => {
  await page.reload();
  // The heading's own button is there until the list is known to be empty.
  await seen(/^No sections created yet/);
  await press('Tab');
  expect(await focused()).toBe('link Skip to content');
  await press('Enter');
  await go(/^button Create New Section/, 'Tab', 2);
});

test('creates a section in a dialog that traps and restores the focus', async () => {
  const name = page.getByRole('textbox', { name: 'Section name' });
  await press('Enter');
  await name.waitFor();
  await go('textbox Section name', 'Tab', 3);
  await press('Escape');
  await name.waitFor({ state: 'detached' });
  await expect.poll(focused).toMatch(/^button Create New Section/);
  await press('Enter');
  await name.waitFor();
  await fill('Section name', 'Algebra 9b');
  await fill('Subject', 'Mathematics');
  await press('Enter');
  await seen('Section created successfully!');
  await name.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Algebra 9b' }).waitFor();
  await go(/^link Algebra 9b/);
  await press('Enter');
  await arrive('Algebra 9b');
});

test('adds two students, and never loses the focus', async () => {
  await go('link Manage Students');
  await press('Enter');
  await arrive('Manage Students');
  await go('searchbox Search students');
  await type('larkspur');
  await page.getByRole('checkbox', { name: /^Select Aiko/ }).waitFor();
  await go(/^checkbox Select Aiko/);
  await press('Space');
  await go('searchbox Search students', 'Shift+Tab');
  await press('ControlOrMeta+a');
  await type('willowick');
  await page.getByRole('checkbox', { name: /^Select Hana/ }).waitFor();
  await go(/^checkbox Select Hana/);
  await press('Space');
  await go('button Add Selected Students');
  await press('Enter');
  await seen('Students added successfully!');
  expect(await focused()).not.toMatch(/^(RootWebArea|generic) /);
});

/** Reports a recent detection. */
async function report(student: string, activity: string) {
  const sectionId = Number(new URL(page.url()).pathname.split('/')[2]);
  await product.report([
    {
      section_id: sectionId,
      student_email: `${student}@students.example`,
      activity_type: activity,
      details: 'Reported by the test.',
      timestamp: new Date().toISOString(),
    },
  ]);
}

test('starts a lesson, follows Look now, and marks a row as seen', async () => {
  await go('link Overview', 'Shift+Tab');
  await press('Enter');
  await arrive('Algebra 9b');
  await seen('Detection Inactive');
  await go('button Start Detection');
  await press('Enter');
  await expect.poll(focused).toBe('button Stop Detection');
  await report('aiko.larkspur', 'multiple_faces');
  await report('hana.willowick', 'no_face');
  await go('button Refresh Logs');
  await press('Enter');
  for (const name of ['Aiko', 'Hana']) await page.getByRole('button', { name: `Seen: ${name}` }).waitFor();
  await go(/^button Seen: Aiko/, 'Shift+Tab');
  await press('Enter');
  await expect.poll(() => page.getByRole('button', { name: /^Seen: Aiko/ }).count()).toBe(0);
  expect(await focused()).not.toMatch(/^(RootWebArea|generic) /);
});

test('moves from student to student with the arrow keys', async () => {
  await go(/^button Aiko/);
  await press('Enter');
  await page.getByRole('dialog').getByRole('heading', { name: /Aiko/ }).waitFor();
  await press('ArrowRight');
  await page.getByRole('dialog').getByRole('heading', { name: /Hana/ }).waitFor();
  await press('Escape');
  await expect.poll(focused).toMatch(/^button (Aiko|Hana)/);
});

test('stops, finds a detection among the logs, and logs out', async () => {
  await go('button Stop Detection', 'Shift+Tab');
  await press('Enter');
  await seen('Detection Inactive');
  await go('link Detection Logs', 'Shift+Tab');
  await press('Enter');
  await arrive('Detection Logs');
  await go('searchbox Search the logs');
  await type('hana');
  await seen('1 of 2 logs match these filters.');
  await go(/^button Account menu/, 'Shift+Tab');
  await press('Enter');
  await go('menuitem Logout', 'ArrowDown', 5);
  await press('Enter');
  await page.waitForURL('/login');
});
