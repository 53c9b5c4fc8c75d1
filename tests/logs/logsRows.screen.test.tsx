import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { active, openSection, wireLog } from '../support/classroom';
import { pageText, pass, settle } from '../support/screen';

const logs = 'GET /detection/logs/';
const whole = wireLog({ timestamp: '2026-11-23T08:30:00Z', details: 'For 4 seconds', screenshot: null });

async function openLogs(...json: unknown[]) {
  return openSection({ [logs]: { json } }, '/detection-logs');
}

/** The cells of the table's rows, by their column. */
function rows() {
  const [head, ...body] = within(screen.getByRole('table')).getAllByRole('row');
  const columns = within(head!)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent ?? '');
  return body.map((row) => {
    // Beside the heading of a date, in the first row under it.
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.querySelector<HTMLElement>(':scope > div')!);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]!]));
  });
}
const column = (name: string) => rows().map((row) => row[name]?.textContent);
const times = () => rows().map(({ Time }) => Time?.querySelector('time')?.dateTime ?? Time?.textContent);

describe('a row', () => {
  test('2.19 shows time, student, activity type, details and screenshot', async () => {
    await openLogs({ ...whole, screenshot: 'https://pictures.example/1.png' });
    const [row] = rows();
    expect(Object.keys(row!)).toEqual(['Time', 'Student', 'Activity', 'Details', 'Screenshot']);
    expect(times()).toEqual(['2026-11-23T08:30:00.000Z']);
    expect(document.querySelector('td > p')?.textContent).toMatch(/2026/);
    expect(row?.Student?.textContent).toBe('Aiko Larkspur aiko@students.example');
    expect(row?.Activity?.textContent).toBe('No Face Detected');
    expect(row?.Details?.textContent).toBe('For 4 seconds');
    expect(row?.Screenshot?.querySelector('img')?.src).toBe('https://pictures.example/1.png');
  });

  test('security 30: shows with the details who reported it, and what is made up as simulated', async () => {
    await openLogs(
      { ...whole, source: 'simulated' },
      { ...whole, id: 2, source: 'Room 12' },
      { ...whole, id: 3 },
      // What the simulated class reports says so itself, and once is enough.
      { ...whole, id: 4, source: 'simulated', details: 'Simulated: For 4 seconds' },
    );
    expect(column('Details').toSorted()).toEqual([
      'For 4 seconds',
      'For 4 seconds · Room 12',
      'For 4 seconds · Simulated',
      'Simulated: For 4 seconds',
    ]);
  });

  test('says with the details that the clock of what reported it was off, and that the time is corrected', async () => {
    await openLogs(
      { ...whole, source: 'Room 12', clock_off_seconds: 180 },
      { ...whole, id: 2, clock_off_seconds: -245 },
      { ...whole, id: 3, source: 'Room 12', clock_off_seconds: null },
    );
    expect(column('Details').toSorted()).toEqual([
      'For 4 seconds · Room 12',
      'For 4 seconds · Room 12 · clock was 3 min fast, time corrected',
      'For 4 seconds · clock was 4 min slow, time corrected',
    ]);
  });

  test('3.4 takes both spellings, also mixed, and the one that is filled in', async () => {
    const { timestamp, student_name, student_email, ...rest } = whole;
    const student = { id: 31, name: student_name, email: student_email };
    await openLogs(
      { ...rest, id: 1, timestamp, student_name, student_email },
      { ...rest, id: 2, created_at: timestamp, student },
      { ...rest, id: 3, timestamp, student },
      { ...rest, id: 4, created_at: timestamp, student_name, student_email, student: null },
      { ...rest, id: 5, timestamp: null, created_at: timestamp, student_name: null, student_email: null, student },
      { ...rest, id: 6, timestamp: '', created_at: timestamp, student_name: '', student_email: '', student },
      { ...rest, id: 7, timestamp, created_at: null, student_name, student_email, student: {} },
      { ...rest, id: 8, timestamp, student_name, student: { email: student_email } },
    );
    expect(times()).toEqual(Array(8).fill('2026-11-23T08:30:00.000Z'));
    expect(column('Student')).toEqual(Array(8).fill('Aiko Larkspur aiko@students.example'));
  });

  test('3.4, 3.10, 8.29 shows what there is when fields are missing or are something else', async () => {
    const { timestamp } = whole;
    await openLogs(
      { id: 1, timestamp },
      { id: 2, timestamp, student: null, student_name: null, activity_type: null, details: null, screenshot: null },
      { id: 3, timestamp, student: 'Aiko', student_name: {}, activity_type: {}, details: {}, screenshot: {} },
      { id: 4, timestamp, student: [], student_email: 'aiko@students.example', activity_type: '', details: [] },
      { timestamp },
      { timestamp },
      null,
      'log',
      7,
    );
    const unknown = 'Unknown student';
    expect(column('Student')).toEqual([unknown, unknown, unknown, 'aiko@students.example', unknown, unknown]);
    expect(column('Activity')).toEqual(Array(6).fill('Unknown'));
    expect(column('Details')).toEqual(Array(6).fill('—'));
    expect(column('Screenshot')).toEqual(Array(6).fill('None'));
    expect(pageText()).not.toMatch(/\[object|undefined|null|NaN/);
  });

  test.each([
    ['3.6', 'multiple_faces', 'Multiple Faces', 'red'],
    ['3.7', 'no_face', 'No Face Detected', 'yellow'],
    ['3.8', 'suspicious_application', 'Suspicious Application', 'purple'],
    ['extension:', 'left_page', 'Left the page', 'purple'],
  ])('%s %s is %s, %s', async (_rule, activity_type, label, colour) => {
    await openLogs({ ...whole, activity_type });
    const badge = screen.getByText(label).closest('[class*="bg-"]');
    expect(badge?.className).toContain(`bg-${colour}-soft text-${colour}`);
  });

  test.each(['phone_detected', 'NO_FACE', 'unknown', 'toString', '__proto__', '<b>bold</b>'])(
    '3.9 security 6: the type %s is shown as it came',
    async (activity_type) => {
      await openLogs({ ...whole, activity_type });
      expect(column('Activity')).toEqual([activity_type]);
      expect(screen.getByText(activity_type).closest('[class*="bg-"]')?.className).not.toMatch(/red|yellow|purple/);
      expect(document.querySelector('main b')).toBeNull();
    },
  );

  test('3.10 a missing type is Unknown', async () => {
    await openLogs({ ...whole, activity_type: undefined });
    expect(column('Activity')).toEqual(['Unknown']);
  });

  test('9.1, 3.4 a bad date is Unknown time in its row only, and comes last', async () => {
    const dates = ['not a date', '', null, {}, true, '2026-13-45T99:00:00Z', 1e20, undefined];
    await openLogs(
      ...dates.map((timestamp, index) => ({ ...whole, id: index, timestamp, details: `bad ${index}` })),
      { ...whole, id: 20, timestamp: '2026-11-23T08:30:00Z', details: 'older' },
      { ...whole, id: 21, timestamp: '2026-11-23T10:30:00+01:00', details: 'newer' },
    );
    expect(times()).toEqual([
      '2026-11-23T09:30:00.000Z',
      '2026-11-23T08:30:00.000Z',
      ...Array(dates.length).fill('Unknown time'),
    ]);
    expect(column('Details').slice(0, 2)).toEqual(['newer', 'older']);
  });
});

describe('a screenshot', () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  test.each([
    ['https', 'https://pictures.example/1.png?signature=x', undefined],
    ["of the backend's own", '/media/1.jpg', 'https://api.school.example/media/1.jpg'],
    ['PNG', `data:image/png;base64,${pixel}`, undefined],
    ['JPEG', `data:image/jpeg;base64,${pixel}`, undefined],
    ['JPEG by its short name', `data:image/jpg;base64,${pixel}`, undefined],
    ['WebP', `data:image/webp;base64,${pixel}`, undefined],
    ['GIF', `data:image/gif;base64,${pixel}`, undefined],
    ['PNG in capitals', `DATA:IMAGE/PNG;base64,${pixel}`, undefined],
  ])('3.5 by %s is shown', async (_name, screenshot, shown = screenshot) => {
    await openLogs({ ...whole, screenshot });
    const picture = rows()[0]?.Screenshot?.querySelector('img');
    expect(picture?.getAttribute('src')).toBe(shown);
  });

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'data:image/png-not,x',
    'data:,x',
    'blob:https://evil.example/1',
    'blob:https://api.school.example/1',
    'file:///etc/passwd',
    'http://pictures.example/1.png',
    'vbscript:msgbox(1)',
    'http://',
    '',
    7,
    ['https://pictures.example/1.png'],
  ])('3.5 security 7: by %j is neither shown nor linked', async (screenshot) => {
    await openLogs({ ...whole, screenshot });
    expect(column('Screenshot')).toEqual(['None']);
    expect(document.querySelector('main img, main table a')).toBeNull();
    expect(document.body.innerHTML).not.toMatch(/javascript:|vbscript:|data:/i);
  });

  const picture = 'https://pictures.example/1.png';
  const opener = () =>
    within(screen.getByRole('table')).getByRole('button', { name: 'Show the screenshot of Aiko Larkspur' });

  describe.each(['', '/detection-logs'])('on the page %j', (page) => {
    test('3.5 is shown large on a press, and goes on Escape with the focus back on it', async () => {
      const { user } = await openSection({ [logs]: { json: [{ ...whole, screenshot: picture }] } }, page);
      await user.click(opener());
      await settle();
      const dialog = screen.getByRole('dialog', { name: 'Screenshot of Aiko Larkspur' });
      const image = within(dialog).getByRole<HTMLImageElement>('img', { name: 'Screenshot of Aiko Larkspur' });
      expect(image.src).toBe(picture);
      await user.keyboard('{Escape}');
      await settle();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(opener());
    });
  });

  test('3.5 large, it stays while the logs are fetched again, also without it', async () => {
    const { backend, user, press } = await openSection({
      [logs]: { json: [{ ...whole, screenshot: picture }] },
      'GET /detection/sessions/status/7/': active,
    });
    await user.click(opener());
    await settle();
    backend.answer({ [logs]: { json: [{ ...whole, id: 2, student_name: 'Hana' }] } });
    await pass(30_000);
    const dialog = screen.getByRole('dialog', { name: 'Screenshot of Aiko Larkspur' });
    expect(within(dialog).getByRole<HTMLImageElement>('img').src).toBe(picture);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(column('Student')).toEqual(['Hana']);
  });
});
