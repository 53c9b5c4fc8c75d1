import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../support/backend';
import { aiko, algebra, hana, milo, openSection } from '../support/classroom';
import { alerts, pageText, pass, settle } from '../support/screen';
import { goOnline } from '../support/session';

/* The room of a section: three students, of whom Milo sits behind an aisle. */

const list = 'GET /section/list/';
const save = 'POST /section/7/room/';
const at = (student_id: number, row: number, column: number) => ({ student_id, row, column });
const roomOf = (version: number, ...places: object[]) => ({
  ...algebra,
  students: [milo, hana, aiko],
  room: { version, places },
});
const arranged = roomOf(3, at(hana.id, 0, 0), at(milo.id, 0, 2), at(aiko.id, 1, 0));

async function openRoom(section: object, saved: Answer = { json: section }) {
  const opened = await openSection({
    'GET /detection/sessions/status/7/': { json: { is_active: true, started_at: null } },
    [list]: { json: [section] },
    [save]: saved,
  });
  const { backend, user } = opened;
  return {
    ...opened,
    saved: () => backend.calls(save).map(({ body }) => body),
    async keys(keys: string) {
      await user.keyboard(keys);
      await settle();
    },
  };
}

const seats = () => within(screen.getByRole('list', { name: 'Students' })).getAllByRole('button');
const titles = () => seats().map((one) => one.getAttribute('title'));
const cellsOf = () =>
  seats()
    .map((one) => one.closest('li')?.style)
    .map((style) => [style?.gridRow, style?.gridColumn]);
const plan = () => screen.getByRole('group', { name: 'Arrange seats' });
/** Where students are, in the order of their names. */
const places = () => [...plan().querySelectorAll('[data-student]')].map((one) => one.getAttribute('aria-label'));
const told = () => document.getElementById('announced')?.textContent;
const isOffered = (name: string) => screen.queryByRole('button', { name }) !== null;

test('a room that was arranged is the order of its seats, with its aisles', async () => {
  await openRoom(arranged);
  expect(titles()).toEqual(['Hana Willowick', 'Milo Fennimore', 'Aiko Larkspur']);
  expect(cellsOf()).toEqual([
    ['1', '1'],
    ['1', '3'],
    ['2', '1'],
  ]);
  expect(screen.getByText('Front of the room')).toBeTruthy();
});

test('one that nobody has arranged is offered, and its students sit by name', async () => {
  const { press } = await openRoom(roomOf(0));
  expect(screen.getByRole('button', { name: 'Name' }).getAttribute('aria-pressed')).toBe('true');
  await press('Room');
  expect(titles()).toEqual(['Aiko Larkspur', 'Hana Willowick', 'Milo Fennimore']);
  expect(cellsOf().map(([, column]) => column)).toEqual(['1', '2', '3']);
});

test('a press on Room shows the plan to a teacher who had a list', async () => {
  const { press } = await openRoom(roomOf(0));
  await press('List');
  await press('Room');
  expect(screen.getByText('Front of the room')).toBeTruthy();
  await press('List');
  expect(screen.queryByText('Front of the room')).toBeNull();
});

test('with a backend that keeps no rooms, nothing is offered, and a choice made elsewhere breaks nothing', async () => {
  localStorage.setItem('classView 7', 'tiles room');
  await openRoom(algebra);
  expect([isOffered('Room'), isOffered('Arrange seats'), isOffered('Needs first')]).toEqual([false, false, true]);
  expect(titles()).toEqual(['Aiko Larkspur', 'Hana Willowick']);
});

test('in projector mode, a place in the room tells nobody who a hidden student is', async () => {
  const { user } = await openRoom(arranged);
  await user.click(screen.getByRole('switch', { name: 'Projector mode' }));
  await settle();
  expect([isOffered('Room'), isOffered('Arrange seats')]).toEqual([false, false]);
});

