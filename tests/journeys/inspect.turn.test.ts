import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testLong } from '../../server/test/support/long';
import { readReport } from '../../src/recorder/report';
import { expectAccessible } from '../support/accessible';
import { takeErrors } from '../support/browser';
import { openJourney } from '../support/journey';
import { root, run } from '../support/product';
import { enrolTeacher } from '../support/teacher';

/* Watching the built product's machines, live and in reports, and what must never leak through either. */

const { product, browser, email, password } = await openJourney();
let context: BrowserContext;

beforeAll(() => enrolTeacher(product, email, password).then(() => {}));

beforeEach(async () => {
  await Promise.all(browser.contexts().map((one) => one.close()));
  context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

async function signIn(page: Page, email: string, password: string) {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await button(page, 'Sign in').click();
}

/** Opens a watched page and its inspector. */
async function openWatched(path: string, on?: Page) {
  const page = on ?? (await context.newPage());
  const popup = page.waitForEvent('popup');
  await page.goto(path);
  const inspector = await popup;
  await inspector.getByRole('heading', { name: 'Inspector' }).waitFor();
  // A press while the window comes to the front can be lost.
  await page.bringToFront();
  await page.waitForFunction(() => document.visibilityState === 'visible' && document.hasFocus());
  return { page, inspector };
}

/** Opens "Report a problem", and saves the file. */
async function downloadReport(page: Page) {
  if (!(await button(page, 'Save the file').isVisible())) await page.getByText('Report a problem').click();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save the file').click()]);
  return { name: download.suggestedFilename(), file: await download.path() };
}

/** Records the inspector's channel, as any page of this origin could. */
async function listen() {
  const listener = await context.newPage();
  await listener.goto('/robots.txt');
  await listener.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel('vigil-inspect').addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
  });
  return async () => String(await listener.evaluate('window.heard.join("\\n")'));
}

const replay = async (file: string) => {
  const { output, ended } = run([process.execPath, 'scripts/replay.mjs', file]);
  return { code: await ended, output: output() };
};

/** Returns the replay's final state of the last actor of this machine. */
const endOf = (output: string, machine: string) =>
  [...output.matchAll(new RegExp(`^${machine} \\(x:\\d+\\): (.*)$`, 'gm'))].at(-1)?.[1];

