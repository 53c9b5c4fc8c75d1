import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { authMachine, type RenewalOutcome } from '../../src/machines/account/authMachine';
import type { SessionEnd } from '../../src/services/account/tokenStore';
import { type Answer, StubSocket } from '../support/backend';
import { holdBackend } from '../support/heldBackend';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { recordNotByHand } from '../support/recording';
import { address, alerts, noor, noorSignedIn, openApp, pass, statuses } from '../support/screen';
import { logOut, signIn, tellOfStorage, tokenOf } from '../support/session';
import { walkChart } from '../support/walk';

const login = 'POST /account/login/teacher/';
const currentUser = 'GET /account/current-user/';
const list = 'GET /section/list/';
const changePassword = 'POST /account/change-password/';
const refresh = 'POST /account/refresh/';
const logout = 'POST /account/logout/';

const userFetchFailed = 'Failed to fetch user data\nNo answer from the server';

const renewals: Record<Exclude<RenewalOutcome, object>, Answer> = {
  renewed: { json: { access: 'A2', refresh: 'R2' } },
  refused: { status: 401 },
  unanswered: 'fail',
};

const answerFor = (outcome: RenewalOutcome): Answer =>
  typeof outcome === 'object'
    ? new Response(null, { status: 503, headers: { 'Retry-After': String(Number(outcome.retryAfterMs) / 1000) } })
    : renewals[outcome];

const bob = { id: 2, first_name: 'Bob', last_name: 'Noyce', email: 'bob@school.example' };

/**
 * Another tab has ended the session, and the browser tells of it: of one key after the other.
 *
 * @param ended the access token that it took away, if it has done so before: why is only told now
 * @returns the access token
 */
async function otherTabEnds(why: SessionEnd | null, ended: string | null) {
  const oldValue = localStorage.getItem('accessToken') ?? ended;
  localStorage.clear();
  await tellOfStorage({ key: 'sessionEnded', newValue: why });
  await tellOfStorage({ key: 'accessToken', oldValue, newValue: null });
  return oldValue;
}

/** The tab that had stored new tokens stores their teacher. */
async function otherTabIdentifies(user: object) {
  localStorage.setItem('user', JSON.stringify(user));
  await tellOfStorage({ key: 'user', newValue: JSON.stringify(user) });
}

/** Another tab has stored a whole session, and the browser tells of the first key. */
async function otherTabStores(user: object) {
  const session = { accessToken: 'A5', refreshToken: 'R5', user: JSON.stringify(user) };
  for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  await tellOfStorage({ key: 'accessToken', newValue: 'A5' });
}

const isConnected = () => StubSocket.all.some(({ readyState }) => readyState < 2);

/** On whatever page: the tokens are kept, and the live channel is there. */
function expectSignedIn() {
  expect(Object.keys(localStorage)).toEqual(expect.arrayContaining(['accessToken', 'refreshToken']));
  expect(isConnected()).toBe(true);
}

function expectSignedOut({ waiting }: ReturnType<typeof holdBackend>) {
  expect({ ...localStorage }).toEqual({});
  expect(isConnected()).toBe(false);
  expect(address()).toBe('/login');
  // A sign-in that was overtaken still waits to be told whose it was.
  const button = waiting(currentUser).length === 0 ? 'Sign in' : 'Signing in…';
  expect(screen.getByRole('button', { name: button })).toBeTruthy();
  expect(alerts()).toEqual([]);
}

/** What the teacher asked for is neither there nor refused yet. */
function expectPatience({ calls, hasFailed }: ReturnType<typeof holdBackend> & { hasFailed: boolean }) {
  expect(Object.keys(localStorage)).toEqual(expect.arrayContaining(['accessToken', 'refreshToken']));
  // The refresh is retried by itself, and the call that asked for it has failed before.
  if (hasFailed) return void expect(alerts()).toHaveLength(1);
  expectSignedIn();
  // What failed before is said until it succeeds.
  expect(alerts()).toEqual(calls(list).length > 1 ? ['Failed to fetch sections.Try again'] : []);
  if (address() === '/dashboard') expect(screen.getByText('Loading sections...')).toBeTruthy();
  else expect(screen.getByRole('button', { name: 'Saving…' })).toBeTruthy();
}

async function fillInPasswords({ press, fill }: Awaited<ReturnType<typeof openApp>>) {
  await press(/^Account menu/);
  await press('Change Password', 'menuitem');
  await fill({ old_password: 'chalk', new_password: 'slate-42', confirm_password: 'slate-42' });
}

