import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { detectionMachine } from '../../src/machines/lesson/detectionMachine';
import { kindOf } from '../../src/problem';
import { StubSocket, toldOf } from '../support/backend';
import { algebra, holdSection, keepsLessons, say } from '../support/classroom';
import { idle } from '../support/idle';
import { address, alerts, noorSignedIn, openApp, pageText, settle } from '../support/screen';
import { goOnline, happen, showTab } from '../support/session';
import { type Walking, walkChart } from '../support/walk';

const list = 'GET /section/list/';
const status = 'GET /detection/sessions/status/7/';
const start = 'POST /detection/sessions/start/';
const stop = 'POST /detection/sessions/stop/';
const extend = 'POST /detection/sessions/extend/';
const pause = 'POST /detection/sessions/pause/';
const resume = 'POST /detection/sessions/resume/';

const uncheckedNotice = 'The status could not be checked just now. Vigil keeps trying.';

/** Opens the dashboard, whose list gives the section its detection. */
async function open() {
  const backend = holdSection([list, status, start, stop, extend, pause, resume], keepsLessons);
  const opened = await openApp('/dashboard', { stored: noorSignedIn });
  await backend.give(list, { json: [algebra] });
  return { ...backend, ...opened };
}

type Opened = Awaited<ReturnType<typeof open>>;

const giveList = ({ give, waiting }: Opened) => waiting(list).length > 0 && give(list, { json: [algebra] });

const isOnPage = () => address().startsWith('/sections/');

/** The badge says this, or nothing; and nothing else that it could say. */
function expectBadge(words?: string) {
  const badges = [
    'Detection Active',
    'Paused',
    'Detection Inactive',
    'Checking status…',
    'Status could not be checked',
  ];
  expect(badges.filter((badge) => screen.queryAllByText(badge).length > 0)).toEqual(words === undefined ? [] : [words]);
}

const isDoubtful = (snapshot: SnapshotFrom<typeof detectionMachine>) =>
  snapshot.matches({ watched: { open: { confidence: 'doubtful' } } });

function expectButton(name: string | RegExp, isBusy: boolean) {
  if (!isOnPage()) return;
  expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBe(isBusy ? 'true' : null);
}

/** The card of the dashboard says why nothing has been reported, and how grave that is. */
function expectNoReports(tone: string, why = 'no reports yet') {
  expect(pageText()).toContain(why);
  expect(screen.getByText('Detection Active').closest(`.${tone}`)).not.toBeNull();
}

/** How each failure is told, unless the badge shows that it has happened. */
const changes = [
  { call: start, failure: 'Failed to start detection. Please try again.', effect: 'Detection Active' },
  { call: stop, failure: 'Failed to stop detection. Please try again.', effect: 'Detection Inactive' },
  { call: extend, failure: 'Failed to add 5 minutes. Please try again.' },
  { call: pause, failure: 'Failed to pause the class. Please try again.' },
  { call: resume, failure: 'Failed to resume the lesson. Please try again.', effect: 'Detection Active' },
];

/** Returns the change whose answer is awaited: a stop waits behind another change, which works. */
async function inFlight({ give, waiting }: Opened) {
  const sent = () => changes.filter(({ call }) => waiting(call).length > 0);
  const isStopping = screen.queryByRole('button', { name: 'Stopping…' }) !== null;
  if (isStopping && waiting(stop).length === 0) for (const { call } of sent()) await give(call, { json: {} });
  const [change] = sent();
  if (change === undefined) throw new Error('No change is in flight');
  return change;
}

/** Presses the button, if it is there and can be pressed. */
const pressOr =
  (name: string) =>
  async ({ press }: Opened, event: AnyEventObject, { sendDirectly }: Walking) => {
    const button = screen.queryByRole('button', { name });
    if (button !== null && button.getAttribute('aria-disabled') === null) await press(name);
    else await sendDirectly(event, `“${name}” is not there, or cannot be pressed`);
  };

