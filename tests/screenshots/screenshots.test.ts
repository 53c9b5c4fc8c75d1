import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessible';
import { launchBrowser } from '../support/browser';
import { type Product, root, startProduct } from '../support/product';
import { enrolTeacher, signIn } from '../support/teacher';

/* Captures every screen in its states for review. Fails if a page is wider than its window or axe finds a violation. */

const folder = join(root, '.cache/screenshots');
const widths = [320, 360, 640, 768, 769, 1024, 1280];
const themes = ['light', 'dark'] as const;
const email = 'noor.haddad@school.example';
const password = 'chalk & slate 42';

let product: Product;
let browser: Browser;
let stored: { origins: { origin: string; localStorage: { name: string; value: string }[] }[]; cookies: [] };
let section = '';

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  [product, browser] = await Promise.all([startProduct({ SIMULATE: '1' }), launchBrowser()]);
  const { sectionId } = await enrolTeacher(product, email, password);
  section = `/sections/${sectionId}`;
  await product.command('teachers', 'promote', email);
  await product.command('teachers', 'invite', 'ada.lovelace@school.example');
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, email, password);
  const { origins } = await context.storageState();
  stored = { origins, cookies: [] };
  await context.close();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const search = (page: Page, text: string) => page.locator('input[type=search]').fill(text);

/** Reloads the page with no answer, or a bad one, for the section list. */
async function reloadWithout(page: Page, answer: 'hold' | 'fail') {
  await page.route('**/section/list/', (route) => (answer === 'fail' ? route.fulfill({ status: 500 }) : undefined));
  await page.reload();
  await page.getByText(answer === 'fail' ? /^(Retry|Try again)$/ : /^Loading section/).waitFor();
}

interface Scene {
  name: string;
  path(): string;
  signedIn?: boolean;
  /** Steps from the opened page to the state to capture. */
  arrange?(page: Page): Promise<unknown>;
}

