import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { logoutMachine } from '../../src/machines/logoutMachine';
import { StubSocket } from '../support/backend';
import { algebra, holdSection, say } from '../support/classroom';
import type { Path } from '../support/paths';
import { address, alerts, noorSignedIn, openApp } from '../support/screen';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const stop = 'POST /detection/sessions/stop/';
const create = 'POST /section/create/';

async function open() {
  const backend = holdSection([stop, create], { 'POST /account/logout/': { status: 204 } });
  const opened = await openApp('/dashboard', { stored: noorSignedIn });
  await happen(() => StubSocket.latest.open());
  return { ...backend, ...opened };
}

type Opened = Awaited<ReturnType<typeof open>>;

const dialog = () => screen.queryByRole('dialog', { name: 'Detection is still running' });
const saving = () => screen.queryByRole('dialog', { name: 'Your last change is still being saved' });

/** Whether the path needs a change that is under way. */
const isSavingOn = ({ steps }: Path) =>
  steps.some(({ event }) => event.isSaving === true || event.output?.isSaving === true);

/** Leaves the creation of a section under way. */
async function create4c({ press, fill }: Opened) {
  await press(/^Create New Section/);
  await fill({ name: '4c', subject: 'History' });
  await press('Create section');
  await press('Cancel');
}

walkChart(logoutMachine, {
  open,
  events: {
    async 'logout.ask'(opened, { running }, { ready, path }) {
      const { press } = opened;
      if (isSavingOn(path)) await create4c(opened);
      const isActive = running.length > 0;
      await say({ type: 'status_update', section_id: algebra.id, status: { is_active: isActive } });
      await press(/^Account menu/);
      ready();
      await press('Logout', 'menuitem');
      expect(address()).toBe(isActive || isSavingOn(path) ? '/dashboard' : '/login');
    },
    async 'logout.keepRunning'({ press }, { isSaving }) {
      await press('Log out, keep it running');
      expect(address()).toBe(isSaving ? '/dashboard' : '/login');
    },
    'logout.stopFirst': ({ press }) => press('Stop and log out'),
    async 'logout.now'({ press }) {
      await press('Log out without waiting');
      expect(address()).toBe('/login');
    },
    async 'logout.cancel'({ press }) {
      await press(saving() === null ? 'Cancel' : 'Stay logged in');
      expect(address()).toBe('/dashboard');
    },
  },
  answers: {
    stopSessions: {
      async done({ give }, { isSaving }) {
        await give(stop, { json: {} });
        expect(address()).toBe(isSaving ? '/dashboard' : '/login');
      },
      async error({ give }) {
        await give(stop, { status: 500 });
        expect(screen.getByText('Algebra 9b: Failed to stop detection. Please try again.')).toBeTruthy();
      },
    },
    finishWrites: {
      async done({ give }, running, { ready }) {
        const isActive = running.length > 0;
        if (isActive) await say({ type: 'status_update', section_id: algebra.id, status: { is_active: true } });
        ready();
        await give(create, { status: 201 });
        expect(address()).toBe(isActive ? '/dashboard' : '/login');
      },
      async error({ give }) {
        await give(create, { status: 500 });
        expect(address()).toBe('/dashboard');
        expect(alerts()).toEqual(['4c: Failed to create section.']);
      },
    },
  },
  seen: {
    closed: () => expect([dialog(), saving()]).toEqual([null, null]),
    asking: () => expect(dialog()?.textContent).toContain('Detection is active in Algebra 9b.'),
    stopping: ({ waiting }) => {
      expect(waiting(stop)).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy();
    },
    saving: ({ waiting }) => {
      expect(waiting(create)).toHaveLength(1);
      expect(dialog()).toBeNull();
      expect(saving()?.textContent).toContain('You will be logged out as soon as it is saved.');
    },
  },
});
