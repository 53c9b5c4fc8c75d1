import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answers, StubSocket } from '../support/backend';
import { algebra, hana, inactive, milo, openSection, say, stubSection, today, wireLog } from '../support/classroom';
import { type Commit, countRenders } from '../support/renders';
import { address, field, noorSignedIn, openApp, pageText, pass, settle } from '../support/screen';
import { showTab } from '../support/session';

/* Only what changed renders: each commit by the components in it. What is not named was not rendered. */

const status = 'GET /detection/sessions/status/7/';
const logs = 'GET /detection/logs/';
const search = 'GET /section/search-students/';

const nothing: never[] = [];
/** What a tick of the clock renders of the live bar: for how long, and when it was checked. */
const tick = { LiveFacts: 1, Fact: 2 };
/** The refresh of the logs begins; what it renders when it ends is its button and its time. */
const fetching = { RefreshButton: 1, Button: 1, Spinner: 1 };
const fetched = { RefreshButton: 1, Button: 1, Updated: 1 };

/** Detections of Aiko, the last of them ten minutes before the page is opened: too long ago to change by the second. */
const detections = (...minutes: number[]) =>
  minutes.map((minute) => wireLog({ id: minute, timestamp: today(8, minute), details: 'Nobody was seen.' }));

const running = { id: 12, section: 7, started_at: '2026-11-23T08:00:00Z', ended_at: null };

/** A page of the section 7 in a lesson with logs, its channel open, and nothing under way. */
async function openLesson(page = '', answers: Answers = {}) {
  const opened = await openSection(
    {
      [status]: { json: { is_active: true, started_at: running.started_at } },
      'GET /detection/sessions/': { json: { results: [running], next: null } },
      [logs]: { json: detections(20, 10) },
      ...answers,
    },
    page,
  );
  act(() => StubSocket.latest.open());
  await settle();
  return { ...opened, renders: countRenders() };
}

describe('a section page', () => {
  test('a tick of the clock renders the time that it tells', async () => {
    const { renders } = await openLesson();
    await pass(999);
    expect(renders()).toEqual(nothing);
    await pass(1);
    expect(renders()).toEqual([tick]);
    expect(pageText()).toContain('checked 1 s ago');
  });

  test.each(['', '/add-students', '/detection-logs'])(
    'a status poll that changes nothing renders nothing: %j',
    async (page) => {
      const { renders, backend } = await openLesson(page);
      await pass(5_500);
      const polls = backend.calls(status).length;
      // Shown again, the page asks at once, between two ticks.
      backend.answer({ [logs]: 'hang' });
      renders();
      await showTab('visible');
      expect(backend.calls(status)).toHaveLength(polls + 1);
      expect(renders().filter((commit) => !('RefreshButton' in commit))).toEqual(nothing);
      expect(pageText()).toContain('checked 5 s ago');
      await pass(500);
      expect(renders()).toEqual([tick]);
      expect(pageText()).toContain('checked 0 s ago');
    },
  );

  test('a status poll that finds another state renders what shows it', async () => {
    const { renders, backend } = await openLesson('/add-students', { [logs]: { json: [] } });
    await pass(9_999);
    backend.answer({ [status]: inactive, [logs]: 'hang' });
    renders();
    await pass(1);
    const [first, second, third, ...more] = renders();
    expect(first).toEqual(tick);
    expect(second).toMatchObject({ LiveBar: 1, DetectionButton: 1 });
    expect(second).not.toHaveProperty('AddStudentsScreen');
    // Once the lessons are there, who stopped the one that has ended, and the link to its report.
    expect(third).toEqual({ StoppedElsewhere: 1, ReportLink: 1, ButtonLink: 1, Link: 1 });
    expect(more).toEqual(nothing);
  });

  test('a refresh of the logs that brings nothing new renders its button and its time', async () => {
    const { renders, backend } = await openLesson();
    await pass(29_999);
    const fetches = backend.calls(logs).length;
    renders();
    await pass(1);
    expect(backend.calls(logs)).toHaveLength(fetches + 1);
    expect(renders()).toEqual([tick, fetching, fetched]);
  });

  test('… on the page of all logs, too', async () => {
    const { renders, press } = await openLesson('/detection-logs');
    await pass(1_000);
    renders();
    await press('Refresh Logs');
    expect(renders()).toEqual([fetching, fetched]);
  });

  test('one new log renders the rows, and not the section around them', async () => {
    const { renders, backend, press } = await openLesson();
    backend.answer({ [logs]: { json: detections(30, 20, 10) } });
    await press('Refresh Logs');
    const [first, second, third, ...more] = renders();
    expect(first).toEqual(fetching);
    expect(second).toMatchObject({ SectionClass: 1, LogsPanel: 1, Table: 1, LiveFacts: 1 });
    for (const around of ['SectionFrame', 'AppFrame', 'Sidebar', 'TopBar']) expect(second).not.toHaveProperty(around);
    // What is not where the teacher looks follows, with what has changed alone.
    expect(third).toMatchObject({ Seats: 1, SeatOf: 1 });
    expect(third).not.toHaveProperty('SectionClass');
    expect(more).toEqual(nothing);
  });

  test('a tick that makes a detection older renders only what shows its age', async () => {
    const { renders, backend, press } = await openLesson();
    backend.answer({ [logs]: { json: detections(59, 20, 10) } });
    await press('Refresh Logs');
    await pass(59_999);
    renders();
    await pass(1);
    expect(renders()).toContainEqual({ ...tick, Facts: 1 });
    expect(pageText()).toContain('2 min ago');
  });

  test('a live message that says what is known renders nothing, and one for another section its link', async () => {
    const { renders } = await openLesson();
    await say({ type: 'status_update', section_id: 7, status: { is_active: true } });
    expect(renders()).toEqual(nothing);
    await say({ type: 'detection_start', section_id: 8 });
    expect(renders()).toEqual([{ OthersRunning: 1, TextLink: 1, Link: 1 }]);
    await say({ type: 'status_update', section_id: 8, status: { is_active: false } });
    expect(renders()).toEqual([{ OthersRunning: 1 }]);
  });
});

