import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { started } from '../support/browser';
import { openJourney } from '../support/journey';
import { enrolTeacher } from '../support/teacher';
import { noteViolations } from '../support/violations';

/* The product's protections in a real browser. A title names the row of docs/security.md that it proves. */

/** Markup that would reveal itself as bold text and through its handler. */
const html = (place: string) => `<img src="x" onerror="window.injected='${place}'"><b>${place}</b>`;

const { product, browser, email: noor, password } = await openJourney();
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let foreign: Foreign;
/** The section of the teacher whom most tests sign in, with two students. */
let sectionId: number;

beforeAll(async () => {
  foreign = await startForeign();
  ({ sectionId } = await enrolTeacher(product, noor, password));
});

afterAll(() => void foreign?.server.close());

interface Foreign {
  server: Server;
  url: string;
  requests: IncomingMessage[];
}

/** Starts a foreign site. Its only page frames the address in its query. */
async function startForeign(): Promise<Foreign> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const frame = new URLSearchParams(request.url?.split('?')[1]).get('frame');
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<h1>Elsewhere</h1>${frame ? `<iframe src="${frame}"></iframe>` : ''}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The foreign site has no port.');
  return { server, url: `http://127.0.0.1:${address.port}`, requests };
}

/** Opens a page in a separate browser context and records policy violations. */
async function newVisitor() {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
  const violations = await noteViolations(context);
  return { context, page: await context.newPage(), violations };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

async function signIn(page: Page, email = noor) {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await started(page);
  await page.keyboard.press('Enter');
}

async function newSignedIn() {
  const visitor = await newVisitor();
  await visitor.page.goto('/login');
  await signIn(visitor.page);
  await visitor.page.waitForURL('/dashboard');
  return visitor;
}

describe('a teacher’s journey with markup in every name', () => {
  const email = 'mallory.bold@school.example';
  const student = 'aiko.larkspur@students.example';
  let context: BrowserContext;
  let page: Page;
  let violations: string[];

  beforeAll(async () => {
    ({ context, page, violations } = await newVisitor());
  });
  afterAll(() => context?.close());

  test('security 1: after sign-in localStorage holds the three keys, and no password is kept', async () => {
    await page.goto('/register');
    await page.locator('[name=first_name]').fill(html('first'));
    await page.locator('[name=last_name]').fill(html('last'));
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.locator('[name=password2]').fill(password);
    await button(page, 'Create account').click();
    await page.waitForURL(/verify-otp/);
    await page.locator('[name=code]').fill((await product.mail(email)).code ?? '');
    await button(page, 'Verify').click();
    await page.waitForURL('/login');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await signIn(page, email);
    await page.waitForURL('/dashboard');
    await heading(page, 'Dashboard').waitFor();

    const kept = await page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
    }));
    expect(Object.keys(kept.local).sort()).toEqual(['accessToken', 'refreshToken', 'user']);
    expect(JSON.stringify(kept)).not.toContain(password);
    expect(kept).toMatchObject({ session: {}, databases: [], caches: [] });
    // The cookies that mark the browsers that registered and signed in (decisions 127 and 128) are no session.
    expect(await context.cookies()).toEqual([
      expect.objectContaining({ name: expect.stringMatching(/^vigil-registration-/), httpOnly: true, sameSite: 'Lax' }),
      expect.objectContaining({ name: expect.stringMatching(/^vigil-device-/), httpOnly: true, sameSite: 'Strict' }),
    ]);
  });

  test('security 6: HTML in a name, details or activity type shows as text', async () => {
    await button(page, `Account menu: ${html('first')} ${html('last')}`).waitFor();
    await button(page, /Create New Section/).click();
    await page.getByRole('dialog').locator('[name=name]').fill(html('name'));
    await page.getByRole('dialog').locator('[name=subject]').fill(html('subject'));
    await button(page, 'Create section').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await seen(page, html('subject'));
    await page.getByRole('link', { name: html('name') }).click();
    await heading(page, html('name')).waitFor();
    await page.getByRole('link', { name: 'Manage Students' }).first().click();
    await page.locator('input[type=search]').fill(student);
    await page.getByRole('checkbox', { name: /^Select / }).check();
    await button(page, 'Add Selected Students').click();
    await seen(page, 'Students added successfully!');
    await page.getByRole('link', { name: 'Overview' }).click();
    await button(page, 'Start Detection').click();
    await button(page, 'Stop Detection').waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await product.report([
      { section_id: id, student_email: student, activity_type: html('activity'), details: html('details') },
      { section_id: id, student_email: student, activity_type: 'no_face', screenshot: png },
    ]);
    await button(page, 'Refresh Logs').click();
    await seen(page, html('activity'));
    await seen(page, html('details'));
    await page.getByRole('link', { name: /^View All Logs/ }).click();
    await heading(page, 'Detection Logs').waitFor();
    await seen(page, html('activity'));
    await seen(page, html('details'));
    expect(await page.locator('b, img[onerror]').count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'injected'))).toBeUndefined();
  });

  test('security 5: none of its pages violates the policy', async () => {
    const thumbnail = button(page, /^Show the screenshot of/);
    const width = () =>
      thumbnail.locator('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
    await expect.poll(width).toBe(1);
    await thumbnail.click();
    await page.getByRole('dialog').locator('img').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Overview' }).click();
    await button(page, 'Stop Detection').click();
    await seen(page, 'Detection Inactive');
    await button(page, 'Delete Section').click();
    await page.getByRole('dialog').locator('[name=password]').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    for (const [path, title] of [
      ['/change-password', 'Change Password'],
      ['/dashboard?inspect=local', 'Dashboard'],
      ['/inspect', 'Inspector'],
      ['/forgot-password', 'Forgot your password?'],
      ['/reset-password/token', 'Choose a new password'],
      ['/no-such-page', 'Page not found'],
      ['/dev/mail', 'Development mailbox'],
      ['/dashboard', 'Dashboard'],
    ] as const) {
      await page.goto(path);
      await heading(page, title).waitFor();
    }
    await button(page, /Account menu/).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('/login');
    expect(violations).toEqual([]);
  });
});

