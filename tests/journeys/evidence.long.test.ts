import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Break, type Evidence, makeBreakable, setBroken } from '../support/breakableCamera';
import { launchWithCamera } from '../support/fakeCamera';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/* "Watching" is claimed only while pictures are looked at: in a real browser whose camera, detector or page breaks. */

const { product, email, password } = await openJourney();
const names = ['Aiko Larkspur', 'Chidi Moonbrook', 'Finn Copperleaf', 'Hana Willowick', 'Yara Sandpiper'];

let browser: Browser;
let folder: string;
let sectionId: number;
let access = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-evidence-'));
  browser = await launchWithCamera(join(folder, 'one.y4m'), [['one', 20]]);
  const students = names.map((name) => `${name.toLowerCase().replace(' ', '.')}@students.example`);
  ({ sectionId } = await enrolTeacher(product, email, password, students));
  const signedIn = await call('/account/login/teacher/', { email, password });
  access = v.parse(v.object({ access: v.string() }), signedIn).access;
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(product.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `Bearer ${access}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBeLessThan(300);
  return response.json();
}

const milliseconds = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
);
const periodsShape = v.array(v.object({ state: v.string(), started_at: milliseconds, ended_at: milliseconds }));
type Periods = v.InferOutput<typeof periodsShape>;
const coverageShape = v.object({ students: v.array(v.object({ name: v.string(), periods: periodsShape })) });
const lessonsShape = v.object({ results: v.array(v.object({ id: v.number() })) });
const receiptShape = v.object({
  periods: periodsShape,
  logs: v.array(v.object({ activity_type: v.string(), started_at: milliseconds })),
});
type Receipt = v.InferOutput<typeof receiptShape>;

interface Student {
  name: string;
  page: Page;
  evidence: Evidence;
  receipt: Promise<Receipt>;
}

/** Opens a page that has knocked as a student. */
async function knock(code: string, name: string): Promise<Student> {
  const context = await browser.newContext({ baseURL: product.url, permissions: ['camera'] });
  const evidence = await makeBreakable(context);
  const page = await context.newPage();
  const receipt = new Promise<v.InferOutput<typeof receiptShape>>((resolve, reject) => {
    const read = async (route: Route) => {
      const response = await route.fetch();
      if (response.ok()) resolve(v.parse(receiptShape, await response.json()));
      await route.fulfill({ response });
    };
    page.route('**/attend/receipt/', (route) => read(route).catch(reject)).catch(reject);
  });
  // The test ends without it if something fails before.
  receipt.catch(() => {});
  await page.goto(`/attend#${code}`);
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.getByRole('heading', { name: 'Waiting for your teacher' }).waitFor();
  return { name, page, evidence, receipt };
}

/** A detector that shares two processors with all the others may need long to load. */
const isWatched = ({ page }: Student) => page.getByText('One person.').waitFor({ timeout: 120_000 });

/** How long a picture proves something, in milliseconds. One that was not looked at within this time proves nothing. */
const pictureLifetime = 5000;
/** How long a face is in view before watching begins, in milliseconds. */
const readyAfter = 2000;
/** How exactly a busy machine keeps such times, in milliseconds. */
const tolerance = 500;

/**
 * Returns the milliseconds that pictures prove after the student had been in view for long enough.
 * @param ends when pages were closed or the lesson ended: a last picture is good until then
 * @param isReloaded each later page goes on with what the first one knew
 * @param error how much longer the times may be than they are: negative for the least that is proven
 */
