import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* A lesson with a real mouse that rests where it pressed. Each test continues the previous one. */

const { product, browser, email, password } = await openJourney();
const students = ['aiko.larkspur', 'hana.willowick', 'kai.driftwoodson'].map((name) => `${name}@students.example`);

let page: Page;
let sectionId: number;

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password, students));
  page = await browser.newPage({ baseURL: product.url, viewport: { width: 1280, height: 900 } });
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}`);
  await page.getByRole('button', { name: 'Start Detection' }).click();
  await page.getByText('Detection Active').waitFor();
});

const report = (student: string, activity: string) =>
  product.report([
    {
      section_id: sectionId,
      student_email: `${student}@students.example`,
      activity_type: activity,
      details: 'Reported by the test.',
    },
  ]);

const lookNow = () => page.getByRole('region', { name: 'Look now' });
const toLookAt = () => lookNow().getByRole('listitem').allTextContents();

/** Presses it with the mouse once it is enabled, and leaves the pointer there. */
async function pressWithMouse(target: Locator) {
  if ((await target.getAttribute('aria-disabled')) === null) await target.click({ trial: true });
  const box = await target.boundingBox();
  if (box === null) throw new Error('It is not shown');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Longer than rows stand still after a movement. */
const stillMilliseconds = 6_000;

test('the next detection shows after Seen on the only row, and takes its place once the mouse leaves', async () => {
  await report('aiko.larkspur', 'no_face');
  await expect.poll(toLookAt, { timeout: 10_000 }).toHaveLength(1);
  await pressWithMouse(page.getByRole('button', { name: /^Seen: Aiko/ }));
  await report('hana.willowick', 'no_face');
  await expect
    .poll(toLookAt, { timeout: 10_000 })
    .toEqual([/^Aiko/, /^Hana/].map((name) => expect.stringMatching(name)));
  await page.mouse.move(2, 2);
  await expect.poll(toLookAt, { timeout: 10_000 }).toEqual([expect.stringMatching(/^Hana/)]);
});

test('no row moves under a mouse that rests, and all do once it leaves', async () => {
  await report('aiko.larkspur', 'multiple_faces');
  await expect.poll(toLookAt, { timeout: 10_000 }).toHaveLength(2);
  const [first = ''] = await toLookAt();
  await pressWithMouse(
    lookNow()
      .getByRole('button', { name: /^Seen: / })
      .first(),
  );
  const marked = lookNow().getByRole('button', { name: /^Marked as seen: / });
  await expect.poll(() => marked.count()).toBe(1);
  await page.getByText('1 to look at').waitFor();
  // A second press in the same place has nothing to mark.
  await page.waitForTimeout(500);
  await pressWithMouse(marked);
  await report('kai.driftwoodson', 'suspicious_application');
  await expect.poll(toLookAt, { timeout: 10_000 }).toHaveLength(3);
  await page.waitForTimeout(stillMilliseconds);
  const rows = await toLookAt();
  expect(rows[0]?.slice(0, 4)).toBe(first.slice(0, 4));
  expect(rows[2]).toMatch(/^Kai/);
  await page.mouse.move(2, 2);
  await expect.poll(toLookAt, { timeout: 10_000 }).toHaveLength(2);
  expect((await toLookAt())[0]).toMatch(/^Kai/);
});

test('a press right after another student has come under the pointer marks nobody as seen', async () => {
  const firstSeen = lookNow()
    .getByRole('button', { name: /^Seen: / })
    .first();
  const marked: string[] = [];
  page.on('request', (request) => void (/logs\/review\//.test(request.url()) && marked.push(request.url())));
  // So that a busy machine presses in time, too, the half second for which a new row ignores presses lasts five.
  const animations = await page.context().newCDPSession(page);
  await animations.send('Animation.enable');
  await animations.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
  const before = await firstSeen.getAttribute('aria-label');
  const { x = 0, y = 0 } = (await firstSeen.boundingBox()) ?? {};
  await report('aiko.larkspur', 'suspicious_application');
  await page.waitForFunction(
    (label) => document.querySelector('[aria-label^="Seen: "]')?.getAttribute('aria-label') !== label,
    before,
  );
  await page.mouse.click(x + 10, y + 10);
  await animations.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await page.waitForTimeout(700);
  expect(marked).toHaveLength(0);
  await page.mouse.click(x + 10, y + 10);
  await expect.poll(() => marked.length).toBe(1);
});

test('a second click right after Stop starts no lesson, and the page says what has ended', async () => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, call] = /detection\/sessions\/(start|stop)\/$/.exec(request.url()) ?? [];
    if (call !== undefined && request.method() === 'POST') sent.push(call);
  });
  await pressWithMouse(page.getByRole('button', { name: 'Stop Detection' }));
  await pressWithMouse(page.getByRole('button', { name: 'Stopped' }));
  await page.getByText(/^stopped at .* \(\d+:\d\d\)/).waitFor();
  await page.getByRole('button', { name: 'Start Detection' }).waitFor();
  expect(sent).toEqual(['stop']);
  await page.getByText('Detection Inactive').waitFor();

  await pressWithMouse(page.getByRole('button', { name: 'Start Detection' }));
  await pressWithMouse(page.getByRole('button', { name: 'Started' }));
  await page.getByRole('button', { name: 'Stop Detection' }).waitFor();
  expect(sent).toEqual(['stop', 'start']);
});
