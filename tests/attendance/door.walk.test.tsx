import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { doorMachine } from '../../src/machines/attendance/doorMachine';
import { messages } from '../../src/messages';
import { kindOf } from '../../src/problem';
import type { Attendance } from '../../src/services/app/types';
import { StubSocket } from '../support/backend';
import { aiko, algebra, openHeldSection, say } from '../support/classroom';
import { idle } from '../support/idle';
import { alerts, settle } from '../support/screen';
import { happen, openChannel } from '../support/session';
import { walkChart } from '../support/walk';

const { links } = messages.door;

const fetching = 'GET /attendance/sections/7/';
const invite = 'POST /attendance/invite/';
const admit = 'POST /attendance/admit/';
const admitNumber = 'POST /attendance/admit-number/';
const refuse = 'POST /attendance/refuse/';
const refuseWaiting = 'POST /attendance/refuse-waiting/';
const excuse = 'POST /attendance/excuse/';
const endExcuse = 'POST /attendance/end-excuse/';
const sendLinks = 'POST /attendance/links/';
const revokeLinks = 'POST /attendance/revoke-links/';
const changes = [invite, admit, admitNumber, refuse, refuseWaiting, excuse, endExcuse, sendLinks, revokeLinks];

/** As a backend tells them. */
const told = ({ lessonId, code, attendees, crowd, excuses, links, isAnnounced }: Attendance) => ({
  ...{ session_id: Number(lessonId), code, is_announced: isAnnounced },
  ...(crowd && { outsiders_waiting: crowd.outsiders, is_flooded: crowd.isFlooded, waiting_up_to: Number(crowd.upTo) }),
  attendees: attendees.map(({ id, studentId, since, isTaken, isContested, ...attendee }) => ({
    ...{ ...attendee, id: Number(id), student_id: Number(studentId), is_taken: isTaken, is_contested: isContested },
    since: new Date(since ?? 0).toISOString(),
  })),
  links: links?.map(({ studentId, state, sentAt }) => ({
    ...{ student_id: Number(studentId), state, sent_at: new Date(sentAt).toISOString() },
  })),
  excuses: excuses?.map(({ studentId, reason, until }) => ({
    ...{ student_id: Number(studentId), reason, until: new Date(until).toISOString() },
  })),
});

