import { act, fireEvent, screen, within } from '@testing-library/react';
import { studentsDevice } from '@vigil/contract/values';
import { describe, expect, test, vi } from 'vitest';
import { SUCCESS_REDIRECT_MS } from '../../src/constants';
import { type Answer, type Answers, lateAnswer, StubSocket } from '../support/backend';
import {
  aiko,
  algebra,
  friday,
  hana,
  keepsLessons,
  milo,
  openSection,
  picture,
  say,
  stubSection,
  wireLog,
} from '../support/classroom';
import { address, alerts, noorSignedIn, openApp, pageText, pass, settle, statuses } from '../support/screen';
import { happen } from '../support/session';
import { dateAndMinute, dateAndTime, dayAndTime, mediumDate, plain, secondOfDay, timeOfDay } from '../support/times';

/* What a teacher finds after a lesson: the way to its report, the report, and its end. */

const status = 'GET /detection/sessions/status/7/';
const sessions = 'GET /detection/sessions/';
const logs = 'GET /detection/logs/';

/** A detection of Friday's lesson, minutes after 8:02, or of another lesson. */
const at = (minutes: number, student: typeof aiko, more: object = {}) => {
  const timestamp = new Date(Date.UTC(2026, 10, 20, 8, 2 + minutes)).toISOString();
  return wireLog({ id: 1000 - minutes, timestamp, session_id: 12, review: null, ...more }, student);
};

const told = [
  at(60, hana, { session_id: 13 }),
  at(30, aiko, { screenshot: picture }),
  at(20, hana, { activity_type: 'multiple_faces', screenshot: picture }),
  at(10, aiko, { review: { state: 'seen', note: 'Was at the board.', reviewed_at: '2026-11-20T09:00:00Z' } }),
];

/** A backend where students attend, but that has no registers. */
const withoutRegister = { 'GET /attendance/sections/7/lessons/12/register/': { status: 404 } };
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
/** The rows of the students of whom something was received. */
const rows = () =>
  within(region('Students'))
    .getAllByRole('list', { name: /^(Students|Only dismissed \(\d+\))$/ })
    .flatMap(({ children }) => [...children])
    .map(({ textContent }) =>
      plain(textContent ?? '')
        .replace(/ +/g, ' ')
        .trim(),
    );
const timelineTable = () => screen.getByRole('table', { name: 'Episodes over the time of the lesson, by student' });

/** A time of Friday's lesson, in UTC. */
const utc = (time: string) => `2026-11-20T0${time}Z`;
const lessonName = dayAndTime(utc('8:02'), utc('8:47'));

