import { beforeAll, expect, test } from 'vitest';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A live connection that is dead without having been closed. */

const { product, browser, email, password } = await openJourney();

let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
});
test('a silently dead live connection is replaced after 30 s, and live updates continue', async () => {
  const page = await browser.newPage({ baseURL: product.url });
  const heard: string[] = [];
  let connections = 0;
  let dead = 0;
  // Like a failing middlebox: of the dead ones no byte and no close arrives.
  await page.routeWebSocket(/\/ws\/detection\//, (client) => {
    connections += 1;
    const number = connections;
    const isDead = () => number <= dead;
    const server = client.connectToServer();
    client.onMessage((message) => {
      if (!isDead()) server.send(message);
    });
    client.onClose(() => {
      if (!isDead()) void server.close();
    });
    server.onMessage((message) => {
      if (isDead()) return;
      heard.push(String(message));
      client.send(message);
    });
  });
  await page.clock.install();
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}`);
  await page.getByText('Detection Inactive').waitFor();
  const beats = () => heard.filter((payload) => payload.includes('heartbeat')).length;
  await expect.poll(beats).toBeGreaterThan(0);

  const before = connections;
  dead = before;
  await page.clock.runFor(15_000);
  expect(connections).toBe(before);
  const heardBefore = beats();
  await page.clock.runFor(16_000);
  await expect.poll(() => connections, { timeout: 10_000 }).toBe(before + 1);
  await expect.poll(beats).toBe(heardBefore + 1);

  await page.getByRole('button', { name: 'Start Detection' }).click();
  await expect.poll(() => heard.some((payload) => payload.includes('detection_start'))).toBe(true);
});
