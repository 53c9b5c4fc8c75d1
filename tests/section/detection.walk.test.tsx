import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyEventObject, InputFrom, SnapshotFrom } from 'xstate';
import { detectionMachine } from '../../src/machines/section/detectionMachine';
import { kindOf } from '../../src/model/app/problem';
import { type Answer, StubSocket, toldOf } from '../support/backend';
import { algebra, deleteFriday, holdSection, keepsLessons, say } from '../support/classroom';
import type { Path } from '../support/paths';
import { alerts, noorSignedIn, openApp, pageText, settle } from '../support/screen';
import { goOnline, happen, showTab } from '../support/session';
import { type Walking, walkChart } from '../support/walk';

const list = 'GET /section/list/';
const status = 'GET /detection/sessions/status/7/';
const start = 'POST /detection/sessions/start/';
const stop = 'POST /detection/sessions/stop/';

const uncheckedNotice = 'The status could not be checked just now. Vigil keeps trying.';

/** Opens the overview with the live channel open beforehand, and perhaps with what it has said of the section. */
async function open({ input }: Path) {
  const { isActive } = input as InputFrom<typeof detectionMachine>;
  const backend = holdSection([list, status, start, stop], keepsLessons);
  const opened = await openApp(isActive === null ? '/sections/7' : '/dashboard', { stored: noorSignedIn });
  await happen(() => StubSocket.latest.open());
  await backend.give(list, { json: [algebra] });
  if (isActive !== null) {
    await sayStatus(isActive);
    await opened.user.click(screen.getByRole('link', { name: algebra.name }));
    await settle();
    await backend.give(list, { json: [algebra] });
  }
  return { ...backend, ...opened };
}

type Opened = Awaited<ReturnType<typeof open>>;

const sayStatus = (isActive: boolean) => say({ type: 'status_update', section_id: 7, status: { is_active: isActive } });

/** A write that the server refused, and one of which nothing came back. */
const answerForError = (error: unknown): Answer => (kindOf(error) === 'unanswered' ? 'fail' : { status: 400 });

/** The badge says this, and nothing else that it could say. */
function expectBadge(words: string) {
  const badges = ['Detection Active', 'Detection Inactive', 'Checking status…', 'Status could not be checked'];
  expect(badges.filter((badge) => screen.queryByText(badge) !== null)).toEqual([words]);
}

const unknownBadge = (snapshot: SnapshotFrom<typeof detectionMachine>) =>
  snapshot.matches({ confidence: 'doubtful' }) ? 'Status could not be checked' : 'Checking status…';

/** The one button, which tells of a start or stop under way whatever has been heard meanwhile. */
function expectButton({ waiting }: Opened, idle: string | RegExp) {
  const busy = waiting(start).length > 0 ? 'Starting…' : waiting(stop).length > 0 ? 'Stopping…' : undefined;
  const button = screen.getByRole('button', { name: busy ?? idle });
  expect(button.getAttribute('aria-busy')).toBe(busy === undefined ? null : 'true');
}

/** The session tells of a start or stop that worked before the one who waits for it hears of it. */
const hearsLate =
  (id: 'startDetection' | 'stopDetection') =>
  (_: Opened, __: unknown, { sendDirectly }: Walking) =>
    sendDirectly({ type: `xstate.done.actor.${id}`, output: undefined, actorId: id });

/** Presses the button; where it has just turned, which the walk of the offer shows, nothing can be pressed. */
const pressOr =
  (name: string) =>
  async ({ press }: Opened, event: AnyEventObject, { sendDirectly }: Walking) => {
    if (screen.queryByRole('button', { name })) await press(name);
    else await sendDirectly(event);
  };

function expectActive(opened: Opened) {
  expectBadge('Detection Active');
  expectButton(opened, /^(Stop Detection|Started)$/);
}

function expectInactive(opened: Opened) {
  expectBadge('Detection Inactive');
  expectButton(opened, /^(Start Detection|Stopped)$/);
}

