import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { logoutMachine } from '../../src/machines/logoutMachine';
import { StubSocket } from '../support/backend';
import { algebra, holdSection, say } from '../support/classroom';
import { address, noorSignedIn, openApp } from '../support/screen';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const stop = 'POST /detection/sessions/stop/';

async function open() {
  const backend = holdSection([stop], { 'POST /account/logout/': { status: 204 } });
  const opened = await openApp('/dashboard', { stored: noorSignedIn });
  await happen(() => StubSocket.latest.open());
  return { ...backend, ...opened };
}

const dialog = () => screen.queryByRole('dialog', { name: 'Detection is still running' });

walkChart(logoutMachine, {
  open,
  events: {
    async 'logout.ask'({ press }, { running }, { ready }) {
      const isActive = running.length > 0;
      await say({ type: 'status_update', section_id: algebra.id, status: { is_active: isActive } });
      await press(/^Account menu/);
      ready();
      await press('Logout', 'menuitem');
      expect(address()).toBe(isActive ? '/dashboard' : '/login');
    },
    async 'logout.keepRunning'({ press }) {
      await press('Log out, keep it running');
      expect(address()).toBe('/login');
    },
    'logout.stopFirst': ({ press }) => press('Stop and log out'),
    async 'logout.cancel'({ press }) {
      await press('Cancel');
      expect(address()).toBe('/dashboard');
    },
  },
  answers: {
    stopSessions: {
      async done({ give }) {
        await give(stop, { json: {} });
        expect(address()).toBe('/login');
      },
      async error({ give }) {
        await give(stop, { status: 500 });
        expect(screen.getByText('Algebra 9b: Failed to stop detection. Please try again.')).toBeTruthy();
      },
    },
  },
  seen: {
    closed: () => expect(dialog()).toBeNull(),
    asking: () => expect(dialog()?.textContent).toContain('Detection is active in Algebra 9b.'),
    stopping: ({ waiting }) => {
      expect(waiting(stop)).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy();
    },
  },
});
