import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* The first minute of a lesson: from Start to the first student at the door, in a real window. */

const { product, browser, email, password } = await openJourney();

let teacher: Page;
let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  teacher = await browser.newPage({ baseURL: product.url, viewport: { width: 1366, height: 768 } });
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
});

const wayIn = () => teacher.getByRole('region', { name: 'Look now' }).getByRole('region', { name: 'Join this lesson' });
const dialog = () => teacher.getByRole('dialog', { name: 'Join this lesson' });
const isCode = /^[2-9A-HJKMNP-Z]{6}$/;
const Knocked = v.object({ token: v.string() });
const Door = v.object({ students: v.array(v.object({ id: v.union([v.number(), v.string()]), name: v.string() })) });

/** A student's page comes to the door. */
async function knock(code: string, name: string): Promise<string> {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const door = await post('/attend/door/', { code });
  const Cookie = door.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { students } = v.parse(Door, await door.json());
  const student_id = students.find((student) => student.name === name)?.id;
  return v.parse(Knocked, await (await post('/attend/knock/', { code, student_id }, { Cookie })).json()).token;
}

test('Start leads to the code, which stands in the page without a press, and fills the screen with one', async () => {
  await teacher.getByRole('button', { name: 'Start Detection' }).click();
  const code = (await wayIn().getByText(isCode).textContent()) ?? '';
  await wayIn()
    .getByText(`${new URL(product.url).host}/attend`)
    .waitFor();
  expect(await dialog().count()).toBe(0);
  await wayIn().getByRole('button', { name: 'Fill the screen' }).click();
  const qr = dialog().getByRole('img', { name: /^QR code of / });
  await qr.waitFor();
  const box = await qr.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(0.4 * 768);
  expect(box?.width).toBe(box?.height);
  const fits = await qr.evaluate((drawing) => {
    const { top, bottom, left, right } = drawing.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });
  expect(fits).toBe(true);
  const heightOf = (text: string) =>
    dialog()
      .getByText(text, { exact: true })
      .evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize));
  expect(await heightOf(code)).toBeGreaterThanOrEqual(96);
  expect(await heightOf(`${new URL(product.url).host}/attend`)).toBeGreaterThanOrEqual(48);
});

test('on the filled screen somebody who waits is a number; the teacher’s list, the bar and the tab say more', async () => {
  const code = (await dialog().getByText(isCode).textContent()) ?? '';
  await knock(code, 'Aiko Larkspur');
  await dialog().getByText('1 waiting').waitFor();
  expect(await dialog().textContent()).not.toMatch(/Aiko|@/);
  await expect.poll(() => teacher.title()).toBe('(1) Algebra 9b · Vigil');
  await dialog().getByRole('button', { name: 'Show who is waiting' }).click();
  await dialog().getByText('Aiko Larkspur').waitFor();
  await dialog().getByRole('button', { name: 'Admit Aiko Larkspur' }).click();
  await dialog().getByText('Nobody is waiting.').waitFor();
  await teacher.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => teacher.title()).toBe('Algebra 9b · Vigil');
});

test('two quick presses on Invite on a phone leave the sheet open', async () => {
  await teacher.setViewportSize({ width: 360, height: 740 });
  await teacher.getByRole('button', { name: 'Invite', exact: true }).dblclick();
  const code = dialog().getByText(isCode);
  await code.waitFor();
  await teacher.waitForTimeout(300);
  expect(await code.isVisible()).toBe(true);
  await teacher.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('on a phone, who waits stands first where the count leads to, and no control of the bar covers another', async () => {
  const code = (await wayIn().getByText(isCode).textContent()) ?? '';
  await knock(code, 'Hana Willowick');
  await teacher.getByRole('button', { name: '1 waiting' }).waitFor();
  const covered = await teacher.getByRole('region', { name: 'Detection', exact: true }).evaluate((bar) => {
    const boxes = [...bar.querySelectorAll('a, button')]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }));
    return boxes.flatMap(({ text, box }, place) =>
      boxes
        .slice(place + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
        )
        .map((other) => `${text} ${other.text}`),
    );
  });
  expect(covered).toEqual([]);
  await teacher.getByRole('button', { name: '1 waiting' }).click();
  const admit = dialog().getByRole('button', { name: 'Admit Hana Willowick' });
  await admit.waitFor();
  await teacher.waitForTimeout(300);
  const bottom = await admit.evaluate((one) => one.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(740);
  await admit.click();
  await dialog().getByText('Nobody is waiting.').waitFor();
});
