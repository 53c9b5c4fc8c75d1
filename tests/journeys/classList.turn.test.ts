import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A class as its list has it: names, and no emails. */

const { product, browser, email, password } = await openJourney();

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

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const current = (count: number) => page.getByRole('region', { name: `Current Students (${count})` });

test('five names of whom three are known are added by one press, and no email is invented', async () => {
  await page.goto(`/sections/${sectionId}/add-students`);
  await button('Paste a list').click();
  await page
    .getByLabel('Names and emails')
    .fill(
      [
        'Nr;Name;Vorname;Geb.;Klasse',
        '1;Fjordling;Anders;01.09.2011;7b',
        '2;Solmarina;Beatriz;30.01.2011;7b',
        '3;Snowberry;Dmitri;17.05.2011;7b',
        '4;van der Berg Lund;Jan Piet;02.02.2011;7b',
        '5;Roth;Ben;08.08.2011;7b',
      ].join('\n'),
    );
  await button('Check the list').click();
  await page.getByText('3 of 5 found').waitFor();
  await page.getByText('Read as column headings', { exact: false }).waitFor();
  await expectAccessible(page);
  await button('Add 5 students (2 new)').click();
  await page.getByText('Students added successfully!').waitFor();
  const listed = await current(7).getByRole('listitem').allTextContents();
  expect(listed.filter((text) => text.includes('No email')).map((text) => text.replace(/No email.*/, ''))).toEqual([
    expect.stringContaining('Ben Roth'),
    expect.stringContaining('Jan Piet van der Berg Lund'),
  ]);
  expect(await page.locator('body').textContent()).not.toMatch(/id:\d/);
  await expectAccessible(page);
});

test('the same list again adds nobody', async () => {
  await button('Paste a list').click();
  await page.getByLabel('Names and emails').fill('Roth, Ben\nJan Piet van der Berg Lund');
  await button('Check the list').click();
  await page.getByText('Already in this section (2)').waitFor();
  expect(await button('Add 0 students').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
});

test('a student knocks by that name, is let in, and the lesson shows them by it', async () => {
  await page.goto(`/sections/${sectionId}`);
  await button('Start Detection').click();
  await page.getByText('Detection Active').waitFor();
  await button('Invite').click();
  const code = await page
    .getByRole('dialog')
    .getByText(/^[2-9A-HJKMNP-Z]{6}$/)
    .textContent();
  const student = await (await browser.newContext({ baseURL: product.url })).newPage();
  await student.goto(`/attend#${code}`);
  await student.getByRole('button', { name: 'Ben Roth' }).click();
  await student.getByRole('heading', { name: 'Waiting for your teacher' }).waitFor();
  const door = page.getByRole('list', { name: 'At the door' });
  await door.getByText('Ben Roth').waitFor();
  await page.getByRole('button', { name: 'Admit all (1)' }).click();
  await door.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  expect(await page.locator('body').textContent()).not.toMatch(/id:\d/);
});

test('later the student gets an email, and stays who they were', async () => {
  await page.goto(`/sections/${sectionId}/add-students`);
  await button(/^Add an email for .?Ben Roth/).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('aiko.larkspur@students.example');
  await button('Add email').click();
  await page.getByText('Aiko Larkspur has this email.', { exact: false }).waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill('ben.roth@students.example');
  await expectAccessible(page);
  await button('Add email').click();
  await page.getByText('Email added.').waitFor();
  await current(7).getByText('ben.roth@students.example').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