const scenes: Scene[] = [
  { name: 'login', path: () => '/login' },
  { name: 'login-empty', path: () => '/login', arrange: (page) => press(page, /^Sign in$/) },
  {
    name: 'login-refused',
    path: () => '/login',
    arrange: async (page) => {
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill('chalk & slate 24');
      await press(page, /^Sign in$/);
      await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    },
  },
  {
    name: 'login-report-a-problem',
    path: () => '/login',
    arrange: (page) => page.getByText('Report a problem').click(),
  },
  { name: 'register', path: () => '/register' },
  { name: 'register-empty', path: () => '/register', arrange: (page) => press(page, 'Create account') },
  { name: 'verify', path: () => `/verify-otp?email=${email}` },
  { name: 'forgot-password', path: () => '/forgot-password' },
  { name: 'reset-password', path: () => '/reset-password/some-token' },
  { name: 'how-detection-works', path: () => '/how-detection-works' },
  { name: 'not-found', path: () => '/no-such-page' },
  { name: 'inspect', path: () => '/inspect' },
  { name: 'dashboard', path: () => '/dashboard', signedIn: true },
  {
    name: 'dashboard-loading',
    path: () => '/dashboard',
    signedIn: true,
    arrange: (page) => reloadWithout(page, 'hold'),
  },
  {
    name: 'dashboard-failed',
    path: () => '/dashboard',
    signedIn: true,
    arrange: (page) => reloadWithout(page, 'fail'),
  },
  { name: 'create', path: () => '/dashboard', signedIn: true, arrange: (page) => press(page, /^Create New Section/) },
  { name: 'account-menu', path: () => '/dashboard', signedIn: true, arrange: (page) => press(page, /^Account menu/) },
  { name: 'change-password', path: () => '/change-password', signedIn: true },
  { name: 'admin', path: () => '/admin', signedIn: true },
  { name: 'admin-teachers', path: () => '/admin/teachers', signedIn: true },
  {
    name: 'admin-delete',
    path: () => '/admin/teachers',
    signedIn: true,
    arrange: async (page) => {
      await press(page, /^Actions for noor/);
      await page.getByRole('menuitem', { name: 'Delete for good' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    },
  },
  {
    name: 'admin-students',
    path: () => '/admin/students',
    signedIn: true,
    arrange: async (page) => {
      await search(page, 'students.example');
      await page.getByRole('row').nth(3).waitFor();
    },
  },
  { name: 'admin-sections', path: () => '/admin/sections', signedIn: true },
  {
    name: 'admin-agents',
    path: () => '/admin/agents',
    signedIn: true,
    arrange: async (page) => {
      await product.agentKey();
      await page.reload();
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'admin-agent',
    path: () => '/admin/agents',
    signedIn: true,
    arrange: (page) => press(page, 'Add an agent'),
  },
  { name: 'admin-audit', path: () => '/admin/audit', signedIn: true },
  { name: 'overview-inactive', path: () => section, signedIn: true },
  { name: 'overview-loading', path: () => section, signedIn: true, arrange: (page) => reloadWithout(page, 'hold') },
  { name: 'overview-failed', path: () => section, signedIn: true, arrange: (page) => reloadWithout(page, 'fail') },
  {
    name: 'delete',
    path: () => section,
    signedIn: true,
    arrange: (page) => press(page, 'Delete Section'),
  },
  {
    name: 'offline',
    path: () => section,
    signedIn: true,
    arrange: async (page) => {
      await page.getByText('checked').waitFor();
      await page.context().setOffline(true);
      await page
        .getByText(/^Offline since /)
        .first()
        .waitFor();
    },
  },
  { name: 'section-not-found', path: () => '/sections/987654', signedIn: true },
  { name: 'students', path: () => `${section}/add-students`, signedIn: true },
  {
    name: 'students-found',
    path: () => `${section}/add-students`,
    signedIn: true,
    arrange: async (page) => {
      await search(page, 'students.example');
      await page.getByRole('list', { name: 'Search results' }).getByRole('checkbox').nth(3).click();
    },
  },
  {
    name: 'paste',
    path: () => `${section}/add-students`,
    signedIn: true,
    arrange: (page) => press(page, 'Paste a list'),
  },
  {
    name: 'paste-checked',
    path: () => `${section}/add-students`,
    signedIn: true,
    arrange: async (page) => {
      await press(page, 'Paste a list');
      await page.getByLabel('Names and emails').fill('aiko.larkspur@students.example, nobody@students.example');
      await press(page, 'Check the list');
      await page.getByText('New to the school’s directory (1)').first().waitFor();
    },
  },
  { name: 'logs-empty', path: () => `${section}/detection-logs`, signedIn: true },
];

const openReport = async (page: Page) => {
  await page.getByRole('link', { name: 'Lesson report' }).first().click();
  await page.getByRole('region', { name: 'Summary' }).waitFor();
};

const lesson: Scene[] = [
  { name: 'dashboard-active', path: () => '/dashboard', signedIn: true },
  { name: 'overview-active', path: () => section, signedIn: true },
  {
    name: 'student',
    path: () => section,
    signedIn: true,
    arrange: async (page) => {
      await page.getByRole('list', { name: 'Students' }).getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'overview-projected',
    path: () => section,
    signedIn: true,
    arrange: async (page) => {
      await page.getByRole('row').nth(1).waitFor();
      await page.getByRole('switch', { name: /^Projector mode/ }).click();
    },
  },
  { name: 'logs', path: () => `${section}/detection-logs`, signedIn: true },
  {
    name: 'logs-viewer',
    path: () => `${section}/detection-logs`,
    signedIn: true,
    arrange: async (page) => {
      await press(page, /^Show the screenshot of/);
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'report-running',
    path: () => `${section}/lessons`,
    signedIn: true,
    arrange: async (page) => {
      // The bar leads to the report of the last lesson only once one has ended.
      await page.getByRole('list', { name: 'Lessons' }).getByRole('link').first().click();
      await page.getByRole('region', { name: 'Summary' }).waitFor();
    },
  },
  {
    name: 'logout',
    path: () => '/dashboard',
    signedIn: true,
    arrange: async (page) => {
      await page.getByText('Detection Active').waitFor();
      await press(page, /^Account menu/);
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    },
  },
  {
    name: 'logout-saving',
    path: () => '/dashboard',
    signedIn: true,
    arrange: async (page) => {
      await page.route('**/section/create/', () => {});
      await press(page, /^Create New Section/);
      await page.locator('[name=name]').fill('Botany 7a');
      await page.locator('[name=subject]').fill('Biology');
      await press(page, 'Create section');
      await press(page, 'Cancel');
      await press(page, /^Account menu/);
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await press(page, 'Log out, keep it running');
    },
  },
];

const afterwards: Scene[] = [
  { name: 'overview-after', path: () => section, signedIn: true },
  { name: 'report', path: () => `${section}/detection-logs`, signedIn: true, arrange: openReport },
  {
    name: 'report-delete',
    path: () => `${section}/detection-logs`,
    signedIn: true,
    arrange: async (page) => {
      await openReport(page);
      await press(page, 'Delete lesson');
    },
  },
  {
    name: 'report-printed',
    path: () => `${section}/detection-logs`,
    signedIn: true,
    arrange: async (page) => {
      await openReport(page);
      await page.emulateMedia({ media: 'print' });
    },
  },
  { name: 'report-gone', path: () => `${section}/lessons/987654`, signedIn: true },
];

/** Names the innermost elements that reach out of the window. */
const widest = (page: Page) =>
  page.evaluate(() => {
    const isOut = (one: Element) => one.getBoundingClientRect().right > window.innerWidth;
    const out = [...document.querySelectorAll('#content *')].filter(isOut);
    return out
      .filter((one) => ![...one.children].some(isOut))
      .map(({ tagName, textContent }) => `${tagName} ${textContent}`)
      .join(', ');
  });

async function photograph({ name, path, signedIn = false, arrange }: Scene) {
  for (const colorScheme of themes) {
    const context = await browser.newContext({
      baseURL: product.url,
      colorScheme,
      reducedMotion: 'reduce',
      ...(signedIn ? { storageState: stored } : {}),
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(path());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await arrange?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(spill, `${name} at ${width} pixels: ${await widest(page)}`).toBeLessThanOrEqual(0);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      if (width === widths.at(0) || width === widths.at(-1)) await expectAccessible(page);
    }
    await context.close();
  }
}

describe('between lessons', () => {
  test.each(scenes)('$name', photograph);
});

describe('in a lesson', () => {
  beforeAll(async () => {
    const context = await browser.newContext({ baseURL: product.url, storageState: stored });
    const page = await context.newPage();
    await page.goto(section);
    await press(page, 'Start Detection');
    // Waits for the first simulated detections.
    await page.getByRole('row').nth(3).waitFor({ timeout: 60_000 });
    await context.close();
  });

  test.each(lesson)('$name', photograph);
});

describe('after the lesson', () => {
  beforeAll(async () => {
    const context = await browser.newContext({ baseURL: product.url, storageState: stored });
    const page = await context.newPage();
    await page.goto(section);
    await press(page, 'Stop Detection');
    await page.getByRole('link', { name: 'Lesson report' }).waitFor();
    await context.close();
  });

  test.each(afterwards)('$name', photograph);
});