function truthOf(looks: Evidence['looks'], ends: readonly number[], isReloaded: boolean, error: number): number {
  const lifetime = pictureLifetime + error;
  const runs: { start: number; from: number; readyAt: number | null; to: number; answeredAt: number }[] = [];
  for (const { at, answeredAt, start } of looks) {
    if (answeredAt - at >= lifetime) continue;
    const run = runs.at(-1);
    // A busy device takes pictures in time that it looks at late, or the other way round.
    const gap = run && Math[error < 0 ? 'max' : 'min'](at - run.to, answeredAt - run.answeredAt);
    if (run?.start === start && gap !== undefined && gap < lifetime) {
      Object.assign(run, { to: at, answeredAt });
      run.readyAt ??= at - run.from >= readyAfter - error ? at : null;
    } else {
      const isKnown = runs.some((one) => one.readyAt !== null && (isReloaded || one.start === start));
      runs.push({ start, from: at, readyAt: isKnown ? at : null, to: at, answeredAt });
    }
  }
  return runs.reduce((sum, { readyAt, to }) => {
    const end = ends.find((one) => one >= to && one - to < lifetime) ?? to;
    return sum + (readyAt === null ? 0 : end - readyAt);
  }, 0);
}

const watchedIn = (periods: Periods) =>
  periods.reduce((sum, { state, started_at, ended_at }) => sum + (state === 'watching' ? ended_at - started_at : 0), 0);

