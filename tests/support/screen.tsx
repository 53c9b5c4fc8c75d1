import { act, cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { App } from '../../src/App';
import { type AppSettings, createAppSystem, lazySession } from '../../src/appSystem';
import { apiUrl, StubSocket } from './backend';
import { countBodyReads, countSteps, isReadingBodies, isStepping, stubLocks, stubSignalTimeouts } from './browserParts';
import { takeLooseTexts } from './looseTexts';
import { record, recordNotByHand, recordStart } from './recording';
import { CountedRenders } from './renders';

/* The real front end over a stubbed network, with a faked clock. */

// Screens load on demand. The clock is faked, so wait with `settle`, never with Testing Library.
configure({ asyncUtilTimeout: 0 });

// As in every document.
document.body.insertAdjacentHTML('afterbegin', '<div id="announced" aria-live="polite"></div>');

const errors: unknown[][] = [];
let running: { actor: { stop(): unknown } } | undefined;
let inspector: AppSettings['inspector'];

/** Stops the app that a test opened and cleans up the window. */
export async function closeApp() {
  cleanup();
  running?.actor.stop();
  running = undefined;
  vi.useRealTimers();
  // An open viewer leaves its entry of the history.
  do await new Promise((resolve) => setTimeout(resolve));
  while (isStepping());
  inspector = undefined;
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(errors.splice(0), 'said on the console').toEqual([]);
  expect(takeLooseTexts(), 'texts beside something else').toEqual([]);
}

/** The teacher of the tests, as the backend describes them. */
export const noor = { id: 1, first_name: 'Noor', last_name: 'Haddad', email: 'noor@school.example' };

/** The storage of a signed-in browser. */
export const noorSignedIn = { accessToken: 'A1', refreshToken: 'R1', user: noor };

export interface OpenOptions {
  /** Initial localStorage. */
  stored?: { accessToken?: string; refreshToken?: string; user?: unknown };
  googleClientId?: string;
}

// Preloaded, so that a session starts in the same step as the sign-in.
await lazySession.load();

/** Watches all actors of the next app. */
export function inspectNext(inspect: AppSettings['inspector']) {
  inspector = inspect;
}

/** Prepares the browser's parts and the clock. Returns who watches the page's actors. */
export function prepareWindow(path: string) {
  vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z') });
  // user-event and Testing Library detect faked timers by this.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  vi.stubGlobal('WebSocket', StubSocket);
  StubSocket.all = [];
  stubLocks();
  stubSignalTimeouts();
  countBodyReads();
  countSteps();
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void errors.push(words));
  window.history.replaceState(null, '', path);
  return { inspector, user: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }) };
}

/** Starts a page's actor, which stops with the test. */
export function runPage(page: { actor: { start(): unknown; stop(): unknown } }) {
  running = page;
  page.actor.start();
}

/** Opens the app at an address with fresh storage and history. Stub the backend first. */
export async function openApp(path: string, { stored = {}, googleClientId = '' }: OpenOptions = {}) {
  const { inspector, user } = prepareWindow(path);
  if (stored.accessToken !== undefined) localStorage.setItem('accessToken', stored.accessToken);
  if (stored.refreshToken !== undefined) localStorage.setItem('refreshToken', stored.refreshToken);
  if (stored.user !== undefined) localStorage.setItem('user', JSON.stringify(stored.user));

  recordStart(path);
  if (googleClientId !== '') recordNotByHand('Google answers in a window of its own');

  const googleApiUrl = 'https://google-login.school.example';
  const system = createAppSystem({ apiUrl, googleApiUrl, googleClientId, inspector });
  runPage(system);
  render(
    <CountedRenders>
      <App system={system} />
    </CountedRenders>,
  );
  await settle();

  return {
    system,
    user,

    /** Replaces the values of fields, by API name. Pastes, because typing takes ten times as long. */
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

/** Returns a field by name. */
export function field(name: string): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (input === null) throw new Error(`The page has no field ${name}`);
  return input;
}

/** Returns a field's error as a screen reader reads it; undefined for a valid field. */
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

/** Returns the announced errors. */
export const alerts = () => spoken('alert');

/** Returns all other announcements. */
export const statuses = () => spoken('status');

/** Flushes everything that needs no time: answers, lazily loaded screens, renders. */
export async function settle() {
  for (let quiet = 0; quiet < 5; quiet = isReadingBodies() || isStepping() ? 0 : quiet + 1) {
    await act(async () => {
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(0);
    });
  }
}

/** Advances the clock and settles. */
export async function pass(ms: number) {
  record({ do: 'pass', time: ms });
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settle();
}

/** Returns the browser's address. */
export const address = () => window.location.pathname + window.location.search;

/** Returns all text on the page. */
export const pageText = () => document.body.textContent ?? '';