describe('the page of all logs', () => {
  /** What a keystroke renders of the field, and of what waits for the results. */
  const typed = { SoughtLogs: 1, TextSought: 1, SearchField: 1, Field: 1, FieldLabel: 1, Icon: 1 };
  /** Around the field, and rendered neither by a keystroke nor by what it finds. */
  const around = ['SectionFrame', 'AppFrame', 'Sidebar', 'TopBar', 'Link', 'NavLink', 'LiveBar', 'DetectionLogsScreen'];
  const others = ['LogFilterFields', 'ChoiceSought', 'Select', 'RefreshButton', 'Updated'];

  test('a keystroke in the search renders its field and the results', async () => {
    const { renders, user } = await openLesson('/detection-logs');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    await user.type(search, 'n');
    renders();
    await user.type(search, 'o');
    const [field, results, ...more] = renders();
    expect(field).toEqual(typed);
    expect(results).toMatchObject({ FoundLogs: 1, LogsPanel: 1, Table: 1 });
    // Both logs are found as before: their rows are the same.
    expect(results).not.toHaveProperty('Cells');
    for (const name of [...around, ...others, 'TextSought']) expect(results).not.toHaveProperty(name);
    expect(more).toEqual(nothing);
    expect(search.value).toBe('no');
    expect(address()).toBe('/sections/7/detection-logs?text=no');
  });

  test('another page of them renders its rows', async () => {
    const minutes = Array.from({ length: 25 }, (_, index) => 30 - index);
    const { renders, press } = await openLesson('/detection-logs', { [logs]: { json: detections(...minutes) } });
    await press('Next');
    const [first, second, ...more] = renders();
    expect(first).toEqual({ SoughtLogs: 1 });
    expect(second).toMatchObject({ FoundLogs: 1, Cells: 5, Pagination: 1 });
    for (const name of [...around, ...others]) expect(second).not.toHaveProperty(name);
    expect(more).toEqual(nothing);
  });

  test('logs that are announced and as before render when they were fetched, and no button', async () => {
    const { renders, backend } = await openLesson('/detection-logs');
    await pass(1_000);
    const fetches = backend.calls(logs).length;
    renders();
    await say({ type: 'logs_changed', section_id: 7 });
    expect(backend.calls(logs)).toHaveLength(fetches + 1);
    expect(renders()).toEqual([{ Updated: 1 }]);
  });

  test('a new log that is announced renders in one commit its row, and the one that was first before', async () => {
    const { renders, backend } = await openLesson('/detection-logs');
    backend.answer({ [logs]: { json: detections(30, 20, 10) } });
    await say({ type: 'logs_changed', section_id: 7 });
    const [only, ...more] = renders();
    expect(only).toMatchObject({ Cells: 2 });
    for (const name of ['RefreshButton', 'Spinner']) expect(only).not.toHaveProperty(name);
    expect(more).toEqual(nothing);
  });

  test('of many lessons and students those beside the ones that a new log counts for are not looked at', async () => {
    const students = Array.from({ length: 200 }, (_, index) => ({
      ...detections(10)[0],
      id: 1_000 + index,
      student_name: `Kim Sample ${index}`,
      student_email: `kim${index}@students.example`,
    }));
    const lessons = Array.from({ length: 200 }, (_, index) => ({
      ...running,
      id: 300 - index,
      started_at: new Date(Date.UTC(2026, 9, 1, 8) - index * 86_400_000).toISOString(),
      ended_at: new Date(Date.UTC(2026, 9, 1, 9) - index * 86_400_000).toISOString(),
    }));
    const { renders, backend, press } = await openLesson('/detection-logs', {
      'GET /detection/sessions/': { json: { results: [running, ...lessons], next: null } },
      [logs]: { json: students },
    });
    await press('More');
    renders();
    backend.answer({ [logs]: { json: [{ ...students[7], id: 2_000, session_id: 12 }, ...students] } });
    await say({ type: 'logs_changed', section_id: 7 });
    const [only] = renders();
    // Of the lessons offered, the days, the activities and the students one piece each, counted with its memo.
    expect(only).toMatchObject({ Batch: 2 * 4 });
  });

  test('one new log renders its row, and the one that was first before', async () => {
    const { renders, backend, press } = await openLesson('/detection-logs');
    backend.answer({ [logs]: { json: detections(30, 20, 10) } });
    await press('Refresh Logs');
    const cells = renders().map(({ Cells = 0 }) => Cells);
    expect(cells.reduce((sum, count) => sum + count)).toBe(2);
  });
});

