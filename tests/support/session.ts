import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { noor, type openApp, settle } from './screen';

type Opened = Awaited<ReturnType<typeof openApp>>;

/** Signs in on the sign-in page, as a teacher does. */
export async function signIn({ fill, press }: Opened) {
  await fill({ email: noor.email, password: 'chalk' });
  await press('Sign in');
}

/** Logs out by the user menu of a protected page. */
export async function logOut({ press }: Opened) {
  await press(/^Account menu/);
  await press('Logout', 'menuitem');
}

/** Another tab writes to the storage; the browser tells this one. */
export async function otherTab(values: Record<string, string | null>) {
  for (const [key, newValue] of Object.entries(values)) {
    const oldValue = localStorage.getItem(key);
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    await tellOfStorage({ key, oldValue, newValue });
  }
}

/** The browser tells of a change of the storage. */
export const tellOfStorage = (change: StorageEventInit) =>
  happen(() => window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, ...change })));

export const otherTabSignsIn = () => otherTab({ accessToken: 'A5', refreshToken: 'R5', user: JSON.stringify(noor) });

export const otherTabSignsOut = () => otherTab({ accessToken: null, refreshToken: null, user: null });

/** The browser comes online, or is offline from now on. */
export function goOnline(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  return happen(() => window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

/** Hides the tab, or shows it again. */
export function showTab(visibilityState: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  return happen(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Does something to the page, or to its socket, and lets it sink in. */
export async function happen(cause: () => unknown) {
  act(() => void cause());
  await settle();
}