test('a teacher presses a student and a place; who sits there swaps; undo, and save', async () => {
  const { press, saved } = await openRoom(arranged, { json: roomOf(4, at(aiko.id, 0, 0), at(hana.id, 1, 0)) });
  await press('Arrange seats');
  expect(places()).toEqual([
    'Aiko Larkspur, row 2, place 1',
    'Hana Willowick, row 1, place 1',
    'Milo Fennimore, row 1, place 3',
  ]);
  await press(/^Milo Fennimore/);
  expect(told()).toBe('Milo Fennimore picked up. Choose a place.');
  await press('Free: row 3, place 6');
  await press(/^Aiko Larkspur/);
  await press(/^Hana Willowick/);
  expect(told()).toBe('Aiko Larkspur: row 1, place 1, swapped with Hana Willowick');
  expect(places()).toEqual([
    'Aiko Larkspur, row 1, place 1',
    'Hana Willowick, row 2, place 1',
    'Milo Fennimore, row 3, place 6',
  ]);
  await press('Undo');
  expect(places()[0]).toBe('Aiko Larkspur, row 2, place 1');
  await press('Save');
  expect(saved()).toEqual([
    { version: 3, places: expect.arrayContaining([at(milo.id, 2, 5), at(aiko.id, 1, 0), at(hana.id, 0, 0)]) },
  ]);
  expect(titles()).toEqual(['Aiko Larkspur', 'Hana Willowick', 'Milo Fennimore']);
});

