import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { algebra, friday, hana, keepsLessons, openSection, picture, wireLog } from '../support/classroom';
import { pageText, pass, settle } from '../support/screen';

/* Two students of one name can be told apart wherever either is named. */

const one = { id: 41, name: 'Aiko Larkspur', email: 'aiko.l@students.example' };
const other = { id: 42, name: 'Aiko Larkspur', email: 'aiko.b@students.example' };
const names = ['Aiko Larkspur (aiko.b)', 'Aiko Larkspur (aiko.l)', 'Hana Willowick'];

const logOf = (id: number, student: typeof one) =>
  wireLog({ id, timestamp: `2026-11-20T08:10:0${id}Z`, session_id: 12, screenshot: picture, review: null }, student);

const open = (page = '') =>
  openSection(
    {
      ...keepsLessons,
      'GET /section/list/': { json: [{ ...algebra, students: [one, other, hana] }] },
      'GET /detection/logs/': { json: [logOf(3, one), logOf(2, other), logOf(1, hana)] },
    },
    page,
  );

const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent ?? '').sort();

test('in Look now, in the newest logs, on the tiles, in a student’s lesson and in the viewer', async () => {
  const { press, user } = await open();
  const lookNow = within(screen.getByRole('region', { name: 'Look now' }));
  for (const name of names) expect(lookNow.getByRole('button', { name })).toBeTruthy();
  for (const name of names)
    expect(lookNow.getByRole('button', { name: `Seen: ${name}, No Face Detected` })).toBeTruthy();
  const cells = texts(within(screen.getByRole('table')).getAllByRole('cell'));
  expect(cells.filter((text) => /^(Aiko|Hana)/.test(text))).toEqual([
    'Aiko Larkspur(aiko.b)',
    'Aiko Larkspur(aiko.l)',
    'Hana Willowick',
  ]);

  await press('Tiles');
  const tiles = within(screen.getByRole('list', { name: 'Students' })).getAllByRole('button');
  expect(tiles.map((tile) => tile.getAttribute('aria-label')?.split(';')[0]).sort()).toEqual(names);
  expect(tiles.map((tile) => tile.getAttribute('title')).sort()).toEqual(names);
  expect(tiles.filter(({ textContent }) => textContent?.includes('aiko.b'))).toHaveLength(1);
  await press(/^Aiko Larkspur \(aiko\.b\);/);
  expect(screen.getByRole('dialog', { name: 'Aiko Larkspur (aiko.b)' })).toBeTruthy();
  await press('Close');

  await user.click(
    within(screen.getByRole('table')).getByRole('button', { name: `Show the screenshot of ${names[0]}` }),
  );
  await settle();
  expect(screen.getByRole('dialog', { name: `Screenshot of ${names[0]}` })).toBeTruthy();
  await press('Delete');
  expect(pageText()).toContain(`This detection of ${names[0]} (`);
});

test('among all logs and in their filter', async () => {
  await open('/detection-logs');
  for (const name of names) expect(within(screen.getByRole('table')).getByText(name)).toBeTruthy();
  const filter = within(screen.getByRole('combobox', { name: 'Student' })).getAllByRole('option');
  expect(texts(filter)).toEqual(['All students', ...names.map((name) => `${name} (1)`)].sort());
});

test('in the report of a lesson', async () => {
  await open(`/lessons/${friday.id}`);
  for (const name of names) {
    expect(screen.getAllByText(name).length).toBeGreaterThan(0);
    expect(
      screen.getByRole('button', { name: new RegExp(`^Show the screenshot of ${name.replace(/[().]/g, '\\$&')}`) }),
    ).toBeTruthy();
  }
});

test('where students are selected, added and removed', async () => {
  const { backend, user, press } = await open('/add-students');
  expect(screen.getByRole('button', { name: 'Remove Aiko Larkspur (aiko.b)' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Hana Willowick' })).toBeTruthy();
  const newHana = { id: 51, name: 'Hana Willowick', email: 'hana.w@students.example' };
  backend.answer({ 'GET /section/search-students/': { json: [newHana] } });
  await user.type(screen.getByRole('searchbox'), 'hana');
  await pass(250);
  await user.click(screen.getByRole('checkbox', { name: 'Select Hana Willowick (hana.w)' }));
  await settle();
  expect(
    within(screen.getByRole('list', { name: 'Selected students (1)' })).getByText('Hana Willowick (hana.w)'),
  ).toBeTruthy();
  // There are two now.
  expect(screen.getByRole('button', { name: 'Remove Hana Willowick (hana)' })).toBeTruthy();
  await press('Remove Aiko Larkspur (aiko.b)');
  expect(screen.getByRole('dialog').textContent).toContain(other.email);
});
