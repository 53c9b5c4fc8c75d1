import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { logoutMachine } from '../../src/machines/session/logoutMachine';
import { StubSocket } from '../support/backend';
import { algebra, botany, holdSection, say } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { address, alerts, noorSignedIn, openApp } from '../support/screen';
import { happen, travel } from '../support/session';
import { walkChart } from '../support/walk';

const stop = 'POST /detection/sessions/stop/';
const create = 'POST /section/create/';

async function open() {
  const backend = holdSection([stop, create], {
    'POST /account/logout/': { status: 204 },
  });
  const opened = await openApp('/dashboard', { stored: noorSignedIn });
  await happen(() => StubSocket.latest.open());
  return { ...backend, ...opened };
}

type Opened = Awaited<ReturnType<typeof open>>;

const dialog = () => screen.queryByRole('dialog', { name: 'Detection is still running' });
const saving = () => screen.queryByRole('dialog', { name: 'Your last change is still being saved' });

/** Whether the path needs a change that is under way. */
const isSavingOn = ({ steps }: Path) =>
  steps.some(
    ({ event: { isSaving, output, type, kind } }) =>
      isSaving === true || output?.isSaving === true || (type === 'write.failed' && kind === 'createSection'),
  );

/** Whether the path needs a second session, whose stop is still under way when the first has failed. */
const isOneOfTwo = ({ steps }: Path) => steps.some(({ event }) => event.kind === 'stopDetection');

/** The teacher is logged out, and the session has ended with all that lives in it; or the page is still there. */
function expectLoggedOut(isLoggedOut: boolean, ends: () => void) {
  expect(address()).toBe(isLoggedOut ? '/login' : '/dashboard');
  if (isLoggedOut) ends();
}

/** Leaves the creation of a section under way. */
async function create4c({ press, fill }: Opened) {
  await press(/^Create New Section/);
  await fill({ name: '4c', subject: 'History' });
  await press('Create section');
  await press('Cancel');
}

walkChart(idle(logoutMachine), {
  open,
  events: {
    async 'logout.ask'(opened, { running }, { ready, path, ends }) {
      const { press } = opened;
      if (isSavingOn(path)) await create4c(opened);
      const isActive = running.length > 0;
      await say({ type: 'status_update', section_id: algebra.id, status: { is_active: isActive } });
      if (isOneOfTwo(path)) await say({ type: 'status_update', section_id: botany.id, status: { is_active: true } });
      await press(/^Account menu/);
      ready();
      await press('Logout', 'menuitem');
      expectLoggedOut(!isActive && !isSavingOn(path), ends);
    },
    async 'logout.keepRunning'({ press }, { isSaving }, { ends }) {
      await press('Log out, keep it running');
      expectLoggedOut(!isSaving, ends);
    },
    'logout.stopFirst': ({ press }) => press('Stop and log out'),
    async 'page.left'() {
      await travel('/change-password');
      expect(address()).toBe('/change-password');
    },
    async 'write.failed'({ give }, { kind }) {
      await give(kind === 'createSection' ? create : stop, { status: 500 });
      expect(address()).toBe('/dashboard');
      expect(alerts()).toEqual(kind === 'createSection' ? ['4c: Failed to create section.'] : []);
    },
    async 'writes.finished'({ give }, { running }, { ready, ends }) {
      const isActive = running.length > 0;
      if (isActive) await say({ type: 'status_update', section_id: algebra.id, status: { is_active: true } });
      ready();
      await give(create, { status: 201 });
      expectLoggedOut(!isActive, ends);
    },
    async 'logout.now'({ press }, _, { ends }) {
      await press('Log out without waiting');
      expectLoggedOut(true, ends);
    },
    async 'logout.cancel'({ press }) {
      await press(saving() === null ? 'Cancel' : 'Stay logged in');
      expect(address()).toBe('/dashboard');
    },
  },
  answers: {
    stopSessions: {
      async done({ give }, { isSaving }, { ends }) {
        await give(stop, { json: {} });
        expectLoggedOut(!isSaving, ends);
      },
      async error({ give }, _, { comesFirst }) {
        comesFirst({ type: 'write.failed', kind: 'stopDetection', sectionId: '7' });
        await give(stop, { status: 500 });
        expect(screen.getByText('Algebra 9b: Failed to stop detection. Please try again.')).toBeTruthy();
      },
    },
  },
  seen: {
    closed: () => expect([dialog(), saving()]).toEqual([null, null]),
    'open.asking': () => expect(dialog()?.textContent).toMatch(/Detection is active in .*Algebra 9b/),
    'open.stopping': ({ waiting }) => {
      expect(waiting(stop).length).toBeGreaterThan(0);
      expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy();
    },
    'open.saving': ({ waiting }) => {
      expect(waiting(create)).toHaveLength(1);
      expect(dialog()).toBeNull();
      expect(saving()?.textContent).toContain('You will be logged out as soon as it is saved.');
    },
  },
});
