import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser';
import { type Product, startProduct } from '../support/product';
import { type SwallowingProxy, startSwallowingProxy } from '../support/swallowingProxy';
import { enrolTeacher, signIn } from '../support/teacher';

/* A live connection that is dead without having been closed. */

const email = 'noor.haddad@school.example';
const password = 'chalk & slate 42';

let product: Product;
let proxy: SwallowingProxy;
let browser: Browser;
let page: Page;
let sectionId: number;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ SIMULATE: '0' }), launchBrowser()]);
  proxy = await startSwallowingProxy(product.url);
  ({ sectionId } = await enrolTeacher(product, email, password));
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await product?.stop();
});

test('a silently dead live connection is replaced after 30 s, and live updates continue', async () => {
  page = await browser.newPage({ baseURL: proxy.url });
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await page.clock.install();
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}`);
  await page.getByText('Detection Inactive').waitFor();
  const beats = () => heard.filter((payload) => payload.includes('heartbeat')).length;
  await expect.poll(beats).toBeGreaterThan(0);

  const connections = proxy.connections();
  proxy.swallow();
  await page.clock.runFor(15_000);
  expect(proxy.connections()).toBe(connections);
  const heardBefore = beats();
  await page.clock.runFor(16_000);
  await expect.poll(() => proxy.connections(), { timeout: 10_000 }).toBe(connections + 1);
  await expect.poll(beats).toBe(heardBefore + 1);

  await page.getByRole('button', { name: 'Start Detection' }).click();
  await expect.poll(() => heard.some((payload) => payload.includes('detection_start'))).toBe(true);
});
