import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { studentKeyOf } from '../../src/studentKeys';
import { active, aiko, hana, openSection, wireLog } from '../support/classroom';
import { address, alerts, pageText, pass, settle } from '../support/screen';
import { go } from '../support/session';
import { longDate, mediumDate } from '../support/times';

const logs = 'GET /detection/logs/';

const [saturday, friday] = ['2026-11-21T08:00', '2026-11-20T08:00'] as const;
/** What spreadsheets in this browser's language expect. */
const usual = (1.5).toLocaleString().includes(',') ? 'With semicolons' : 'With commas';

/** 50 logs of two students on two days, as a backend without extensions tells them. */
const told = Array.from({ length: 50 }, (_, index) =>
  wireLog(
    {
      id: index + 1,
      timestamp: new Date(2026, 10, index < 25 ? 21 : 20, 8, 50 - index).toISOString(),
      activity_type: index % 5 === 0 ? 'multiple_faces' : 'no_face',
      details: `Detail ${index + 1}`,
    },
    index % 2 === 0 ? aiko : hana,
  ),
);

/** An address names nobody by the email. */
const hanaKey = studentKeyOf('hana@students.example', '');

const open = (query = '', json: unknown = told) =>
  openSection({ [logs]: { json }, 'GET /detection/sessions/status/7/': active }, `/detection-logs${query}`);
type Opened = Awaited<ReturnType<typeof open>>;

const query = () => address().replace('/sections/7/detection-logs', '');
const details = () => screen.queryAllByText(/^Detail \d+$/).map(({ textContent }) => textContent);
const control = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the logs' });
const dates = () => [...document.querySelectorAll('td > p')].map(({ textContent }) => textContent);

async function choose({ user }: Opened, name: string, option: string) {
  await user.selectOptions(control(name), option);
  await settle();
}

