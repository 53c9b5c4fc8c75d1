import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { authMachine, type RenewalOutcome } from '../../src/machines/authMachine';
import { type Answer, StubSocket } from '../support/backend';
import { holdBackend } from '../support/heldBackend';
import type { Path } from '../support/paths';
import { address, alerts, noor, noorSignedIn, openApp, pass, statuses } from '../support/screen';
import { logOut, otherTabSignsIn, otherTabSignsOut, signIn } from '../support/session';
import { walkChart } from '../support/walk';

const login = 'POST /account/login/teacher/';
const currentUser = 'GET /account/current-user/';
const list = 'GET /section/list/';
const changePassword = 'POST /account/change-password/';
const refresh = 'POST /account/refresh/';
const logout = 'POST /account/logout/';

const userFetchFailed = 'Failed to fetch user data';

const leadsThrough = ({ steps }: Path, ...types: string[]) =>
  steps
    .map(({ event }) => event.type)
    .join()
    .includes(types.join());

const renewals: Record<RenewalOutcome, Answer> = {
  renewed: { json: { access: 'A2', refresh: 'R2' } },
  refused: { status: 401 },
  unanswered: 'fail',
};

const isConnected = () => StubSocket.all.some(({ readyState }) => readyState < 2);

/** On whatever page: the tokens are kept, and the live channel is there. */
function expectSignedIn() {
  expect(Object.keys(localStorage)).toEqual(expect.arrayContaining(['accessToken', 'refreshToken']));
  expect(isConnected()).toBe(true);
}

function expectSignedOut() {
  expect({ ...localStorage }).toEqual({});
  expect(isConnected()).toBe(false);
  expect(address()).toBe('/login');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(alerts()).toEqual([]);
}

/** What the teacher asked for is neither there nor refused yet. */
function expectPatience() {
  expectSignedIn();
  expect(alerts()).toEqual([]);
  if (address() === '/dashboard') expect(screen.getByText('Loading sections...')).toBeTruthy();
  else expect(screen.getByRole('button', { name: 'Saving…' })).toBeTruthy();
}

async function fillInPasswords({ press, fill }: Awaited<ReturnType<typeof openApp>>) {
  await press(/^Account menu/);
  await press('Change Password', 'menuitem');
  await fill({ old_password: 'chalk', new_password: 'slate-42', confirm_password: 'slate-42' });
}

walkChart(authMachine, {
  async open(path) {
    const backend = holdBackend([login, currentUser, list, changePassword, refresh, logout]);
    const { hasAccessToken } = path.input as { hasAccessToken: boolean };
    const opened = hasAccessToken ? await openApp('/dashboard', { stored: noorSignedIn }) : await openApp('/login');
    const otherTabRenews = leadsThrough(path, 'xstate.error.actor.renewAccess');
    if (otherTabRenews) void navigator.locks.request('vigil-refresh', {}, () => new Promise(() => {}));
    return { ...backend, ...opened, otherTabRenews };
  },
  events: {
    async 'session.started'(opened, _, { path }) {
      await signIn(opened);
      await opened.give(login, { json: { access: 'A1', refresh: 'R1' } });
      // Whose user cannot be fetched is still on the sign-in page, and can sign in once more.
      const comesAgain = leadsThrough(path, 'session.started', 'session.started') && alerts().length === 0;
      await opened.give(currentUser, comesAgain ? 'fail' : { json: noor });
    },
    async 'access.rejected'(opened, { mayBePassword }, { ready }) {
      const { press, give, waiting } = opened;
      if (mayBePassword) {
        await fillInPasswords(opened);
        await press('Change password');
      } else if (waiting(list).length === 0) await press('Try again');
      ready();
      await give(mayBePassword ? changePassword : list, { status: 401 });
    },
    'logout.submit': (opened) => logOut(opened),
    'storage.changed': (_, { signedIn }) => (signedIn ? otherTabSignsIn() : otherTabSignsOut()),
  },
  answers: {
    renewAccess: {
      done: ({ give }, outcome) => give(refresh, renewals[outcome]),
      // The other tab does not come to an end with its own.
      async error({ waiting }) {
        await pass(14_999);
        expectPatience();
        await pass(1);
        expect(waiting(refresh)).toEqual([]);
      },
    },
    verifyAccess: {
      done: ({ give }, { alive }) => give(currentUser, alive ? { json: noor } : { status: 401 }),
      error: ({ give }) => give(currentUser, 'fail'),
    },
    endSession: {
      done: ({ give }) => give(logout, { status: 205 }),
      // The service takes whatever comes of the call for an answer.
      error: (_, event, { sendDirectly }) => sendDirectly(event),
    },
  },
  seen: {
    'signedIn.current'() {
      expectSignedIn();
      // In, but for the one whose sign-in could not be finished.
      if (address() === '/login') expect(alerts()).toEqual([userFetchFailed]);
      else expect(screen.getByRole('button', { name: /^Account menu/ })).toBeTruthy();
    },
    'signedIn.renewing'({ waiting, otherTabRenews }) {
      expectPatience();
      expect(waiting(refresh)).toHaveLength(otherTabRenews ? 0 : 1);
    },
    'signedIn.verifying'({ waiting }) {
      expectPatience();
      expect(waiting(currentUser)).toHaveLength(1);
    },
    'signedIn.unreached'() {
      expectSignedIn();
      expect(address()).not.toBe('/login');
      expect(alerts()).toHaveLength(1);
    },
    signingOut({ waiting }) {
      expectSignedOut();
      expect(statuses()).toEqual([]);
      expect(waiting(logout).map(({ body }) => body)).toEqual([{ refresh: 'R1' }]);
    },
    'signedOut.idle'() {
      expectSignedOut();
      expect(statuses()).toEqual([]);
    },
    'signedOut.expired'() {
      expectSignedOut();
      expect(statuses()).toEqual(['Session expired. Please log in again.']);
    },
  },
});
