import { act, cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, vi } from 'vitest';
import { App } from '../../src/App';
import { createAppSystem } from '../../src/system/appSystem';
import { apiUrl, StubSocket } from './backend';

/* The real front end over a stubbed network, with the clock in the test's hand. */

// Screens are loaded on demand; the clock stands still, so waiting is left to `settle` and never to Testing Library.
configure({ asyncUtilTimeout: 0 });

const errors: unknown[][] = [];
let running: ReturnType<typeof createAppSystem> | undefined;

afterEach(() => {
  cleanup();
  running?.actor.stop();
  running = undefined;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(errors.splice(0), 'said on the console').toEqual([]);
});

export interface OpenOptions {
  /** What localStorage holds when the page is opened. */
  stored?: { accessToken?: string; refreshToken?: string; user?: unknown };
  googleClientId?: string;
}

/** Opens the app at an address, as a browser would: storage, history, a new page. Stub the backend before. */
export async function openApp(path: string, { stored = {}, googleClientId = '' }: OpenOptions = {}) {
  vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z') });
  // What user-event and Testing Library look for to know that timers are faked.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  vi.stubGlobal('WebSocket', StubSocket);
  StubSocket.all = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void errors.push(words));

  if (stored.accessToken !== undefined) localStorage.setItem('accessToken', stored.accessToken);
  if (stored.refreshToken !== undefined) localStorage.setItem('refreshToken', stored.refreshToken);
  if (stored.user !== undefined) localStorage.setItem('user', JSON.stringify(stored.user));
  window.history.replaceState(null, '', path);

  const system = createAppSystem({ apiUrl, googleApiUrl: 'https://google-login.school.example', googleClientId });
  running = system;
  system.actor.start();
  render(<App system={system} />);
  await settle();

  return { system, user: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }) };
}

/** Lets everything happen that needs no time: answers, lazily loaded screens, renders. */
export async function settle() {
  for (let turn = 0; turn < 5; turn += 1) {
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
