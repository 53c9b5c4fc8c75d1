import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aiko, algebra, hana, openSection, say } from '../support/classroom';
import { pass, settle } from '../support/screen';
import { goOnline, openChannel } from '../support/session';

const status = 'GET /detection/sessions/status/7/';
const attendance = 'GET /attendance/sections/7/';
const invite = 'POST /attendance/invite/';
const admitNumber = 'POST /attendance/admit-number/';

const attendee = (id: number, { id: student_id, name, email }: typeof aiko, changes: object = {}) => ({
  ...{ id, student_id, name, email, state: 'knocking', since: '2026-11-20T08:00:00Z', reason: '', is_taken: false },
  ...changes,
});
const lesson = (code: string | null, ...attendees: object[]) => ({
  json: {
    ...{ session_id: 12, code, attendees, can_disown: true, is_announced: true },
    ...{ is_flooded: false, outsiders_waiting: 0 },
  },
});

/** Opens a section whose lesson has just begun, with two students. */
async function openLesson(
  json: object = { is_active: true, agents_state: 'awaited' },
  students = [aiko, hana],
  section: object = {},
) {
  const invited = { json: { code: 'K7M2XQ', attend_url: 'https://school.example/attend' } };
  return openSection({
    'GET /section/list/': { json: [{ ...algebra, students, attendable: true, ...section }] },
    [status]: { json: { started_at: '2026-11-20T08:00:00Z', ...json } },
    [attendance]: lesson(null),
    [invite]: invited,
    [admitNumber]: lesson('K7M2XQ'),
    'GET /attendance/sections/7/lessons/12/coverage/': { status: 404 },
  });
}
const lookNow = () => screen.getByRole('region', { name: 'Look now' });
const wayIn = () => within(lookNow()).queryByRole('region', { name: 'Join this lesson' });
const announce = () => say({ type: 'attendance_changed', section_id: 7 });

describe('at the beginning of a lesson', () => {
  test('the address and the code stand where nothing is to look at, without a press and without a dialog', async () => {
    const { backend } = await openLesson();
    backend.answer({ [attendance]: lesson('K7M2XQ') });
    await openChannel();
    await announce();
    expect(backend.calls(invite).map(({ body }) => body)).toEqual([{ section_id: 7 }]);
    expect(wayIn()?.textContent).toContain(`${location.host}/attend`);
    expect(wayIn()?.textContent).toContain('K7M2XQ');
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(60_000);
    expect(lookNow().textContent).not.toContain('check that the devices are on');
  });

  test('it gives way once all students have joined', async () => {
    const { backend } = await openLesson();
    await openChannel();
    const watching = (...all: object[]) => {
      backend.answer({ [attendance]: lesson('K7M2XQ', ...all) });
      backend.answer({ [status]: { json: { is_active: true, agents_state: 'watching' } } });
    };
    watching(attendee(31, aiko, { state: 'watching' }));
    await announce();
    await pass(10_000);
    expect(lookNow().textContent).toContain('Nothing to look at among the 1 of 2 students');
    expect(wayIn()).not.toBeNull();
    watching(attendee(31, aiko, { state: 'watching' }), attendee(32, hana, { state: 'watching' }));
    await announce();
    expect(wayIn()).toBeNull();
    expect(lookNow().textContent).toContain('Nothing needs your attention.');
  });

  test('a class that other agents watch, or without students, is not invited', async () => {
    const watched = await openLesson({ is_active: true, agents_state: 'watching' });
    expect([watched.backend.calls(invite), wayIn()]).toEqual([[], null]);
  });

  test('a section without students is not invited', async () => {
    const { backend } = await openLesson(undefined, []);
    expect([backend.calls(invite), wayIn()]).toEqual([[], null]);
  });
});

describe('the filled screen', () => {
  test('has the address, the code and how many wait: no name, no email', async () => {
    const { backend, press } = await openLesson();
    await openChannel();
    backend.answer({ [attendance]: lesson('K7M2XQ', attendee(31, aiko), attendee(32, hana)) });
    await announce();
    await press('Fill the screen');
    const dialog = screen.getByRole('dialog', { name: 'Join this lesson' });
    expect(dialog.textContent).toContain(`${location.host}/attend`);
    expect(dialog.textContent).toContain('K7M2XQ');
    expect(dialog.textContent).toContain('2 waiting');
    expect(dialog.textContent).not.toMatch(/Aiko|Hana|@/);
    await press('Show who is waiting');
    expect(within(screen.getByRole('list', { name: 'At the door' })).getByText('Aiko Larkspur')).toBeTruthy();
  });

  test('stays when there is something else to show below it', async () => {
    const { backend, press } = await openLesson();
    await openChannel();
    backend.answer({ [attendance]: lesson('K7M2XQ', attendee(31, aiko, { state: 'left' })) });
    await announce();
    await press('Fill the screen');
    backend.answer({ [status]: { json: { is_active: true, agents_state: 'silent' } } });
    await pass(10_000);
    expect(screen.getByRole('dialog', { name: 'Join this lesson' })).toBeTruthy();
  });
});

