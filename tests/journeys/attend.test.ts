import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testLong } from '../../server/test/support/long';
import { cameraArgs, launchWithCamera, writeFilm } from '../support/fakeCamera';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';
import { launchWithWindows, missing } from '../support/windows';

/* Students attend in real browsers, with cameras that show films. */

const { product, email, password } = await openJourney();
/** One whose student leaves the view, and one whose student gets company. */
let browsers: [absent: Browser, crowded: Browser];
let folder: string;
let sectionId: number;
let call: (path: string, body?: unknown) => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-camera-'));
  browsers = await Promise.all([
    launchWithCamera(join(folder, 'absent.y4m'), [
      ['one', 10],
      ['empty', 12],
      ['one', 60],
    ]),
    launchWithCamera(join(folder, 'crowded.y4m'), [
      ['one', 10],
      ['several', 10],
      ['one', 60],
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
  await Promise.all(browsers?.map((browser) => browser.close()) ?? []);
  await rm(folder, { recursive: true, force: true });
});

const attendance = v.object({ attendees: v.array(v.object({ id: v.number(), state: v.string() })) });
const attendees = async () => v.parse(attendance, await call(`/attendance/sections/${sectionId}/`)).attendees;
const states = async () => (await attendees()).map(({ state }) => state);

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

/** Waits for a text, and returns how many seconds later the next one came. */
async function secondsBetween(first: () => Promise<void>, next: () => Promise<void>): Promise<number> {
  await first();
  const begin = performance.now();
  await next();
  return (performance.now() - begin) / 1000;
}

test('two students are watched on their own devices: one leaves the view, one gets company', async () => {
  const teacher = await browsers[0].newPage({ baseURL: product.url });
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
  await teacher.getByRole('switch', { name: 'Ask students for a picture with each report' }).click();
  await teacher.getByText('Your choice about pictures in', { exact: false }).waitFor();
  await teacher.getByRole('button', { name: 'Invite', exact: true }).click();
  const code = await teacher
    .getByRole('dialog')
    .getByText(/^[2-9A-HJKMNP-Z]{6}$/)
    .textContent();
  await teacher.getByRole('img', { name: /^QR code/ }).waitFor();
  const said: string[] = [];
  const requests: URL[] = [];
  const knock = async (browser: Browser, name: RegExp) => {
    const context = await browser.newContext({ baseURL: product.url, permissions: ['camera'] });
    context.on('request', (request) => requests.push(new URL(request.url())));
    const page = await context.newPage();
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`/attend#${code}`);
    await page.getByRole('button', { name }).click();
    await page.getByRole('heading', { name: 'Waiting for your teacher' }).waitFor();
    return page;
  };
  const agree = async (page: Page, pictures: 'Yes' | null) => {
    await page.getByRole('heading', { name: 'May this page watch with your camera?' }).waitFor();
    if (pictures !== null) await page.getByRole('radio', { name: pictures, checked: false }).check();
    await page.getByRole('button', { name: 'I agree, use the camera' }).click();
    await page.getByText('One person.').waitFor();
  };
  const [aiko, hana] = await Promise.all([knock(browsers[0], /Aiko/), knock(browsers[1], /Hana/)]);
  const door = teacher.getByRole('list', { name: 'At the door' });
  await door.getByText('Aiko Larkspur').waitFor();
  await door.getByText('Hana Willowick').waitFor();
  await teacher.getByRole('button', { name: 'Admit all (2)' }).click();
  const isDetector = ({ pathname }: URL) => /watcher|blazeface|wasm/.test(pathname);
  expect(requests.filter(isDetector)).toEqual([]);
  await teacher.keyboard.press('Escape');

  /** The teacher's page shows what there is to look at. */
  const shows = (student: string, what: string) =>
    teacher
      .getByRole('list', { name: 'Look now' })
      .getByRole('listitem')
      .filter({ hasText: student })
      .filter({ hasText: what })
      .waitFor();
  const absence = secondsBetween(
    () => aiko.getByText('Nobody. This is reported after 8 seconds.').waitFor(),
    () => shows('Aiko Larkspur', 'No Face Detected'),
  );
  const company = secondsBetween(
    () => hana.getByText('Several people. This is reported after 5 seconds.').waitFor(),
    () => shows('Hana Willowick', 'Multiple Faces'),
  );
  await Promise.all([agree(aiko, 'Yes'), agree(hana, null)]);
  await expect.poll(states).toEqual(['watching', 'watching']);
  await teacher.getByText('watching 2 of 2').filter({ visible: true }).waitFor();
  expect(requests.filter(isDetector)).toHaveLength(8);
  expect(await teacher.getByRole('button', { name: /^Hana Willowick;.*not watched/ }).count()).toBe(0);

  // Each within 5 s of its threshold.
  expect(await company).toSatisfy((seconds: number) => seconds > 4 && seconds < 5 + 5);
  expect(await absence).toSatisfy((seconds: number) => seconds > 7 && seconds < 8 + 5);
  await aiko.getByText(/No face found for 1[123] s$/).waitFor();
  await vi.waitFor(
    async () => {
      const logs = JSON.stringify(await call(`/detection/logs/?section=${sectionId}`));
      expect(logs).toMatch(/No face found for 1[123] s/);
      expect(logs).toContain('multiple_faces');
    },
    { timeout: 20_000, interval: 500 },
  );

  await aiko.reload();
  await aiko.getByRole('heading', { name: 'You are in the lesson' }).waitFor();
  await aiko.getByRole('button', { name: 'Stop sending pictures' }).waitFor();
  await aiko.getByText(/No face found for 1[123] s$/).waitFor();

  // A duplicate of the tab has its storage.
  const opened = aiko.waitForEvent('popup');
  await aiko.evaluate(() => void window.open('/attend'));
  const copy = await opened;
  await copy.getByRole('heading', { name: 'The lesson is open in another tab' }).waitFor();
  await copy.getByRole('button', { name: 'Use this tab' }).click();
  await copy.getByRole('heading', { name: 'You are in the lesson' }).waitFor();
  await copy.getByText(/No face found for 1[123] s$/).waitFor();
  await aiko.getByRole('heading', { name: 'The lesson is open in another tab' }).waitFor();
  await copy.close();
  await aiko.getByRole('heading', { name: 'You are in the lesson' }).waitFor();

  await aiko.getByLabel(/^Reason/).fill('back at 10:20');
  await aiko.getByRole('button', { name: 'Pause' }).click();
  await aiko.getByText('The camera is off. Your teacher sees “back at 10:20”.').waitFor();
  await expect.poll(states).toContain('paused');
  await teacher.getByRole('button', { name: /^Aiko Larkspur;/ }).click();
  await teacher.getByText(/^not watched: paused \(.?back at 10:20/).waitFor();
  await teacher.keyboard.press('Escape');

  await hana.close();
  const next = await browsers[1].contexts()[0]!.newPage();
  await next.goto('/attend');
  await next.getByRole('heading', { name: 'Join a lesson' }).waitFor();
  await expect.poll(() => next.evaluate(countReports)).toBe(0);

  await call('/detection/sessions/stop/', { section_id: sectionId });
  await aiko.getByRole('heading', { name: 'The lesson is over' }).waitFor();
  await aiko.getByText('Noor Haddad has not reviewed it yet.').first().waitFor();
  const log = aiko.getByRole('listitem').filter({ hasText: /No face found for 1[123] s/ });
  expect(await widthOf(log.getByRole('img'))).toBe(320);
  await log.getByRole('textbox').fill('I looked for my pen');
  await log.getByRole('button', { name: 'Send answer' }).click();
  await log.getByText('You answered: I looked for my pen').waitFor();
  await aiko.reload();
  await aiko.getByText('You answered: I looked for my pen').waitFor();
  await teacher.getByRole('button', { name: /^Aiko Larkspur;/ }).click();
  await teacher.getByText('Aiko Larkspur answered: I looked for my pen').first().waitFor();
  const panel = teacher.getByRole('dialog').or(teacher.getByRole('complementary'));
  expect(await widthOf(panel.locator('img').first())).toBe(320);
  expect(requests.filter(({ origin, protocol }) => protocol.startsWith('http') && origin !== product.url)).toEqual([]);
  // A page that has moved on before its socket is open closes it, which the browser notes.
  expect(said.filter((text) => !text.endsWith('closed before the connection is established.'))).toEqual([]);
});

/** Runs in the page: counts the reports that the browser keeps. */
const countReports = () =>
  new Promise<number>((resolve, reject) => {
    const request = indexedDB.open('attendance');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const counted = request.result.transaction('reports').objectStore('reports').count();
      counted.onsuccess = () => {
        request.result.close();
        resolve(counted.result);
      };
    };
  });

test('a student joins by the link that was mailed to them, once', async () => {
  await call('/detection/sessions/start/', { section_id: sectionId, is_active: true });
  const teacher = await browsers[0].newPage({ baseURL: product.url });
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
  await teacher.getByRole('button', { name: 'Invite', exact: true }).click();
  // Back closes it, and leads nowhere.
  const door = teacher.getByRole('heading', { name: 'At the door' });
  await door.waitFor();
  await teacher.goBack();
  await door.waitFor({ state: 'hidden' });
  expect(new URL(teacher.url()).pathname).toBe(`/sections/${sectionId}`);
  await teacher.getByRole('button', { name: 'Invite', exact: true }).click();
  const invitation = teacher.getByRole('dialog');
  expect(await invitation.getByText('Hana Willowick').filter({ visible: true }).count()).toBe(0);
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
  const context = await browsers[0].newContext({ baseURL: product.url, permissions: ['camera'] });
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

  const again = await (await browsers[0].newContext({ baseURL: product.url })).newPage();
  await again.goto(`/attend${link}`);
  await again.getByText(/^This link has been used\./).waitFor();
  await again.getByRole('button', { name: 'Type a code' }).click();
  await again.getByRole('heading', { name: 'Join a lesson' }).waitFor();

  await links.getByRole('button', { name: 'Revoke the link of Aiko Larkspur' }).click();
  await links.getByText('Revoked').waitFor();
  await again.goto(`/attend${new URL(await linkTo(/aiko/)).hash}`);
  await again.getByText('Your teacher has withdrawn this link.').waitFor();
  await call('/detection/sessions/stop/', { section_id: sectionId });
});

testLong(
  'another window takes the focus, and the student is reported to have left the page for as long as it had it',
  async ({ skip }) => {
    skip(missing !== undefined, missing);
    const film = join(folder, 'one.y4m');
    await writeFilm(film, [['one', 4]]);
    const chromium = await launchWithWindows(cameraArgs(film));
    try {
      await call('/detection/sessions/start/', { section_id: sectionId, is_active: true });
      const { code } = v.parse(
        v.object({ code: v.string() }),
        await call('/attendance/invite/', { section_id: sectionId }),
      );
      const page = await chromium.open(`${product.url}/attend#${code}`);
      const text = () => page.locator('body').textContent();
      const press = (name: string) => page.getByRole('button', { name }).click();
      await press('Aiko');
      await expect.poll(text).toContain('Waiting for your teacher');
      const ids = (await attendees()).flatMap(({ id, state }) => (state === 'knocking' ? [id] : []));
      await call('/attendance/admit/', { section_id: sectionId, ids });
      await press('I agree, use the camera');
      await expect.poll(text).toContain('One person.');
      expect(await page.evaluate(() => document.hasFocus())).toBe(true);

      const opening = performance.now();
      await chromium.open('about:blank');
      const opened = performance.now();
      await expect.poll(text).toContain('You left this page. This was reported.');
      await pause(3000);
      const returning = performance.now();
      await page.bringToFront();
      await expect.poll(text).toMatch(/Left the page for \d+ s/);
      const returned = performance.now();
      const [, seconds] = /Left the page for (\d+) s/.exec((await text()) ?? '') ?? [];
      expect(Number(seconds)).toBeGreaterThan((returning - opened) / 1000 - 1);
      expect(Number(seconds)).toBeLessThan((returned - opening) / 1000 + 1);
      await vi.waitFor(async () =>
        expect(JSON.stringify(await call(`/detection/logs/?section=${sectionId}`))).toContain(
          `Left the page for ${seconds} s`,
        ),
      );
    } finally {
      await chromium.close();
    }
  },
);
