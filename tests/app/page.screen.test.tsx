import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lazySession } from '../../src/appSystem';
import { type LazyPage, protectedPages } from '../../src/pages';
import { StubSocket } from '../support/backend';
import { stubSection } from '../support/classroom';
import { address, alerts, noorSignedIn, openApp, pass } from '../support/screen';
import { goOnline, happen, travel } from '../support/session';

/* What surrounds a page: its code, and what remains when it cannot be shown. */

const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent;
const loading = () => screen.queryByText('Loading…', { selector: 'main p span' });
const frame = () => screen.queryByRole('button', { name: /^Account menu/ });
const sidebar = () => screen.queryByRole('link', { name: 'Overview' });
const codes = Object.values(protectedPages);

beforeEach(() => {
  for (const code of codes) code.loaded = undefined;
});

async function openPage(path: string) {
  stubSection();
  return openApp(path, { stored: noorSignedIn });
}

const loaded = () => codes.filter(({ loaded }) => loaded !== undefined).length;

describe('the code of the signed-in pages', () => {
  test('is fetched ahead once one of them is there, and 2 s have passed', async () => {
    await openPage('/change-password');
    expect(loaded()).toBe(1);
    await pass(1_999);
    expect(loaded()).toBe(1);
    await pass(1);
    expect(loaded()).toBe(9);
  });

  test('is not fetched ahead on a public page', async () => {
    stubSection();
    await openApp('/forgot-password');
    await pass(10_000);
    expect(heading()).toBe('Forgot your password?');
    expect(loaded()).toBe(0);
  });

  test('is not fetched ahead offline, where some browsers would keep to the failure, but by the next page', async () => {
    const { press } = await openPage('/change-password');
    await goOnline(false);
    await pass(2_000);
    expect(loaded()).toBe(1);
    await goOnline(true);
    await press('Back to Dashboard', 'link');
    await pass(2_000);
    expect(loaded()).toBe(9);
  });

  test('one that cannot be fetched ahead says nothing, and neither keeps the others nor itself later', async () => {
    const load = vi.spyOn(protectedPages.overview, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { system } = await openPage('/change-password');
    await pass(2_000);
    expect(load).toHaveBeenCalledOnce();
    expect(loaded()).toBe(8);
    await happen(() => system.navigate('/sections/7'));
    expect(heading()).toBe('Algebra 9b');
  });
});

test('before the code of a session is there nothing of it is shown, and the live channel is closed', async () => {
  const { loaded } = lazySession;
  let arrive = () => {};
  onTestFinished(() => {
    lazySession.loaded = loaded;
  });
  lazySession.loaded = undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.spyOn(lazySession, 'load').mockImplementation(() => arrived.then(() => loaded!));
  const { system } = await openPage('/dashboard');
  expect([address(), heading(), system.session(), StubSocket.all]).toEqual(['/dashboard', undefined, undefined, []]);
  await happen(arrive);
  expect([heading(), StubSocket.all.length]).toEqual(['Dashboard', 1]);
});

test('while a page is fetched, the frame and the sidebar stay', async () => {
  const { press } = await openPage('/sections/7');
  vi.spyOn(protectedPages.addStudents, 'load').mockReturnValue(new Promise(() => {}));
  await press('Manage Students', 'link');
  expect(address()).toBe('/sections/7/add-students');
  await pass(199);
  expect(loading()).toBeNull();
  await pass(1);
  expect(loading()).toBeTruthy();
  expect([frame(), sidebar()]).not.toContain(null);

  vi.spyOn(protectedPages.dashboard, 'load').mockReturnValue(new Promise(() => {}));
  await press('Back to Dashboard', 'link');
  await pass(200);
  expect(loading()).toBeTruthy();
  expect(frame()).toBeTruthy();
});

test('a page that cannot be fetched takes the focus, keeps it while it is tried again, and is left by any link', async () => {
  const { press } = await openPage('/sections/7');
  vi.spyOn(protectedPages.addStudents, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await press('Manage Students', 'link');
  expect(heading()).toBe('Page not loaded');
  expect(document.activeElement?.textContent).toBe('Page not loaded');
  expect(document.title).toContain('Page not loaded');
  expect([frame(), sidebar()]).not.toContain(null);
  await press('Try again');
  expect(document.activeElement?.textContent).toBe('Try again');
  await press('Overview', 'link');
  expect(heading()).toBe('Algebra 9b');
});

test('a page that arrives while a menu is open leaves it the focus, so that Escape closes it', async () => {
  const { press, user } = await openPage('/sections/7');
  const { load } = protectedPages.addStudents;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.spyOn(protectedPages.addStudents, 'load').mockReturnValue(arrived.then(load));
  await press('Manage Students', 'link');
  await press(/^Account menu/);
  await happen(arrive);
  expect(heading()).toBe('Manage Students');
  expect(screen.queryByRole('menu')?.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  await pass(1_000);
  expect(screen.queryByRole('menu')).toBeNull();
});

function Crashing(): never {
  throw new Error('crashed');
}

describe('a page that crashes', () => {
  /** Opens a page; from then on another one crashes. */
  async function openBeside(path: string, page: LazyPage) {
    const opened = await openPage(path);
    // React says so on the console, which would fail the test.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    page.loaded = Crashing;
    return opened;
  }

  test('leaves the frame and the sidebar, and is left by any navigation', async () => {
    const { press } = await openBeside('/sections/7', protectedPages.addStudents);
    await press('Manage Students', 'link');
    expect(alerts()).toEqual([expect.stringContaining('Something went wrong')]);
    expect([frame(), sidebar()]).not.toContain(null);
    await press('Detection Logs', 'link');
    expect(heading()).toBe('Detection Logs');

    await press('Manage Students', 'link');
    expect(heading()).toBe('Something went wrong');
    await travel('/sections/7');
    expect(heading()).toBe('Algebra 9b');
  });

  test('leaves the frame also where the page brings its own, and is tried again when it is gone to again', async () => {
    const { dashboard } = protectedPages;
    const { press, system } = await openBeside('/change-password', dashboard);
    await press('Back to Dashboard', 'link');
    expect(heading()).toBe('Something went wrong');
    expect(frame()).toBeTruthy();
    await dashboard.load();
    await happen(() => system.navigate('/dashboard'));
    expect(heading()).toBe('Dashboard');
  });
});
