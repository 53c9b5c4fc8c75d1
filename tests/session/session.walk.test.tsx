import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { sessionMachine } from '../../src/machines/session/sessionMachine';
import type { WriteKind } from '../../src/writeKinds';
import { StubSocket } from '../support/backend';
import { holdSection, say } from '../support/classroom';
import { idle } from '../support/idle';
import { section } from '../support/samples';
import { address, alerts, noorSignedIn, openApp, statuses } from '../support/screen';
import { happen, isAskedToStay, openChannel, showTab, travel } from '../support/session';
import { walkChart } from '../support/walk';

const list = 'GET /section/list/';
const create = 'POST /section/create/';
const deletion = 'DELETE /section/7/delete/';
const start = 'POST /detection/sessions/start/';

/** Opens a page on which the session has nothing to ask for. */
async function open() {
  const backend = holdSection([list, create, deletion, start], { 'POST /account/logout/': { status: 204 } });
  return { ...backend, ...(await openApp('/change-password', { stored: noorSignedIn })) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The call of a write, of those that the paths make. */
const callOf: Partial<Record<WriteKind, string>> = {
  createSection: create,
  deleteSection: deletion,
  startDetection: start,
};
const calls = Object.values(callOf);

/** What tells of a write that has worked. */
const news = ['Section created successfully!', '4c was created.', '4b was deleted.', 'Detection was started in 4b.'];

/** It is told once, if the page where it was made does not show it by itself. */
function toldOf(kind: WriteKind, page: string) {
  if (kind === 'createSection') return [page === '/dashboard' ? 'Section created successfully!' : '4c was created.'];
  if (kind === 'deleteSection') return ['4b was deleted.'];
  return page === '/sections/7' ? [] : ['Detection was started in 4b.'];
}

const isOnDashboard = () => address() === '/dashboard';

/** The sections as the dashboard lists them, without the way to a new one. */
const listed = () =>
  within(screen.getByRole('list', { name: 'Your sections', hidden: true })).queryAllByRole('link', { hidden: true });

/** What was listed stays, and the list is asked for once. */
function expectLoading({ waiting }: Opened, { context: { sections } }: SnapshotFrom<typeof sessionMachine>) {
  expect(waiting(list)).toHaveLength(1);
  if (isOnDashboard()) {
    expect(screen.queryAllByText('Loading sections...')).toHaveLength(sections === null ? 1 : 0);
    if (sections !== null) expect(listed()).toHaveLength(sections.length);
  }
}

walkChart(idle(sessionMachine), open, {
  events: {
    async 'sections.refresh'({ press }, _, { ready }) {
      if (screen.queryByRole('button', { name: 'Try again' }) !== null) {
        await press('Try again');
        return;
      }
      if (isOnDashboard()) await travel('/change-password');
      ready();
      await press('Back to Dashboard', 'link');
    },
    async 'page.shown'() {
      await showTab('hidden');
      await showTab('visible');
    },
    async 'section.open'(_, event, { sendDirectly }) {
      const page = `/sections/${event.sectionId}`;
      if (address() === page) await sendDirectly(event, 'the pages of one section have gone before others come');
      else await travel(page);
    },
    async 'section.close'(_, event, { sendDirectly }) {
      if (address().startsWith(`/sections/${event.sectionId}`)) await travel('/change-password');
      else await sendDirectly(event, 'only the page that opened the section closes it');
    },
    async 'write.submit'({ press, fill }, { write }, { ready }) {
      if (write.kind === 'createSection') {
        await press(/^Create New Section/);
        await fill({ name: '4c', subject: 'History' });
        ready();
        await press('Create section');
      } else if (write.kind === 'deleteSection') {
        await press('Delete Section');
        await fill({ password: 'correct horse' });
        ready();
        await press('Delete section');
      } else {
        await press('Start Detection');
      }
    },
    async 'logout.ask'({ press }, _, { ends }) {
      await press(/^Account menu/);
      await press('Logout', 'menuitem');
      expect(address()).toBe('/login');
      ends();
    },
    'logout.keepRunning': (_, event, { sendDirectly }) =>
      sendDirectly(event, 'no detection is active, so nothing is asked'),
    'write.watch': ({ press }) => press('Cancel'),
    async 'write.settled'({ give }, { id, outcome }, { goesOnWith }) {
      const page = address();
      await give(callOf[id as WriteKind] ?? '', outcome.type === 'done' ? { status: 204 } : 'fail');
      const told = statuses().filter((sentence) => news.includes(sentence));
      if (outcome.type === 'done') expect(told).toEqual(toldOf(id as WriteKind, page));
      else expect([told.length, alerts().length]).toEqual([0, 1]);
      if (id === 'deleteSection' && page === '/sections/7') {
        goesOnWith({ type: 'section.close', sectionId: section.id });
        goesOnWith({ type: 'sections.refresh' });
      }
    },
    'live.opened': openChannel,
    'live.lost': () => happen(() => StubSocket.latest.drop()),
    'logs.changed': (_, { sectionId }) => say({ type: 'logs_changed', section_id: Number(sectionId) }),
    'attendance.changed': (_, { sectionId }) => say({ type: 'attendance_changed', section_id: Number(sectionId) }),
    'sections.changed': () => say({ type: 'sections_changed' }),
    async 'live.message'(_, { sectionId, status, isStart }) {
      const section_id = Number(sectionId);
      await say(
        isStart
          ? { type: 'detection_start', section_id }
          : { type: 'status_update', section_id, status: { is_active: status.isActive } },
      );
    },
  },
  answers: {
    fetchSections: {
      done: ({ give }, sections) => give(list, { json: sections }),
      error: ({ give }) => give(list, { status: 500 }),
    },
  },
  seen: {
    'writes.none': ({ waiting }) => {
      expect(calls.filter((call) => waiting(call).length > 0)).toEqual([]);
      expect(isAskedToStay()).toBe(false);
    },
    'writes.underWay': ({ waiting }, { context }) => {
      const underWay = calls.filter((call) => waiting(call).length > 0);
      expect(underWay).toEqual(context.writes.map(({ kind }) => callOf[kind]));
      expect(isAskedToStay()).toBe(true);
    },
    'list.unasked': (opened) => {
      expect(opened.calls(list)).toEqual([]);
      expect(['/change-password', '/login']).toContain(address());
    },
    'list.loading.asked': expectLoading,
    'list.loading.outrun': expectLoading,
    'list.loaded': ({ waiting }, { context: { sections } }) => {
      expect(waiting(list)).toEqual([]);
      expect(alerts()).toEqual([]);
      if (isOnDashboard()) {
        expect(listed().map((tile) => tile.getAttribute('href'))).toEqual(sections?.map(({ id }) => `/sections/${id}`));
      }
    },
    'list.failed': ({ waiting }) => {
      expect(waiting(list)).toEqual([]);
      if (isOnDashboard()) expect(screen.getByText('Failed to fetch sections.')).toBeTruthy();
    },
    // What it says is shown by the walk of detection.
    'statuses.unheard': () => expect(StubSocket.latest.readyState).not.toBe(1),
    'statuses.heard.counted': () => expect(StubSocket.latest.readyState).toBe(1),
    'statuses.heard.due': () => expect(StubSocket.latest.readyState).toBe(1),
    'section.closed': () => {
      expect(address()).not.toContain('/sections/');
      expect(screen.queryByRole('navigation', { name: 'Section', hidden: true })).toBeNull();
    },
    'section.open': (_, { context: { openSectionId } }) => {
      expect(address().split('/').slice(0, 3)).toEqual(['', 'sections', openSectionId]);
      expect(screen.getByRole('navigation', { name: 'Section', hidden: true })).toBeTruthy();
    },
  },
  meanwhile: [
    // Whoever waits for a write goes with the page.
    'writes —write.watch→ (stays)',
  ],
});
