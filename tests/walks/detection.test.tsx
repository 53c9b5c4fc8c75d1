import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { detectionMachine } from '../../src/machines/detectionMachine';
import { StubSocket } from '../support/backend';
import { algebra, expectSession, openHeldSection, say } from '../support/classroom';
import { alerts, pageText } from '../support/screen';
import { goOnline, happen, showTab } from '../support/session';
import { walkChart } from '../support/walk';

const list = 'GET /section/list/';
const status = 'GET /detection/sessions/status/7/';
const start = 'POST /detection/sessions/start/';
const stop = 'POST /detection/sessions/stop/';

const unanswered = 'The status could not be checked just now. Vigil keeps trying.';

/** Opens the overview with the live channel open beforehand. */
async function open() {
  const opened = await openHeldSection([list, status, start, stop]);
  await happen(() => StubSocket.latest.open());
  await opened.give(list, { json: [algebra] });
  return opened;
}

const button = (name: string) => screen.getByRole('button', { name });

walkChart(detectionMachine, {
  open,
  events: {
    'start.submit': ({ press }) => press('Start Detection'),
    'stop.submit': ({ press }) => press('Stop Detection'),
    'live.detectionStarted': () => say({ type: 'detection_start', section_id: 7 }),
    'live.statusUpdated': (_, { isActive }) =>
      say({ type: 'status_update', section_id: 7, status: { is_active: isActive } }),
    async 'live.opened'() {
      await goOnline(false);
      await goOnline(true);
      await happen(() => StubSocket.latest.open());
    },
    async 'page.shown'() {
      await showTab('hidden');
      await showTab('visible');
    },
    'status.polled': null,
    'status.unknown': null,
    'session.moved': null,
  },
  answers: {
    fetchStatus: {
      done: ({ give }, isActive) => give(status, { json: { is_active: isActive } }),
      error: ({ give }) => give(status, 'fail'),
    },
    startDetection: {
      done: ({ give }) => give(start, { status: 201 }),
      async error({ give }) {
        await give(start, { status: 500 });
        expect(alerts()).toEqual(['Failed to start detection. Please try again.']);
      },
    },
    stopDetection: {
      done: ({ give }) => give(stop, { status: 200 }),
      async error({ give }) {
        await give(stop, { status: 500 });
        expect(alerts()).toEqual(['Failed to stop detection. Please try again.']);
      },
    },
  },
  seen: {
    'session.unknown': () => {
      expect(screen.getByText('Checking status…')).toBeTruthy();
      expect(button('Start Detection')).toBeTruthy();
    },
    'session.inactive': () => expectSession('inactive'),
    'session.starting': ({ waiting }) => {
      expect(screen.getByText('Detection Inactive')).toBeTruthy();
      expect(button('Starting…').getAttribute('aria-busy')).toBe('true');
      expect(waiting(start)).toHaveLength(1);
    },
    'session.active.watching': () => expectSession('active'),
    'session.stopping': ({ waiting }) => {
      expect(screen.getByText('Detection Active')).toBeTruthy();
      expect(button('Stopping…').getAttribute('aria-busy')).toBe('true');
      expect(waiting(stop)).toHaveLength(1);
    },
    'statusPolling.round.checking': ({ waiting }) => {
      expect(waiting(status)).toHaveLength(1);
      expect(pageText()).not.toContain(unanswered);
    },
    'statusPolling.round.answered': ({ waiting }) => {
      expect(waiting(status)).toEqual([]);
      expect(pageText()).not.toContain(unanswered);
    },
    'statusPolling.round.unanswered': ({ waiting }) => {
      expect(waiting(status)).toEqual([]);
      expect(screen.getByText(unanswered)).toBeTruthy();
    },
    'statusPolling.round.superseded': ({ waiting }) => {
      expect(waiting(status)).toEqual([]);
      expect(pageText()).not.toContain(unanswered);
    },
  },
});
