import { act, cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { App } from '../../src/App';
import { type AppSettings, createAppSystem, lazySession } from '../../src/system/app/appSystem';
import { apiUrl, StubSocket } from './backend';
import { countBodyReads, isReadingBodies, stubLocks, stubSignalTimeouts } from './browserParts';
import { takeLooseTexts } from './looseTexts';
import { CountedRenders } from './renders';

/* The real front end over a stubbed network, with the clock in the test's hand. */

// Screens are loaded on demand; the clock stands still, so waiting is left to `settle` and never to Testing Library.
configure({ asyncUtilTimeout: 0 });

// As it stands in every document.
document.body.insertAdjacentHTML('afterbegin', '<div id="announced" aria-live="polite"></div>');

const errors: unknown[][] = [];
let running: ReturnType<typeof createAppSystem> | undefined;
let inspector: AppSettings['inspector'];

/** Ends the app that a test opened, and clears what it left in the window. */
export function closeApp() {
  cleanup();
  running?.actor.stop();
  running = undefined;
  inspector = undefined;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(errors.splice(0), 'said on the console').toEqual([]);
  expect(takeLooseTexts(), 'texts beside something else').toEqual([]);
}

/** The teacher of the tests, as the backend describes them. */
export const noor = { id: 1, first_name: 'Noor', last_name: 'Haddad', email: 'noor@school.example' };

/** The storage of a browser in which they are signed in. */
export const noorSignedIn = { accessToken: 'A1', refreshToken: 'R1', user: noor };

export interface OpenOptions {
  /** What localStorage holds when the page is opened. */
  stored?: { accessToken?: string; refreshToken?: string; user?: unknown };
  googleClientId?: string;
}

// A session starts in the step in which its teacher signs in.
await lazySession.load();

/** Watches all actors of the app that this test opens next. */
export function inspectNext(inspect: AppSettings['inspector']) {
  inspector = inspect;
}

/** Opens the app at an address, as a browser would: storage, history, a new page. Stub the backend before. */
export async function openApp(path: string, { stored = {}, googleClientId = '' }: OpenOptions = {}) {
  vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z') });
  // What user-event and Testing Library look for to know that timers are faked.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  vi.stubGlobal('WebSocket', StubSocket);
  StubSocket.all = [];
  stubLocks();
  stubSignalTimeouts();
  countBodyReads();
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void errors.push(words));

  if (stored.accessToken !== undefined) localStorage.setItem('accessToken', stored.accessToken);
  if (stored.refreshToken !== undefined) localStorage.setItem('refreshToken', stored.refreshToken);
  if (stored.user !== undefined) localStorage.setItem('user', JSON.stringify(stored.user));
  window.history.replaceState(null, '', path);

  const googleApiUrl = 'https://google-login.school.example';
  const system = createAppSystem({ apiUrl, googleApiUrl, googleClientId, inspector });
  running = system;
  system.actor.start();
  render(
    <CountedRenders>
      <App system={system} />
    </CountedRenders>,
  );
  await settle();

  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  return {
    system,
    user,

    /** Fills fields, by the API's names, in place of what they hold. Pasting: typing would take ten times as long. */
    async fill(values: Record<string, string>) {
      for (const [name, value] of Object.entries(values)) {
        await user.clear(field(name));
        if (value !== '') await user.paste(value);
      }
    },

    /** Clicks the button, link or menu item of that name. */
    async press(name: string | RegExp, role: 'button' | 'link' | 'menuitem' = 'button') {
      await user.click(screen.getByRole(role, { name }));
      await settle();
    },
  };
}

/** The field of that name on the page. */
export function field(name: string): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (input === null) throw new Error(`The page has no field ${name}`);
  return input;
}

/** What is said to be wrong with the field, as a screen reader would read it out; undefined for a field in order. */
export function errorAt(name: string): string | undefined {
  const input = field(name);
  if (input.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
  return document.getElementById(ids.at(-1) ?? '')?.textContent ?? undefined;
}

const spoken = (role: 'alert' | 'status') =>
  screen.queryAllByRole(role).flatMap((region) => {
    const read = region.cloneNode(true) as HTMLElement;
    for (const silent of read.querySelectorAll('[aria-live="off"]')) silent.remove();
    const text = read.textContent?.trim();
    return text ? [text] : [];
  });

/** The errors that the page announces. */
export const alerts = () => spoken('alert');

/** Everything else that it announces. */
export const statuses = () => spoken('status');

/** Lets everything happen that needs no time: answers, lazily loaded screens, renders. */
export async function settle() {
  for (let quiet = 0; quiet < 5; quiet = isReadingBodies() ? 0 : quiet + 1) {
    await act(async () => {
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(0);
    });
  }
}

/** Lets time pass, and what it brings happen. */
export async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settle();
}

/** Where the browser is. */
export const address = () => window.location.pathname + window.location.search;

/** All that can be read on the page. */
export const pageText = () => document.body.textContent ?? '';