/** Matches codes only between word boundaries: six digits may occur in a time or an id. */
const holds = (text: string, secret: string) =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\da-f.])${secret}(?![\\da-f])`).test(text) : text.includes(secret);

testLong('a first hour is recorded, replays to the same states, and reveals no secret', async () => {
  const email = 'marked.teacher@school.example';
  const [password, wrong, changed] = ['marked & secret 1', 'wrong & marked 2', 'changed & marked 3'];
  const heard = await listen();

  const { page, inspector } = await openWatched('/?inspect=local');
  await page.getByRole('link', { name: 'Register here' }).click();
  await page.locator('[name=first_name]').fill('Markedfirst');
  await page.locator('[name=last_name]').fill('Markedlast');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password2]').fill(password);
  await button(page, 'Create account').click();
  await page.waitForURL(/verify-otp/);
  const { code = '' } = await product.mail(email);
  await page.getByPlaceholder('6-digit code').fill(code);
  await button(page, 'Verify').click();
  await page.waitForURL('/login');
  await signIn(page, email, wrong);
  await page.getByRole('alert').getByText(/./).first().waitFor();
  await signIn(page, email, password);
  await page.waitForURL('/dashboard');
  const [access = '', refresh = ''] = await page.evaluate(() =>
    ['accessToken', 'refreshToken'].map((key) => localStorage.getItem(key) ?? ''),
  );
  await button(page, /Create New Section/).click();
  await page.getByRole('dialog').locator('[name=name]').fill('Algebra 9b');
  await page.getByRole('dialog').locator('[name=subject]').fill('Mathematics');
  await button(page, 'Create section').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Algebra 9b' }).click();
  await button(page, 'Start Detection').click();
  await button(page, 'Start anyway').click();
  await seen(page, 'Detection Active');
  await button(page, 'Stop Detection').click();
  await seen(page, 'Detection Inactive');
  await page.getByRole('link', { name: 'Manage Students' }).first().click();
  await page.locator('input[type=search]').fill('aiko.larkspur');
  await page.getByRole('checkbox', { name: /^Select Aiko/ }).check();
  await button(page, 'Add Selected Students').click();
  await seen(page, 'Students added successfully!');

  const report = await downloadReport(page);
  expect(report.name).toMatch(/^vigil-report-\d{4}-\d\d-\d\d-\d{4}\.json$/);
  await seen(page, `Saved as ${report.name}. Please send it to your support team.`);
  const replayed = await replay(report.file);
  expect(replayed.output).toMatch(/All \d+ steps and \d+ actors agree with the report\.\n$/);
  expect(replayed.code).toBe(0);
  expect(endOf(replayed.output, 'app')).toBe('signedIn.running');
  expect(endOf(replayed.output, 'auth')).toBe('signedIn.current');
  expect(endOf(replayed.output, 'register')).toBe('done (done)');
  expect(endOf(replayed.output, 'verifyOtp')).toBe('done (done)');
  expect(endOf(replayed.output, 'login')).toBe('done (done)');
  expect(endOf(replayed.output, 'detection')).toMatch(/^known\.inactive, .*, watched\.open\.polling\./);
  expect(replayed.output).toContain('taken: editing —form.submit [isValid]→ submitting');

  // A reset mail has a token in its address.
  const { page: other, inspector: otherInspector } = await openWatched('/forgot-password?inspect=local');
  await other.locator('[name=email]').fill(email);
  await button(other, 'Send instructions').click();
  await expect.poll(async () => (await product.mail(email)).link).toBeTruthy();
  const link = new URL((await product.mail(email)).link ?? '');
  await otherInspector.close();
  await openWatched(`${link.pathname}?inspect=local`, other);
  await other.locator('[name=new_password]').fill(changed);
  await other.locator('[name=confirm_password]').fill(changed);
  await button(other, 'Reset password').click();
  await other.waitForURL('/login');
  const otherReport = await downloadReport(other);

  const texts = {
    'the channel': await heard(),
    'the inspector': await inspector.content(),
    'the report': await readFile(report.file, 'utf8'),
    'the second report': await readFile(otherReport.file, 'utf8'),
    'the replay': replayed.output,
  };
  const token = link.pathname.split('/').at(-1) ?? '';
  const secrets = { code, access, refresh, token, email, encoded: encodeURIComponent(email), password, wrong, changed };
  const others = ['Markedfirst', 'Markedlast', 'Algebra', 'larkspur'];
  for (const [place, text] of Object.entries(texts)) {
    for (const secret of [...Object.values(secrets), ...others]) {
      expect(secret.length).toBeGreaterThan(5);
      expect(holds(text, secret), `${secret} in ${place}`).toBe(false);
      // Not even inside doubly encoded JSON.
      expect(holds(text, JSON.stringify(secret).slice(1, -1)), `${secret} in ${place}`).toBe(false);
    }
  }
  // The typed text did pass through all of these, masked.
  expect(texts['the channel']).toContain('"password2":"****************1"');
  expect(texts['the report']).toContain('"password2":"****************1"');
  expect(texts['the second report']).toContain('"confirm_password":"*****************1"');
  expect(readReport(texts['the report']).steps.length).toBeGreaterThan(50);
});

describe('/inspect', () => {
  const lit = (page: Page) => page.locator('li[aria-current=true] > p');

  test('shows the live actors of a page, offline too', async () => {
    const { page, inspector } = await openWatched('/login?inspect=local');
    await button(inspector, /^auth/).click();
    await expect
      .poll(() => lit(inspector).allInnerTexts())
      .toEqual([expect.stringContaining('signedOut'), expect.stringContaining('idle')]);
    await signIn(page, email, password);
    await page.waitForURL('/dashboard');
    await expect
      .poll(() => lit(inspector).allInnerTexts())
      .toEqual([expect.stringContaining('signedIn'), expect.stringContaining('current')]);
    await seen(inspector, 'session.started');
    await button(inspector, /^logout/).click();
    await inspector.getByRole('listitem').filter({ hasText: 'logout.ask depends on what it carries' }).waitFor();
    await button(inspector, /^auth/).click();
    await expectAccessible(inspector);
    await button(inspector, 'Follow what moves').click();
    await page.getByRole('button', { name: /Create New Section/ }).click();
    await expect.poll(() => lit(inspector).allInnerTexts()).not.toContainEqual(expect.stringContaining('signedIn'));
    await page.keyboard.press('Escape');

    await button(inspector, /^liveChannel/).click();
    await context.setOffline(true);
    await expect.poll(() => lit(inspector).allInnerTexts()).toEqual([expect.stringContaining('offline')]);
    await context.setOffline(false);

    // A late inspector receives what happened before.
    const late = await context.newPage();
    await late.goto('/inspect');
    await button(late, /^auth/).click();
    await seen(late, 'session.started');
    await page.close();
    await seen(late, 'Nothing to see yet.');
  });

  testLong('steps through a report, in a light and wide window and a dark and narrow one', async () => {
    const page = await context.newPage();
    await page.goto('/login');
    await signIn(page, email, password);
    await page.waitForURL('/dashboard');
    await seen(page, 'Algebra 9b');
    const { name, file } = await downloadReport(page);
    const { steps } = readReport(await readFile(file, 'utf8'));

    await page.goto('/inspect');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: await readFile(file) });
    await seen(page, `Report ${name}`);
    await page.getByText('All steps').click();
    const submit = steps.findIndex(({ event }) => event.type === 'form.submit') + 1;
    for (const { colorScheme, viewport } of [
      { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
      { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.getByRole('slider', { name: 'Step' }).fill(String(steps.length));
      await seen(page, `Step ${steps.length} of ${steps.length}`);
      await button(page, 'Previous').click();
      await seen(page, `Step ${steps.length - 1} of ${steps.length}`);
      await button(page, 'Next').click();
      await seen(page, `Step ${steps.length} of ${steps.length}`);
      await button(page, /: form\.submit$/).click();
      await seen(page, `Step ${submit} of ${steps.length}`);
      await seen(page, 'login: form.submit');
      await expect.poll(() => lit(page).allInnerTexts()).toEqual([expect.stringContaining('submitting')]);
      await expectAccessible(page);
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await page.getByRole('alert').getByText("This is no report of Vigil's").waitFor();
    await page.getByRole('link', { name: 'Back to Vigil' }).click();
    await page.waitForURL('/dashboard');
  });
});

describe('without inspect in the address', () => {
  test('loads no byte of an inspector and opens no window', async () => {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    let windows = 0;
    page.on('popup', () => {
      windows += 1;
    });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /nspect/.test(url))).toEqual([]);
    expect(windows).toBe(0);

    // index.html references only the entry.
    const html = await readFile(join(root, 'dist/index.html'), 'utf8');
    const entry = [...html.matchAll(/assets\/[\w-]+\.js/g)].map(([path]) => path);
    const inspectors = /stately|xstateinspector|vigil-inspect|inspector\.opened/;
    expect(entry.length).toBeGreaterThan(0);
    for (const path of entry) expect(await readFile(join(root, 'dist', path), 'utf8'), path).not.toMatch(inspectors);
    const all = (await readdir(join(root, 'dist/assets'))).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(all.map((name) => readFile(join(root, 'dist/assets', name), 'utf8')));
    expect(texts.filter((text) => inspectors.test(text)).length).toBeGreaterThanOrEqual(2);
  });

  test('a problem can still be reported when a page fails to load', async () => {
    const page = await context.newPage();
    await page.route(/RegisterScreen/, (route) => route.abort());
    await page.goto('/register');
    await page.getByRole('heading', { name: 'Page not loaded' }).waitFor();
    const { file } = await downloadReport(page);
    expect(readReport(await readFile(file, 'utf8')).steps.map(({ machine }) => machine)).toContain('app');
  });
});

describe('?inspect', () => {
  test("opens Stately's inspector, and sends it nothing secret", async () => {
    await context.route('https://stately.ai/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>
          window.heard = [];
          addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
          opener.postMessage({ type: '@statelyai.connected' }, '*');
        </script>`,
      }),
    );
    const page = await context.newPage();
    const popup = page.waitForEvent('popup');
    await page.goto('/login?inspect');
    const stately = await popup;
    await signIn(page, 'nobody@school.example', 'marked & secret 1');
    await page.getByRole('alert').getByText(/./).first().waitFor();
    const heard = async () => String(await stately.evaluate('window.heard.join("\\n")'));
    await expect.poll(heard).toContain('xstate.error.actor.submit');
    expect(await heard()).toContain('"password":"****************1"');
    expect(await heard()).not.toMatch(/marked|secret 1|nobody|school/);
  });

  testLong('goes on without it when it cannot be reached, and names our own', async () => {
    await context.route('https://stately.ai/**', (route) => route.abort());
    const page = await context.newPage();
    const said = page.waitForEvent('console', (message) => message.text().includes('?inspect=local'));
    await page.goto('/login?inspect');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await said).type()).toBe('warning');
  });

  test('goes on without it when its code cannot be loaded', async () => {
    await context.route(/startInspector/, (route) => route.abort());
    const page = await context.newPage();
    await page.goto('/login?inspect');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => takeErrors().join()).toContain('startInspector');
  });
});