describe('the dashboard', () => {
  /** Of one commit, what is rendered of cards and rows. */
  const ofSections = (commits: Commit[]) =>
    commits.map(({ SectionTile = 0, RunningStatus = 0, SectionStatus = 0 }) => ({
      SectionTile,
      RunningStatus,
      SectionStatus,
    }));

  test('a live message renders the status of its card, and its row if it runs', async () => {
    stubSection();
    await openApp('/dashboard', { stored: noorSignedIn });
    act(() => StubSocket.latest.open());
    await settle();
    const renders = countRenders();
    await say({ type: 'detection_start', section_id: 8 });
    const [first, ...more] = renders();
    expect(ofSections(first ? [first] : [])).toEqual([{ SectionTile: 0, RunningStatus: 1, SectionStatus: 1 }]);
    // Creating a section gives way to what runs.
    expect(more).toEqual([{ CreateButton: 1, Button: 1 }]);
    await say({ type: 'status_update', section_id: 8, status: { is_active: true } });
    expect(renders()).toEqual(nothing);
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    expect(ofSections(renders())).toEqual([{ SectionTile: 0, RunningStatus: 0, SectionStatus: 1 }]);
    await say({ type: 'status_update', section_id: 99, status: { is_active: true } });
    expect(renders()).toEqual(nothing);
  });

  test('of 200 sections its form, as it opens and closes, renders none', async () => {
    stubSection({
      'GET /section/list/': { json: Array.from({ length: 200 }, (_, index) => ({ ...algebra, id: 1 + index })) },
    });
    const { user, press } = await openApp('/dashboard', { stored: noorSignedIn });
    expect(screen.getAllByRole('article')).toHaveLength(200);
    const renders = countRenders();
    await press(/^Create New Section/);
    await user.keyboard('{Escape}');
    const rendered = new Set(renders().flatMap((commit) => Object.keys(commit)));
    expect(rendered).toContain('CreateSection');
    for (const name of ['DashboardScreen', 'SectionTile', 'TileLink', 'SectionStatus'])
      expect(rendered).not.toContain(name);
  });

  test('typing into its form renders nothing', async () => {
    stubSection();
    const { user, press } = await openApp('/dashboard', { stored: noorSignedIn });
    await press(/^Create New Section/);
    const renders = countRenders();
    await user.type(field('name'), 'Algebra');
    expect(renders()).toEqual(nothing);
  });
});