describe('who waits', () => {
  const doorButton = () => screen.getByRole('button', { name: /^Invite$|waiting$/ });

  test('makes the button in the bar the primary one, and is counted in the title', async () => {
    const { backend } = await openLesson();
    await openChannel();
    const isPrimary = () => doorButton().className.includes('bg-primary');
    expect([isPrimary(), document.title]).toEqual([false, 'Algebra 9b · Vigil']);
    backend.answer({ [attendance]: lesson('K7M2XQ', attendee(31, aiko), attendee(32, hana)) });
    await announce();
    expect([isPrimary(), document.title]).toEqual([true, '(2) Algebra 9b · Vigil']);
  });

  test('comes before the end of a pause and before seats to save: one button is filled', async () => {
    const paused = { is_active: true, paused: { reason: 'Break', since: '2026-11-20T08:00:00Z' } };
    const { backend, press } = await openLesson(paused, [aiko, hana], { room: { version: 0, places: [] } });
    await openChannel();
    await press('Room');
    await press('Arrange seats');
    const filled = () =>
      screen
        .getAllByRole('button')
        .filter(({ className }) => className.split(' ').includes('bg-primary'))
        .map(({ textContent }) => textContent);
    expect(filled()).toEqual(['Save']);
    backend.answer({ [attendance]: lesson('K7M2XQ', attendee(31, aiko)) });
    await announce();
    expect(filled()).toEqual([expect.stringContaining('1 waiting')]);
    backend.answer({ [attendance]: lesson('K7M2XQ') });
    await announce();
    await press('Cancel');
    expect(filled()).toEqual(['Resume']);
  });

  test('says since when and with which number, and counts people, not devices', async () => {
    const { backend, user } = await openLesson();
    await openChannel();
    const two = [attendee(31, aiko, { numbers: ['12', '47'] }), attendee(32, hana, { numbers: ['55'] })];
    backend.answer({ [attendance]: lesson('K7M2XQ', ...two) });
    await announce();
    await user.click(doorButton());
    await settle();
    const list = screen.getByRole('list', { name: 'At the door' });
    expect(list.textContent).toMatch(/Hana Willowick.*Since .*, number 55/);
    expect(list.textContent).toMatch(/Aiko Larkspur.*Since .*Waits on 2 devices/);
    expect(screen.getAllByText('2 waiting').length).toBeGreaterThan(0);
  });

  test('has no row left once nobody waits, even under the pointer', async () => {
    const { backend, user } = await openLesson();
    await openChannel();
    backend.answer({ [attendance]: lesson('K7M2XQ', attendee(31, aiko)) });
    await announce();
    await user.click(doorButton());
    await settle();
    await user.hover(screen.getByRole('button', { name: /^Admit .?Aiko/ }));
    backend.answer({ [attendance]: lesson('K7M2XQ') });
    await announce();
    expect(screen.getByText('Nobody is waiting.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Admit .?Aiko/ })).toBeNull();
  });

  test('without a connection nothing is said to have failed, and who waited stays', async () => {
    const { backend, user } = await openLesson();
    await openChannel();
    backend.answer({ [attendance]: lesson('K7M2XQ', attendee(31, aiko, { numbers: ['12'] })) });
    await announce();
    await user.click(doorButton());
    await settle();
    backend.answer({ [attendance]: 'fail', 'POST /attendance/admit/': 'fail' });
    await goOnline(false);
    await pass(40_000);
    const { textContent } = screen.getByRole('dialog', { name: 'Join this lesson' });
    expect(textContent).toContain('You are offline. Whom you admit is let in once you are back.');
    expect(textContent).toContain('Aiko');
    expect(textContent).not.toContain('Failed');
    await user.click(screen.getByRole('button', { name: /^Admit .?Aiko/ }));
    const newCode = screen.getByRole('button', { name: 'New code' });
    expect(screen.getByText('Waits for the network.')).toBeTruthy();
    expect(['aria-disabled', 'aria-busy'].map((name) => newCode.getAttribute(name))).toEqual(['true', null]);
  });

  test('is nameless in projector mode: admitted by number, and names for 30 s after a question', async () => {
    const { backend, press, user, fill } = await openLesson();
    await openChannel();
    backend.answer({ [attendance]: lesson('K7M2XQ', attendee(31, aiko, { numbers: ['12'] })) });
    await announce();
    await user.click(screen.getByRole('switch', { name: 'Projector mode' }));
    await user.click(doorButton());
    await settle();
    const dialog = screen.getByRole('dialog', { name: 'Join this lesson' });
    const hasNames = () => dialog.textContent.includes('Aiko');
    expect(hasNames()).toBe(false);
    expect(within(dialog).queryByRole('button', { name: /^Admit all/ })).toBeNull();
    await fill({ number: '12' });
    await press('Admit');
    expect(backend.calls(admitNumber).map(({ body }) => body)).toEqual([{ section_id: 7, number: '12' }]);
    await press('Show names');
    expect(hasNames()).toBe(false);
    await press('Show names');
    expect(hasNames()).toBe(true);
    await pass(30_000);
    expect(hasNames()).toBe(false);
  });
});
