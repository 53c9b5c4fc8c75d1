import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { StubSocket } from '../support/backend';
import { openHeldSection, say, studentsLogs } from '../support/classroom';
import { alerts, pageText, pass, settle, statuses } from '../support/screen';
import { happen } from '../support/session';

const logs = 'GET /detection/logs/';
const review = 'POST /detection/logs/review/';
const deletion = (id: number) => `DELETE /detection/logs/${id}/`;

/** 45 logs, newest first, from a backend that keeps reviews. */
const told = studentsLogs(45).map((log, index) => ({
  ...log,
  activity_type: index % 2 === 0 ? 'no_face' : 'multiple_faces',
  screenshot: index === 0 ? 'https://pictures.example/1.png' : null,
  review: null,
}));

const open = (json: object[] = told, query = '') =>
  openHeldSection([review, ...[1, 2, 3, 4].map(deletion)], { [logs]: { json } }, `/detection-logs${query}`);
type Opened = Awaited<ReturnType<typeof open>>;

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select the detection of/ });
const ticked = () => boxes().filter(({ checked }) => checked).length;
const pageBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
const firstRow = () => boxes()[0]?.closest('tr')?.textContent;

async function tick({ user }: Pick<Opened, 'user'>, ...places: number[]) {
  for (const place of places) await user.click(boxes()[place]!);
  await settle();
}

const kept = (ids: number[]) => ({
  json: ids.map((id) => ({ id, review: { state: 'seen', note: '', reviewed_at: null } })),
});