describe('the filters of the logs', () => {
  test('find what is chosen, and stand in the address', async () => {
    const opened = await open();
    expect(screen.getByText('1–20 of 50')).toBeTruthy();
    await choose(opened, 'Student', 'Hana Willowick (25)');
    expect(query()).toBe(`?student=${hanaKey}`);
    expect(screen.getByText('25 of 50 logs match these filters.')).toBeTruthy();
    await choose(opened, 'Activity', 'Multiple Faces (10)');
    expect(details()).toEqual(['Detail 6', 'Detail 16', 'Detail 26', 'Detail 36', 'Detail 46']);
    await opened.press('More');
    await choose(opened, 'Day', `${mediumDate(saturday)} (25)`);
    expect(details()).toEqual(['Detail 6', 'Detail 16']);
    expect(query()).toBe(`?student=${hanaKey}&type=multiple_faces&day=2026-11-21`);
    await choose(opened, 'Sort by', 'Oldest first');
    expect(details()).toEqual(['Detail 16', 'Detail 6']);
    expect(screen.getByRole('button', { name: 'More (2)' })).toBeTruthy();
    await opened.press('Clear filters');
    expect(query()).toBe('?sort=oldest');
    expect(screen.getByText('1–20 of 50')).toBeTruthy();
  });

  test('are read from the address that the page is opened with', async () => {
    await open('?text=detail+3&type=no_face&sort=oldest&page=1');
    expect(search().value).toBe('detail 3');
    expect(control('Activity').value).toBe('no_face');
    expect(control('Sort by').value).toBe('oldest');
    // The digit, and the word with any number.
    expect(details()).toEqual([43, 39, 38, 37, 35, 34, 33, 32, 30, 23, 13, 3].map((id) => `Detail ${id}`));
  });

  test('that the page does not show, since the backend has nothing of the kind, leave nothing out', async () => {
    await open('?review=seen&lesson=12');
    expect(screen.queryByRole('combobox', { name: 'Review' })).toBeNull();
    expect(screen.getByText('1–20 of 50')).toBeTruthy();
  });

  test('show what is typed at once, keep the focus, and are one entry of the history together', async () => {
    const opened = await open();
    await opened.user.type(search(), 'detail 50');
    await settle();
    expect(search().value).toBe('detail 50');
    expect(document.activeElement).toBe(search());
    expect(details()).toEqual(['Detail 50']);
    expect(query()).toBe('?text=detail+50');
    await go(-1);
    expect(query()).toBe('');
    expect(search().value).toBe('');
    expect(screen.getByText('1–20 of 50')).toBeTruthy();
    await go(1);
    expect(search().value).toBe('detail 50');
    expect(details()).toEqual(['Detail 50']);
  });

  test('Back and Forward restore each choice and each page', async () => {
    const opened = await open();
    await opened.press('Page 3');
    expect(query()).toBe('?page=3');
    await choose(opened, 'Activity', 'No Face Detected (40)');
    // What is looked for anew begins at its first page.
    expect(query()).toBe('?type=no_face');
    await opened.press('Next');
    expect(query()).toBe('?type=no_face&page=2');
    expect(screen.getByText('21–40 of 40')).toBeTruthy();
    await go(-2);
    expect(screen.getByText('41–50 of 50')).toBeTruthy();
    expect(control('Activity').value).toBe('');
    await go(1);
    expect(control('Activity').value).toBe('no_face');
    expect(screen.getByText('1–20 of 40')).toBeTruthy();
  });

  test('the link of the page leads to all logs, and Back to what was chosen', async () => {
    const opened = await open();
    await choose(opened, 'Activity', 'Multiple Faces (10)');
    const [link] = screen.getAllByRole('link', { name: 'Detection Logs' });
    if (link) await opened.user.click(link);
    await settle();
    expect(query()).toBe('');
    expect(screen.getByText('1–20 of 50')).toBeTruthy();
    await go(-1);
    expect(query()).toBe('?type=multiple_faces');
    expect(screen.getByText('10 of 50 logs match these filters.')).toBeTruthy();
  });

  test('stay while the logs are fetched again, also with a choice that nothing has any more', async () => {
    const { backend, press } = await open(`?student=${hanaKey}&page=2`);
    expect(screen.getByText('21–25 of 25')).toBeTruthy();
    backend.answer({ [logs]: { json: told.slice(0, 44) } });
    await pass(30_000);
    expect(screen.getByText('21–22 of 22')).toBeTruthy();
    backend.answer({ [logs]: { json: told.filter(({ student_name }) => student_name !== 'Hana Willowick') } });
    await press('Refresh Logs');
    expect(query()).toBe(`?student=${hanaKey}&page=2`);
    expect(control('Student').value).toBe(hanaKey);
    expect(control('Student').selectedOptions[0]?.text).toBe('Unknown student (0)');
    expect(details()).toEqual([]);
    expect(pageText()).toContain('No logs match these filters');
  });

  test('that nothing matches can be cleared', async () => {
    const { press } = await open('?text=nothing+like+this');
    expect(screen.getByText('No logs match these filters')).toBeTruthy();
    expect(screen.getByText('0 of 50 logs match these filters.')).toBeTruthy();
    expect(pageText()).not.toContain('No detection logs available.');
    await press('Clear filters');
    expect(query()).toBe('');
    expect(screen.getByText('1–20 of 50')).toBeTruthy();
    expect(pageText()).not.toContain('No logs match');
  });

  test('are not offered where there are no logs', async () => {
    await open('?type=no_face', []);
    expect(screen.getByText('Waiting for the first detection')).toBeTruthy();
    expect(pageText()).not.toContain('No logs match');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  test('ask for reviews only where the backend keeps them', async () => {
    const opened = await open(
      '',
      told.map((log, index) => ({
        ...log,
        review: index === 0 ? { state: 'seen', note: '', reviewed_at: '2026-11-21T09:00:00Z' } : null,
      })),
    );
    await choose(opened, 'Review', 'Seen');
    expect(query()).toBe('?review=seen');
    expect(details()).toEqual(['Detail 1']);
    await choose(opened, 'Review', 'Not reviewed');
    expect(screen.getByText('49 of 50 logs match these filters.')).toBeTruthy();
  });

  test('do not speak of reviews elsewhere', async () => {
    await open();
    expect(screen.queryByRole('combobox', { name: 'Review' })).toBeNull();
  });

  test('by time, the logs stand under their dates', async () => {
    const opened = await open('?page=2');
    await opened.press('More');
    expect(dates()).toEqual([longDate(saturday), longDate(friday)]);
    await choose(opened, 'Sort by', 'Student');
    expect(dates()).toEqual([]);
  });
});

describe('Save as CSV', () => {
  test('saves all that the filters have found, in their order, under the name of the section', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:file';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { press } = await open('?student=hana%40students.example&sort=oldest');
    await press('Save as CSV');
    expect(screen.getAllByRole('menuitem')[0]?.textContent).toContain(usual);
    await press(/^With semicolons/, 'menuitem');
    await settle();
    expect(names).toEqual(['Algebra-9b-logs.csv']);
    vi.useRealTimers();
    const bytes = new Uint8Array(await blobs[0]!.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines[0]).toBe('"Time";"Time zone";"Student";"Email";"Activity";"Details"');
    const zone = lines[1]?.split(';')[1];
    expect(zone).toMatch(/^"\S+ \(UTC[+-]\d\d:\d\d\)"$/);
    expect(lines[1]).toBe(
      `"2026-11-20 08:01:00";${zone};"Hana Willowick";"hana@students.example";"No Face Detected";"Detail 50"`,
    );
    expect(lines).toHaveLength(26);
  });

  test('says when it fails, and can be tried again', async () => {
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      throw new Error('No file');
    });
    const { press } = await open();
    for (const attempt of [1, 2]) {
      await press('Save as CSV');
      await press(/^With commas/, 'menuitem');
      await settle();
      expect(create).toHaveBeenCalledTimes(attempt);
      expect(alerts()).toEqual([
        expect.stringContaining('The file could not be created. Please check your connection and try again.'),
      ]);
      expect(screen.getByRole('button', { name: 'Save as CSV' }).getAttribute('aria-busy')).toBeNull();
    }
  });

  test('cannot be pressed where nothing was found', async () => {
    await open('?text=nothing');
    expect(screen.getByRole('button', { name: 'Save as CSV' }).getAttribute('aria-disabled')).toBe('true');
  });
});
