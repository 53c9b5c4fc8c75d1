import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchWithCamera } from '../support/fakeCamera';
import { type Product, startProduct } from '../support/product';
import { enrolTeacher, signIn } from '../support/teacher';

/* A student attends in a real browser, with a camera that shows a film. */

const email = 'noor.haddad@school.example';
const password = 'chalk & slate 42';

let product: Product;
let browser: Browser;
let folder: string;
let sectionId: number;
let call: (path: string, body?: unknown) => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-camera-'));
  [product, browser] = await Promise.all([
    startProduct({ SIMULATE: '0' }),
    launchWithCamera(join(folder, 'camera.y4m'), [
      ['one', 8],
      ['empty', 13],
      ['one', 4],
      ['several', 10],
    ]),
  ]);
  ({ sectionId } = await enrolTeacher(product, email, password));
  let access = '';
  call = async (path, body) => {
    const response = await fetch(product.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status, path).toBeLessThan(300);
    return response.json();
  };
  const signedIn = await call('/account/login/teacher/', { email, password });
  access = v.parse(v.object({ access: v.string() }), signedIn).access;
  await call('/detection/sessions/start/', { section_id: sectionId, is_active: true });
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const attendance = v.object({ attendees: v.array(v.object({ state: v.string() })) });
const states = async () =>
  v.parse(attendance, await call(`/attendance/sections/${sectionId}/`)).attendees.map(({ state }) => state);

/** Width of the picture that an image shows, once it has loaded. */
const widthOf = (image: Locator) =>
  image.evaluate(async (shown: HTMLImageElement) => {
    await shown.decode();
    return shown.naturalWidth;
  });

test('the camera is for the students’ page alone, which has a policy of its own', async () => {
  const headersOf = async (path: string) => (await fetch(product.url + path)).headers;
  const [attend, login] = await Promise.all([headersOf('/attend'), headersOf('/login')]);
  expect(attend.get('permissions-policy')).toBe('camera=(self)');
  expect(login.get('permissions-policy')).toBe('camera=()');
  expect(attend.get('content-security-policy')?.split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ]);
  expect((await headersOf('/attend/assets/none.js')).get('content-type')).toContain('json');
});