describe('the report of a lesson', () => {
  test('says how long it was, what was detected, and of whom, those with the most episodes first', async () => {
    await open(report);
    expect(screen.getByRole('heading', { level: 1, name: 'Lesson report' })).toBeTruthy();
    const period = `${dateAndMinute(utc('8:02'), utc('8:47'))} (45 min)`;
    expect(plain(pageText())).toContain(`Algebra 9b · Noor Haddad${period}`);
    expect(plain(document.documentElement.style.getPropertyValue('--paper-foot'))).toBe(
      `"Algebra 9b · Noor Haddad · ${period}"`,
    );
    expect(plain(fact('Start') ?? null)).toBe(dateAndTime(utc('8:02')));
    expect(plain(fact('End') ?? null)).toBe(dateAndTime(utc('8:47')));
    expect([fact('Length'), fact('Episodes')]).toEqual(['45 min', '3 from 3 detections']);
    expect(region('Summary').textContent).toContain('2 students: 2 with episodes.');
    expect(fact('Watched')).toBe('Not recorded');
    expect([fact('No Face Detected'), fact('Multiple Faces')]).toEqual(['2', '1']);
    expect(rows()).toEqual([
      'Aiko Larkspur aiko@students.example 2 episodes No Face Detected 2 1 seen · 1 not reviewed' +
        `${secondOfDay(utc('8:12'))} · No Face DetectedWas at the board.`,
      'Hana Willowick hana@students.example 1 episode Multiple Faces 1 1 not reviewed',
    ]);
    expect(pageText()).not.toContain('still running');
  });

  test('says what it is, how often its hints are wrong, who reads it and when it is deleted', async () => {
    const earlier = Array.from({ length: 20 }, (_, count) => {
      const review = { state: count < 3 ? 'seen' : 'dismissed', note: '', reviewed_at: utc('9:00') };
      return at(-10 * count - 2000, aiko, { session_id: 11, source: studentsDevice, review });
    });
    const lesson = { ...friday, deleted_by: '2027-02-19T08:47:00Z' };
    const answers = { [logs]: { json: [at(30, aiko, { source: 'simulated' }), ...earlier] } };
    await open(report, { ...answers, [sessions]: { json: { results: [lesson], next: null } } });
    const about = () => region('Hints from a program, no verdicts').textContent ?? '';
    expect(about()).toContain(
      'No face was found in the camera’s picture; on a student’s own device, for at least 8 seconds.',
    );
    expect(about()).toContain('In this section, 17 of 20 reviewed were dismissed.');
    const links = within(region('Hints from a program, no verdicts')).getAllByRole('link');
    expect(links.map((link) => `${link.textContent}: ${link.getAttribute('href')}`)).toEqual([
      '17: /sections/7/detection-logs?type=no_face&review=dismissed&unit=episodes',
      '20 reviewed: /sections/7/detection-logs?type=no_face&review=reviewed&unit=episodes',
    ]);
    expect(about()).toContain('these students and reports are made up');
    expect(plain(about())).toContain(`It will be deleted by ${mediumDate('2027-02-19T08:47Z')}.`);
  });

  test('leads from each number to what it counts, and from there or from its button to a review', async () => {
    const { press, user, backend } = await open(report, {
      'POST /detection/logs/review/': { json: [{ id: 970, review: { state: 'seen', note: '', reviewed_at: null } }] },
    });
    const hrefs = within(region('Summary'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')?.replace('/sections/7/detection-logs?lesson=12', ''));
    expect(hrefs).toEqual([
      ...['', '#with-episodes', '&unit=episodes', '&review=kept'],
      ...['&unit=episodes&type=multiple_faces', '&unit=episodes&type=no_face'],
    ]);
    await press('Review 2');
    expect(screen.getByRole('dialog', { name: 'Screenshot of Hana Willowick' })).toBeTruthy();
    expect(plain(screen.getByRole('dialog').textContent ?? '')).toContain('1 of 2');
    await user.keyboard('s');
    await settle();
    expect(backend.calls('POST /detection/logs/review/')).toHaveLength(1);
  });

  test('has a title and a note where the backend keeps them, on screen and on paper', async () => {
    const named = { ...friday, title: 'Test on cells', note: 'Two groups' };
    const { press, fill, backend } = await open(report, {
      [sessions]: { json: { results: [named], next: null } },
      'POST /detection/sessions/12/describe/': { status: 204 },
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Test on cells' })).toBeTruthy();
    expect(pageText()).toContain('Two groups');
    await press('Title and note');
    await fill({ title: 'Test on leaves' });
    const now = { ...named, title: 'Test on leaves' };
    backend.answer({ [sessions]: { json: { results: [now], next: null } } });
    await press('Save');
    await pass(SUCCESS_REDIRECT_MS);
    expect(screen.getByRole('heading', { level: 1, name: 'Test on leaves' })).toBeTruthy();
  });

  test('shows what a student has answered, as new until it was looked at, and the reply', async () => {
    const review = { state: 'seen', note: '', reviewed_at: '2026-11-20T09:00:00Z' };
    const answered = { review, answer: 'I dropped my pen', answered_at: '2026-11-20T10:00:00Z' };
    await open(report, {
      [logs]: { json: [at(30, aiko, answered), at(10, hana, { ...answered, reply: 'Thank you.' })] },
    });
    expect(fact('New answers')).toBe('1');
    expect(rows()).toEqual([
      expect.stringContaining('1 answer Aiko Larkspur answered: I dropped my penReply'),
      expect.stringMatching(/[^r] Hana Willowick answered: I dropped my penReply: Thank you\.Change your reply/),
    ]);
    expect(screen.getByRole('button', { name: 'Review 1' })).toBeTruthy();
  });

  test('lists quiet students without praising them, and those who have left the section', async () => {
    const { backend } = await open(report, {
      'GET /section/list/': { json: [{ ...algebra, students: [hana, milo] }] },
    });
    expect(region('Summary').textContent).toContain('3 students: 2 with episodes, 1 quiet.');
    expect(rows()).toEqual([
      expect.stringMatching(/^Aiko Larkspur aiko@students.example No longer in this section/),
      expect.not.stringContaining('No longer'),
    ]);
    const quiet = within(region('Quiet (1)'));
    expect(quiet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Milo Fennimore']);
    expect(
      quiet.getByText(/^Nothing was received from these students\. This does not mean that nothing happened\./),
    ).toBeTruthy();
    expect(backend.calls(logs)).toHaveLength(1);
  });

  test('of a lesson with students’ own devices says who was observed, and takes no silence for good behaviour', async () => {
    const period = (state: string, from: string, to: string) => ({ state, started_at: utc(from), ended_at: utc(to) });
    await open(report, {
      'GET /section/list/': { json: [{ ...algebra, students: [aiko, hana, milo], attendable: true }] },
      ...withoutRegister,
      'GET /attendance/sections/7/lessons/12/coverage/': {
        json: {
          ...{ started_at: utc('8:02'), until: utc('8:47'), is_over: true },
          excuses: [
            { ...milo, reason: 'nurse', started_at: utc('8:10'), ended_at: utc('8:20') },
            { ...aiko, reason: '', started_at: utc('8:30'), ended_at: utc('8:35') },
          ],
          students: [
            { ...aiko, periods: [period('watching', '8:02', '8:20'), period('watching', '8:29', '8:47')] },
            { ...hana, periods: [period('watching', '8:02', '8:46'), period('dark', '8:46', '8:47')] },
            { ...milo, periods: [period('unwatched', '8:02', '8:47')] },
          ],
        },
      },
      [logs]: { json: [at(10, aiko)] },
    });
    expect(region('Summary').textContent).toContain(
      'Observed 59 % of 3 students × 45 min, by the students’ own devices. ' +
        '3 students: 1 with episodes, 1 quiet while observed, 1 not observed.',
    );
    expect(fact('Watched')).toBeUndefined();
    expect(rows()).toEqual([
      expect.stringContaining(
        `Aiko Larkspur aiko@students.example Observed 36 min of 45 min Excused ${timeOfDay(utc('8:30'), utc('8:35'))}`,
      ),
    ]);
    const listed = (title: string) =>
      within(region(title))
        .getAllByRole('listitem')
        .map(({ textContent }) => plain(textContent));
    expect(listed('Quiet while observed (1)')).toEqual(['Hana Willowick Observed 44 min of 45 min']);
    expect(listed('Not observed (1)')).toEqual([
      `Milo Fennimore Excused ${timeOfDay(utc('8:10'), utc('8:20'))} (nurse)`,
    ]);
    expect(pageText()).toContain('what they did is unknown');
    const figure = screen.getByRole('figure', { name: 'Timeline: 1 episode' });
    expect([...figure.querySelectorAll('span[title]')].map(({ textContent }) => textContent)).toEqual([
      ...['Aiko Larkspur', 'Hana Willowick', 'Milo Fennimore'],
    ]);
    const observed = within(timelineTable())
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent);
    expect(observed).toEqual(['Observed 36 min of 45 min', 'Observed 44 min of 45 min', 'Not observed']);
  });

  test('marks on its timeline when nothing was recorded, and says why', async () => {
    const times = { started_at: utc('8:20'), ended_at: utc('8:29') };
    await open(report, {
      'GET /section/list/': { json: [{ ...algebra, students: [aiko], attendable: true }] },
      ...withoutRegister,
      'GET /attendance/sections/7/lessons/12/coverage/': {
        json: {
          ...{ started_at: utc('8:02'), until: utc('8:47'), is_over: true, excuses: [], students: [] },
          interruptions: [{ reason: 'Fire drill', ...times }],
        },
      },
      [logs]: { json: [at(10, aiko)] },
    });
    const figure = screen.getByRole('figure', { name: 'Timeline: 1 episode' });
    expect(within(figure).getByText('Paused or stopped: nothing recorded')).toBeTruthy();
    expect(figure.querySelector('[aria-hidden] rect[height="24"][width="20%"]')?.getAttribute('x')).toBe('40%');
    const said = `Not recorded: ${timeOfDay(times.started_at, times.ended_at)} (paused: Fire drill).`;
    expect(plain(region('Summary').textContent)).toContain(said);
  });

  test.each<[string, Answer, boolean]>([
    ['cannot be asked who was observed', { status: 500 }, true],
    ['does not know it of this lesson', { status: 404 }, false],
  ])('waits for who was observed, and of a backend that %s says how long it was watched', async (_, answer, said) => {
    const late = lateAnswer();
    await open(report, {
      'GET /section/list/': { json: [{ ...algebra, attendable: true }] },
      ...withoutRegister,
      'GET /attendance/sections/7/lessons/12/coverage/': () => late.answer,
    });
    expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull();
    late.give(answer);
    await settle();
    expect(fact('Watched')).toBe('Not recorded');
    expect(pageText().includes('Failed to check who was observed.')).toBe(said);
  });

  test('does not count what was dismissed, and says how much it was', async () => {
    const review = { state: 'dismissed', note: '', reviewed_at: '2026-11-20T09:00:00Z' };
    await open(report, { [logs]: { json: [at(30, aiko), at(20, hana, { review }), at(10, aiko, { review })] } });
    expect([fact('Episodes'), fact('Dismissed')]).toEqual(['1 from 1 detection', '2, not counted']);
    expect(region('Summary').textContent).toContain('2 students: 1 with episodes, 1 with dismissed episodes only.');
    expect(rows()).toEqual([
      expect.stringContaining('1 episode No Face Detected 1 1 not reviewed · 1 dismissed, not counted'),
      'Hana Willowick hana@students.example 1 dismissed, not counted',
    ]);
  });

  test('tells two students of one name apart everywhere', async () => {
    const twin = { ...hana, name: aiko.name };
    await open(report, {
      'GET /section/list/': { json: [{ ...algebra, students: [aiko, twin] }] },
      [logs]: { json: [at(30, aiko, { screenshot: picture }), at(20, twin)] },
    });
    expect(rows()).toEqual([
      expect.stringMatching(/^Aiko Larkspur \(aiko\)/),
      expect.stringMatching(/^Aiko Larkspur \(hana\)/),
    ]);
    expect(
      within(timelineTable())
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Aiko Larkspur (aiko)', 'Aiko Larkspur (hana)']);
    expect(region('Pictures').textContent).toContain('Aiko Larkspur (aiko)');
  });

  test('draws each student’s episodes over time, with a scale, and as a table for screen readers', async () => {
    await open(report);
    const figure = screen.getByRole('figure', { name: 'Timeline: 3 episodes' });
    const marks = [...figure.querySelectorAll('g > svg')].map((mark) => mark.getAttribute('x'));
    expect(marks.map((place) => Math.round(Number.parseFloat(place ?? '')))).toEqual([22, 67, 44]);
    const scale = [...figure.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(scale.length).toBeGreaterThanOrEqual(4);
    for (const time of scale) expect(time).toMatch(/^\D*\d{1,2}\D\d0/);
    const [headings = [], ...rest] = within(timelineTable())
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('td, th')].map(({ textContent }) => plain(textContent ?? '')));
    expect([headings[0], headings[3], headings.length]).toEqual(['Student', timeOfDay(utc('8:12'), utc('8:17')), 10]);
    expect(rest).toEqual([
      ['Aiko Larkspur', '0', '0', '1', '0', '0', '0', '1', '0', '0'],
      ['Hana Willowick', '0', '0', '0', '0', '1', '0', '0', '0', '0'],
    ]);
  });

  test('shows its pictures, each large on request', async () => {
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
  });

  test('is printed once its pictures are there, and until then says how many are missing', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const screenshot = 'https://pictures.example/1.png';
    const { press } = await open(report, { [logs]: { json: [at(30, aiko, { screenshot })] } });
    const image = () => document.querySelector(`img[src="${screenshot}"]`);
    await press('Print');
    expect(screen.getByRole('button', { name: 'Print' }).getAttribute('aria-busy')).toBe('true');
    expect(image()?.getAttribute('loading')).toBe('eager');
    expect(screen.getByText(/^1 of 1 picture is missing here/)).toBeTruthy();
    expect(print).not.toHaveBeenCalled();
    act(() => void fireEvent.load(image()!));
    await settle();
    expect(print).toHaveBeenCalledOnce();
    expect(screen.queryByText(/missing here/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Print' }).getAttribute('aria-busy')).toBeNull();
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
    await press(/^With commas/, 'menuitem');
    expect(names).toEqual([
      `Algebra-9b-${dayAndTime(utc('8:02'))}-logs.csv`.replace(/[^\p{L}\p{N}.]+|\.(?!csv)[^\p{L}\p{N}]*/gu, '-'),
    ]);
    await press('Show the logs', 'link');
    expect(address()).toBe('/sections/7/detection-logs?lesson=12');
    expect(pageText()).toContain('3 of 4 logs match these filters.');
  });

  test('of a lesson in which nothing was detected says so', async () => {
    await open(report, { [logs]: { json: [] } });
    expect(fact('Episodes')).toBe('0 ');
    expect(pageText()).toContain('Nothing was received in this lesson.');
    expect(region('Summary').textContent).toContain('2 students: 2 quiet.');
    expect(screen.queryByRole('figure')).toBeNull();
    expect(screen.getByRole('button', { name: 'Save as CSV' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('region', { name: 'Pictures' })).toBeNull();
  });

  test('of a lesson that still runs says so, and grows with it', async () => {
    const started_at = '2026-11-23T08:30:00Z';
    const { backend } = await open('/lessons/14', {
      [status]: { json: { is_active: true, started_at } },
      [sessions]: { json: { results: [{ id: 14, section: 7, started_at, ended_at: null }, friday], next: null } },
      [logs]: { json: [at(60, hana, { session_id: 14 })] },
    });
    expect(pageText()).toContain('This lesson is still running. The report updates during the lesson.');
    expect(pageText()).toContain('It can be deleted once detection has been stopped.');
    expect([fact('End'), fact('Length'), fact('Episodes')]).toEqual(['Still running', '30 min', '1 from 1 detection']);
    expect(screen.queryByRole('button', { name: 'Delete lesson' })).toBeNull();

    backend.answer({ [logs]: { json: [at(61, hana, { session_id: 14 }), at(60, hana, { session_id: 14 })] } });
    await pass(30_000);
    await happen(() => StubSocket.latest.open());
    expect([fact('Length'), fact('Episodes')]).toEqual(['30 min', '1 from 2 detections']);
    const ended_at = '2026-11-23T09:00:00Z';
    backend.answer({ [sessions]: { json: { results: [{ id: 14, section: 7, started_at, ended_at }] } } });
    await say({ type: 'status_update', section_id: 7, status: { is_active: false, started_at: null } });
    expect(pageText()).not.toContain('still running');
    expect(fact('Length')).toBe('30 min');
    expect(screen.getByRole('button', { name: 'Delete lesson' })).toBeTruthy();
  });

  test.each([
    [undefined, 'Not recorded', 'Quiet'],
    [null, 'Not recorded', 'Quiet'],
    [2_640, '44 min of 45 min. The server did not record who was watched.', 'Quiet'],
    [0, 'Not at all', 'Not watched'],
  ])('says how much of the lesson was watched, as of %s seconds', async (watched_seconds, watched, title) => {
    await open(report, {
      [sessions]: { json: { results: [{ ...friday, watched_seconds }], next: null } },
      [logs]: { json: [] },
    });
    expect(fact('Watched')).toBe(watched);
    expect(within(region(`${title} (2)`)).getAllByRole('listitem')).toHaveLength(2);
  });

  test.each([
    [{ agents_state: 'awaited' }, 'Not watched', 'Waiting for the students’ devices to report.'],
    [{ agents_state: 'refused', agents_refusal: 'other' }, 'Not watched', 'the server rejects the students’ reports.'],
    [{ agents_state: 'silent' }, 'Quiet', 'the students’ devices have stopped reporting.'],
    [{ agents_state: 'watching' }, 'Quiet', 'Devices are reporting'],
  ])('of a running lesson with agents %j lists students without detections as %s', async (agents, title, watched) => {
    const started_at = '2026-11-23T08:59:30Z';
    await open('/lessons/14', {
      [status]: { json: { is_active: true, started_at, ...agents } },
      [sessions]: { json: { results: [{ id: 14, section: 7, started_at, ended_at: null }], next: null } },
      [logs]: { json: [at(1, hana, { session_id: 14 })] },
    });
    expect(region('Summary').textContent).toContain(`2 students: 1 with episodes, 1 ${title.toLowerCase()}.`);
    expect(fact('Watched')).toContain(watched);
    expect(within(region(`${title} (1)`)).getByRole('listitem').textContent).toBe('Aiko Larkspur');
  });

  test('of a lesson that is not there, or of a page that knows of none, leads back', async () => {
    const { press } = await open('/lessons/99');
    expect(statuses()).toContainEqual(expect.stringContaining('This lesson does not exist. It may have been deleted.'));
    await press('Back to Lessons', 'link');
    expect(address()).toBe('/sections/7/lessons');
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
    expect(fact('Episodes')).toBe('3 from 3 detections');
    // What is there is enough to go on with.
    backend.answer({ [sessions]: { status: 500 } });
    await happen(() => StubSocket.latest.open());
    expect(backend.calls(sessions)).toHaveLength(3);
    expect(alerts()).toEqual([]);
    expect(fact('Episodes')).toBe('3 from 3 detections');
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
    expect(screen.queryByRole('link', { name: /[Ll]esson/ })).toBeNull();
    expect(screen.queryByRole('region', { name: /[Ll]esson/ })).toBeNull();
  });

  test('the page of lessons says so plainly', async () => {
    await openSection(without, '/lessons');
    expect(pageText()).toContain('This server does not record lessons, so there are no lesson reports.');
  });

  test.each([
    ['does not tell since when detection is active', without],
    ['has no call for lessons', { ...keepsLessons, [sessions]: { status: 404 } }],
  ])('a report says so plainly, and leads back: one that %s', async (_, answers) => {
    const { press } = await openSection(answers, report);
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
    const late = lateAnswer();
    await pass(2_000);
    backend.answer({ [sessions]: () => late.answer });
    await press('Stop Detection');
    expect(screen.getByText('Detection Inactive')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Lesson report' })).toBeNull();
    late.give({ json: { results: [ended, friday], next: null } });
    await settle();
    expect(screen.getByRole('link', { name: 'Lesson report' }).getAttribute('href')).toBe('/sections/7/lessons/14');
  });

  test('is not offered where there was no lesson yet', async () => {
    await open('', { [sessions]: { json: { results: [], next: null } } });
    expect(screen.getByText('Detection Inactive')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Lesson report' })).toBeNull();
  });
});

describe('the lessons of a section', () => {
  const two = { json: { results: [friday, thursday], next: null } };
  const items = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => plain(textContent ?? ''));

  test('are listed on a page of their own, each with its report', async () => {
    const { press, user } = await open('/detection-logs', { [sessions]: two });
    await press('Lessons', 'link');
    expect(address()).toBe('/sections/7/lessons');
    expect(items('Lessons')).toEqual([
      `${lessonName} 45 min · 3 episodes · 2 not reviewed`,
      `${thursdayName} 1 h 2 min · 0 episodes`,
    ]);
    await user.click(within(screen.getByRole('list', { name: 'Lessons' })).getAllByRole('link')[1]!);
    await settle();
    expect(address()).toBe('/sections/7/lessons/11');
  });

  test('before the first one, the page says how one comes about', async () => {
    await open('/lessons', { [sessions]: { json: { results: [], next: null } } });
    expect(statuses()).toContainEqual(expect.stringContaining('There have been no lessons yet.'));
    expect(screen.queryByRole('list', { name: 'Lessons' })).toBeNull();
  });

  test('that cannot be fetched are fetched again on request', async () => {
    const { backend, press } = await open('/lessons', { [sessions]: { status: 500 } });
    expect(alerts()).toEqual(['Failed to fetch the lessons.Retry']);
    backend.answer({ [sessions]: two });
    await press('Retry');
    expect(alerts()).toEqual([]);
    expect(items('Lessons')).toHaveLength(2);
  });

  test('are counted only once all logs are there', async () => {
    await open('/lessons', { [sessions]: two, [logs]: { status: 500 } });
    expect(items('Lessons')).toEqual([`${lessonName} 45 min`, `${thursdayName} 1 h 2 min`]);
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

  test('asks first, saying what goes with it, and leads to the lessons that are left', async () => {
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
    expect(address()).toBe('/sections/7/lessons');
    expect(statuses()).toContain('A lesson in Algebra 9b was deleted.');
    expect(pageText()).toContain('There have been no lessons yet.');
  });

  test('that is refused says why, and the lesson stays', async () => {
    const detail = 'This lesson is still running. Please stop detection first.';
    const { press } = await open(report, { [deletion]: { status: 409, json: { detail } } });
    await press('Delete lesson');
    await press('Delete for good');
    expect(alerts()).toEqual([detail]);
    await press('Cancel');
    expect(fact('Episodes')).toBe('3 from 3 detections');
  });

  test('is told wherever the teacher is, when she has not waited for it', async () => {
    const late = lateAnswer();
    const { press, system } = await open(report, { [deletion]: () => late.answer });
    await press('Delete lesson');
    await press('Delete for good');
    await happen(() => system.navigate('/dashboard'));
    late.give({ status: 204 });
    await settle();
    expect(statuses()).toContain('A lesson in Algebra 9b was deleted.');
    expect(address()).toBe('/dashboard');
  });
});