walkChart(idle(detectionMachine), open, {
  events: {
    async 'section.opened'(opened) {
      await opened.user.click(screen.getByRole('link', { name: algebra.name }));
      await settle();
      await giveList(opened);
    },
    'section.left': ({ press }) => press('Back to Dashboard', 'link'),
    'start.submit': pressOr('Start Detection'),
    'stop.submit': pressOr('Stop Detection'),
    'extend.submit': pressOr('+5 min: end the lesson later'),
    async 'pause.submit'(opened, event, walking) {
      await pressOr('Pause the class')(opened, event, walking);
      if (screen.queryByRole('menu') !== null) await opened.press(event.reason, 'menuitem');
    },
    'resume.submit': pressOr('Resume the lesson with the same code and devices'),
    async 'status.said'(_, event) {
      if (event.kind === 'change') await say({ type: 'detection_start', section_id: 7 });
      else {
        const {
          isActive: is_active,
          agents: agents_state,
          endsAt: ends_at,
          resumableUntil: resumable_until,
          waiting,
        } = event.status;
        const paused = event.status.paused && { ...event.status.paused, since: new Date(event.status.paused.since) };
        const status = { is_active, agents_state, ends_at, resumable_until, paused, waiting };
        await say({ type: 'status_update', section_id: 7, status });
      }
    },
    async 'live.opened'(opened) {
      if (StubSocket.latest.readyState === 3) {
        await goOnline(false);
        await goOnline(true);
      }
      await happen(() => StubSocket.latest.open());
      await giveList(opened);
    },
    'live.lost': () => happen(() => StubSocket.latest.drop()),
    async 'page.shown'() {
      await showTab('hidden');
      await showTab('visible');
    },
    'records.changed': (_, event, { sendDirectly }) =>
      sendDirectly(event, 'before the status was answered, nobody knows a lesson to delete'),
    'logs.missing': (_, event, { sendDirectly }) =>
      sendDirectly(event, 'what comes of it is the list’s to tell: see the walk of section'),
    'poll.due': null,
    'poll.answered': null,
    'poll.failed': null,
    'change.doubted': null,
  },
  answers: {
    sendChange: {
      done: async (opened) => opened.give((await inFlight(opened)).call, { json: {} }),
      async error(opened, { error }) {
        const { call, failure, effect } = await inFlight(opened);
        const isShown = effect !== undefined && screen.queryByText(effect) !== null;
        const answer = kindOf(error) === 'unanswered' ? 'fail' : { status: 400 };
        await opened.give(call, answer);
        expect(alerts()).toEqual(isShown ? [] : [toldOf(failure, answer)]);
      },
    },
    fetchStatus: {
      done: ({ give }, { isActive }) => give(status, { json: { is_active: isActive, started_at: null } }),
      error: ({ give }, { error }) => give(status, { status: kindOf(error) === 'notFound' ? 404 : 500 }),
    },
  },
  seen: {
    'known.unknown': (_, snapshot) => {
      const unknown = isDoubtful(snapshot) ? 'Status could not be checked' : 'Checking status…';
      expectBadge(isOnPage() ? unknown : undefined);
    },
    'known.inactive': () => expectBadge('Detection Inactive'),
    'known.active': (_, { context }) => expectBadge(context.known?.paused ? 'Paused' : 'Detection Active'),
    'change.none': () => expectButton(/^(Start|Stop) Detection$|^(Start|Stopp)ed$/, false),
    'change.starting.fresh': () => expectButton('Starting…', true),
    'change.starting.overtaken': () => expectButton('Starting…', true),
    'change.resuming.fresh': () => expectButton('Starting…', true),
    'change.resuming.overtaken': () => expectButton('Starting…', true),
    'change.stopping.fresh': () => expectButton('Stopping…', true),
    'change.stopping.overtaken': () => expectButton('Stopping…', true),
    'change.pausing': (_, snapshot) => {
      if (snapshot.matches({ known: 'active' })) expectButton(/^(Pause the class|Resume the lesson)/, true);
    },
    // It goes when the lesson ends meanwhile.
    'change.extending': (_, snapshot) => {
      if (snapshot.matches({ known: 'active' })) expectButton('+5 min: end the lesson later', true);
    },
    'agents.untold': () => expect(pageText()).not.toContain('no reports yet'),
    'agents.awaited': () => expectNoReports('bg-sunken'),
    'agents.knocking': () => expectNoReports('bg-sunken', 'students are waiting'),
    'agents.missed': () => expectNoReports('bg-yellow-soft'),
    'channel.untold': () => expect(StubSocket.latest.readyState).not.toBe(1),
    'channel.told': () => expect(StubSocket.latest.readyState).toBe(1),
    'watched.closed': ({ waiting }) => {
      expect(isOnPage()).toBe(false);
      expect(waiting(status)).toEqual([]);
    },
    'watched.open.polling.round.call.checking.fresh': ({ waiting }) => expect(waiting(status)).toHaveLength(1),
    'watched.open.polling.round.call.checking.overtaken': ({ waiting }) => expect(waiting(status)).toHaveLength(1),
    'watched.open.polling.round.call.answered': ({ waiting }) => expect(waiting(status)).toEqual([]),
    'watched.open.polling.round.call.unanswered': ({ waiting }) => expect(waiting(status)).toEqual([]),
    // Two calls are never under way, whatever the clock says.
    'watched.open.polling.round.clock.running': ({ waiting }) => expect(waiting(status).length).toBeLessThan(2),
    'watched.open.polling.round.clock.due': ({ waiting }) => expect(waiting(status)).toHaveLength(1),
    'watched.open.confidence.sure': () => expect(pageText()).not.toContain(uncheckedNotice),
    'watched.open.confidence.doubtful': () => expect(pageText()).toContain(uncheckedNotice),
    // When the logs are fetched is told by the examples: here they are answered at once.
    'watched.open.refreshes.resting': () => expect(screen.queryByText('Detection Active')).toBeNull(),
    'watched.open.refreshes.waiting': () =>
      expect(screen.queryAllByText(/^(Detection Active|Paused)$/).length).toBeGreaterThan(0),
    'watched.open.lessonLogs.fetched': () => expect(isOnPage()).toBe(true),
    'watched.open.lessonLogs.first': () => expect(isOnPage()).toBe(true),
    'watched.open.lessonLogs.second': () => expect(isOnPage()).toBe(true),
    'watched.open.lessonLogs.last': () => expect(isOnPage()).toBe(true),
  },
});