// Detectors at once: a busy machine takes minutes.
test('what is claimed of students is what pictures were looked at for', { timeout: 400_000 }, async () => {
  await call('/detection/sessions/start/', { section_id: sectionId, is_active: true });
  const { code } = v.parse(
    v.object({ code: v.string() }),
    await call('/attendance/invite/', { section_id: sectionId }),
  );
  const [teacher, ...students] = await Promise.all([openSection(), ...names.map((name) => knock(code, name))]);
  const { attendees } = v.parse(
    v.object({ attendees: v.array(v.object({ id: v.number() })) }),
    await call(`/attendance/sections/${sectionId}/`),
  );
  await call('/attendance/admit/', { section_id: sectionId, ids: attendees.map(({ id }) => id) });
  // In a room each device has its own processor. Here they share one, so they start one after the other.
  for (const student of students) {
    await student.page.getByRole('button', { name: 'I agree, use the camera' }).click();
    await isWatched(student);
  }
  const seat = ({ name }: Student) => teacher.getByRole('button', { name: new RegExp(`^${name};`) });
  const seatSays = (student: Student, what: string) =>
    expect.poll(() => seat(student).getAttribute('aria-label'), { interval: 50 }).toContain(what);
  const isSeatWatched = (student: Student) =>
    expect.poll(() => seat(student).getAttribute('aria-label')).not.toContain('not watched');
  await pause(4000);

  /**
   * Breaks a page and waits for what it and the teacher's seat say.
   * @returns when the last new picture was looked at
   */
  const breakIt = async (student: Student, what: Break, sentence: RegExp) => {
    await isSeatWatched(student);
    await setBroken(student.page, what);
    const saidAt = student.page
      .getByText(sentence)
      .waitFor()
      .then(() => Date.now());
    await seatSays(student, 'not watched: no picture');
    const said = await saidAt;
    // When each is said is told by the charts' own tests: on a busy machine everything is late here.
    return student.evidence.looks.findLast(({ at, isNew }) => isNew && at <= said)!.at;
  };
  /** The camera and the detector are started again without a press. */
  const isRestarted = ({ evidence }: Student) => expect.poll(() => evidence.starts).toBeGreaterThan(1);
  const mend = async (student: Student) => {
    await setBroken(student.page, null);
    await isWatched(student);
    await isSeatWatched(student);
  };

  const freeze = async (frozen: Student) => {
    const noPictures = /^The camera is on but sends no new pictures/;
    const last = await breakIt(frozen, 'frozen', noPictures);
    await frozen.page.getByRole('heading', { name: 'The camera has stopped' }).waitFor({ timeout: 60_000 });
    await frozen.page.getByText(noPictures).waitFor();
    await seatSays(frozen, 'not watched: present without a camera');
    return last;
  };
  const silence = async (student: Student, what: 'silentWorker' | 'noBitmap') => {
    const last = await breakIt(student, what, /^This device is too busy to look at the pictures/);
    await isRestarted(student);
    await mend(student);
    return last;
  };
  const repeat = async (repeating: Student) => {
    const samePicture = /^The camera sends the same picture again/;
    const last = await breakIt(repeating, 'repeating', samePicture);
    await isRestarted(repeating);
    await repeating.page.getByText(samePicture).waitFor();
    await mend(repeating);
    // The same picture again proves nothing, and the first new one only ends that.
    const { looks } = repeating.evidence;
    repeating.evidence.looks = looks.filter(({ isNew }, index) => isNew && looks[index - 1]?.isNew !== false);
    return last;
  };
  const reloads: number[] = [];
  /** Nobody is in view, and the page is reloaded every 6 s: before it has watched for 8 s. */
  const leave = async (absent: Student) => {
    const reload = async () => {
      reloads.push(Date.now());
      await absent.page.reload();
    };
    await setBroken(absent.page, 'left');
    const leftAt = Date.now();
    const isReported = teacher
      .getByRole('list', { name: 'Look now' })
      .getByRole('listitem')
      .filter({ hasText: absent.name })
      .filter({ hasText: 'No Face Detected' });
    while ((await isReported.count()) === 0 && Date.now() - leftAt < 40_000) {
      const next = Date.now() + 6000;
      await Promise.race([pause(6000), isReported.waitFor().catch(() => {})]);
      if (Date.now() >= next) await reload();
    }
    expect([await isReported.count(), reloads.length > 0]).toEqual([1, true]);
    await reload();
    await absent.page.getByText('Nobody. This was reported.').waitFor();
    return leftAt;
  };
  const troubles = [
    freeze,
    (student: Student) => silence(student, 'silentWorker'),
    (student: Student) => silence(student, 'noBitmap'),
    repeat,
    leave,
  ];
  const lasts = await Promise.all(students.map((student, index) => troubles[index]!(student)));

  const end = Date.now();
  await call('/detection/sessions/stop/', { section_id: sectionId });
  // They would learn it from their next heartbeat, in up to 20 s.
  await Promise.all(students.map(({ page }) => page.reload()));
  const lessons = v.parse(lessonsShape, await call(`/detection/sessions/?section=${sectionId}`));
  const coveragePath = `/attendance/sections/${sectionId}/lessons/${lessons.results[0]!.id}/coverage/`;
  const coverage = v.parse(coverageShape, await call(coveragePath));
  for (const [index, student] of students.entries()) {
    const { name, evidence } = student;
    const isAbsent = troubles[index] === leave;
    const { periods, logs } = await student.receipt;
    expect(coverage.students.find((one) => one.name === name)?.periods, name).toEqual(periods);
    const watched = watchedIn(periods);
    const looks = evidence.looks.filter(({ at }) => at <= end);
    const ends = isAbsent ? [...reloads, end] : [end];
    const [least, most] = [-tolerance, tolerance].map((error) => truthOf(looks, ends, isAbsent, error)) as [
      number,
      number,
    ];
    // Times are as exact as half a heartbeat's way to the server and back, which a busy machine makes long.
    expect(watched, name).toBeGreaterThan(least - 3000);
    expect(watched, name).toBeLessThan(most + 2500);
    const last = lasts[index]!;
    if (isAbsent) {
      expect(logs.map(({ activity_type }) => activity_type)).toEqual(['no_face']);
      expect(Math.abs(logs[0]!.started_at - last)).toBeLessThan(2000);
    } else {
      expect(logs, name).toEqual([]);
      const gap = periods.find(({ state }) => state === 'no_picture')!;
      expect(Math.abs(gap.started_at - last), name).toBeLessThan(2000);
      expect(
        periods.findLast(({ state, ended_at }) => state === 'watching' && ended_at <= gap.started_at)?.ended_at,
      ).toBe(gap.started_at);
    }
  }
});

/** Opens the section as its teacher. */
async function openSection(): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await page.goto('/login');
  await signIn(page, email, password);
  await page.goto(`/sections/${sectionId}`);
  return page;
}
