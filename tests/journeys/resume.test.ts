import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchWithCamera } from '../support/fakeCamera';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A teacher stops a lesson by mistake, and pauses it for a fire drill. A student's page, with a camera, follows by itself. */

const { product, browser: atDesk, email, password } = await openJourney();
/** What the teacher decides reaches the students' pages in this time. */
const soon = { timeout: 5_000 };

let atSeat: Browser;
let folder: string;
let teacher: Page;
let student: Page;
let sectionId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-resume-'));
  atSeat = await launchWithCamera(join(folder, 'present.y4m'), [['one', 60]]);
  ({ sectionId } = await enrolTeacher(product, email, password));
  teacher = await atDesk.newPage({ baseURL: product.url, viewport: { width: 1366, height: 768 } });
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
  student = await atSeat.newPage({ baseURL: product.url, permissions: ['camera'] });
});

afterAll(async () => {
  await atSeat?.close();
  await rm(folder, { recursive: true, force: true });
});

const press = (name: string | RegExp) => teacher.getByRole('button', { name }).click();
const studentReads = (name: string | RegExp) => student.getByRole('heading', { level: 1, name }).waitFor(soon);
/** The page continues within its time. How long the camera takes to open is the machine's. */
const resume = async () => {
  await press('Resume the lesson with the same code and devices');
  await studentReads(/Getting ready|You are in the lesson/);
  await expect.poll(isOn, { timeout: 60_000 }).toBe(true);
};
const isOn = () => student.evaluate(() => document.querySelector('video') !== null);

test('a lesson that was stopped by mistake continues with one press, and the student’s page with it', async () => {
  await press('Start Detection');
  const code = await teacher
    .getByText(/^[2-9A-HJKMNP-Z]{6}$/)
    .first()
    .textContent();
  await student.goto(`/attend#${code}`);
  await student.getByRole('button', { name: 'Aiko Larkspur' }).click();
  await press('1 waiting');
  await press('Admit Aiko Larkspur');
  await teacher.getByText('Nobody is waiting.').waitFor();
  await teacher.keyboard.press('Escape');
  await student.getByRole('button', { name: 'I agree, use the camera' }).click(soon);
  await student.getByRole('heading', { level: 1, name: 'You are in the lesson' }).waitFor({ timeout: 60_000 });
  await expect.poll(isOn).toBe(true);
  await teacher.waitForTimeout(2_000);

  await press('Stop Detection');
  await studentReads(/The lesson is over|What was reported/);
  await resume();
  await teacher.getByRole('button', { name: 'Stop Detection' }).waitFor();
});

test('a paused class turns the camera off within five seconds, and says why', async () => {
  await press('Pause the class');
  await teacher.getByRole('menuitem', { name: 'Fire drill' }).click();
  await studentReads('Your teacher has paused the lesson');
  expect(await isOn()).toBe(false);
  expect(await student.getByText('Fire drill').count()).toBe(1);
  expect(await student.getByText(/^The camera is off/).count()).toBe(1);
  const bar = teacher.getByRole('region', { name: 'Detection', exact: true });
  await bar.getByText('Paused', { exact: true }).waitFor();
  await resume();
});

test('the report is one, and says what was not recorded', async () => {
  await press('Stop Detection');
  await studentReads(/The lesson is over|What was reported/);
  await teacher.getByRole('link', { name: 'Lesson report' }).click();
  const main = teacher.getByRole('main');
  await main.getByText(/Not recorded: .*\(stopped\)/).waitFor();
  expect(await main.textContent()).toMatch(/\(paused: \W?Fire drill\W?\)/);
});