/** Aiko was observed in the second half of ten minutes. */
const covered = {
  ...{ started_at: '2026-09-21T08:00:00Z', until: '2026-09-21T08:10:00Z', is_over: false },
  students: [
    {
      ...aiko,
      periods: [{ state: 'watching', started_at: '2026-09-21T08:05:00Z', ended_at: '2026-09-21T08:10:00Z' }],
    },
  ],
};
const seat = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}; `), hidden: true });

const button = () => screen.queryByRole('button', { name: /^Invite$|^1 waiting$/ });
const dialog = () => screen.queryByRole('dialog', { name: 'Join this lesson' });
let isActive = false;
let agents: 'awaited' | 'watching' | null = null;
function change(is_active: boolean) {
  isActive = is_active;
  agents = null;
  return say({ type: 'status_update', section_id: 7, status: { is_active } });
}
function hear(state: 'awaited' | 'watching') {
  agents = state;
  return say({ type: 'status_update', section_id: 7, status: { is_active: true, agents_state: state } });
}

async function open() {
  isActive = false;
  agents = null;
  const opened = await openHeldSection([fetching, ...changes], {
    'GET /section/list/': { json: [{ ...algebra, attendable: true }] },
    'GET /detection/sessions/status/7/': () => ({
      json: { is_active: isActive, ...(agents && { agents_state: agents }) },
    }),
    'GET /attendance/sections/7/lessons/12/coverage/': { json: covered },
  });
  return opened;
}
type Opened = Awaited<ReturnType<typeof open>>;

const waitingChange = ({ waiting }: Opened) => changes.find((path) => waiting(path).length > 0)!;

async function show({ user }: Opened) {
  if (dialog() === null) await user.click(button()!);
  await settle();
}

async function showLinks(opened: Opened) {
  await show(opened);
  if (screen.queryByRole('list', { name: links.title }) === null) await opened.press(links.title);
}

/** Opens the student's panel, beside the dialog of the door, which may be open. */
async function openStudent() {
  fireEvent.click(seat('Aiko Larkspur'));
  await settle();
}
async function pressHidden(name: string) {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  await settle();
}

walkChart(idle(doorMachine), open, {
  events: {
    'lesson.began': () => change(true),
    'lesson.ended': () => change(false),
    'devices.awaited': () => hear('awaited'),
    'devices.heard': () => hear('watching'),
    'live.opened': openChannel,
    'live.lost': () => happen(() => StubSocket.latest.drop()),
    'attendance.changed': () => say({ type: 'attendance_changed', section_id: 7 }),
    'students.invite': show,
    async 'students.admit'(opened) {
      await show(opened);
      await opened.press('Admit Bob Bridgewater');
    },
    async 'code.replace'(opened) {
      await show(opened);
      await opened.press('New code');
    },
    async 'students.admitAll'(opened) {
      await show(opened);
      await opened.press('Admit all (1)');
    },
    async 'number.admit'(opened) {
      await show(opened);
      await opened.press('Which number does Bob Bridgewater see?');
      await opened.press('Admit Bob Bridgewater with the number 47');
    },
    async 'waiting.refuse'(opened) {
      await show(opened);
      await opened.press('Turn all others away');
    },
    async 'students.refuse'(opened) {
      await show(opened);
      await opened.press('Turn Bob Bridgewater away');
    },
    async 'student.excuse'(_, { reason }) {
      await openStudent();
      await pressHidden('Excuse');
      fireEvent.change(document.querySelector('input[name="reason"]')!, { target: { value: reason } });
      await pressHidden('5 min');
    },
    async 'links.send'(opened) {
      await showLinks(opened);
      await opened.press('Send again to Aiko Larkspur');
    },
    async 'link.revoke'(opened) {
      await showLinks(opened);
      await opened.press('Revoke the link of Aiko Larkspur');
    },
    async 'excuse.end'() {
      await openStudent();
      await pressHidden('Aiko Larkspur is back');
    },
  },
  answers: {
    fetchAttendance: {
      done: ({ give }, attendance) => give(fetching, { json: told(attendance) }),
      error: ({ give }, { error }) => give(fetching, { status: kindOf(error) === 'notFound' ? 404 : 500 }),
    },
    changeAttendance: {
      done: (opened) =>
        opened.give(waitingChange(opened), {
          json: {
            ...told({ lessonId: '12', code: 'K7M2XQ', attendees: [], excuses: [] }),
            attend_url: 'https://school.example/attend',
          },
        }),
      async error(opened) {
        await opened.give(waitingChange(opened), { status: 500 });
        expect(alerts().join(' ')).toMatch(/^Failed to/);
      },
    },
  },
  seen: {
    'channel.untold': () => expect(StubSocket.latest.readyState).not.toBe(1),
    'channel.told': () => expect(StubSocket.latest.readyState).toBe(1),
    'lesson.closed': ({ waiting }) => expect([button(), waiting(fetching)]).toEqual([null, []]),
    'lesson.open.absent': ({ waiting }) => expect([button(), waiting(fetching)]).toEqual([null, []]),
    'lesson.open.followed.fetching.asked': ({ waiting }) => expect(waiting(fetching)).toHaveLength(1),
    'lesson.open.followed.fetching.outrun': ({ waiting }) => expect(waiting(fetching)).toHaveLength(1),
    async 'lesson.open.followed.known'(_, { context }) {
      expect(button()?.getAttribute('aria-label')).toBe(
        context.attendance?.attendees.length === 0 ? 'Invite' : '1 waiting',
      );
      // Three inks, once students are invited.
      const isInvited = context.attendance?.code != null && context.attendance.attendees.length > 0;
      const [line] = seat('Aiko Larkspur').querySelectorAll('svg[data-line]');
      expect(line?.querySelector('rect')?.getAttribute('x') ?? null).toBe(isInvited ? '50%' : null);
      expect(seat('Aiko Larkspur').getAttribute('aria-label')?.endsWith('; observed 5 min of 10 min')).toBe(isInvited);
      expect(seat('Hana Willowick').getAttribute('aria-label')?.endsWith('; not observed')).toBe(isInvited);
      // The list says in words what a dashed seat means.
      await pressHidden('List');
      const listed = screen.getByRole('list', { name: 'Students', hidden: true }).textContent;
      expect([listed.includes('not watched'), listed.includes('excused until')]).toEqual([
        isInvited,
        context.attendance?.excuses?.length === 1,
      ]);
      await pressHidden('Tiles');
      const lacksCode = dialog() !== null && context.attendance?.code === null;
      const inDialog = dialog();
      expect(inDialog !== null && within(inDialog).queryByRole('button', { name: 'Get the code' }) !== null).toBe(
        lacksCode,
      );
    },
    async 'lesson.open.followed.failed'({ waiting }) {
      expect(button()).not.toBeNull();
      expect(waiting(fetching)).toEqual([]);
    },
    'lesson.open.changing': (opened) => expect(waitingChange(opened)).toBeDefined(),
  },
});

test('a failed invitation can be sent again in its dialog', async () => {
  const uninvited = { json: told({ lessonId: '12', code: null, attendees: [] }) };
  const opened = await open();
  await openChannel();
  await change(true);
  await opened.give(fetching, uninvited);
  await show(opened);
  await opened.give(invite, { status: 500 });
  await opened.give(fetching, uninvited);
  await opened.press('Get the code');
  expect(opened.waiting(invite)).toHaveLength(1);
});
