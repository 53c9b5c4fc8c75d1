import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aiko, algebra, hana, milo, openSection, say } from '../support/classroom';
import { pass, settle } from '../support/screen';
import { openChannel } from '../support/session';

const list = 'GET /section/list/';
const attendance = 'GET /attendance/sections/7/';
const admit = 'POST /attendance/admit/';
const refuse = 'POST /attendance/refuse/';

const attendee = (id: number, { id: student_id, name, email }: typeof aiko, changes: object = {}) => ({
  ...{ id, student_id, name, email, state: 'knocking', since: '2026-11-20T08:00:00Z', reason: '', is_taken: false },
  ...changes,
});

const lesson = (...attendees: object[]) => ({
  json: { session_id: 12, code: 'K7M2XQ', attendees, can_disown: true },
});

async function openLesson(...attendees: object[]) {
  const told = lesson(...attendees);
  return openSection({
    [list]: { json: [{ ...algebra, attendable: true }] },
    'GET /detection/sessions/status/7/': { json: { is_active: true, started_at: '2026-11-20T08:00:00Z' } },
    [attendance]: told,
    [admit]: told,
    [refuse]: told,
    'GET /attendance/sections/7/lessons/12/coverage/': { status: 404 },
  });
}

async function openDoor(...attendees: object[]) {
  const opened = await openLesson(...attendees);
  await opened.user.click(screen.getByRole('button', { name: /waiting$/ }));
  await settle();
  const rows = () => within(screen.getByRole('list', { name: 'At the door' }));
  const press = async (name: string | RegExp) => {
    await opened.user.click(rows().getByRole('button', { name }));
    await settle();
  };
  return { ...opened, rows, press };
}

test('another name than the directory’s is shown beside it, asked about, and in nobody’s “Admit all”', async () => {
  const { backend, rows, press } = await openDoor(
    attendee(31, aiko, { typed_name: 'New Nina' }),
    attendee(32, hana, { namesake: 2 }),
  );
  expect(rows().getByText(/^typed: .*New Nina/)).toBeTruthy();
  expect(rows().getByText('Hana Willowick (2)')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Admit all (1)' })).toBeTruthy();
  await press(/^Admit .*Aiko/);
  expect(backend.calls(admit)).toEqual([]);
  expect(rows().getByRole('group', { name: /New Nina.*Aiko Larkspur/ })).toBeTruthy();
  await press('Cancel');
  await press(/^Admit .*Aiko/);
  await press(/^Admit .*Aiko/);
  expect(backend.calls(admit).map(({ body }) => body)).toEqual([{ section_id: 7, ids: [31], names_seen: true }]);
});

test.each([
  ['Yes, delete what it reported', { was_somebody_else: true }],
  [/^No, it was/, {}],
])('replacing a device asks whether the other one was somebody else: %s', async (answer, sent) => {
  const { backend, rows, press } = await openDoor(attendee(31, aiko, { is_taken: true }));
  await press(/^Admit .*Aiko/);
  expect(rows().getByRole('group', { name: 'Was the other device somebody else?' })).toBeTruthy();
  await press(answer);
  expect(backend.calls(admit).map(({ body }) => body)).toEqual([{ section_id: 7, ids: [31], ...sent }]);
});

test('who attends is admitted and turned away without a question where there is nothing to ask', async () => {
  const { backend, press } = await openDoor(attendee(31, aiko));
  await press(/^Admit .*Aiko/);
  expect(backend.calls(admit).map(({ body }) => body)).toEqual([{ section_id: 7, ids: [31] }]);
});

test('no row moves under the pointer: who was admitted elsewhere keeps the place, and who comes is last', async () => {
  const { backend, rows, user } = await openDoor(attendee(31, aiko), attendee(32, hana));
  await openChannel();
  const names = () =>
    rows()
      .getAllByRole('listitem')
      .map((row) => /^(\w+ \w+?)Since/.exec(row.textContent)?.[1]);
  expect(names()).toEqual(['Aiko Larkspur', 'Hana Willowick']);
  await user.hover(rows().getByText('Hana Willowick'));
  backend.answer({ [attendance]: lesson(attendee(33, milo), attendee(32, hana)) });
  await say({ type: 'attendance_changed', section_id: 7 });
  expect(names()).toEqual(['Aiko Larkspur', 'Hana Willowick', 'Milo Fennimore']);
  const isInert = (name: RegExp) => rows().getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
  expect([isInert(/^Admit .*Aiko/), isInert(/^Admit .*Hana/)]).toEqual([true, false]);
  await pass(5_000);
  expect(names()).toEqual(['Milo Fennimore', 'Hana Willowick']);
});

test('a device that attends is turned away from the student’s panel, as somebody else’s or not', async () => {
  const { backend, user } = await openLesson(attendee(31, aiko, { state: 'watching' }));
  await user.click(screen.getByRole('button', { name: /^Aiko Larkspur; / }));
  await settle();
  await user.click(screen.getByRole('button', { name: 'Remove from the lesson' }));
  await settle();
  expect(backend.calls(refuse)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Yes, delete what it reported' }));
  await settle();
  expect(backend.calls(refuse).map(({ body }) => body)).toEqual([
    { section_id: 7, ids: [31], was_somebody_else: true },
  ]);
});
