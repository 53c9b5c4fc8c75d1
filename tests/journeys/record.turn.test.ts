import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { testLong } from '../../server/test/support/long';
import { expectAccessible } from '../support/accessible';
import { openJourney } from '../support/journey';
import { Door, Requests } from '../support/requests';
import { enrolTeacher, signIn } from '../support/teacher';

/*
 * A fair record: the register of a lesson, and the page of one student, on screen and on paper. Each test continues the previous one.
 * `RECORD_PICTURES` names a folder for pictures and the PDF.
 */

const { product, browser, email, password } = await openJourney();
const names = ['Aiko Larkspur', 'Chidi Moonbrook', 'Finn Copperleaf', 'Hana Willowick', 'Yara Sandpiper'];
const day = 86_400_000;
const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@students.example`;

let page: Page;
let sectionId: number;
const api = new Requests(product);

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password, names.map(emailOf)));
  await api.signIn(email, password);
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  page = await context.newPage();
});

/** Saves what the page looks like, if that is asked for. */
async function picture(name: string): Promise<void> {
  const folder = process.env.RECORD_PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
}

async function paperOf(name: string): Promise<{ pages: number; text: string }> {
  const pdf = await page.pdf({ format: 'A4' });
  const folder = process.env.RECORD_PICTURES;
  if (folder !== undefined) await writeFile(join(folder, `${name}.pdf`), pdf);
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return { pages: totalPages, text };
}

const line = (name: string) =>
  page.getByRole('list', { name: 'Attendance' }).getByRole('listitem').filter({ hasText: name });

test('the report has the register of its lesson, one line a student', async () => {
  const section_id = sectionId;
  await api.post('/detection/sessions/start/', { section_id, is_active: true });
  const { code } = v.parse(v.object({ code: v.string() }), await api.post('/attendance/invite/', { section_id }));
  const aiko = await api.attend(sectionId, code, 'Aiko Larkspur', 'watching');
  await api.attend(sectionId, code, 'Chidi Moonbrook', 'unwatched');
  const { students } = v.parse(Door, await api.post('/attend/door/', { code }, ''));
  const idOf = (name: string) => students.find((one) => one.name === name)?.id;
  await api.post('/attendance/excuse/', {
    section_id,
    student_id: idOf('Finn Copperleaf'),
    minutes: 90,
    reason: 'dentist',
  });
  const event = { section_id, activity_type: 'no_face', details: 'No face for 12 s' };
  await product.report([
    { ...event, student_email: emailOf('Aiko Larkspur') },
    // Evidence that somebody is there, from a program of the school alone.
    { ...event, activity_type: 'multiple_faces', student_email: emailOf('Yara Sandpiper') },
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await api.post('/attend/heartbeat/', { state: 'watching' }, `Attend ${aiko}`);
  await api.post('/detection/sessions/stop/', { section_id });
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}/lessons`);
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await line('Aiko').getByText('Present', { exact: true }).waitFor();
  await line('Chidi').getByText('Present, no camera').waitFor();
  await line('Finn').getByText('whole lesson: dentist').waitFor();
  await line('Hana').getByText('Absent').waitFor();
  await line('Yara').getByText('Present', { exact: true }).waitFor();
  await page.getByText('3 of 5 present, 1 excused, 1 absent.').waitFor();
  await expectAccessible(page);
  await picture('report');
});

