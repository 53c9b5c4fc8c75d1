import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../server/test/support/long';
import { started } from '../support/browser';
import { openJourney } from '../support/journey';
import { enrolTeacher, signIn } from '../support/teacher';
import { noteViolations } from '../support/violations';

/* Prerendered pages: what is visible and usable while the scripts are still loading. */

const { product, browser, email, password } = await openJourney();

let sectionId: number;
let lessonId: number;
/** Browser state of the sign-in, created once. */
let storageState: Required<BrowserContextOptions>['storageState'];

beforeAll(async () => {
  ({ sectionId } = await enrolTeacher(product, email, password));
  lessonId = await holdLesson();
  const page = await browser.newPage({ baseURL: product.url });
  await page.goto('/login');
  await signIn(page, email, password);
  storageState = await page.context().storageState();
  await page.context().close();
});

/** Starts and stops detection. @returns the id of the section's first lesson */
async function holdLesson(): Promise<number> {
  const call = async (path: string, body?: object, token = ''): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(product.url + path, { headers, ...sent });
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const { access } = (await call('/account/login/teacher/', { email, password })) as { access: string };
  await call('/detection/sessions/start/', { section_id: sectionId, is_active: true }, access);
  await call('/detection/sessions/stop/', { section_id: sectionId }, access);
  const lessons = await call(`/detection/sessions/?section=${sectionId}`, undefined, access);
  return (lessons as { results: { id: number }[] }).results[0]!.id;
}

/** Holds all scripts until released. */
async function holdScripts(context: BrowserContext) {
  let letScriptsCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await context.route('**/assets/*.js', async (route) => {
    await mayCome;
    await route.fallback();
  });
  return letScriptsCome;
}

/** Prepares a page with held scripts, and records console messages and policy violations. */
async function newHeld(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const troubles = await noteViolations(context);
  context.on('weberror', (error) => void troubles.push(String(error.error())));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(message.text());
  });
  const letScriptsCome = await holdScripts(context);
  return { context, page: await context.newPage(), troubles, letScriptsCome };
}

async function openHeld(path: string, options?: BrowserContextOptions) {
  const held = await newHeld(options);
  await held.page.goto(path, { waitUntil: 'commit' });
  return held;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);

test.each([
  ['/', '/login'],
  ['/Login/', '/login'],
  ['/verify-email', '/verify-otp'],
])('%s is the document of %s', async (path, same) => {
  const [one, other] = await Promise.all([path, same].map(async (name) => (await fetch(product.url + name)).text()));
  expect(one).toBe(other);
});

const documents = [
  ['/login', 'Sign in'],
  ['/register', 'Create your account'],
  ['/verify-otp?email=ada%40school.example', 'Verify your email'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password/a-token', 'Choose a new password'],
  ['/how-detection-works', 'How detection works'],
] as const;
const shown = ['/login', '/how-detection-works'];

describe.each(casesOf(documents, ([path]) => shown.includes(path)))('%s', (path, title) => {
  test('is painted before any script arrives, and hydrated unchanged', async () => {
    const { context, page, troubles, letScriptsCome } = await openHeld(path);
    await heading(page).waitFor();
    expect(await heading(page).textContent()).toBe(title);
    expect(await page.title()).toBe(`${title} · Vigil`);
    // Part of it may be painted before the rest arrives.
    await page.waitForFunction(() => document.readyState !== 'loading');
    const paints = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
    expect(paints).toBeTruthy();
    // Proves that styles are applied: an unstyled brand has no background.
    const ground = () =>
      page
        .locator('header')
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await ground()).toBe('rgb(10, 53, 67)');
    const buttons = page.locator('#root button');
    expect(await buttons.count()).toBeGreaterThan(0);
    for (const one of await buttons.all()) expect(await one.isDisabled()).toBe(true);
    await page.evaluate(() => {
      Reflect.set(window, 'elements', [...document.querySelectorAll('#root *')]);
      const seen = { shift: 0 };
      Reflect.set(window, 'seen', seen);
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += value;
      }).observe({ type: 'layout-shift' });
    });

    letScriptsCome();
    await expect.poll(() => page.locator('#root button:disabled').count()).toBe(0);
    const taken = await page.evaluate(() => {
      const now = [...document.querySelectorAll('#root *')];
      const before: Element[] = Reflect.get(window, 'elements');
      return {
        isSame: now.length === before.length && now.every((one, index) => one === before[index]),
        seen: Reflect.get(window, 'seen'),
      };
    });
    expect(taken).toEqual({ isSame: true, seen: { shift: 0 } });
    expect(troubles).toEqual([]);
    await context.close();
  });
});

test('the email in the query of /verify-otp is shown once the page is hydrated, and sent', async () => {
  const { context, page, troubles, letScriptsCome } = await openHeld(
    `/verify-otp?email=${encodeURIComponent('$&<b>@school.example')}`,
  );
  await page.getByText('Enter the code we sent to you.').waitFor();
  letScriptsCome();
  await page.getByText('Enter the code we sent to $&<b>@school.example.').waitFor();
  const sent = page.waitForRequest('**/account/verify-otp/');
  await field(page, 'code').fill('123456');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({ email: '$&<b>@school.example', code: '123456' });
  expect(troubles.filter((trouble) => !trouble.includes('400'))).toEqual([]);
  await context.close();
});