test('a student joins by the code, agrees, is watched on their own device, goes on after a reload, and answers at the end', async () => {
  const teacher = await browser.newPage({ baseURL: product.url });
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
  await teacher.getByRole('switch', { name: 'Ask students for a picture with each report' }).click();
  await teacher.getByText('Your choice about pictures in', { exact: false }).waitFor();
  await teacher.getByRole('button', { name: 'Invite', exact: true }).click();
  const code = await teacher.getByText(/^[2-9A-HJKMNP-Z]{6}$/).textContent();
  await teacher.getByRole('img', { name: /^QR code/ }).waitFor();
  const context = await browser.newContext({ baseURL: product.url, permissions: ['camera'] });
  const page = await context.newPage();
  const said: string[] = [];
  const requests: URL[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  context.on('request', (request) => requests.push(new URL(request.url())));

  await page.goto(`/attend#${code}`);
  await page.getByRole('button', { name: /Aiko/ }).click();
  await page.getByRole('heading', { name: 'Waiting for your teacher' }).waitFor();
  await teacher.getByRole('list', { name: 'At the door' }).getByText('Aiko Larkspur').waitFor();
  await teacher.getByRole('button', { name: 'Admit all (1)' }).click();
  await page.getByRole('heading', { name: 'May this page watch with your camera?' }).waitFor();
  const isDetector = ({ pathname }: URL) => /watcher|blazeface|wasm/.test(pathname);
  expect(requests.filter(isDetector)).toEqual([]);

  await page.getByRole('radio', { name: 'Yes, send pictures', checked: false }).check();
  await page.getByRole('button', { name: 'I agree, use the camera' }).click();
  await page.getByText('One person.').waitFor();
  await expect.poll(states).toEqual(['watching']);
  await teacher.keyboard.press('Escape');
  await teacher.getByText('watching 1 of 2').waitFor();
  await teacher.getByRole('button', { name: /^Hana Willowick; not watched/ }).waitFor();
  expect(requests.filter(isDetector)).toHaveLength(4);

  await page.getByText('Nobody. This was reported.').waitFor();
  await page.getByText('Several people. This was reported.').waitFor();
  await page.getByText(/Nobody in view for 1[234] s$/).waitFor();
  await vi.waitFor(
    async () => {
      const logs = JSON.stringify(await call(`/detection/logs/?section=${sectionId}`));
      expect(logs).toMatch(/Nobody in view for 1[234] s/);
      expect(logs).toContain('multiple_faces');
    },
    { timeout: 20_000, interval: 500 },
  );

  await page.reload();
  await page.getByRole('heading', { name: 'You are in the lesson' }).waitFor();
  await page.getByRole('button', { name: 'Stop sending pictures' }).waitFor();
  await page.getByText(/Nobody in view for 1[234] s$/).waitFor();
  await page.getByLabel(/^Reason/).fill('back at 10:20');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The camera is off. Your teacher sees “back at 10:20”.').waitFor();
  await expect.poll(states).toEqual(['paused']);

  await call('/detection/sessions/stop/', { section_id: sectionId });
  await page.getByRole('heading', { name: 'The lesson is over' }).waitFor();
  await page.getByText('Noor Haddad has not marked it as seen.').first().waitFor();
  const absence = page.getByRole('listitem').filter({ hasText: /Nobody in view for 1[234] s/ });
  expect(await widthOf(absence.getByRole('img'))).toBe(320);
  await absence.getByRole('textbox').fill('I looked for my pen');
  await absence.getByRole('button', { name: 'Send answer' }).click();
  await absence.getByText('You answered: I looked for my pen').waitFor();
  await page.reload();
  await page.getByText('You answered: I looked for my pen').waitFor();
  await teacher.getByRole('button', { name: /^Aiko Larkspur;/ }).click();
  await teacher.getByText('Aiko Larkspur answered: I looked for my pen').waitFor();
  const panel = teacher.getByRole('dialog').or(teacher.getByRole('complementary'));
  expect(await widthOf(panel.locator('img').first())).toBe(320);
  expect(requests.filter(({ origin, protocol }) => protocol.startsWith('http') && origin !== product.url)).toEqual([]);
  expect(said).toEqual([]);
});

test('a student joins by the link that was mailed to them, once', async () => {
  await call('/detection/sessions/start/', { section_id: sectionId, is_active: true });
  const teacher = await browser.newPage({ baseURL: product.url });
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
  await teacher.getByRole('button', { name: 'Invite', exact: true }).click();
  expect(await teacher.getByText('Hana Willowick').filter({ visible: true }).count()).toBe(0);
  await teacher.getByRole('button', { name: 'Links by mail' }).click();
  await teacher.getByRole('button', { name: 'Send links by mail (2)' }).click();
  const links = teacher.getByRole('list', { name: 'Links by mail' });
  const row = links.getByRole('listitem').filter({ hasText: 'Hana Willowick' });
  await row.getByText(/^Sent /).waitFor();

  const mails = v.array(v.object({ to: v.string(), link: v.optional(v.string()) }));
  const linkTo = async (name: RegExp) =>
    v
      .parse(mails, await call('/dev/mail.json'))
      .find(({ to, link }) => name.test(to) && link?.includes('/attend#link='))?.link ?? '';
  const link = new URL(await linkTo(/hana/)).hash;
  const context = await browser.newContext({ baseURL: product.url, permissions: ['camera'] });
  const page = await context.newPage();
  // Also in a page that is open already.
  await page.goto('/attend');
  await page.getByRole('heading', { name: 'Join a lesson' }).waitFor();
  await page.goto(`/attend${link}`);
  await page.getByRole('heading', { name: 'You are Hana Willowick' }).waitFor();
  expect(page.url()).toBe(`${product.url}/attend`);
  await page.goBack();
  expect(page.url()).not.toContain('link=');
  await page.goto(`/attend${link}`);
  await page.getByRole('button', { name: 'Join the lesson' }).click();
  await page.getByRole('heading', { name: 'May this page watch with your camera?' }).waitFor();
  await row.getByText('Opened').waitFor();

  const again = await (await browser.newContext({ baseURL: product.url })).newPage();
  await again.goto(`/attend${link}`);
  await again.getByText(/^This link has been used\./).waitFor();
  await again.getByRole('button', { name: 'Type a code' }).click();
  await again.getByRole('heading', { name: 'Join a lesson' }).waitFor();

  await links.getByRole('button', { name: 'Revoke the link of Aiko Larkspur' }).click();
  await links.getByText('Revoked').waitFor();
  await again.goto(`/attend${new URL(await linkTo(/aiko/)).hash}`);
  await again.getByText('Your teacher has withdrawn this link.').waitFor();
});
