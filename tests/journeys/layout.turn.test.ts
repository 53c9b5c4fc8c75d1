import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { casesOf, testLong } from '../../server/test/support/long';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';

/*
 * Nothing moves unexpectedly. Adds up Chromium's layout shifts, including those after a press, which its own score
 * ignores.
 */

const allowed = 0.02;
const { product, browser, email, password } = await openJourney();
const students = ['aiko.larkspur@students.example', 'hana.willowick@students.example'];
const screenshot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgaGj4DwADhAIAUWDWTQAAAABJRU5ErkJggg==';
const narrow = { name: 'narrow', viewport: { width: 360, height: 740 } };
const windows = [{ name: 'wide', viewport: { width: 1280, height: 1400 } }, narrow];

let sectionId: number;
/** Address of a lesson report. */
let lesson: string;
/** Browser state of the sign-in, created once. */
let storageState: Required<BrowserContextOptions>['storageState'];

declare global {
  interface Window {
    /** Layout shifts and the elements that moved. */
    shifts: { value: number; moved: string[] }[];
  }
}

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  const page = await openPage('/login', { width: 1280, height: 800 });
  await openSignedIn(page, `/sections/${sectionId}`);
  storageState = await page.context().storageState();
  lesson = await runLesson(page);
  await page.close();
});

async function report(section_id: number, events: object[]) {
  await product.report(events.map((event) => ({ section_id, ...event })));
}

async function newPage(options: BrowserContextOptions) {
  const page = await browser.newPage({ baseURL: product.url, reducedMotion: 'reduce', ...options });
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '?');
        window.shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Opens a page, signed out or as the teacher. */
async function openPage(
  path: string,
  viewport: Required<BrowserContextOptions>['viewport'],
  keeping: BrowserContextOptions = {},
) {
  const page = await newPage({ viewport, ...keeping });
  await open(page, path);
  return page;
}

/** Waits two frames: changes are drawn and shifts reported. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function startWatching(page: Page) {
  await page.waitForLoadState('networkidle');
  await drawn(page);
  await page.evaluate(() => void window.shifts.splice(0));
}

async function expectStill(page: Page) {
  await drawn(page);
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(allowed);
}

async function openSignedIn(page: Page, path: string, as = email) {
  await signIn(page, as, password);
  await open(page, path);
}

/** Starts and stops a lesson on the section's page. @returns the address of its report */
async function runLesson(page: Page, meanwhile = async () => {}): Promise<string> {
  await page.getByRole('button', { name: 'Start Detection' }).click();
  await page.getByText('Detection Active').waitFor();
  await meanwhile();
  await page.getByRole('button', { name: 'Stop Detection' }).click();
  await page.getByText('Detection Inactive').waitFor();
  // A phone's bar has no room for it while the lesson can be resumed.
  return (await page.getByRole('link', { name: 'Lesson report', includeHidden: true }).getAttribute('href')) ?? '';
}

/** Distance from a notice to the first field's label. */
const pixelsBelow = (notice: Locator) =>
  notice.evaluate((element) => {
    const label = element.closest('form')?.querySelector('label');
    return label && Math.round(label.getBoundingClientRect().top - element.getBoundingClientRect().bottom);
  });

const addressOf = (path: string) => (path === 'its lesson' ? lesson : path.replace(':id', String(sectionId)));

describe.each(casesOf(windows, (one) => one === narrow))('in a $name window', ({ viewport }) => {
  test('a minute of a lesson moves nothing, from its first detections on', async () => {
    const page = await openPage('/login', viewport);
    await page.clock.install();
    // The page's clock runs ahead of the server's, which would affect ages.
    const untold = ['date', 'content-encoding', 'content-length'];
    await page.route(/\/(account|section|detection|attendance)\//, async (route) => {
      const response = await route.fetch();
      const headers = Object.entries(response.headers()).filter(([name]) => !untold.includes(name));
      await route.fulfill({ response, headers: Object.fromEntries(headers) });
    });
    const ofLesson = `noor.${viewport.width}@school.example`;
    const { sectionId: lesson } = await enrolTeacher(product, ofLesson, password);
    await openSignedIn(page, `/sections/${lesson}`, ofLesson);
    await page.getByRole('button', { name: 'Start Detection' }).click();
    await page.getByText('Detection Active').waitFor();
    await page.getByText('No detection logs available.').waitFor();
    // The page's clock outruns the network: an overtaken call would count as unanswered.
    const passTenSeconds = async () => {
      const polled = page.waitForResponse((response) => response.url().includes('/detection/sessions/status/'));
      await page.clock.runFor(10_000);
      await (await polled).finished();
    };
    await passTenSeconds();
    await startWatching(page);
    const types = ['no_face', 'multiple_faces', 'suspicious_application', 'left_the_room'];
    for (let step = 0; step < 6; step += 1) {
      await report(
        lesson,
        students.map((student_email) => ({
          student_email,
          activity_type: types[step % types.length],
          details: 'Seen '.repeat(1 + step * 3),
          timestamp: new Date().toISOString(),
        })),
      );
      await passTenSeconds();
      if (step === 4) await page.getByRole('button', { name: 'Refresh Logs' }).click();
      await page.waitForLoadState('networkidle');
      await drawn(page);
    }
    await expect.poll(() => page.getByRole('row').count()).toBe(6);
    const lookNow = page.getByRole('list', { name: 'Look now' }).getByRole('listitem');
    await expect.poll(() => lookNow.count()).toBe(students.length);
    await expectStill(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });
});

