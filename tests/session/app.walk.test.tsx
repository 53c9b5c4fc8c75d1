import { screen } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { lazySession } from '../../src/appSystem';
import { appMachine } from '../../src/machines/session/appMachine';
import { StubSocket, stubBackend } from '../support/backend';
import { idle } from '../support/idle';
import { address, noor, openApp, settle } from '../support/screen';
import { logOut, otherTab, signIn } from '../support/session';
import { walkChart } from '../support/walk';

const { loaded } = lazySession;
afterEach(() => {
  lazySession.loaded = loaded;
});

/** Whether a session has its live channel. */
const connected = () => StubSocket.all.some(({ readyState }) => readyState !== 3);

walkChart(idle(appMachine), {
  async open() {
    stubBackend({
      'POST /account/login/teacher/': { json: { access: 'A1', refresh: 'R1' } },
      'GET /account/current-user/': { json: noor },
      'GET /section/list/': { json: [] },
      'POST /account/logout/': { status: 204 },
    });
    lazySession.loaded = undefined;
    let release = () => {};
    vi.spyOn(lazySession, 'load').mockImplementation(
      () =>
        new Promise((resolve) => {
          release = () => loaded && resolve(loaded);
        }),
    );
    return { ...(await openApp('/login')), release: () => release() };
  },
  events: {
    'auth.signedIn': (opened) => signIn(opened),
    'auth.signedOut': (opened) =>
      // There is no menu before the session.
      opened.system.session() === undefined ? otherTab({ accessToken: null, refreshToken: null }) : logOut(opened),
    'session.loaded': async ({ release }) => {
      release();
      await settle();
    },
  },
  seen: {
    signedOut: ({ system }) => {
      expect([address(), connected()]).toEqual(['/login', false]);
      expect(system.session()).toBeUndefined();
    },
    'signedIn.loading': ({ system }) => {
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