describe('security 2: a sign-out while the API', () => {
  const theirs = /Algebra|Noor|larkspur/;

  test.each([
    ['cannot be reached', (context: BrowserContext) => context.route('**/account/**', (route) => route.abort())],
    ['never answers', (context: BrowserContext) => context.route('**/account/**', () => {})],
  ])('%s clears the keys, closes the socket, and Back shows nothing', async (_what, takeDown) => {
    const { context, page } = await newVisitor();
    const opened = page.waitForEvent('websocket');
    await page.goto('/login');
    await signIn(page);
    const socket = await opened;
    await page.waitForURL('/dashboard');
    await page.getByRole('link', { name: 'Algebra 9b' }).click();
    await seen(page, 'aiko.larkspur@students.example');
    expect(await page.getByText(theirs).count()).toBeGreaterThan(2);
    const other = await context.newPage();
    await other.goto(`/sections/${sectionId}`);
    await heading(other, 'Algebra 9b').waitFor();

    await takeDown(context);
    const closed = socket.waitForEvent('close');
    await button(page, /Account menu/).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('/login');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await closed;
    for (const each of [page, other]) {
      await heading(each, 'Sign in').waitFor();
      expect(await each.getByText(theirs).count()).toBe(0);
    }
    await page.goBack();
    await heading(page, 'Sign in').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByText(theirs).count()).toBe(0);
    await context.close();
  });
});

test('a logout waits for a pending change, and the browser asks before a reload', async () => {
  const { context, page } = await newVisitor();
  await page.goto('/login');
  await signIn(page);
  await page.waitForURL('/dashboard');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/section/create/', async (route) => {
    await held;
    await route.continue();
  });
  await button(page, /^Create New Section/).click();
  await page.locator('[name=name]').fill('Botany 7a');
  await page.locator('[name=subject]').fill('Biology');
  await button(page, 'Create section').click();
  await button(page, 'Cancel').click();

  const asked = page.waitForEvent('dialog');
  const reloading = page.evaluate(() => window.location.reload());
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await reloading;

  await button(page, /Account menu/).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await seen(page, 'Your last change is still being saved');
  expect(await page.evaluate(() => localStorage.length)).toBe(3);
  release();
  await page.waitForURL('/login');
  await signIn(page);
  await seen(page, 'Botany 7a');
  // Nothing is pending: no dialog may open.
  page.on('dialog', (dialog) => expect.fail(dialog.type()));
  await page.reload();
  await seen(page, 'Botany 7a');
  await context.close();
});

