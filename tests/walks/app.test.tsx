import { expect } from 'vitest';
import { appMachine } from '../../src/machines/appMachine';
import { StubSocket, stubBackend } from '../support/backend';
import { address, noor, openApp } from '../support/screen';
import { logOut, signIn } from '../support/session';
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
    return openApp('/login');
  },
  events: {
    'auth.signedIn': (opened) => signIn(opened),
    'auth.signedOut': (opened) => logOut(opened),
  },
  seen: {
    signedOut: ({ system }) => {
      expect([address(), connected()]).toEqual(['/login', false]);
      expect(system.session()).toBeUndefined();
    },
    signedIn: ({ system }) => {
      expect([address(), connected()]).toEqual(['/dashboard', true]);
      expect(system.session()).toBeDefined();
    },
  },
});
