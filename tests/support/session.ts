import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { StubSocket } from './backend';
import { record } from './recording';
import { noor, type openApp, settle } from './screen';

type Opened = Awaited<ReturnType<typeof openApp>>;

/** Signs in on the sign-in page. */
export async function signIn({ fill, press }: Opened) {
  await fill({ email: noor.email, password: 'chalk' });
  await press('Sign in');
}

/** Logs out through the user menu. */
export async function logOut({ press }: Opened) {
  await press(/^Account menu/);
  await press('Logout', 'menuitem');
}

/** Simulates another tab writing to the storage, with its event. */
export async function otherTab(values: Record<string, string | null>) {
  for (const [key, newValue] of Object.entries(values)) {
    const oldValue = localStorage.getItem(key);
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    await tellOfStorage({ key, oldValue, newValue });
  }
}

type Changes = readonly (readonly [key: string, value: string | null])[];

/** Simulates a change by another tab whose event is still pending. The result delivers it. */
export function otherTabUnheard(changes: Changes) {
  const events = changes.map(([key, newValue]) => {
    const oldValue = localStorage.getItem(key);
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    return { key, oldValue, newValue };
  });
  return async () => {
    for (const event of events) await tellOfStorage(event);
  };
}

/** Changes, in order, by a tab whose session ends. */
export const endOfSession = (why: 'signedOut' | 'expired'): Changes => [
  ['sessionEnded', why],
  ['sessionEnded', null],
  ['refreshToken', null],
  ['accessToken', null],
  ['user', null],
];

/** Returns an access token that identifies its teacher. The number distinguishes successive tokens. */
export const tokenOf = ({ id }: { id: number }, number = 1) =>
  ['{"alg":"none"}', JSON.stringify({ user_id: id, number }), 'signature'].map((part) => btoa(part)).join('.');

/** Changes, in order, by a tab that signs in. The user comes last, with its own answer. */
export const startOfSession = (user: { id: number }, refresh: string): Changes => [
  ['user', null],
  ['refreshToken', null],
  ['accessToken', tokenOf(user)],
  ['refreshToken', refresh],
  ['user', JSON.stringify(user)],
];

/** Dispatches a storage event. */
export function tellOfStorage(change: StorageEventInit) {
  const { key, oldValue = null, newValue = null } = change;
  if (typeof key === 'string')
    record({ do: 'store', storage: { ...localStorage }, changes: [{ key, oldValue, newValue }] });
  return happen(() => window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, ...change })));
}

export const otherTabSignsIn = () => otherTab({ accessToken: 'A5', refreshToken: 'R5', user: JSON.stringify(noor) });

export const otherTabSignsOut = () => otherTabUnheard(endOfSession('signedOut'))();

/** Goes through the history by a number of entries. */
export async function go(steps: number) {
  record({ do: 'go', steps });
  await act(async () => {
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(steps);
    await moved;
  });
  await settle();
}

/** Goes through the history to an address. */
export function travel(to: string) {
  record({ do: 'visit', address: to });
  return happen(() => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
}

/** Switches the browser online or offline. */
export function goOnline(online: boolean) {
  record({ do: 'network', isOnline: online });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  return happen(() => window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

/** Lets the live channel open, perhaps again. */
export async function openChannel() {
  if (StubSocket.latest.readyState === 3) {
    await goOnline(false);
    await goOnline(true);
  }
  await happen(() => StubSocket.latest.open());
}

/** Hides or shows the tab. */
export function showTab(visibilityState: 'hidden' | 'visible') {
  record({ do: 'tab', isShown: visibilityState === 'visible' });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  return happen(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Returns whether the browser would ask before leaving the page. Older ones check only `returnValue`. */
export function isAskedToStay() {
  const leaving = new Event('beforeunload', { cancelable: true });
  Object.defineProperty(leaving, 'returnValue', { value: '', writable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented && Boolean(leaving.returnValue);
}

/** Acts on the page or its socket, and settles. */
export async function happen(cause: () => unknown) {
  act(() => void cause());
  await settle();
}