describe('security 5: the policy', () => {
  test('is on every page, word for word, and allows by hash only what the build inlined', async () => {
    const document = await (await fetch(`${product.url}/login`)).text();
    const hashOf = (tag: string) => {
      const all = [...document.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
      expect(all).toHaveLength(1);
      return `'sha256-${createHash('sha256')
        .update(all[0]?.[1] ?? '')
        .digest('base64')}'`;
    };
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${hashOf('script')}`,
      `style-src 'self' ${hashOf('style')}`,
      "font-src 'self'",
      "img-src 'self' data: https:",
      `connect-src 'self' ${product.url.replace('http', 'ws')}`,
      "frame-src 'none'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ];
    for (const path of everyPath()) {
      const { headers } = await fetch(product.url + path, { headers: { Accept: 'text/html' } });
      expect(headers.get('content-security-policy')?.split(';'), path).toEqual(policy);
    }
  });

  test('makes injected markup inert, and reports it', async () => {
    const { context, page, violations } = await newVisitor();
    await page.route('**/login', async (route) => {
      const response = await route.fetch();
      const { 'content-encoding': _, ...headers } = response.headers();
      const injected = `<body>
        <base href="${foreign.url}/">
        <script>window.injected = 'script'</script>
        <img src="/none.png" onerror="window.injected = 'handler'">
        <style>h1 { display: none }</style>
        <iframe src="/robots.txt"></iframe>
        <object data="/favicon.svg"></object>
        <img src="${foreign.url}/picture.png">
        <script src="${foreign.url}/script.js"></script>
        <form id="form" action="${foreign.url}/form"></form>`;
      await route.fulfill({ response, headers, body: (await response.text()).replace('<body>', injected) });
    });
    const before = foreign.requests.length;
    await page.goto('/login');
    await heading(page, 'Sign in').waitFor();
    expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
    const assigned = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>injected</b>';
        return 'assigned';
      } catch (error) {
        return String(error);
      }
    });
    expect(assigned).toMatch(/^TypeError: .*TrustedHTML/);
    await page.evaluate((url) => fetch(url).catch(() => {}), foreign.url);
    expect(await page.evaluate(() => Reflect.get(window, 'injected'))).toBeUndefined();
    await page.evaluate(() => document.querySelector<HTMLFormElement>('#form')?.submit());
    await expect
      .poll(() => [...new Set(violations)].sort())
      .toEqual([
        'base-uri',
        'connect-src',
        'form-action',
        'frame-src',
        'img-src',
        'object-src',
        'require-trusted-types-for',
        'script-src-attr',
        'script-src-elem',
        'style-src-elem',
      ]);
    expect(foreign.requests.length).toBe(before);
    await context.close();
  });
});

test('security 7: only https, same-origin and four kinds of data pictures are shown, and nothing else is linked', async () => {
  const { context, page, violations } = await newSignedIn();
  const shown = [
    'https://pictures.example/one.png',
    `${product.url}/favicon.svg`,
    png,
    'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
    'data:image/webp;base64,UklGRg==',
    'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  ];
  const hidden = [
    'javascript:window.injected=1',
    ' JavaScript:window.injected=1',
    'java\nscript:window.injected=1',
    'vbscript:window.injected=1',
    'data:text/html,<script>window.injected=1</script>',
    'data:text/html;base64,PHNjcmlwdD53aW5kb3cuaW5qZWN0ZWQ9MTwvc2NyaXB0Pg==',
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.injected=1"/>',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png+xml,<svg/>',
    'data:application/xhtml+xml,<html/>',
    'http://pictures.example/one.png',
    `${foreign.url}/picture.png`,
    'blob:http://pictures.example/1',
    'file:///etc/passwd',
  ];
  await context.route('https://pictures.example/**', (route) => route.abort());
  await context.route('**/detection/logs/**', (route) =>
    route.fulfill({
      json: [...shown, ...hidden].map((screenshot, id) => ({ id, details: `picture ${id}`, screenshot })),
    }),
  );
  await page.goto(`/sections/${sectionId}/detection-logs`);
  await seen(page, 'picture 0');
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(1 + shown.length + hidden.length);
  const pictures = rows.locator('img');
  expect(await pictures.evaluateAll((all) => all.map((image) => image.getAttribute('src')))).toEqual(shown);
  for (let i = 0; i < shown.length; i += 1) {
    await button(page, /^Show the screenshot of/)
      .nth(i)
      .click();
    await page
      .getByRole('dialog')
      .locator(`img[src=${JSON.stringify(shown[i])}]`)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const attributes = await page
    .locator('*')
    .evaluateAll((all) => all.flatMap((element) => [...element.attributes].map(({ value }) => value)));
  expect(attributes).toContain(shown[0]);
  expect(
    attributes.filter((value) => hidden.includes(value) || /script:|text\/html|data:image\/svg/i.test(value)),
  ).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, 'injected'))).toBeUndefined();
  expect(violations).toEqual([]);
  await context.close();
});

describe('security 8: the product', () => {
  test('sends nosniff, no framing and no-referrer on every page', async () => {
    for (const path of everyPath()) {
      const { headers } = await fetch(product.url + path, { headers: { Accept: 'text/html' } });
      expect(Object.fromEntries(headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  test('cannot be framed by another site', async () => {
    const { context, page } = await newVisitor();
    const show = (url: string) => page.goto(`${foreign.url}/?frame=${encodeURIComponent(url)}`);
    const framed = () => page.frames().at(-1)?.url();
    await show(`${foreign.url}/`);
    await expect.poll(framed).toBe(`${foreign.url}/`);
    for (const path of ['/login', '/dev/mail', '/no-such-page']) {
      await show(product.url + path);
      await expect.poll(framed).toMatch(/^chrome-error:/);
    }
    await context.close();
  });

  test('sends no referrer to another site', async () => {
    const { context, page } = await newVisitor();
    await page.goto('/reset-password/a-secret-token');
    await heading(page, 'Choose a new password').waitFor();
    await page.evaluate((url) => window.location.assign(url), `${foreign.url}/next`);
    await page.waitForURL(`${foreign.url}/next`);
    expect(foreign.requests.find(({ url }) => url === '/next')?.headers.referer).toBeUndefined();
    await context.close();
  });
});

test('security 15: a page of another origin cannot open the socket', async () => {
  const { context, page } = await newSignedIn();
  const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '');
  const address = `${product.url.replace('http', 'ws')}/ws/detection/?token=${token}`;
  const open = (at: Page) =>
    at.evaluate(
      (url) =>
        new Promise((resolve) => {
          const socket = new WebSocket(url);
          socket.addEventListener('open', () => resolve('open'));
          socket.addEventListener('close', ({ code }) => resolve(code));
        }),
      address,
    );
  expect(await open(page)).toBe('open');
  const elsewhere = await context.newPage();
  await elsewhere.goto(foreign.url);
  expect(await open(elsewhere)).toBe(1006);
  await context.close();
});

describe('security 19: a query', () => {
  const targets = () => [foreign.url, `//${new URL(foreign.url).host}`, `javascript:location='${foreign.url}'`];

  test('never leads to a foreign address, before or after sign-in', async () => {
    const { context, page } = await newVisitor();
    const origins = new Set<string>();
    context.on('request', (request) => origins.add(new URL(request.url()).origin));
    const names = ['email', 'next', 'redirect', 'redirect_uri', 'returnTo', 'return_url', 'from', 'url', 'continue'];
    const queryTo = (target: string) => new URLSearchParams(names.map((name) => [name, target])).toString();
    for (const [index, path] of [
      '/verify-otp',
      '/verify-email',
      '/register',
      '/forgot-password',
      '/reset-password/token',
    ].entries()) {
      await page.goto(`${path}?${queryTo(targets()[index % 3] ?? foreign.url)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const addresses = await page
        .locator('[href], [src], [action]')
        .evaluateAll((all) =>
          all.flatMap((element) => ['href', 'src', 'action'].flatMap((name) => element.getAttribute(name) ?? [])),
        );
      expect(addresses.length).toBeGreaterThan(2);
      for (const address of addresses) expect(new URL(address, product.url).origin, path).toBe(product.url);
    }
    const query = queryTo(`//${new URL(foreign.url).host}`);
    await page.goto(`/dashboard?${query}`);
    await page.waitForURL(/\/login/);
    await page.goto(`/login?${query}`);
    await signIn(page);
    await heading(page, 'Dashboard').waitFor();
    expect(page.url()).toBe(`${product.url}/dashboard`);
    expect([...origins]).toEqual([product.url]);
    await context.close();
  });

  test('never makes the server redirect, and neither does a path', async () => {
    const { host } = new URL(foreign.url);
    for (const path of [
      `//${host}`,
      `//${host}/%2e%2e`,
      `//${host}/..`,
      `/\\${host}`,
      `/%5c${host}`,
      `/assets//${host}/`,
      '/assets',
      ...targets().map((target) => `/login?next=${encodeURIComponent(target)}`),
    ]) {
      const { status, headers } = await fetch(product.url + path, {
        redirect: 'manual',
        headers: { Accept: 'text/html' },
      });
      expect([status, headers.get('location')], path).toEqual([expect.toSatisfy(notRedirected), null]);
    }
  });

  const notRedirected = (status: number) => status < 300 || status >= 400;
});

/** One address of each kind. */
const everyPath = () => [
  '/',
  '/login',
  '/dashboard',
  `/sections/${sectionId}`,
  '/no-such-page',
  '/dev/mail',
  '/dev/mail.json',
  '/robots.txt',
  '/favicon.svg',
  '/assets/none.js',
  '/account/current-user/',
  '/detection/logs/?section=none',
];
