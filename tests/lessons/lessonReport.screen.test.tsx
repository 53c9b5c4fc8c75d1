import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, type Answers, StubSocket } from '../support/backend';
import { aiko, friday, hana, keepsLessons, openSection, say, stubSection } from '../support/classroom';
import { address, alerts, noorSignedIn, openApp, pageText, pass, settle, statuses } from '../support/screen';
import { happen } from '../support/session';
import { dateAndTime, dayAndTime, plain, secondOfDay, timeOfDay } from '../support/times';

/* What a teacher finds after a lesson: the way to its report, the report, and its end. */

const status = 'GET /detection/sessions/status/7/';
const sessions = 'GET /detection/sessions/';
const logs = 'GET /detection/logs/';
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=';

/** A detection of Friday's lesson, minutes after 8:02, or of another lesson. */
const at = (minutes: number, student: typeof aiko, more: object = {}) => ({
  id: 1000 - minutes,
  timestamp: new Date(Date.UTC(2026, 10, 20, 8, 2 + minutes)).toISOString(),
  student_name: student.name,
  student_email: student.email,
  activity_type: 'no_face',
  session_id: 12,
  review: null,
  ...more,
});

const told = [
  at(60, hana, { session_id: 13 }),
  at(30, aiko, { screenshot: picture }),
  at(20, hana, { activity_type: 'multiple_faces', screenshot: picture }),
  at(10, aiko, { review: { state: 'seen', note: 'Was at the board.', reviewed_at: '2026-11-20T09:00:00Z' } }),
];

const thursday = { id: 11, section: 7, started_at: '2026-11-19T08:00:00Z', ended_at: '2026-11-19T09:02:05Z' };
const thursdayName = dayAndTime('2026-11-19T08:00Z', '2026-11-19T09:02Z');
const open = (page: string, answers: Answers = {}) =>
  openSection({ ...keepsLessons, [logs]: { json: told }, ...answers }, page);
const report = '/lessons/12';
const region = (name: string) => screen.getByRole('region', { name });
const fact = (name: string) => {
  const term = within(region('Summary'))
    .getAllByRole('term')
    .find(({ textContent }) => textContent === name);
  return term?.nextElementSibling?.textContent;
};
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td, th[scope=row]')].map(({ textContent }) => textContent))
    .filter((cells) => cells.length > 0);

/** A time of Friday's lesson, in UTC. */
const utc = (time: string) => `2026-11-20T0${time}Z`;
const lessonName = dayAndTime(utc('8:02'), utc('8:47'));