test('a line is corrected by hand with a reason, and taken back', async () => {
  const correct = () => page.getByRole('button', { name: 'Correct the attendance of Hana Willowick' }).click();
  const dialog = page.getByRole('dialog');
  await correct();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please give a reason.').waitFor();
  await dialog.getByLabel('State').selectOption({ label: 'Present, no camera' });
  await dialog.getByLabel('Reason').fill('Sat in front, tablet was broken');
  await picture('correct');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await line('Hana').getByText('Present, no camera').waitFor();
  await line('Hana').getByText('By hand, Noor Haddad').waitFor();
  await line('Hana').getByText('Recorded: Absent').waitFor();
  await correct();
  await dialog.getByLabel('State').selectOption({ label: 'As recorded: Absent' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await line('Hana').getByText('Absent', { exact: true }).waitFor();
  expect(await line('Hana').textContent()).not.toContain('By hand');
});

test('the page of a student has what is kept of them, and nothing of classmates, on one or two pages of paper', async () => {
  await line('Aiko').getByRole('link').click();
  await page.waitForURL(/\/students\/\d+$/);
  await page.getByRole('heading', { name: 'Aiko Larkspur' }).waitFor();
  await page.getByText('Hints from a program, no verdicts').waitFor();
  await page.getByRole('region', { name: 'Hints in detail' }).getByText('Deleted by').waitFor();
  await page.getByText('No face for 12 s').waitFor();
  await page.getByText(/What was recorded is deleted by /).waitFor();
  // The look is written shortly after.
  const looked = async () => {
    await page.reload();
    await page.getByRole('list', { name: 'Who has looked' }).waitFor();
    return page.getByText('Noor Haddad opened this page').count();
  };
  await expect.poll(looked, { timeout: 20_000, interval: 1000 }).toBe(1);
  await expectAccessible(page);
  await picture('student');
  const { pages, text } = await paperOf('student');
  expect(pages).toBeLessThanOrEqual(2);
  expect(text).toContain('no verdicts');
  for (const other of names.slice(1)) {
    const [first = ''] = other.split(' ');
    expect(text).not.toContain(first);
    expect(await page.getByRole('main').textContent()).not.toContain(first);
  }
});

const Entry = v.looseObject({ state: v.string() });
const StudentRecord = v.looseObject({
  lessons: v.tupleWithRest([v.looseObject({ entry: Entry })], v.looseObject({})),
  logs: v.tupleWithRest([v.looseObject({})], v.looseObject({})),
});

/** A year of 120 lessons, three a week, from the record of one: some were missed or late, each second one has a hint. */
function yearOf({ lessons: [lesson], logs: [log], ...record }: v.InferOutput<typeof StudentRecord>) {
  const lastMonday = Date.UTC(2026, 5, 29, 8);
  const startOf = (number: number) => lastMonday - Math.floor(number / 3) * 7 * day + (2 - (number % 3)) * 2 * day;
  const at = (number: number, minutes: number) => new Date(startOf(number) + minutes * 60_000).toISOString();
  const numbers = Array.from({ length: 120 }, (_, number) => number);
  const entryOf = (number: number) => {
    if (number % 20 === 3) return { ...lesson.entry, state: 'absent', recorded_state: 'absent', from: null, to: null };
    const late = number % 10 === 4 ? { from: at(number, 8), late_minutes: 8 } : { from: at(number, 0) };
    return { ...lesson.entry, state: 'present', recorded_state: 'present', to: null, ...late };
  };
  return {
    ...record,
    lessons: numbers.map((number) => ({
      ...lesson,
      ...{ session_id: 1000 + number, started_at: at(number, 0), ended_at: at(number, 45), length_seconds: 2700 },
      ...{ observed_seconds: 2600, observed: [{ started_at: at(number, 0), ended_at: at(number, 44) }] },
      ...{ interruptions: [], deleted_by: at(number, 90 * 24 * 60), entry: entryOf(number) },
    })),
    logs: numbers
      .filter((number) => number % 2 === 0)
      .map((number) => ({
        ...{ ...log, id: 5000 + number, session_id: 1000 + number, timestamp: at(number, 20) },
        activity_type: number % 4 === 0 ? 'no_face' : 'left_page',
      })),
  };
}

testLong('a year of 120 lessons takes two pages of paper', async () => {
  const address = page.url();
  const calls = '**/attendance/sections/*/students/*/record/';
  await page.route(calls, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: yearOf(v.parse(StudentRecord, await response.json())) });
  });
  await page.goto(address);
  await page.getByText('114 of 120 lessons').waitFor();
  await picture('year');
  const { pages, text } = await paperOf('year');
  expect(pages).toBeLessThanOrEqual(2);
  expect(text).toContain('60 hints');
  await page.unroute(calls);
  await page.goto(address);
});

testLong('parents get it on paper in their language', async () => {
  const address = page.url();
  await page.getByLabel('Language of the record').selectOption({ label: 'العربية' });
  await page.waitForURL(/language=ar$/);
  const main = page.getByRole('main');
  await main.locator('[lang=ar][dir=rtl]').getByRole('heading', { name: 'الحضور' }).waitFor();
  await main.getByText('إشارات من برنامج، وليست أحكامًا').waitFor();
  await picture('student-ar');
  expect((await paperOf('student-ar')).pages).toBeLessThanOrEqual(2);
  await page.getByLabel('Language of the record').selectOption({ label: 'Deutsch' });
  await main.getByText('Hinweise eines Programms, keine Urteile').waitFor();
  await main.getByText('Kein Gesicht gefunden', { exact: true }).first().waitFor();
  await picture('student-de');
  await page.goto(address);
});

test('in projector mode the register and the page of a student are hidden', async () => {
  const address = page.url();
  await page.getByRole('switch', { name: 'Projector mode' }).click();
  await page.getByText('A student’s record shows their name.').waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('Aiko');
  await page.goto(`/sections/${sectionId}/lessons`);
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await page.getByText('Attendance is hidden in projector mode.').waitFor();
  await page.getByRole('switch', { name: 'Projector mode' }).click();
  await line('Aiko').waitFor();
  await page.goto(address);
  await page.getByRole('heading', { name: 'Aiko Larkspur' }).waitFor();
});

test('the registers of a month are saved for the office', async () => {
  await page.goto(`/sections/${sectionId}/lessons`);
  await page.getByText('Attendance of several lessons').waitFor();
  await picture('lessons');
  const saved = async () => {
    await page.getByRole('button', { name: 'Save attendance as CSV' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem').first().click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
  };
  const { name, text } = await saved();
  expect(name).toMatch(/^Attendance Algebra 9b \d{4}-\d\d-01 to \d{4}-\d\d-\d\d\.csv$/);
  expect(text).toMatch(/"\d{4}-\d\d-\d\d"[,;]"\d\d:\d\d"[,;]"\d\d:\d\d"[,;]"Finn Copperleaf"[,;]"[^"]+"[,;]"Excused"/);
  expect(text.trim().split('\r\n')).toHaveLength(6);
  await page.getByLabel('Layout').selectOption({ label: 'One column for each lesson' });
  const columns = (await saved()).text;
  expect(columns).toMatch(/"Chidi Moonbrook"[,;]"[^"]+"[,;]"Present, no camera"/);
  expect(columns.trim().split('\r\n')).toHaveLength(6);
});