describe('a class of 500', () => {
  const students = Array.from({ length: 500 }, (_, index) => ({
    id: index,
    name: `Kim Sample ${index}`,
    email: `kim${index}@students.example`,
  }));
  const list = { 'GET /section/list/': { json: [{ ...algebra, students }] } };

  test('is shown in another way after what was pressed: no press waits for it', async () => {
    const { renders, press } = await openLesson('', list);
    const counted = () =>
      renders().map(({ Choice = 0, ListItem = 0, StudentSeat = 0 }) => ({ Choice, ListItem, StudentSeat }));
    await press('List');
    expect(counted()).toEqual([
      { Choice: 2, ListItem: 0, StudentSeat: 0 },
      { Choice: 2, ListItem: 500, StudentSeat: 0 },
    ]);
    await press('Tiles');
    expect(counted()).toEqual([
      { Choice: 2, ListItem: 0, StudentSeat: 0 },
      { Choice: 2, ListItem: 0, StudentSeat: 500 },
    ]);
  });

  test('is removed from one by one without rendering the others', async () => {
    const { renders, press } = await openLesson('/add-students', list);
    renders();
    await press(/^Remove Kim Sample 7$/);
    const rendered = renders().map(({ CurrentStudent = 0 }) => CurrentStudent);
    expect(rendered.reduce((sum, count) => sum + count)).toBe(0);
  });
});

describe('Manage Students', () => {
  test('of 1,000 who are found the first come first, and the next keystroke waits for none', async () => {
    const found = Array.from({ length: 1_000 }, (_, index) => ({
      id: index,
      name: `Kim Sample ${index}`,
      email: `kim${index}@students.example`,
    }));
    const { renders, user } = await openLesson('/add-students', { [search]: { json: found } });
    await user.type(screen.getByRole('searchbox'), 'kim');
    await pass(250);
    expect(renders().flatMap(({ Result }) => Result ?? [])).toEqual([40, 960]);
    expect(screen.getAllByRole('checkbox')).toHaveLength(1_000);
    // One list of a thousand for screen readers. In each frame the browser checks whether its 41 batches are in view.
    const list = screen.getByRole('list', { name: 'Search results' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1_000);
    expect(list.querySelectorAll('[class*="offscreen-"]')).toHaveLength(41);
    await user.type(screen.getByRole('searchbox'), ' ');
    expect(renders()).toEqual([{ SearchResults: 1, NoticeRegion: 1, FoundStudents: 1 }, { FoundStudents: 1 }]);
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
  });

  test('a keystroke in the search renders the results', async () => {
    const { renders, user } = await openLesson('/add-students', { [search]: { json: [milo, hana] } });
    const type = (text: string) => user.type(screen.getByRole('searchbox'), text);
    await type('mi');
    expect(renders()).toEqual(nothing);
    await pass(249);
    expect(renders()).toEqual(nothing);
    await pass(1);
    expect(renders()).toEqual([
      { SearchResults: 1, NoticeRegion: 1, Spinner: 1 },
      {
        SearchResults: 1,
        NoticeRegion: 1,
        Button: 1,
        FoundStudents: 1,
        Results: 1,
        ItemList: 1,
        ItemBatches: 1,
        Batch: 1,
        Result: 2,
        CheckItem: 2,
        Person: 2,
        Truncated: 2,
      },
    ]);
    await type('l');
    expect(renders()).toEqual([{ SearchResults: 1, NoticeRegion: 1, FoundStudents: 1 }]);
  });

  test('a tick renders its row, the selection and who can still be selected', async () => {
    const { renders, user } = await openLesson('/add-students', { [search]: { json: [milo, hana] } });
    await user.type(screen.getByRole('searchbox'), 'mi');
    await pass(250);
    renders();
    await user.click(screen.getByRole('checkbox', { name: `Select ${milo.name}` }));
    const commits = renders();
    expect(commits.flatMap((commit) => Object.keys(commit))).not.toContain('AddStudentsScreen');
    expect(commits.flatMap((commit) => Object.keys(commit))).not.toContain('ListItem');
    expect(commits.map(({ Result = 0 }) => Result).reduce((sum, count) => sum + count)).toBe(1);
  });
});

describe('a form', () => {
  test('typing renders nothing; what was said to be wrong goes with the first keystroke', async () => {
    const { user, press } = await openApp('/register');
    const renders = countRenders();
    await user.type(field('email'), 'noor');
    expect(renders()).toEqual(nothing);
    await press('Create account');
    expect(renders()[0]).toHaveProperty('RegisterScreen', 1);
    await user.type(field('email'), '@');
    expect(renders()).toMatchObject([{ RegisterScreen: 1 }]);
    await user.type(field('email'), 'school.example');
    expect(renders()).toEqual(nothing);
  });
});
