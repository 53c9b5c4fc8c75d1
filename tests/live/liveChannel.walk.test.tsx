import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type LiveChannelContext, liveChannelMachine } from '../../src/machines/live/liveChannelMachine';
import { StubSocket } from '../support/backend';
import { algebra } from '../support/classroom';
import { holdBackend } from '../support/heldBackend';
import { idle } from '../support/idle';
import { address, noorSignedIn, openApp, pageText, statuses } from '../support/screen';
import { goOnline, happen, showTab } from '../support/session';
import { walkChart } from '../support/walk';

const refresh = 'POST /account/refresh/';

/** One connection at most, in the state that the WebSocket itself calls so, with the token of now. */
function expectSocket(state: 'none' | 'connecting' | 'open') {
  const living = StubSocket.all.filter(({ readyState }) => readyState < 2);
  expect(living.map(({ readyState }) => readyState)).toEqual({ none: [], connecting: [0], open: [1] }[state]);
  for (const { url } of living) expect(url.searchParams.get('token')).toBe(localStorage.getItem('accessToken'));
}

/** The first reconnect is nobody's concern. */
function expectLost({ reconnects }: LiveChannelContext, retry: string) {
  expect(statuses()).toEqual(reconnects === 0 ? [] : ['Live updates lost']);
  if (reconnects > 0) expect(pageText()).toContain(`Live updates lost, trying again ${retry} of 5)`);
}

const expectOpen = () => {
  expectSocket('open');
  expect(StubSocket.latest.sent[0]).toEqual({ type: 'get_status' });
  expect(statuses()).toEqual([]);
};

async function open() {
  const backend = holdBackend([refresh], { 'GET /section/list/': { json: [algebra] } });
  return { ...backend, ...(await openApp('/dashboard', { stored: noorSignedIn })) };
}

walkChart(idle(liveChannelMachine), open, {
  events: {
    'reconnect.submit': ({ press }) => press('Reconnect'),
    'socket.opened': () => happen(() => StubSocket.latest.open()),
    'socket.closed': (_, { tokenRefused }) => happen(() => StubSocket.latest.drop(tokenRefused ? 4401 : 1006)),
    'live.message': (_, { sectionId }) =>
      happen(() =>
        StubSocket.latest.say({ type: 'status_update', section_id: Number(sectionId), status: { is_active: true } }),
      ),
    'logs.changed': (_, { sectionId }) =>
      happen(() => StubSocket.latest.say({ type: 'logs_changed', section_id: Number(sectionId) })),
    'heartbeat.received': () => happen(() => StubSocket.latest.say({ type: 'heartbeat' })),
    'attendance.changed': (_, { sectionId }) =>
      happen(() => StubSocket.latest.say({ type: 'attendance_changed', section_id: Number(sectionId) })),
    'sections.changed': () => happen(() => StubSocket.latest.say({ type: 'sections_changed' })),
    'clock.ticked': (_, event, { sendDirectly }) =>
      sendDirectly(event, 'the first tick comes by itself, the second not before the shortest wait is over'),
    async 'status.ask'(_, event, { sendDirectly }) {
      const { length } = StubSocket.latest.sent;
      await sendDirectly(event, 'a missed detection asks, and shows nothing');
      expect(StubSocket.latest.sent.slice(length)).toEqual([{ type: 'get_status' }]);
    },
    'network.online': () => goOnline(true),
    'network.offline': () => goOnline(false),
    async 'page.shown'() {
      await showTab('hidden');
      await showTab('visible');
    },
  },
  answers: {
    renewToken: {
      done: ({ give }) => give(refresh, { json: { access: 'A2', refresh: 'R2' } }),
      error: ({ give }) => give(refresh, 'fail'),
    },
  },
  seen: {
    'attached.connecting'(_, { context }) {
      expectSocket('connecting');
      expectLost(context, `now (${context.reconnects}`);
    },
    'attached.open.unproven': expectOpen,
    'attached.open.proven': expectOpen,
    'attached.open.beating': expectOpen,
    renewing({ waiting }, { context }) {
      expectSocket('none');
      expectLost(context, `now (${context.reconnects + 1}`);
      expect(waiting(refresh).map(({ body }) => body)).toEqual([{ refresh: 'R1' }]);
    },
    backingOff(_, { context }) {
      expectSocket('none');
      const seconds = Number(/trying again in (\d+) s/.exec(pageText())?.[1]);
      expectLost(context, `in ${seconds} s (${context.reconnects + 1}`);
      if (context.reconnects > 0) expect([1, 2 ** context.reconnects]).toContain(seconds);
    },
    offline() {
      expectSocket('none');
      expect(statuses()).toEqual(['You are offline']);
    },
    gaveUp() {
      expectSocket('none');
      expect(statuses()).toEqual(['Live updates offReconnect']);
      expect(screen.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
      expect(address()).toBe('/dashboard');
    },
  },
  meanwhile: ['backingOff —clock.ticked→ (stays)'],
});
