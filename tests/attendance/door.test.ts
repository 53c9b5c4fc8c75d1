import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, type EventObject } from 'xstate';
import type { Notice } from '../../src/machines/app/noticeMachine';
import {
  atTheDoorOf,
  expectedAmong,
  isInviting,
  linksIn,
  waitingIn,
  watchedIn,
  whoWaited,
} from '../../src/machines/attendance/attendance';
import { type DoorContext, type DoorEvent, doorMachine } from '../../src/machines/attendance/doorMachine';
import type { DoorChange } from '../../src/machines/attendance/doorWrites';
import type { Watch } from '../../src/machines/lesson/watch';
import type { Attendance, Attendee } from '../../src/services/app/types';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { atTheDoor, mailedLink, notFound, refused } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const attended: Attendance = { lessonId: '12', code: 'K7M2XQ', attendees: [atTheDoor] };

function started() {
  const watchLesson = heldCallback<DoorEvent, EventObject, Pick<DoorContext, 'sectionId' | 'isOffered'>>();
  const watchLive = heldCallback<DoorEvent, EventObject, { sectionId: string | null }>();
  const fetchAttendance = heldPromise<Attendance, { sectionId: string }>();
  const changeAttendance = heldPromise<void, { sectionId: string; change: DoorChange | null }>();
  const notices: Notice[] = [];
  const actor = createActor(
    idle(doorMachine).provide({
      actors: {
        watchLesson: watchLesson.logic,
        watchLive: watchLive.logic,
        fetchAttendance: fetchAttendance.logic,
        changeAttendance: changeAttendance.logic,
      },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
    { input: { sectionId: '7', isOffered: true } },
  ).start();
  return {
    ...{ fetchAttendance, changeAttendance, notices },
    begin: () => watchLesson.send({ type: 'lesson.began' }),
    tell: (type: 'devices.awaited' | 'devices.heard') => watchLesson.send({ type }),
    end: () => watchLesson.send({ type: 'lesson.ended' }),
    hear: (type: 'live.opened' | 'live.lost' | 'attendance.changed') => watchLive.send({ type }),
    send: (event: DoorChange) => actor.send(event),
    lesson: () => actor.getSnapshot().value.lesson,
    change: () => actor.getSnapshot().context.change,
    attendance: () => actor.getSnapshot().context.attendance,
    problem: () => actor.getSnapshot().context.problem,
  };
}

test('who attends is fetched every 3 s of a lesson if nothing announces changes, and forgotten with it', async () => {
  const { attendance, begin, end, fetchAttendance, hear } = started();
  expect(fetchAttendance.calls).toEqual([]);
  // The backend has an older live channel.
  hear('live.opened');
  begin();
  await fetchAttendance.last.answer(attended);
  expect(attendance()).toBe(attended);
  vi.advanceTimersByTime(2_999);
  expect(fetchAttendance.calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(fetchAttendance.calls).toHaveLength(2);
  end();
  expect(attendance()).toBeNull();
  vi.advanceTimersByTime(9_000);
  expect(fetchAttendance.calls).toHaveLength(2);
});

test('who attends is fetched when a change is announced, again if that was during the fetch, and else every 30 s', async () => {
  const { attendance, begin, fetchAttendance, hear } = started();
  const announced = { ...attended, isAnnounced: true };
  hear('live.opened');
  begin();
  await fetchAttendance.last.answer(announced);
  vi.advanceTimersByTime(29_999);
  expect(fetchAttendance.calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(fetchAttendance.calls).toHaveLength(2);
  hear('attendance.changed');
  hear('attendance.changed');
  expect(fetchAttendance.calls).toHaveLength(2);
  await fetchAttendance.last.answer({ ...announced, attendees: [] });
  expect([attendance()?.attendees, fetchAttendance.calls.length]).toEqual([[], 3]);
  await fetchAttendance.last.answer(announced);
  hear('attendance.changed');
  expect(fetchAttendance.calls).toHaveLength(4);
  await fetchAttendance.last.answer(announced);
  expect(fetchAttendance.calls).toHaveLength(4);
});

test('without the live channel it is polled every 3 s, and once the channel is back, what was missed is fetched', async () => {
  const { begin, fetchAttendance, hear } = started();
  const announced = { ...attended, isAnnounced: true };
  begin();
  await fetchAttendance.last.answer(announced);
  vi.advanceTimersByTime(3_000);
  // What changed before it opened was not announced.
  hear('live.opened');
  await fetchAttendance.last.answer(announced);
  expect(fetchAttendance.calls).toHaveLength(3);
  await fetchAttendance.last.answer(announced);
  hear('live.lost');
  expect(fetchAttendance.calls).toHaveLength(4);
  await fetchAttendance.last.answer(announced);
  vi.advanceTimersByTime(3_000);
  expect(fetchAttendance.calls).toHaveLength(5);
  await fetchAttendance.last.answer(announced);
  hear('live.opened');
  expect(fetchAttendance.calls).toHaveLength(6);
  await fetchAttendance.last.answer(announced);
  vi.advanceTimersByTime(29_999);
  expect(fetchAttendance.calls).toHaveLength(6);
});

test('what is known stays after a failure, which the next answer clears; a backend without a door is asked once', async () => {
  const { attendance, begin, end, fetchAttendance, problem } = started();
  begin();
  await fetchAttendance.last.answer(attended);
  vi.advanceTimersByTime(3_000);
  await fetchAttendance.last.fail(refused);
  expect([attendance(), problem()]).toEqual([attended, refused.problem]);
  vi.advanceTimersByTime(2_999);
  expect(fetchAttendance.calls).toHaveLength(2);
  vi.advanceTimersByTime(1);
  await fetchAttendance.last.answer(attended);
  expect(problem()).toBeNull();
  end();
  begin();
  await fetchAttendance.last.fail(notFound);
  vi.advanceTimersByTime(9_000);
  expect(fetchAttendance.calls).toHaveLength(4);
});

test.each<DoorChange>([
  { type: 'students.invite' },
  { type: 'code.replace' },
  { type: 'students.admit', ids: ['31'] },
  { type: 'students.admitAll', ids: ['31', '32'] },
  { type: 'number.admit', number: '47' },
  { type: 'students.refuse', ids: ['31'] },
  { type: 'waiting.refuse', upTo: '99' },
  { type: 'student.excuse', studentId: '31', minutes: 5, reason: 'toilet' },
  { type: 'excuse.end', studentId: '31' },
  { type: 'links.send', studentIds: ['31'] },
  { type: 'link.revoke', studentId: '31' },
])('$type is sent once, and who attends is fetched again after it, even if it failed', async (change) => {
  const { begin, change: sent, changeAttendance, fetchAttendance, lesson, notices, send } = started();
  begin();
  send(change);
  send({ type: 'students.invite' });
  expect(lesson()).toEqual({ open: 'changing' });
  expect(changeAttendance.calls.map(({ input }) => input)).toEqual([{ sectionId: '7', change }]);
  // The fetch in flight may predate it.
  expect(fetchAttendance.calls.map(({ signal }) => signal.aborted)).toEqual([true]);
  await changeAttendance.last.answer(undefined);
  expect([lesson(), sent(), notices]).toEqual([{ open: { followed: { fetching: 'asked' } } }, null, []]);
  await fetchAttendance.last.answer(attended);
  send(change);
  await changeAttendance.last.fail(refused);
  expect([lesson(), sent()]).toEqual([{ open: { followed: { fetching: 'asked' } } }, null]);
  expect(notices.map(({ sentence }) => sentence)).toEqual([refused.problem.sentence]);
});

test('who is admitted or turned away during a change follows it in order, even if it failed', async () => {
  const { begin, changeAttendance, fetchAttendance, lesson, notices, send } = started();
  begin();
  const fetches = fetchAttendance.calls.length;
  const decisions: DoorChange[] = [
    { type: 'students.admit', ids: ['31'] },
    { type: 'students.admit', ids: ['32'] },
    { type: 'number.admit', number: '47' },
    { type: 'students.refuse', ids: ['33'] },
  ];
  decisions.forEach(send);
  const sent = () => changeAttendance.calls.map(({ input }) => input.change);
  expect(sent()).toEqual(decisions.slice(0, 1));
  await changeAttendance.last.answer(undefined);
  expect(sent()).toEqual(decisions.slice(0, 2));
  await changeAttendance.last.fail(refused);
  expect(sent()).toEqual(decisions.slice(0, 3));
  await changeAttendance.last.answer(undefined);
  expect([sent(), lesson(), notices.length]).toEqual([decisions, { open: 'changing' }, 1]);
  expect(fetchAttendance.calls).toHaveLength(fetches);
  await changeAttendance.last.answer(undefined);
  expect([lesson(), sent()]).toEqual([{ open: { followed: { fetching: 'asked' } } }, decisions]);
});

test('a change that is in flight when the lesson ends is forgotten, and none is sent without a door', async () => {
  const { begin, change, changeAttendance, end, fetchAttendance, lesson, send } = started();
  send({ type: 'students.invite' });
  begin();
  send({ type: 'students.invite' });
  end();
  expect([lesson(), change(), changeAttendance.calls.length]).toEqual(['closed', null, 1]);
  begin();
  await fetchAttendance.last.fail(notFound);
  send({ type: 'students.invite' });
  expect([lesson(), changeAttendance.calls.length]).toEqual([{ open: 'absent' }, 1]);
});

test('after a failure who attends is fetched as soon as something is announced or the live channel opens', async () => {
  const { begin, fetchAttendance, hear, lesson } = started();
  begin();
  for (const type of ['attendance.changed', 'live.opened'] as const) {
    await fetchAttendance.last.fail(refused);
    expect(lesson()).toEqual({ open: { followed: 'failed' } });
    hear(type);
    expect(lesson()).toEqual({ open: { followed: { fetching: 'asked' } } });
  }
});

test('those at the door come in their order, and a seat is watched only by a device that watches', () => {
  const first: Attendee = { ...atTheDoor, id: '30', since: 500 };
  const watching: Attendee = { ...atTheDoor, id: '32', studentId: '1', state: 'watching' };
  const dark: Attendee = { ...watching, id: '33', studentId: '3', state: 'dark' };
  const attendance = { lessonId: '12', code: 'K7M2XQ', attendees: [atTheDoor, first, watching, dark] };
  expect(atTheDoorOf(attendance).map(({ id }) => id)).toEqual(['30', '31']);
  expect([...(watchedIn(attendance) ?? [])]).toEqual(['1']);
  // Nobody was invited: the school's own agents may watch.
  expect(watchedIn({ lessonId: '12', code: null, attendees: [] })).toBeNull();
});

test('links are sent to those who have neither joined nor a link that works, and to nobody without the extension', () => {
  const students = ['1', '2', '3', '4', '5'].map((id) => ({ id, name: `S${id}`, email: `s${id}@school.example` }));
  const joined: Attendee = { ...atTheDoor, studentId: '1', state: 'offline' };
  const links = [
    { ...mailedLink, studentId: '1', state: 'used' as const },
    { ...mailedLink, studentId: '3' },
    { ...mailedLink, studentId: '4', state: 'failed' as const },
  ];
  // The second one knocks.
  const linked = linksIn({ lessonId: '12', code: null, attendees: [joined, atTheDoor], links }, students);
  expect(linked?.unlinked).toEqual(['2', '4', '5']);
  expect(linked?.rows.map(({ student, link, isOpen }) => [student.id, link?.state, isOpen])).toEqual([
    ['1', 'used', false],
    ['2', undefined, false],
    ['3', 'sent', true],
    ['4', 'failed', false],
    ['5', undefined, false],
  ]);
  expect(linksIn({ lessonId: '12', code: null, attendees: [joined] }, students)).toBeNull();
});

test('all are admitted at once but strangers, who attends already, and who waits on several devices', () => {
  const of = (id: string, changes: Partial<Attendee>) => ({ ...atTheDoor, id, ...changes });
  const clear = of('1', { studentId: '31' });
  const doubtful = [
    of('2', { studentId: null }),
    of('3', { studentId: '32', isTaken: true }),
    of('6', { studentId: '34', isContested: true, numbers: ['12', '47'] }),
    ...['4', '5'].map((id) => of(id, { studentId: '33' })),
  ];
  expect(expectedAmong([clear, ...doubtful])).toEqual([clear]);
});

test('a student counts once, however many devices knock under the name, and outsiders count who are not listed', () => {
  const attendees = [
    { ...atTheDoor, numbers: ['12', '47'] },
    { ...atTheDoor, id: '32', studentId: null },
  ];
  const attendance = { lessonId: '12', code: 'K7M2XQ', attendees };
  expect(waitingIn(attendance)).toBe(2);
  expect(waitingIn({ ...attendance, crowd: { outsiders: 60, upTo: '99', isFlooded: false } })).toBe(61);
});

test('who has gone keeps the place while the rows stand still, and who comes is last', () => {
  const [gone, here, comes] = ['1', '2', '3'].map((id) => ({ ...atTheDoor, id })) as [Attendee, Attendee, Attendee];
  const renewed = { ...here, isTaken: true };
  expect(whoWaited([gone, here], [renewed, comes])).toEqual([gone, renewed, comes]);
});

describe('a lesson in which no device has reported gets its code without a press', () => {
  const uninvited: Attendance = { lessonId: '12', code: null, attendees: [], isAnnounced: true };
  const invitations = ({ changeAttendance }: ReturnType<typeof started>) =>
    changeAttendance.calls.map(({ input }) => input.change);

  test('once it is known that it has none, and once only', async () => {
    const door = started();
    door.hear('live.opened');
    door.begin();
    door.tell('devices.awaited');
    expect(invitations(door)).toEqual([]);
    await door.fetchAttendance.last.answer(uninvited);
    expect(invitations(door)).toEqual([{ type: 'students.invite' }]);
    await door.changeAttendance.last.fail(refused);
    await door.fetchAttendance.last.answer(uninvited);
    door.tell('devices.awaited');
    expect([invitations(door).length, door.lesson()]).toEqual([1, { open: { followed: 'known' } }]);
    door.send({ type: 'students.invite' });
    expect(invitations(door)).toHaveLength(2);
  });

  test('also if devices are awaited only after that, and again in the next lesson', async () => {
    const door = started();
    door.begin();
    await door.fetchAttendance.last.answer(uninvited);
    expect(invitations(door)).toEqual([]);
    door.tell('devices.awaited');
    expect(invitations(door)).toHaveLength(1);
    door.end();
    door.begin();
    await door.fetchAttendance.last.answer(uninvited);
    expect(invitations(door)).toHaveLength(1);
    door.tell('devices.awaited');
    expect(invitations(door)).toHaveLength(2);
  });

  test.each<[Attendance, ('devices.awaited' | 'devices.heard')[]]>([
    [uninvited, []],
    [uninvited, ['devices.awaited', 'devices.heard']],
    [{ ...uninvited, code: 'K7M2XQ' }, ['devices.awaited']],
    [{ ...uninvited, lessonId: null }, ['devices.awaited']],
  ])('but not otherwise: %j, %j', async (attendance, told) => {
    const door = started();
    door.begin();
    for (const type of told) door.tell(type);
    await door.fetchAttendance.last.answer(attendance);
    expect(invitations(door)).toEqual([]);
  });
});

describe('the way in is shown', () => {
  const students = [
    { id: '1', name: 'Ada', email: 'ada@school.example' },
    { id: '2', name: 'Bo', email: 'bo@school.example' },
  ];
  const with_ = (...states: Attendee['state'][]): Attendance => ({
    ...{ lessonId: '12', code: 'K7M2XQ' },
    attendees: states.map((state, place) => ({ ...atTheDoor, state, studentId: String(place + 1) })),
  });
  test.each<[Attendance | null, Watch, boolean]>([
    [with_(), 'awaited', true],
    [with_(), 'missed', true],
    [{ ...with_(), code: null }, 'missed', true],
    // Other agents watch the class.
    [with_(), 'watching', false],
    [with_('watching'), 'watching', true],
    [with_('watching', 'knocking'), 'watching', true],
    [with_('watching', 'refused'), 'untold', true],
    [with_('watching', 'left'), 'watching', false],
    [with_('watching', 'watching'), 'awaited', false],
    [with_('watching'), 'silent', false],
    [with_('watching'), 'unreachable', false],
    [with_('watching'), 'checking', false],
    [{ ...with_(), lessonId: null }, 'awaited', false],
    [null, 'awaited', false],
  ])('with %j, while the class is %s: %s', (attendance, watch, isShown) => {
    expect(isInviting(attendance, students, watch)).toBe(isShown);
    expect(isInviting(attendance, [], watch)).toBe(false);
  });
});