describe('the report of a lesson', () => {
  test('says how long it was, what was detected, and of whom, those with the most episodes first', async () => {
    await open(report);
    expect(screen.getByRole('heading', { level: 1, name: 'Lesson report' })).toBeTruthy();
    expect(plain(pageText())).toContain(`Algebra 9b · ${lessonName}`);
    expect(plain(fact('Start') ?? null)).toBe(dateAndTime(utc('8:02')));
    expect(plain(fact('End') ?? null)).toBe(dateAndTime(utc('8:47')));
    expect([fact('Length'), fact('Detections'), fact('Episodes'), fact('Students')]).toEqual(['45:00', '3', '3', '2']);
    expect([fact('No Face Detected'), fact('Multiple Faces')]).toEqual(['2', '1']);
    expect(rowsOf(within(region('Students')).getByRole('table'))).toEqual([
      ['Aiko Larkspur aiko@students.example', '2', '2'],
      ['Hana Willowick hana@students.example', '1', '1'],
    ]);
    expect(pageText()).not.toContain('still running');
  });

  test('draws the detections over time, with a table for screen readers', async () => {
    await open(report);
    const figure = screen.getByRole('figure', { name: 'Timeline: 3 detections' });
    const places = [...figure.querySelectorAll('rect')].map((mark) => mark.getAttribute('x'));
    expect(places.map((place) => Math.round(Number.parseFloat(place ?? '')))).toEqual([44, 67, 22]);
    const table = screen.getByRole('table', { name: 'Detections over the time of the lesson' });
    expect(rowsOf(table).map(([time = '', ...counts]) => [plain(time), ...counts])).toEqual([
      [timeOfDay(utc('8:02'), utc('8:07')), '0', '0'],
      [timeOfDay(utc('8:07'), utc('8:12')), '0', '0'],
      [timeOfDay(utc('8:12'), utc('8:17')), '0', '1'],
      [timeOfDay(utc('8:17'), utc('8:22')), '0', '0'],
      [timeOfDay(utc('8:22'), utc('8:27')), '1', '0'],
      [timeOfDay(utc('8:27'), utc('8:32')), '0', '0'],
      [timeOfDay(utc('8:32'), utc('8:37')), '0', '1'],
      [timeOfDay(utc('8:37'), utc('8:42')), '0', '0'],
      [timeOfDay(utc('8:42'), utc('8:47')), '0', '0'],
    ]);
  });

  test('shows its pictures, each large on request, and what was noted', async () => {
    const { press, user } = await open(report);
    const pictures = within(screen.getByRole('list', { name: 'Pictures' }));
    expect(pictures.getAllByRole('listitem').map(({ textContent }) => plain(textContent ?? ''))).toEqual([
      `Hana WillowickMultiple Faces · ${secondOfDay(utc('8:22'))}`,
      `Aiko LarkspurNo Face Detected · ${secondOfDay(utc('8:32'))}`,
    ]);
    await user.click(pictures.getByRole('button', { name: 'Show the screenshot of Aiko Larkspur' }));
    await settle();
    expect(
      within(screen.getByRole('dialog', { name: 'Screenshot of Aiko Larkspur' })).getByText('2 of 2'),
    ).toBeTruthy();
    await press('Close');
    expect(plain(region('Notes').textContent ?? '')).toContain(
      `${secondOfDay(utc('8:12'))}Aiko LarkspurNo Face DetectedWas at the board.`,
    );
  });

  test('leads to its logs, is saved as CSV, and is printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { press } = await open(report);
    await press('Print');
    expect(print).toHaveBeenCalledOnce();
    await press('Save as CSV');
    expect(names).toEqual([
      `Algebra-9b-${dayAndTime(utc('8:02'))}-logs.csv`.replace(/[^\p{L}\p{N}.]+|\.(?!csv)[^\p{L}\p{N}]*/gu, '-'),
    ]);
    await press('Show the logs', 'link');
    expect(address()).toBe('/sections/7/detection-logs?lesson=12');
    expect(pageText()).toContain('3 of 4 logs match these filters.');
  });

  test('of a lesson in which nothing was detected says so', async () => {
    await open(report, { [logs]: { json: [] } });
    expect(fact('Detections')).toBe('0');
    expect(pageText()).toContain('Nothing was detected in this lesson.');
    expect(screen.queryByRole('figure')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save as CSV' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Pictures' })).toBeNull();
  });

  test('of a lesson that still runs says so, and grows with it', async () => {
    const started_at = '2026-11-23T08:30:00Z';
    const { backend } = await open('/lessons/14', {
      [status]: { json: { is_active: true, started_at } },
      [sessions]: { json: { results: [{ id: 14, section: 7, started_at, ended_at: null }, friday], next: null } },
      [logs]: { json: [at(60, hana, { session_id: 14 })] },
    });
    expect(pageText()).toContain('This lesson is still running. The report is updated as the lesson goes on.');
    expect(pageText()).toContain('It can be deleted once detection has been stopped.');
    expect([fact('End'), fact('Length'), fact('Detections')]).toEqual(['Still running', '30:00', '1']);
    expect(screen.queryByRole('button', { name: 'Delete lesson' })).toBeNull();

    backend.answer({ [logs]: { json: [at(61, hana, { session_id: 14 }), at(60, hana, { session_id: 14 })] } });
    await pass(30_000);
    await happen(() => StubSocket.latest.open());
    expect([fact('Length'), fact('Detections')]).toEqual(['30:30', '2']);
    const ended_at = '2026-11-23T09:00:00Z';
    backend.answer({ [sessions]: { json: { results: [{ id: 14, section: 7, started_at, ended_at }] } } });
    await say({ type: 'status_update', section_id: 7, status: { is_active: false, started_at: null } });
    expect(pageText()).not.toContain('still running');
    expect(fact('Length')).toBe('30:00');
    expect(screen.getByRole('button', { name: 'Delete lesson' })).toBeTruthy();
  });

  test('of a lesson that is not there, or of a page that knows of none, leads back', async () => {
    const { press } = await open('/lessons/99');
    expect(statuses()).toContainEqual(expect.stringContaining('This lesson does not exist. It may have been deleted.'));
    await press('Back to Detection Logs', 'link');
    expect(address()).toBe('/sections/7/detection-logs');
  });

  test('says so when the lessons, or its logs, cannot be fetched, and tries again', async () => {
    const { backend, press } = await open(report, { [sessions]: { status: 500 }, [logs]: { status: 500 } });
    expect(alerts()).toEqual(['Failed to fetch the lessons.Retry']);
    backend.answer({ [sessions]: keepsLessons[sessions]! });
    await press('Retry');
    expect(alerts()).toEqual(['Failed to fetch detection logs: the server answered with 500.Retry']);
    backend.answer({ [logs]: { json: told } });
    await press('Retry');
    expect(alerts()).toEqual([]);
    expect(fact('Detections')).toBe('3');
  });
});