// The narrow one, in which every sentence takes several lines.
describe('in a narrow window', () => {
  const { viewport } = narrow;
  // Opened once: a new window costs more than what it shows.
  let signedOut: Page;
  let signedIn: Page;
  beforeAll(async () => {
    [signedOut, signedIn] = await Promise.all([newPage({ viewport }), newPage({ viewport, storageState })]);
  });
  afterEach(async () => {
    for (const page of [signedOut, signedIn]) await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  afterAll(async () => {
    for (const page of [signedOut, signedIn]) await page.close();
  });
  interface Erring {
    path: string;
    isProtected?: boolean;
    opener?: RegExp;
    button: string;
    /** Number of invalid fields when all are empty. */
    count: number;
    /** Its call, refused with a two-line sentence. */
    call: string;
    fields: Record<string, string>;
  }
  const both = { new_password: 'slate-42', confirm_password: 'slate-42' };
  const forms: Erring[] = [
    { path: '/login', button: 'Sign in', count: 2, call: '/account/login/teacher/', fields: { email, password } },
    {
      path: '/register',
      button: 'Create account',
      count: 5,
      call: '/account/register/teacher/',
      fields: { first_name: 'Noor', last_name: 'Haddad', email, password, password2: password },
    },
    {
      path: `/verify-otp?email=${email}`,
      button: 'Verify',
      count: 1,
      call: '/account/verify-otp/',
      fields: { code: '123456' },
    },
    {
      path: '/forgot-password',
      button: 'Send instructions',
      count: 1,
      call: '/account/forgot-password/',
      fields: { email },
    },
    {
      path: '/reset-password/T1',
      button: 'Reset password',
      count: 2,
      call: '/account/reset-password/',
      fields: both,
    },
    {
      path: '/change-password',
      isProtected: true,
      button: 'Change password',
      count: 3,
      call: '/account/change-password/',
      fields: { old_password: password, ...both },
    },
    {
      path: '/dashboard',
      isProtected: true,
      opener: /^Create New Section/,
      button: 'Create section',
      count: 2,
      call: '/section/create/',
      fields: { name: '4b', subject: 'History' },
    },
    {
      path: '/sections/:id',
      isProtected: true,
      opener: /^Delete Section/,
      button: 'Delete section',
      count: 1,
      call: '/delete/',
      fields: { password },
    },
    {
      path: 'its lesson',
      isProtected: true,
      opener: /^Delete lesson/,
      button: 'Delete for good',
      count: 0,
      call: '/detection/sessions/*/',
      fields: {},
    },
  ];

  const shown = ['/login', '/dashboard'];
  test.each(casesOf(forms, ({ path }) => shown.includes(path)))(
    'the errors of the form on $path move nothing',
    async (form) => {
      const page = form.isProtected ? signedIn : signedOut;
      await open(page, addressOf(form.path));
      if (form.opener) await page.getByRole('button', { name: form.opener }).click();
      const submit = page.getByRole('button', { name: form.button, exact: true });
      await submit.waitFor();
      await page.route(`**${form.call}`, (route) =>
        route.fulfill({ status: 500, json: { message: 'The classroom is closed until the caretaker comes back.' } }),
      );
      await startWatching(page);
      await submit.click();
      await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(form.count);
      await expectStill(page);
      for (const [name, value] of Object.entries(form.fields)) await page.locator(`[name=${name}]`).fill(value);
      await submit.click();
      const notice = page.getByRole('alert').filter({ hasText: /\w/ });
      await notice.waitFor();
      await expectStill(page);
      if (form.count > 0) expect(await pixelsBelow(notice)).toBe(16);
    },
  );

  testLong('a failed sign-in with Google moves nothing', async () => {
    await open(signedOut, '/login');
    await startWatching(signedOut);
    await signedOut.getByRole('button', { name: 'Or continue with Google' }).click();
    await signedOut.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await expectStill(signedOut);
  });

  testLong('a review that could not be saved moves nothing', async () => {
    const ofReview = 'noor.reviews@school.example';
    const { sectionId: reviewed } = await enrolTeacher(product, ofReview, password);
    const page = await openPage('/login', viewport);
    await openSignedIn(page, `/sections/${reviewed}`, ofReview);
    await runLesson(page, async () => {
      await report(reviewed, [{ student_email: students[0], activity_type: 'no_face', screenshot }]);
    });
    await page.goto(`/sections/${reviewed}/detection-logs`);
    await page.getByRole('button', { name: 'Show the screenshot of Aiko Larkspur' }).click();
    await page.getByLabel('Note').fill('The lamp');
    await page.route('**/detection/logs/review/', (route) => route.fulfill({ status: 500 }));
    await startWatching(page);
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Your review could not be saved. Please try again.').waitFor();
    await expectStill(page);
    await page.close();
  });

  const answers = [
    ['/dashboard', '/section/list/', 'Loading sections...', 'Algebra 9b'],
    ['/sections/:id', '/section/list/', 'Loading section...', 'Delete this section'],
    ['/sections/:id', '/detection/logs/', 'Loading detection logs...', 'No detection logs available.'],
    ['/sections/:id/detection-logs', '/detection/logs/', 'Loading detection logs...', 'No detection logs available.'],
    ['/sections/:id/add-students', '/section/list/', 'Loading section...', 'aiko.larkspur@students.example'],
    ['/sections/:id', '/detection/sessions/?', 'Detection Inactive', 'Lesson report'],
    ['/sections/:id', '/detection/sessions/status/', 'Checking status…', 'Detection Inactive'],
    ['its lesson', '/detection/sessions/?', 'Loading lesson report...', 'Delete this lesson'],
    ['its lesson', '/detection/logs/', 'Loading lesson report...', 'Delete this lesson'],
  ] as const;
  test.each(casesOf(answers, ([path]) => path === '/sections/:id'))(
    '%s reserves the space for the answer to %s',
    async (path, call, loading, brought) => {
      const page = signedIn;
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      // The live channel also reports whether detection is active.
      await page.routeWebSocket(/\/ws\//, () => new Promise(() => {}));
      await page.route(
        ({ pathname, search }) => (pathname + search).startsWith(call),
        async (route) => {
          await held;
          await route.continue();
        },
      );
      await page.goto(addressOf(path));
      await page.getByText(loading).waitFor();
      await drawn(page);
      await page.evaluate(() => void window.shifts.splice(0));
      release();
      await page.getByText(brought).first().waitFor({ state: 'attached' });
      await expectStill(page);
    },
  );
});

// A phone; then windows with a sidebar, too, that leaves little room.
testLong.each([320, 768, 900, 1280])(
  'a reload moves nothing in a window %i pixels wide, however much comes',
  async (width) => {
    const page = await newPage({ viewport: { width, height: 800 }, storageState });
    const students = Array.from({ length: 30 }, (_, place) => ({
      id: place + 1,
      email: `student.${place}@students.example`,
      first_name: 'Student',
      last_name: `No. ${place}`,
    }));
    const sections = Array.from({ length: 12 }, (_, place) => ({
      id: sectionId + place,
      name: `Class ${place}`,
      subject: 'Mathematics',
      students,
    }));
    const logs = students.map(({ id, email }) => ({
      id,
      section: sectionId,
      student_email: email,
      activity_type: 'no_face',
      timestamp: '2026-11-20T09:00:00Z',
    }));
    // Each answer is released once its placeholder is drawn; the status last, whether a call or the live channel brings it.
    const holdAnswers = async () => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.routeWebSocket(/\/ws\//, () => new Promise(() => {}));
      await page.route('**/detection/sessions/status/**', async (route) => {
        await released;
        await route.continue();
      });
      let isFirst = true;
      await page.route('**/section/list/', async (route) => {
        // Opening the live channel refetches it; the list stays.
        if (isFirst) await page.getByText('Loading section').waitFor();
        isFirst = false;
        await drawn(page);
        await route.fulfill({ json: sections });
      });
      await page.route('**/detection/logs/?*', async (route) => {
        await page.getByText('Loading section').waitFor({ state: 'detached' });
        await drawn(page);
        await route.fulfill({ json: { results: logs } });
      });
      return release;
    };
    const ofSection = `/sections/${sectionId}`;
    for (const [path, brought] of [
      ['/dashboard', 'Class 11'],
      [`${ofSection}/add-students`, 'student.29@students.example'],
      [ofSection, 'Delete this section'],
      [`${ofSection}/detection-logs`, 'Next'],
    ] as const) {
      const releaseStatus = await holdAnswers();
      await page.goto(path);
      await page.getByText(brought).first().waitFor();
      releaseStatus();
      if (path !== '/dashboard') await page.getByText('Detection Inactive').waitFor();
      await page.waitForLoadState('networkidle');
      await expectStill(page);
      // Later requests do not matter to this page.
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.close();
  },
);

testLong('every kind of button shows a press within 100 ms', async () => {
  const page = await openPage(`/sections/${sectionId}`, { width: 1280, height: 800 }, { storageState });
  for (const control of [
    page.getByRole('button', { name: 'Start Detection' }),
    page.getByRole('button', { name: 'Refresh Logs' }),
    page.getByRole('button', { name: 'Delete Section' }),
    page.getByRole('button', { name: 'Sidebar' }),
    page.getByRole('link', { name: 'Manage Students' }),
    page.getByRole('button', { name: 'Tiles' }),
  ]) {
    const ground = () => control.evaluate((element) => getComputedStyle(element).boxShadow);
    const before = await ground();
    // Moves away before releasing the button, so that nothing is triggered.
    await control.hover();
    await page.mouse.down();
    const takes = await control.evaluate((element) =>
      element
        .getAnimations()
        .filter((one) => one instanceof CSSTransition && one.transitionProperty === 'box-shadow')
        .map((one) => Number(one.effect?.getTiming().duration)),
    );
    await expect.poll(ground, { message: String(control) }).not.toBe(before);
    await page.mouse.move(1, 799);
    await page.mouse.up();
    expect(Math.max(0, ...takes), String(control)).toBeLessThanOrEqual(100);
  }
  await page.close();
});

testLong('with forced colours, selected and disabled controls look different from the rest', async () => {
  const page = await openPage(
    `/sections/${sectionId}`,
    { width: 1280, height: 800 },
    { storageState, forcedColors: 'active' },
  );
  const look = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((one) => {
      const { backgroundColor, color, borderTopColor } = getComputedStyle(one);
      return { backgroundColor, color, borderTopColor };
    });
  await page.getByRole('button', { name: 'Tiles' }).click();
  const [tiles, list] = [await look('Tiles'), await look('List')];
  expect(tiles.backgroundColor).not.toBe(list.backgroundColor);
  expect(tiles.color).not.toBe(list.color);
  await page.goto(`/sections/${sectionId}/add-students`);
  const off = await look('Add Selected Students');
  const on = await look('Paste a list');
  expect(off.color).not.toBe(on.color);
  expect(off.borderTopColor).not.toBe(on.borderTopColor);
  const link = (name: string) =>
    page.getByRole('link', { name }).evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await link('Manage Students')).not.toBe(await link('Overview'));
  await page.close();
});

test.each(casesOf(windows, (one) => one === narrow))(
  'in a $name window the spinner of a busy button is beside its label',
  async ({ viewport }) => {
    const page = await openPage(`/sections/${sectionId}/add-students`, viewport, { storageState });
    // The logs may still be loading.
    const busy = page.locator('button[aria-busy=true]').filter({ hasNotText: 'Refresh Logs' });
    /** Gap in pixels between the spinner and the label of the one busy button. */
    const gap = () =>
      busy.evaluate((button) => {
        const words = document.createRange();
        words.selectNodeContents(button.lastChild ?? button);
        const ring = button.querySelector('.animate-spin');
        return words.getBoundingClientRect().left - (ring?.getBoundingClientRect().right ?? Infinity);
      });
    // Never answered.
    await page.route('**/remove-students/', () => {});
    await page.getByRole('button', { name: 'Remove Aiko Larkspur' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await gap()).toBeGreaterThanOrEqual(0);

    await page.goto(`/sections/${sectionId}`);
    const start = page.getByRole('button', { name: 'Start Detection' });
    await start.waitFor();
    await page.route('**/account/current-user/', () => {});
    await start.click();
    expect(await gap()).toBeGreaterThanOrEqual(0);
    await page.close();
  },
);
