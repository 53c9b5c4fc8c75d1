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

type Changes = readonly (readonly [key: string, value: string | null])[];

/** Another tab changes the storage, and this one has not heard of it yet: the result lets the browser tell it. */
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

/** What a tab writes that loses its session, in its order. */
export const endOfSession = (why: 'signedOut' | 'expired'): Changes => [
  ['sessionEnded', why],
  ['sessionEnded', null],
  ['refreshToken', null],
  ['accessToken', null],
  ['user', null],
];

/** An access token that says whose it is; the number tells one from the next. */
export const tokenOf = ({ id }: { id: number }, number = 1) =>
  ['{"alg":"none"}', JSON.stringify({ user_id: id, number }), 'signature'].map((part) => btoa(part)).join('.');

/** What a tab writes in which a teacher signs in, in its order: the user comes last, with an answer of its own. */
export const startOfSession = (user: { id: number }, refresh: string): Changes => [
  ['user', null],
  ['refreshToken', null],
  ['accessToken', tokenOf(user)],
  ['refreshToken', refresh],
  ['user', JSON.stringify(user)],
];

/** The browser tells of a change of the storage. */
export const tellOfStorage = (change: StorageEventInit) =>
  happen(() => window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, ...change })));

export const otherTabSignsIn = () => otherTab({ accessToken: 'A5', refreshToken: 'R5', user: JSON.stringify(noor) });

export const otherTabSignsOut = () => otherTabUnheard(endOfSession('signedOut'))();

/** The browser goes back, or forward, by so many entries of its history. */
export async function go(steps: number) {
  await act(async () => {
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(steps);
    await moved;
  });
  await settle();
}

/** The browser goes back or forward to an address. */
export const travel = (to: string) =>
  happen(() => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

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

/** Whether the browser would ask the teacher before it leaves the page; older ones look at `returnValue` alone. */
export function isAskedToStay() {
  const leaving = new Event('beforeunload', { cancelable: true });
  Object.defineProperty(leaving, 'returnValue', { value: '', writable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented && Boolean(leaving.returnValue);
}

/** Does something to the page, or to its socket, and lets it sink in. */
export async function happen(cause: () => unknown) {
  act(() => void cause());
  await settle();
}
