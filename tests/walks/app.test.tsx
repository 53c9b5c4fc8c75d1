import { expect } from 'vitest';
import { appMachine } from '../../src/machines/appMachine';
import { StubSocket, stubBackend } from '../support/backend';
import { address, noor, openApp } from '../support/screen';
import { walkChart } from '../support/walk';

/** Whether the live channel is there. */
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
    async 'auth.signedIn'({ fill, press }) {
      await fill({ email: noor.email, password: 'chalk' });
      await press('Sign in');
    },
    async 'auth.signedOut'({ press }) {
      await press(/^Account menu/);
      await press('Logout', 'menuitem');
    },
  },
  seen: {
    signedOut: () => expect([address(), connected()]).toEqual(['/login', false]),
    signedIn: () => expect([address(), connected()]).toEqual(['/dashboard', true]),
  },
});