describe('with a backend that keeps no lessons', () => {
  const without: Answers = { [status]: { json: { is_active: false } }, [logs]: { json: told } };

  test('nothing is asked of it, and nothing speaks of lessons', async () => {
    const backend = stubSection({ ...without, [sessions]: { status: 404 } });
    const { press } = await openApp('/sections/7/detection-logs', { stored: noorSignedIn });
    expect(backend.calls(sessions)).toEqual([]);
    await press('More');
    expect(screen.queryByRole('combobox', { name: 'Lesson' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Day' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Lesson report' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Lessons' })).toBeNull();
  });

  test('a report says so plainly, and leads back', async () => {
    const { press } = await openSection(without, report);
    expect(pageText()).toContain('This server does not record lessons, so there are no lesson reports.');
    await press('Back to Detection Logs', 'link');
    expect(address()).toBe('/sections/7/detection-logs');
  });
});

describe('the way to the report', () => {
  test('is offered once detection has been stopped, also of a lesson that has just been', async () => {
    const started_at = '2026-11-23T08:30:00Z';
    const { backend, press } = await open('', {
      [status]: { json: { is_active: true, started_at } },
      [sessions]: { json: { results: [{ id: 14, section: 7, started_at, ended_at: null }, friday], next: null } },
      'POST /detection/sessions/stop/': { json: {} },
    });
    expect(screen.queryByRole('link', { name: 'Lesson report' })).toBeNull();
    await press('Stop Detection');
    expect(address()).toBe('/sections/7');
    expect(backend.calls(sessions)).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Lesson report' }).getAttribute('href')).toBe('/sections/7/lessons/14');
  });

  test('is not that of the lesson before, as long as the one that has ended is not known', async () => {
    const started_at = '2026-11-23T08:30:00Z';
    const ended = { id: 14, section: 7, started_at, ended_at: '2026-11-23T08:30:01Z' };
    const { backend, press } = await open('', {
      [sessions]: { json: { results: [friday], next: null } },
      'POST /detection/sessions/start/': { json: {} },
      'POST /detection/sessions/stop/': { json: {} },
    });
    expect(screen.getByRole('link', { name: 'Lesson report' }).getAttribute('href')).toBe('/sections/7/lessons/12');
    await press('Start Detection');
    let answer = (_: Answer) => {};
    const answered = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    await pass(2_000);
    backend.answer({ [sessions]: () => answered });
    await press('Stop Detection');
    expect(screen.getByText('Detection Inactive')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Lesson report' })).toBeNull();
    answer({ json: { results: [ended, friday], next: null } });
    await settle();
    expect(screen.getByRole('link', { name: 'Lesson report' }).getAttribute('href')).toBe('/sections/7/lessons/14');
  });

  test('is not offered where there was no lesson yet', async () => {
    await open('', { [sessions]: { json: { results: [], next: null } } });
    expect(screen.getByText('Detection Inactive')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Lesson report' })).toBeNull();
  });

  test('stands among the logs, for each lesson', async () => {
    const { user } = await open('/detection-logs', {
      [sessions]: { json: { results: [friday, thursday], next: null } },
    });
    const items = within(region('Lessons')).getAllByRole('listitem');
    expect(items.map(({ textContent }) => plain(textContent ?? ''))).toEqual([
      `${lessonName} 45:00 · 3 detections`,
      `${thursdayName} 1:02:05 · 0 detections`,
    ]);
    await user.click(within(region('Lessons')).getAllByRole('link')[1]!);
    await settle();
    expect(address()).toBe('/sections/7/lessons/11');
  });
});

describe('the filter by lesson', () => {
  const lesson = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Lesson' });

  test('finds the logs of a lesson, stands in the address, and leads to its report', async () => {
    const { press, user } = await open('/detection-logs');
    await press('More');
    expect([...lesson().options].map(({ text }) => plain(text))).toEqual(['All lessons', `${lessonName} (3)`]);
    await user.selectOptions(lesson(), '12');
    await settle();
    expect(address()).toBe('/sections/7/detection-logs?lesson=12');
    expect(pageText()).toContain('3 of 4 logs match these filters.');
    await press('Clear filters');
    expect(lesson().value).toBe('');
  });

  test('keeps a choice that no lesson has any more', async () => {
    await open('/detection-logs?lesson=13');
    expect(lesson().value).toBe('13');
    expect(lesson().selectedOptions[0]?.text).toBe('Deleted lesson (1)');
    expect(pageText()).toContain('1 of 4 logs match these filters.');
  });

  test('knows a session that has just started, and one that still runs', async () => {
    const started_at = '2026-11-23T08:59:00Z';
    const { backend, press } = await open('/detection-logs');
    await press('More');
    backend.answer({
      [sessions]: { json: { results: [{ id: 14, section: 7, started_at, ended_at: null }, friday], next: null } },
    });
    await happen(() => StubSocket.latest.open());
    await say({ type: 'detection_start', section_id: 7, started_at });
    expect(plain(lesson().options[1]?.text ?? '')).toBe(`${dayAndTime('2026-11-23T08:59Z')}, still running (0)`);
  });
});

describe('deleting a lesson', () => {
  const deletion = 'DELETE /detection/sessions/12/';

  test('asks first, saying what goes with it, and leads to the logs as they are then', async () => {
    const { backend, press } = await open(report);
    await press('Delete lesson');
    const dialog = screen.getByRole('dialog', { name: 'Delete this lesson' });
    expect(plain(dialog.textContent ?? '')).toContain(
      `The lesson of ${lessonName} will be deleted with all that was recorded in it: 3 detections and their pictures. This cannot be undone.`,
    );
    await press('Cancel');
    expect(backend.calls(deletion)).toEqual([]);

    await press('Delete lesson');
    backend.answer({ [sessions]: { json: { results: [], next: null } }, [logs]: { json: told.slice(0, 1) } });
    await press('Delete for good');
    expect(backend.calls(deletion)).toHaveLength(1);
    expect(address()).toBe('/sections/7/detection-logs');
    expect(statuses()).toContain('A lesson of Algebra 9b was deleted.');
    expect(pageText()).toContain('1–1 of 1');
    await press('More');
    expect(
      [...screen.getByRole<HTMLSelectElement>('combobox', { name: 'Lesson' }).options].map(({ text }) => text),
    ).toEqual(['All lessons']);
  });

  test('that is refused says why, and the lesson stays', async () => {
    const detail = 'This lesson is still going on. Please stop detection first.';
    const { press } = await open(report, { [deletion]: { status: 409, json: { detail } } });
    await press('Delete lesson');
    await press('Delete for good');
    expect(alerts()).toEqual([detail]);
    await press('Cancel');
    expect(fact('Detections')).toBe('3');
  });

  test('is told wherever the teacher is, when she has not waited for it', async () => {
    let settleDeletion = () => {};
    const { press, system } = await open(report, {
      [deletion]: () => new Promise((resolve) => (settleDeletion = () => resolve({ status: 204 }))),
    });
    await press('Delete lesson');
    await press('Delete for good');
    await happen(() => system.navigate('/dashboard'));
    settleDeletion();
    await settle();
    expect(statuses()).toContain('A lesson of Algebra 9b was deleted.');
    expect(address()).toBe('/dashboard');
  });
});