test('with the keyboard, arrow keys walk over the places, and carry who is picked up', async () => {
  const { keys, press } = await openRoom(arranged);
  await press('Arrange seats');
  act(() => screen.getByRole('button', { name: /^Hana Willowick/ }).focus());
  await keys('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Free: row 1, place 2');
  await keys('{ArrowLeft}{Enter}{ArrowRight}{ArrowDown}');
  expect(places()[1]).toBe('Hana Willowick, row 2, place 2');
  expect(told()).toBe('Hana Willowick: row 2, place 2');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Hana Willowick, row 2, place 2');
  await keys('{Enter}');
  expect(told()).toBe('Hana Willowick put down: row 2, place 2');
  await keys('{ArrowLeft}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Aiko Larkspur, row 2, place 1');
  await keys('{Control>}z{/Control}');
  expect(places()[1]).toBe('Hana Willowick, row 1, place 1');
  expect([...plan().querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});

test('a carried student passes others, and swaps only with who sits where it is put down', async () => {
  const row = roomOf(3, at(hana.id, 0, 0), at(milo.id, 0, 1), at(aiko.id, 0, 2));
  const { keys, press } = await openRoom(row);
  await press('Arrange seats');
  act(() => screen.getByRole('button', { name: /^Hana Willowick/ }).focus());
  await keys('{Enter}{ArrowRight}');
  expect(told()).toBe('Hana Willowick: row 1, place 2, where Milo Fennimore sits');
  await keys('{ArrowRight}{Enter}');
  expect(places()).toEqual([
    'Aiko Larkspur, row 1, place 1',
    'Hana Willowick, row 1, place 3',
    'Milo Fennimore, row 1, place 2',
  ]);
  expect(told()).toBe('Hana Willowick: row 1, place 3, swapped with Aiko Larkspur');
  await press('Undo');
  expect(places()).toEqual([
    'Aiko Larkspur, row 1, place 3',
    'Hana Willowick, row 1, place 1',
    'Milo Fennimore, row 1, place 2',
  ]);
});

test('Escape puts a carried student back; leaving the plan puts it down', async () => {
  const { keys, press, saved } = await openRoom(arranged);
  await press('Arrange seats');
  act(() => screen.getByRole('button', { name: /^Hana Willowick/ }).focus());
  await keys('{Enter}{ArrowRight}{ArrowRight}{ArrowRight}{Escape}');
  expect(places()[1]).toBe('Hana Willowick, row 1, place 1');
  expect(told()).toBe('Hana Willowick put back: row 1, place 1');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Hana Willowick, row 1, place 1');
  await keys('{Enter}{ArrowRight}');
  await press('Save');
  expect(saved()).toEqual([{ version: 3, places: expect.arrayContaining([at(hana.id, 0, 1)]) }]);
});

const isHeld = () => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};

test('changed seats are dropped only after a question, and the browser asks before a reload', async () => {
  const { press } = await openRoom(arranged);
  await press('Arrange seats');
  expect(isHeld()).toBe(false);
  await press('Cancel');
  expect(isOffered('Arrange seats')).toBe(true);
  await press('Arrange seats');
  await press(/^Milo Fennimore/);
  await press('Free: row 2, place 6');
  expect(isHeld()).toBe(true);
  await press('Cancel');
  expect(screen.getByRole('dialog', { name: 'Discard your changes?' })).toBeTruthy();
  await press('Keep arranging');
  expect([places()[2], isHeld()]).toEqual(['Milo Fennimore, row 2, place 6', true]);
  await press('Cancel');
  await press('Discard changes');
  expect([isOffered('Arrange seats'), isHeld()]).toEqual([true, false]);
});

test('a mouse drags a student to a place; a finger only who is picked up', async () => {
  const { press } = await openRoom(arranged);
  await press('Arrange seats');
  const drag = (name: RegExp, to: string, pointerType: string) => {
    const seat = screen.getByRole('button', { name });
    const target = screen.getByRole('button', { name: to });
    document.elementsFromPoint = () => [seat, target];
    seat.setPointerCapture = () => {};
    const pointer = { pointerType, isPrimary: true, button: 0, pointerId: 1 };
    fireEvent.pointerDown(seat, { ...pointer, clientX: 10, clientY: 10 });
    fireEvent.pointerMove(seat, { ...pointer, clientX: 90, clientY: 90 });
    fireEvent.pointerUp(seat, { ...pointer, clientX: 90, clientY: 90 });
    return seat;
  };
  const aiko = drag(/^Aiko Larkspur/, 'Free: row 3, place 2', 'mouse');
  await pass(1000);
  expect(places()[0]).toBe('Aiko Larkspur, row 3, place 2');
  // The click that ends the drag picks nobody up, even where a slow device draws the drop first.
  fireEvent.click(aiko, { detail: 1 });
  expect(plan().querySelector('[aria-pressed=true]')).toBeNull();
  const aikos = () => places()[0];
  const before = aikos();
  fireEvent.pointerDown(screen.getByRole('button', { name: /^Aiko/ }), {
    pointerType: 'touch',
    isPrimary: true,
    button: 0,
  });
  fireEvent.pointerMove(plan(), { pointerType: 'touch', clientX: 90, clientY: 90 });
  fireEvent.pointerUp(plan(), { pointerType: 'touch' });
  expect(aikos()).toBe(before);
  await press(/^Aiko Larkspur/);
  drag(/^Aiko Larkspur/, 'Free: row 1, place 6', 'touch');
  expect(aikos()).toBe('Aiko Larkspur, row 1, place 6');
});

test('another teacher’s seats are not overwritten unasked', async () => {
  const theirs = roomOf(4, at(milo.id, 0, 0), at(hana.id, 0, 1), at(aiko.id, 0, 2));
  const { backend, press, saved } = await openRoom(arranged, { status: 409, json: { detail: 'x' } });
  const arrange = async () => {
    await press('Arrange seats');
    await press(/^Milo Fennimore/);
    await press('Free: row 2, place 6');
    await press('Save');
  };
  backend.answer({ [list]: { json: [theirs] } });
  await arrange();
  expect(alerts()).toEqual([
    expect.stringContaining('Another teacher has saved other seats in the meantime. Yours are not saved.'),
  ]);
  backend.answer({ [save]: { json: roomOf(5, at(milo.id, 0, 0)) } });
  await press('Save mine');
  expect(saved().map((body) => (body as { version: number }).version)).toEqual([3, 4]);
  expect(isOffered('Arrange seats')).toBe(true);
  backend.answer({ [save]: { status: 409 }, [list]: { json: [theirs] } });
  await arrange();
  await press('Show theirs');
  expect(titles()).toEqual(['Milo Fennimore', 'Hana Willowick', 'Aiko Larkspur']);
});

test('without an answer the page says so, keeps the places, and sends them again', async () => {
  const { backend, press, saved } = await openRoom(arranged, 'fail');
  await press('Arrange seats');
  await press(/^Milo Fennimore/);
  await press('Free: row 2, place 6');
  await press('Save');
  expect(alerts()).toContain('Not saved yet: there is no answer from the server. It will be tried again.');
  expect(places()[2]).toBe('Milo Fennimore, row 2, place 6');
  backend.answer({ [save]: { json: roomOf(4, at(milo.id, 1, 5)) } });
  await goOnline(true);
  await settle();
  expect(saved()).toHaveLength(2);
  expect(isOffered('Arrange seats')).toBe(true);
});

test('what was refused is said, with the server’s reason; what was moved stays on other pages, too', async () => {
  const { press } = await openRoom(arranged, {
    status: 429,
    json: { detail: 'Too many changes. Try again in a minute.' },
  });
  await press('Arrange seats');
  await press(/^Milo Fennimore/);
  await press('Free: row 2, place 6');
  await press('Save');
  expect(alerts()).toContain('Too many changes. Try again in a minute.');
  await press('Lessons', 'link');
  await press('Overview', 'link');
  expect(places()[2]).toBe('Milo Fennimore, row 2, place 6');
  await press('Cancel');
  await press('Discard changes');
  await press('Lessons', 'link');
  await press('Overview', 'link');
  expect([isOffered('Arrange seats'), pageText().includes('Front of the room')]).toEqual([true, true]);
});