describe('selected logs', () => {
  test('stay selected on another page, and are reviewed in one call', async () => {
    const opened = await open();
    const { give, press, waiting } = opened;
    await tick(opened, 0, 2);
    expect([pageBox().checked, pageBox().indeterminate]).toEqual([false, true]);
    await press('Page 2');
    expect(ticked()).toBe(0);
    await tick(opened, 0);
    expect(statuses()).toContain('3 selected');
    await press('Seen');
    expect(waiting(review).map(({ body }) => body)).toEqual([{ ids: [1, 3, 21], state: 'seen' }]);
    await give(review, kept([1, 3, 21]));
    expect(statuses()).toContain('3 reviews were saved.');
    expect(ticked()).toBe(0);
    expect(boxes()[0]?.closest('tr')?.textContent).toContain('Seen');
  });

  test('are a page, and then all that the filters have found', async () => {
    const { press, user, waiting } = await open(told, '?type=no_face');
    await user.click(pageBox());
    expect(ticked()).toBe(20);
    await press('Select all 23');
    expect(statuses()).toContain('23 selected');
    await press('Dismiss');
    expect(waiting(review)).toEqual([]);
    await press('Allowed');
    expect(waiting(review).map(({ body }) => body)).toEqual([
      { ids: Array.from({ length: 23 }, (_, index) => 2 * index + 1), state: 'dismissed', note: 'Allowed' },
    ]);
  });

  test('cannot be changed while a change is in flight', async () => {
    const opened = await open();
    const { give, press, user, waiting } = opened;
    await user.click(pageBox());
    await press('Seen');
    const line = within(screen.getByRole('group', { name: 'Selection' }));
    const buttons = line.getAllByRole('button');
    expect(buttons.map((button) => [button.title || button.textContent, button.getAttribute('aria-disabled')])).toEqual(
      ['Seen', 'Dismiss', 'Delete', 'Clear selection', 'Select all 45'].map((name) => [name, 'true']),
    );
    for (const button of buttons) await user.click(button);
    await user.click(pageBox());
    await tick(opened, 0);
    expect([ticked(), waiting(review).length, screen.queryByRole('dialog')]).toEqual([20, 1, null]);
    await give(review, kept(Array.from({ length: 20 }, (_, index) => index + 1)));
    expect(ticked()).toBe(0);
  });

  test('get the reviews back that they had', async () => {
    const before = { state: 'seen', note: 'A poster', reviewed_at: '2026-11-23T08:00:00Z' };
    const opened = await open([...told.slice(0, 1), { ...told[1], review: before }]);
    const { give, press, waiting } = opened;
    await tick(opened, 0, 1);
    await press('Seen');
    await give(review, kept([1, 2]));
    expect(pageText()).toContain('Seen: 2 students');
    await press('Undo');
    await give(review, { json: [{ id: 1, review: null }] });
    expect(waiting(review).map(({ body }) => body)).toEqual([{ ids: [2], state: 'seen', note: 'A poster' }]);
    await give(review, { json: [{ id: 2, review: before }] });
    expect(firstRow()).toContain('Not reviewed');
  });

  test('are changed only where the filters find them', async () => {
    const opened = await open();
    await tick(opened, 0, 1);
    await opened.user.selectOptions(screen.getByRole('combobox', { name: 'Activity' }), 'Multiple Faces (22)');
    await settle();
    expect(statuses()).toContain('1 selected');
    await opened.press('Seen');
    expect(opened.waiting(review).map(({ body }) => body)).toEqual([{ ids: [2], state: 'seen' }]);
  });

  test('hold new ones back, so that no row moves', async () => {
    const opened = await open(told.slice(1));
    await tick(opened, 0);
    opened.answer({ [logs]: { json: told } });
    await happen(() => StubSocket.latest.open());
    await say({ type: 'logs_changed', section_id: 7 });
    expect(firstRow()).toContain('Student 2');
    expect(pageText()).toContain('1–20 of 44 · 1 new, shown when nothing is selected');
    await opened.press('Clear selection');
    await opened.press('1 new · show');
    expect(firstRow()).toContain('Student 1');
    expect(pageText()).toContain('1–20 of 45');
  });

  test('hold nothing back once they were deleted elsewhere', async () => {
    const opened = await open(told.slice(1, 2));
    await tick(opened, 0);
    opened.answer({ [logs]: { json: told.slice(0, 1) } });
    await happen(() => StubSocket.latest.open());
    await say({ type: 'logs_changed', section_id: 7 });
    // As long as the pointer may still be there.
    await pass(6_000);
    expect(firstRow()).toContain('Student 1');
  });

  test('need not be selected for rows to stand still under the pointer', async () => {
    const opened = await open(told.slice(1));
    await opened.user.hover(boxes()[0]!);
    opened.answer({ [logs]: { json: told } });
    await happen(() => StubSocket.latest.open());
    await say({ type: 'logs_changed', section_id: 7 });
    expect(firstRow()).toContain('Student 2');
    await opened.press('1 new · show');
    expect(firstRow()).toContain('Student 1');
  });

  test('are deleted after one question, and go together', async () => {
    const opened = await open();
    const { calls, give, press } = opened;
    await tick(opened, 0, 1);
    await press('Delete');
    const question = screen.getByRole('dialog', { name: 'Delete 2 detections?' });
    expect(within(question).getByText(/This cannot be undone/)).toBeTruthy();
    await press('Delete 2 detections');
    await give(deletion(2), { status: 204 });
    expect(firstRow()).toContain('Student 1');
    expect(boxes()).toHaveLength(20);
    await give(deletion(1), { status: 204 });
    expect(firstRow()).toContain('Student 3');
    expect(statuses()).toContain('2 detections were deleted.');
    expect(calls(logs)).toHaveLength(1);
  });

  test('that could not be deleted stay selected, and are counted', async () => {
    const opened = await open();
    const { calls, give, press } = opened;
    await tick(opened, 0, 1, 2);
    await press('Delete');
    await press('Delete 3 detections');
    await give(deletion(1), { status: 204 });
    await give(deletion(2), { status: 500 });
    await give(deletion(3), { status: 204 });
    expect(alerts()).toEqual(['1 of 3 detections could not be deleted. Please try again.']);
    expect(calls(logs)).toHaveLength(2);
  });

  test('go on being changed without the page, which then says so elsewhere', async () => {
    const opened = await open();
    const { give, press } = opened;
    await tick(opened, 0, 1);
    await press('Delete');
    await press('Delete 2 detections');
    await press('Back to Dashboard', 'link');
    await give(deletion(1), { status: 204 });
    await give(deletion(2), { status: 204 });
    expect(statuses()).toContain('2 detections were deleted from Algebra 9b.');
  });

  test('are not offered where the backend keeps no reviews', async () => {
    await open(told.map(({ review: _, ...log }) => log));
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
  });
});

describe('a row', () => {
  test.each([
    ['with a picture', 'Show the screenshot of Student 1', 'Screenshot of Student 1', 0],
    ['without one', 'None. Show the details of Student 2', 'Detection of Student 2', 1],
  ])('%s opens the viewer by a press anywhere, and has the focus again afterwards', async (_, opener, title, place) => {
    const { press, user } = await open();
    const row = boxes()[place]!.closest('tr')!;
    const [badge] = within(row).getAllByText(/No Face|Multiple/);
    await user.click(badge!);
    await settle();
    expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    await press('Close');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: opener }));
    await user.keyboard('{Enter}');
    await settle();
    expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
  });

  test('is selected by its checkbox, which opens nothing', async () => {
    const opened = await open();
    await tick(opened, 0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
