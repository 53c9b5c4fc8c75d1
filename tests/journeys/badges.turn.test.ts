import type { Page } from 'playwright-core';
import qrcode from 'qrcode-generator';
import { extractText, getDocumentProxy } from 'unpdf';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A class gets printed badges, and a student joins with one. */

const { product, browser, email, password } = await openJourney();

/** Must be printed in full. */
const longest = 'Öyküm Çağla Größenwahnsinnig-Müller von und zu Überlingen-Straß';
/** Two more are in the section already. */
const people = [longest, ...Array.from({ length: 9 }, (_, number) => `Pupil ${number} Reedbank`)].map(
  (name, number) => ({
    ...{ name, email: `badge${number}@school.example` },
  }),
);

let teacher: Page;
let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  let access = '';
  const call = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` };
    const response = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status, path).toBeLessThan(300);
    return response.json();
  };
  const signedIn = await call('/account/login/teacher/', { email, password });
  access = v.parse(v.object({ access: v.string() }), signedIn).access;
  await call('/section/new-students/', { students: people });
  await call(`/section/${sectionId}/add-students/`, { student_emails: people.map((one) => one.email) });
  teacher = await browser.newPage({ baseURL: product.url });
  await teacher.addInitScript(() => Object.assign(window, { print: () => undefined }));
  await teacher.goto('/login');
  await signIn(teacher, email, password);
});

const Made = v.object({ attend_url: v.string(), badges: v.array(v.object({ secret: v.string() })) });

/** The dark modules of the code of an address. */
function modulesOf(address: string): string[] {
  const code = qrcode(0, 'M');
  code.addData(address);
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place);
  return places.flatMap((row) => places.filter((column) => code.isDark(row, column)).map((at) => `M${at} ${row}`));
}

/** Opens an address as the camera of another device does. */
const scan = async (address: string) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
};

test('a class gets badges on two pages; one leads to a seat without a camera, until it is revoked', async () => {
  await teacher.goto(`/sections/${sectionId}/add-students`);
  const answered = teacher.waitForResponse((one) => one.url().endsWith('/attendance/badges/'));
  await teacher.getByRole('button', { name: 'Make and print badges (12)' }).click();
  const { attend_url, badges } = v.parse(Made, await (await answered).json());
  await teacher.getByText('12 of 12 students have a badge.').waitFor();

  const pdf = await getDocumentProxy(new Uint8Array(await teacher.pdf({ format: 'A4' })));
  const pages = (await extractText(pdf)).text.map((text) => text.replaceAll(/\s/g, ''));
  expect(pages.map((text) => text.split('Scanthistojoinyourlesson').length - 1)).toEqual([10, 2]);
  const paper = pages.join('').normalize();
  for (const { name } of people) expect(paper).toContain(name.replaceAll(' ', ''));
  expect(paper).not.toContain('ManageStudents');
  const drawing = teacher.locator(`[data-sheet] svg[aria-label*="${longest}"] path`).last();
  const drawn = (await drawing.getAttribute('d'))?.match(/M\d+ \d+/g);
  const address = badges
    .map(({ secret }) => `${attend_url}#link=${secret}`)
    .find((one) => {
      const modules = modulesOf(one);
      return modules.length === drawn?.length && modules.every((at, place) => at === drawn[place]);
    });
  expect(address).toBeDefined();

  const student = await scan(address!);
  await student.getByRole('heading', { name: `${longest}, no lesson is running now` }).waitFor();
  expect(student.url()).toBe(attend_url);
  await teacher.goto(`/sections/${sectionId}`);
  await teacher.getByRole('button', { name: 'Start Detection' }).click();
  await student.getByRole('heading', { name: `You are ${longest}` }).waitFor();
  await student.getByRole('button', { name: 'Join the lesson' }).click();
  await student.getByRole('button', { name: 'Attend without the camera' }).click();
  const isIn = student.getByRole('heading', { name: 'You attend without the camera' });
  await isIn.waitFor();
  await teacher.getByRole('button', { name: new RegExp(`^${longest};`) }).click();
  await teacher.getByText('Joined with a badge.').waitFor();

  await teacher.goto(`/sections/${sectionId}/add-students`);
  await teacher.getByRole('button', { name: `Revoke the badge of ${longest}` }).click();
  await teacher.getByText('11 of 12 students have a badge.').waitFor();
  const finder = await scan(address!);
  await finder.getByRole('heading', { name: 'This link or badge does not work' }).waitFor();
  expect(await isIn.isVisible()).toBe(true);
  await student.goto('about:blank');
  await student.goBack();
  expect(student.url()).toBe(attend_url);
});