walkChart(detectionMachine, {
  open,
  events: {
    'start.submit': pressOr('Start Detection'),
    'stop.submit': pressOr('Stop Detection'),
    'live.detectionStarted': () => say({ type: 'detection_start', section_id: 7 }),
    'live.statusUpdated': (_, event, { sendDirectly }) =>
      // Before the pages were opened, or asked by the sign-out: nobody on them waits for the stop.
      event.isFromHere ? sendDirectly(event) : sayStatus(event.isActive),
    'live.logsAnnounced': () => say({ type: 'logs_changed', section_id: 7 }),
    async 'live.opened'() {
      await goOnline(false);
      await goOnline(true);
      await happen(() => StubSocket.latest.open());
    },
    async 'page.shown'() {
      await showTab('hidden');
      await showTab('visible');
    },
    'records.changed': async (opened, event, { sendDirectly }) => {
      // Before the status was answered, nobody knows a lesson to delete.
      if (screen.queryByRole('link', { name: 'Lesson report' }) === null) await sendDirectly(event);
      else await deleteFriday(opened);
    },
    // A start or stop from before the pages were opened: nobody on them waits for it.
    'outcome.doubted': (_, event, { sendDirectly }) => sendDirectly(event),
    // What comes of it is the list's to tell, and the walk of the section shows it.
    'logs.missing': (_, event, { sendDirectly }) => sendDirectly(event),
    'status.polled': null,
    'status.unknown': null,
    'session.moved': null,
    'session.doubted': null,
  },
  answers: {
    fetchStatus: {
      done: ({ give }, { isActive }) => give(status, { json: { is_active: isActive, started_at: null } }),
      error: ({ give }, { error }) => give(status, { status: kindOf(error) === 'notFound' ? 404 : 500 }),
    },
    startDetection: {
      done: hearsLate('startDetection'),
      async error({ give }, { error }) {
        const answer = answerForError(error);
        await give(start, answer);
        expect(alerts()).toEqual([toldOf('Failed to start detection. Please try again.', answer)]);
      },
    },
    stopDetection: {
      done: hearsLate('stopDetection'),
      async error({ give }, { error }) {
        const answer = answerForError(error);
        await give(stop, answer);
        expect(alerts()).toEqual([toldOf('Failed to stop detection. Please try again.', answer)]);
      },
    },
  },
  seen: {
    'session.unknown': (opened, snapshot) => {
      expectBadge(unknownBadge(snapshot));
      expectButton(opened, 'Start Detection');
    },
    // When the logs are fetched next is told by the examples: here they are answered at once.
    'session.inactive.lastLogs.fetched': expectInactive,
    'session.inactive.lastLogs.expected': expectInactive,
    'session.inactive.end.unremarkable': () => expect(screen.queryByText('Stopped elsewhere')).toBeNull(),
    'session.inactive.end.elsewhere': () => expect(screen.getByText('Stopped elsewhere')).toBeTruthy(),
    'session.starting': (opened, snapshot) => {
      expectBadge(snapshot.context.lastSaid === null ? unknownBadge(snapshot) : 'Detection Inactive');
      expectButton(opened, 'Starting…');
    },
    'session.active.refreshes.waiting': expectActive,
    'session.active.firstLogs.expected': expectActive,
    'session.active.firstLogs.awaited': expectActive,
    'session.active.firstLogs.fetched': expectActive,
    'session.stopping': (opened) => {
      expectBadge('Detection Active');
      expectButton(opened, 'Stopping…');
    },
    'statusPolling.round.call.checking.current': ({ waiting }) => expect(waiting(status)).toHaveLength(1),
    'statusPolling.round.call.answered': ({ waiting }) => expect(waiting(status)).toEqual([]),
    'statusPolling.round.call.unanswered': ({ waiting }) => expect(waiting(status)).toEqual([]),
    'statusPolling.round.call.checking.superseded': ({ waiting }) => expect(waiting(status)).toHaveLength(1),
    // Two calls are never under way, whatever the clock says.
    'statusPolling.round.clock.running': ({ waiting }) => expect(waiting(status).length).toBeLessThan(2),
    'statusPolling.round.clock.due': ({ waiting }) => expect(waiting(status)).toHaveLength(1),
    // What it passes on is seen by the walk of that chart.
    'agents.passedOn': () => {},
    'confidence.sure': () => expect(pageText()).not.toContain(uncheckedNotice),
    'confidence.doubtful': () => expect(pageText()).toContain(uncheckedNotice),
  },
});
