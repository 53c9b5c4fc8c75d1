import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type LiveChannelContext, liveChannelMachine } from '../../src/machines/liveChannelMachine';
import { StubSocket } from '../support/backend';
import { holdBackend } from '../support/heldBackend';
import { address, noorSignedIn, openApp, statuses } from '../support/screen';
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
const expectInterrupted = ({ reconnects }: LiveChannelContext) =>
  expect(statuses()).toEqual(reconnects === 0 ? [] : ['Live updates interrupted. Reconnecting…']);

const expectOpen = () => {
  expectSocket('open');
  expect(StubSocket.latest.sent).toEqual([{ type: 'get_status' }]);
  expect(statuses()).toEqual([]);
};

walkChart(liveChannelMachine, {
  async open() {
    const backend = holdBackend([refresh], { 'GET /section/list/': { json: [] } });
    return { ...backend, ...(await openApp('/dashboard', { stored: noorSignedIn })) };
  },
  events: {
    'reconnect.submit': ({ press }) => press('Reconnect'),
    'socket.opened': () => happen(() => StubSocket.latest.open()),
    'socket.closed': (_, { tokenRefused }) => happen(() => StubSocket.latest.drop(tokenRefused ? 4401 : 1006)),
    'message.received': (_, { message: { sectionId } }) =>
      happen(() =>
        StubSocket.latest.say({ type: 'status_update', section_id: Number(sectionId), status: { is_active: true } }),
      ),
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
      expectInterrupted(context);
    },
    'attached.open.unproven': expectOpen,
    'attached.open.proven': expectOpen,
    renewing({ waiting }, { context }) {
      expectSocket('none');
      expectInterrupted(context);
      expect(waiting(refresh).map(({ body }) => body)).toEqual([{ refresh: 'R1' }]);
    },
    backingOff(_, { context }) {
      expectSocket('none');
      expectInterrupted(context);
    },
    offline() {
      expectSocket('none');
      expect(statuses()).toEqual(['You are offline.']);
    },
    gaveUp() {
      expectSocket('none');
      expect(statuses()).toEqual(['Live updates stopped.Reconnect']);
      expect(screen.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
      expect(address()).toBe('/dashboard');
    },
  },
});
