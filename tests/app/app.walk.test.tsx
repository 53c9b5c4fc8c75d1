import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { codeOf } from '../../src/code';
import { appMachine } from '../../src/machines/app/appMachine';
import { createSessionSystem } from '../../src/system/session/sessionSystem';
import { StubSocket, stubBackend } from '../support/backend';
import { address, noor, openApp, settle } from '../support/screen';
import { logOut, otherTab, signIn } from '../support/session';
import { walkChart } from '../support/walk';

/** Whether the live channel of a session is there. */
const connected = () => StubSocket.all.some(({ readyState }) => readyState !== 3);

walkChart(appMachine, {
  async open() {
    stubBackend({
      'POST /account/login/teacher/': { json: { access: 'A1', refresh: 'R1' } },
      'GET /account/current-user/': { json: noor },
      'GET /section/list/': { json: [] },
      'POST /account/logout/': { status: 204 },
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const session = codeOf(async () => {
      await held;
      return createSessionSystem;
    });
    return { ...(await openApp('/login', { laterCode: { session } })), release };
  },
  events: {
    'auth.signedIn': (opened) => signIn(opened),
    'auth.signedOut': (opened) =>
      // Without the session's code there is no menu yet.
      opened.system.session() === undefined ? otherTab({ accessToken: null, refreshToken: null }) : logOut(opened),
    'session.fetched': async ({ release }) => {
      release();
      await settle();
    },
  },
  seen: {
    signedOut: ({ system }) => {
      expect([address(), connected()]).toEqual(['/login', false]);
      expect(system.session()).toBeUndefined();
    },
    'signedIn.fetching': ({ system }) => {
      expect([address(), connected()]).toEqual(['/dashboard', false]);
      expect(system.session()).toBeUndefined();
      expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    },
    'signedIn.running': ({ system }) => {
      expect([address(), connected()]).toEqual(['/dashboard', true]);
      expect(system.session()).toBeDefined();
    },
  },
});
