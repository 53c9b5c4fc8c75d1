import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { openSchool } from './openSchool';
import { type Group, percentile, row } from './run';
import { places } from './school';
import { measureSignIns } from './signIns';

const settleMilliseconds = 10_000;
const watchMilliseconds = 60_000;

const Invitation = v.object({ code: v.string() });
const Attendance = v.object({ attendees: v.array(v.object({ id: v.number() })) });
const Processes = v.object({ processInfo: v.array(v.object({ type: v.string(), cpuTime: v.number() })) });

/** Measures the students' page while it watches Chromium's own fake camera: the detector, and the browser's processor time. */
export const measureAgent: Group = async (run) => {
  const { url, teacher, context } = await openSchool(run, [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
  ]);
  const sectionId = teacher.sectionIds[places.lesson];
  const { signedIn } = await measureSignIns(url, [teacher]);
  const call = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${signedIn[0]?.token}` };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}.`);
    return answer.json();
  };
  await call('/detection/sessions/start/', { section_id: sectionId, is_active: true });
  const invite = async () => v.parse(Invitation, await call('/attendance/invite/', { section_id: sectionId }));

  const page = await context.newPage();
  await page.addInitScript(noteFrames);
  await page.goto(`${url}/attend#${(await invite()).code}`);
  await page
    .getByRole('button', { name: /^Kim Sample/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Waiting for your teacher' }).waitFor();
  const answer = await fetch(`${url}/attendance/sections/${sectionId}/`, {
    headers: { Authorization: `Bearer ${signedIn[0]?.token}` },
  });
  const ids = v.parse(Attendance, await answer.json()).attendees.map(({ id }) => id);
  await call('/attendance/admit/', { section_id: sectionId, ids });

  const devtools = await context.browser()?.newBrowserCDPSession();
  const processes = async () => {
    const { processInfo } = v.parse(Processes, await devtools?.send('SystemInfo.getProcessInfo'));
    const seconds = (type?: string) =>
      processInfo
        .filter((one) => type === undefined || one.type === type)
        .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    return { all: seconds(), page: seconds('renderer'), at: performance.now() };
  };
  /** Returns the shares of a core that all processes of the browser take, and those of its pages alone. */
  const shares = async () => {
    await pause(settleMilliseconds);
    const before = await processes();
    await pause(watchMilliseconds);
    const after = await processes();
    const shareOf = (part: 'all' | 'page') => ((after[part] - before[part]) / (after.at - before.at)) * 100_000;
    return { all: shareOf('all'), page: shareOf('page') };
  };
  await page.getByRole('button', { name: 'Attend without the camera' }).click();
  const without = await shares();
  await page.getByRole('button', { name: 'Use the camera after all' }).click();
  await page.getByRole('button', { name: 'I agree, use the camera' }).click();
  await page.getByRole('heading', { name: 'You are in the lesson' }).waitFor();
  const watching = await shares();
  const frames = await framesOf(page);
  const what = `a picture in the worker, of ${frames.length}`;
  return [
    row(`${what}, p50`, percentile(frames, 0.5), 'ms'),
    row(`${what}, p95`, percentile(frames, 0.95), 'ms'),
    row('the browser while it watches, of a core', watching.all, '%', { atMost: 12 }),
    row('of it the page with its worker', watching.page, '%'),
    row('the browser without the camera, of a core', without.all, '%'),
  ];
};

/** Runs before the page's scripts. Records how long the worker takes for each picture. */
const noteFrames = `
  window.framesLooked = [];
  const Original = Worker;
  window.Worker = class extends Original {
    #sent;
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'seen') framesLooked.push(performance.now() - this.#sent);
      });
    }
    postMessage(message, ...rest) {
      if (message.type === 'frame') this.#sent = performance.now();
      super.postMessage(message, ...rest);
    }
  };`;

const framesOf = async (page: Page): Promise<number[]> =>
  v.parse(v.array(v.number()), await page.evaluate('window.framesLooked'));