async function open(path: Path) {
  const backend = holdBackend([login, currentUser, list, changePassword, refresh, logout]);
  const { hasAccessToken, teacher } = path.input as InputFrom<typeof authMachine>;
  const stored = teacher === null ? { accessToken: 'A1', refreshToken: 'R1' } : noorSignedIn;
  const opened = hasAccessToken ? await openApp('/dashboard', { stored }) : await openApp('/login');
  const otherTabRenews = path.steps.some(({ event }) => event.type === 'xstate.error.actor.renewAccess');
  if (otherTabRenews) {
    void navigator.locks.request('vigil-refresh', {}, () => new Promise(() => {}));
    recordNotByHand('another tab would have to hold the lock of the renewal');
  }
  const ended = null as string | null;
  return { ...backend, ...opened, otherTabRenews, ended, hasFailed: false };
}

walkChart(idle(authMachine), open, {
  events: {
    async 'session.started'(opened) {
      // Whose user cannot be fetched is still on the sign-in page, and can sign in once more.
      if (opened.waiting(currentUser).length > 0) {
        await opened.give(currentUser, 'fail');
        expect(alerts()).toEqual([userFetchFailed]);
      }
      await signIn(opened);
      // The token says at once whose it is.
      await opened.give(login, { json: { access: tokenOf(noor), refresh: 'R1' } });
    },
    'session.identified': ({ give }) => give(currentUser, { json: noor }),
    async 'access.rejected'(opened, { mayBePassword }, { ready }) {
      const { press, give, waiting } = opened;
      if (mayBePassword) {
        await fillInPasswords(opened);
        await press('Change password');
      } else if (waiting(list).length === 0) await press('Try again');
      ready();
      opened.hasFailed = false;
      await give(mayBePassword ? changePassword : list, { status: 401 });
    },
    'logout.submit': (opened) => logOut(opened),
    async 'storage.read'(opened, { signedIn, teacher, ended }) {
      const isNameless = localStorage.getItem('accessToken') === 'A1' && localStorage.getItem('user') === null;
      if (!signedIn) opened.ended = await otherTabEnds(ended, opened.ended);
      else if (teacher === 'bob') await otherTabStores(bob);
      else await (isNameless ? otherTabIdentifies(noor) : otherTabStores(noor));
    },
  },
  answers: {
    renewAccess: {
      async done(opened, outcome) {
        await opened.give(refresh, answerFor(outcome));
        if (outcome === 'unanswered' || typeof outcome === 'object') opened.hasFailed = true;
      },
      // The other tab does not come to an end with its own.
      async error(opened) {
        await pass(14_999);
        expectPatience(opened);
        await pass(1);
        expect(opened.waiting(refresh)).toEqual([]);
        opened.hasFailed = true;
      },
    },
    verifyAccess: {
      done: ({ give }, { alive }) => give(currentUser, alive ? { json: noor } : { status: 401 }),
      async error(opened) {
        await opened.give(currentUser, 'fail');
        opened.hasFailed = true;
      },
    },
    endSession: {
      done: ({ give }) => give(logout, { status: 205 }),
      error: (_, event, { sendDirectly }) =>
        sendDirectly(event, 'the service takes whatever comes of the call for an answer'),
    },
  },
  seen: {
    'signedIn.current'({ waiting }, { context }) {
      expectSignedIn();
      // Her access token is alive, so the 401 meant her password.
      expect(alerts()).toEqual(address() === '/change-password' ? ['Password change failed. Please try again.'] : []);
      if (address() === '/login') {
        // In, but for the answer that says who she is.
        expect(screen.getByRole('button', { name: 'Signing in…' })).toBeTruthy();
        expect(waiting(currentUser)).toHaveLength(1);
      } else {
        const name = context.teacher === 'bob' ? 'Account menu: Bob Noyce' : 'Account menu: Noor Haddad';
        expect(screen.getByRole('button', { name: context.teacher === null ? 'Account menu' : name })).toBeTruthy();
      }
    },
    'signedIn.renewing'(opened) {
      expectPatience(opened);
      expect(opened.waiting(refresh)).toHaveLength(opened.otherTabRenews ? 0 : 1);
    },
    'signedIn.verifying'(opened) {
      expectPatience(opened);
      expect(opened.waiting(currentUser)).toHaveLength(1);
    },
    'signedIn.unreached'() {
      expectSignedIn();
      expect(address()).not.toBe('/login');
      expect(alerts()).toHaveLength(1);
    },
    'signedIn.postponed'({ waiting }) {
      expectSignedIn();
      expect(address()).not.toBe('/login');
      expect(alerts()).toHaveLength(1);
      expect(waiting(refresh)).toEqual([]);
    },
    signingOut(opened) {
      expectSignedOut(opened);
      expect(statuses()).toEqual([]);
      expect(opened.waiting(logout).map(({ body }) => body)).toEqual([{ refresh: 'R1' }]);
    },
    'signedOut.idle'(opened) {
      expectSignedOut(opened);
      expect(statuses()).toEqual([]);
    },
    'signedOut.expired'(opened) {
      expectSignedOut(opened);
      expect(statuses()).toEqual(['Session expired. Please log in again.']);
    },
    'signedOut.elsewhere'(opened) {
      expectSignedOut(opened);
      expect(statuses()).toEqual(['You were signed out in another window.']);
    },
  },
});