test.each([
  ['/verify-otp', 'email'],
  ['/verify-email?email=ada%40school.example', 'code'],
])('%s asks for the %s', async (path, name) => {
  const { context, page, troubles, letScriptsCome } = await openHeld(path);
  letScriptsCome();
  await field(page, name).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

describe('before the scripts have loaded', () => {
  test('what is typed stays, and so does the focus', async () => {
    const { context, page, letScriptsCome } = await openHeld('/register');
    await field(page, 'first_name').fill('Ada');
    await field(page, 'password').fill('chalk');
    letScriptsCome();
    await started(page);
    expect(await field(page, 'first_name').inputValue()).toBe('Ada');
    expect(await field(page, 'password').inputValue()).toBe('chalk');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    await context.close();
  });

  test('what is typed is what is sent, once there is a button to press', async () => {
    const { context, page, troubles, letScriptsCome } = await openHeld('/login');
    await field(page, 'email').fill(email);
    await field(page, 'password').fill(password);
    await page.keyboard.press('Enter');
    expect(await button(page, 'Sign in').isDisabled()).toBe(true);
    letScriptsCome();
    await button(page, 'Sign in').click();
    await page.waitForURL('/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a code may be pasted with a sentence around it', async () => {
    const { context, page, letScriptsCome } = await openHeld(`/verify-otp?email=${encodeURIComponent(email)}`);
    await field(page, 'code').fill('Your code is 012 345.');
    letScriptsCome();
    await expect.poll(() => field(page, 'code').inputValue()).toBe('012345');
    await context.close();
  });

  test('a link can be followed', async () => {
    const { context, page } = await openHeld('/login');
    await page.getByRole('link', { name: 'Register here' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await context.close();
  });
});

test('the sign-in page makes four requests', async () => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    // The favicon delays nobody.
    if (request.resourceType() !== 'other') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/login');
  await started(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // By now an idle browser would have started its fetches.
  await page.waitForTimeout(300);
  expect(asked).toHaveLength(4);
  await context.close();
});

test('a signed-in teacher never sees the form', async () => {
  for (const path of ['/login', '/']) {
    const { context, page, troubles, letScriptsCome } = await openHeld(path, { storageState });
    await page.waitForFunction(() => document.readyState !== 'loading');
    expect(await page.locator('form').count()).toBe(0);
    letScriptsCome();
    await page.waitForURL('/dashboard');
    expect(troubles).toEqual([]);
    await context.close();
  }
});

describe('a protected page', () => {
  // One without a section, one with, and one that opens a lesson's.
  const pages: [string, string[], string][] = [
    ['/dashboard', ['DashboardScreen'], 'Dashboard'],
    ['/sections/:id', ['SectionLayout', 'SectionScreen'], 'Algebra 9b'],
    ['/sections/:id/lessons/:lesson', ['SectionLayout', 'LessonScreen'], 'Lesson report'],
  ];

  type Shift = { value: number; sources: { node?: Node }[] };

  test.each(casesOf(pages, ([path]) => path === '/sections/:id'))(
    '%s has its frame and requests its chunks at once, and is never blank',
    async (path, chunks, title) => {
      const { context, page, troubles, letScriptsCome } = await newHeld({ storageState });
      await context.addInitScript(() => {
        const seen = { wasThere: false, blanks: 0, shift: 0, moved: [] as string[] };
        Reflect.set(window, 'seen', seen);
        const look = () => {
          const isThere = document.querySelector('header a') !== null;
          if (seen.wasThere && !isThere) seen.blanks += 1;
          seen.wasThere ||= isThere;
          requestAnimationFrame(look);
        };
        look();
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as (PerformanceEntry & Shift)[]) {
            seen.shift += value;
            seen.moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '?'));
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const asked = new Set<string>();
      context.on('request', (request) => void asked.add(request.url()));
      const address = path.replace(':id', String(sectionId)).replace(':lesson', String(lessonId));
      await page.goto(address, { waitUntil: 'commit' });

      await page.getByRole('link', { name: /VGL/ }).waitFor();
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      for (const chunk of [...chunks, 'sessionSystem'])
        await expect
          .poll(() => [...asked].some((url) => url.includes(`/assets/${chunk}-`)), { message: chunk })
          .toBe(true);

      letScriptsCome();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await expect.poll(() => page.getByText(/Loading/).count()).toBe(0);
      await page.waitForLoadState('networkidle');
      const seen = await page.evaluate(() => Reflect.get(window, 'seen'));
      expect(seen).toMatchObject({ wasThere: true, blanks: 0 });
      expect(seen.shift, JSON.stringify(seen.moved)).toBeLessThanOrEqual(0.02);
      expect(troubles).toEqual([]);
      await context.close();
    },
  );

  test('shows no frame to signed-out visitors', async () => {
    const { context, page, troubles, letScriptsCome } = await openHeld('/dashboard');
    await page.waitForFunction(() => document.readyState !== 'loading');
    expect(await page.locator('header').count()).toBe(0);
    letScriptsCome();
    await page.waitForURL('/login');
    await heading(page).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});

test.each(['hover', 'focus'] as const)('a page’s chunks are fetched on %s of a link to it', async (how) => {
  const { context, page, letScriptsCome } = await openHeld('/login');
  letScriptsCome();
  await started(page);
  let isLoaded = false;
  page.on('response', (answer) => {
    isLoaded ||= answer.url().includes('/assets/RegisterScreen-');
  });
  // React may have hydrated shortly before link listeners are attached.
  const point = async () => {
    await heading(page).hover();
    await field(page, 'email').focus();
    await page.getByRole('link', { name: 'Register here' })[how]();
    await page.waitForTimeout(200);
    return isLoaded;
  };
  expect(isLoaded).toBe(false);
  await expect.poll(point).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/login');
  await context.close();
});

test('a page whose chunks cannot be loaded says so', async () => {
  const { context, page, letScriptsCome } = await openHeld('/register');
  await context.route('**/assets/RegisterScreen-*.js', (route) => route.abort());
  letScriptsCome();
  await page.getByRole('heading', { name: 'Page not loaded' }).waitFor();
  await context.close();
});
