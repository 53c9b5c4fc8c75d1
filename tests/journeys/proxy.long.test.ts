import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, WebSocketRoute } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchWithCamera } from '../support/fakeCamera';
import { type Product, startProduct } from '../support/product';
import { enrolTeacher, signIn } from '../support/teacher';

/* While the product is replaced, the proxy before it answers: with pages, and with statuses that would be verdicts. */

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
    startProduct({ SIMULATE: '0', ACCESS_TOKEN_SECONDS: '20' }),
    launchWithCamera(join(folder, 'restless.y4m'), [
      ['one', 8],
      ['empty', 12],
    ]),
  ]);
  ({ sectionId } = await enrolTeacher(product, email, password));
  call = async (path, body) => {
    const ask = (token: string, to: string, sent?: unknown) =>
      fetch(product.url + to, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      });
    const signedIn: unknown = await (await ask('', '/account/login/teacher/', { email, password })).json();
    const response = await ask(v.parse(v.object({ access: v.string() }), signedIn).access, path, body);
    expect(response.status, path).toBeLessThan(300);
    return response.json();
  };
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What the proxy answers instead of the product, on which paths, and how often it has done so. */
const proxy = { own: { status: 200, body: '', headers: {} }, isMeant: (_path: string) => false, answered: 0 };
const live = new Set<WebSocketRoute>();

/** Answers for the product from now on, and ends its live connections. */
async function answer(
  status: number,
  body: string,
  headers: Record<string, string>,
  isMeant = (_path: string) => true,
) {
  Object.assign(proxy, { own: { status, body, headers: { 'Content-Type': 'text/html', ...headers } }, isMeant });
  if (!isMeant('/ws/')) return;
  for (const socket of live) await socket.close();
  live.clear();
}

/** Opens a page behind the proxy. */
async function openPage(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: product.url, ...options });
  await context.route('**', (route) => {
    if (!proxy.isMeant(new URL(route.request().url()).pathname)) return route.continue();
    proxy.answered += 1;
    return route.fulfill(proxy.own);
  });
  await context.routeWebSocket(/\/ws\//, async (socket) => {
    if (proxy.isMeant('/ws/')) await socket.close();
    else {
      live.add(socket);
      socket.connectToServer();
    }
  });
  return context.newPage();
}

const attendance = v.object({ attendees: v.array(v.object({ id: v.number(), state: v.string() })) });
const attendees = async () => v.parse(attendance, await call(`/attendance/sections/${sectionId}/`)).attendees;
const states = async () => (await attendees()).map(({ state }) => state).sort();
const absences = async () =>
  JSON.stringify(await call(`/detection/logs/?section=${sectionId}`)).match(/No face found for \d+ s/g) ?? [];

test('a class stays in its lesson, and its teacher signed in, while a proxy answers 404, 401 and 403 for 36 s', async () => {
  await call('/detection/sessions/start/', { section_id: sectionId, is_active: true });
  const { code } = v.parse(
    v.object({ code: v.string() }),
    await call('/attendance/invite/', { section_id: sectionId }),
  );
  const teacher = await openPage();
  await teacher.goto('/login');
  await signIn(teacher, email, password);
  await teacher.goto(`/sections/${sectionId}`);
  await teacher.getByText('Detection Active').waitFor();

  const join = async (name: RegExp) => {
    const page = await openPage({ permissions: ['camera'] });
    await page.goto(`/attend#${code}`);
    await page.getByRole('button', { name }).click();
    await page.getByRole('heading', { name: 'Waiting for your teacher' }).waitFor();
    return page;
  };
  const [aiko, hana] = await Promise.all([join(/Aiko/), join(/Hana/)]);
  const ids = (await attendees()).map(({ id }) => id);
  await call('/attendance/admit/', { section_id: sectionId, ids });
  await hana.getByRole('button', { name: 'Attend without the camera' }).click();
  await aiko.getByRole('button', { name: 'I agree, use the camera' }).click();
  await aiko.getByText('One person.').waitFor();
  await expect.poll(states).toEqual(['unwatched', 'watching']);

  const before = (await absences()).length;
  const shown = () => aiko.getByText(/No face found for \d+ s$/).count();
  for (const status of [404, 401, 403]) {
    await answer(status, '<!doctype html><title>Deploying</title>', { 'Retry-After': '3' });
    await pause(12_000);
    expect(await aiko.getByRole('heading', { level: 1 }).textContent()).toBe('You are in the lesson');
    expect(await hana.getByRole('heading', { level: 1 }).textContent()).toBe('You attend without the camera');
    expect(new URL(teacher.url()).pathname).toBe(`/sections/${sectionId}`);
  }
  expect(await absences()).toHaveLength(before);
  const kept = await shown();
  expect(kept).toBeGreaterThan(before);

  // Then its product is there again, but not yet for the refresh that the teacher needs by now.
  const { answered } = proxy;
  await answer(401, 'Unauthorized', { 'Content-Type': 'text/plain' }, (path) => path.startsWith('/account/refresh/'));
  await expect.poll(() => proxy.answered).toBeGreaterThan(answered);
  await expect.poll(states).toEqual(['unwatched', 'watching']);
  proxy.isMeant = () => false;

  await expect.poll(async () => (await absences()).length).toBeGreaterThanOrEqual(kept);
  await teacher.getByRole('button', { name: 'Reconnect' }).click();
  await teacher.getByRole('button', { name: 'Reconnect' }).waitFor({ state: 'hidden' });
  await teacher.getByRole('button', { name: 'Stop Detection' }).click();
  await Promise.all([aiko, hana].map((page) => page.getByRole('heading', { name: 'The lesson is over' }).waitFor()));
  expect(await teacher.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'accessToken',
    'refreshToken',
    'user',
  ]);
});
