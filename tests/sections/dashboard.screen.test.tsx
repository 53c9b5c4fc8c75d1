import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  type Answers,
  lateAnswer,
  pageForSuccess,
  StubSocket,
  stubBackend,
  wordlessRefusals,
  wordlessRefusalsOf,
} from '../support/backend';
import { aiko, algebra, botany, say, stubSection, today } from '../support/classroom';
import {
  address,
  alerts,
  errorAt,
  field,
  noor,
  noorSignedIn,
  openApp,
  pageText,
  pass,
  settle,
} from '../support/screen';

const list = 'GET /section/list/';
const create = 'POST /section/create/';

async function openDashboard(answers: Answers) {
  const backend = stubBackend(answers);
  return { backend, ...(await openApp('/dashboard', { stored: noorSignedIn })) };
}

const card = () => screen.getByRole('button', { name: /^Create New Section/ });
const modal = () => screen.getByRole('dialog', { name: 'Create New Section' });

async function openModal(answers: Answers) {
  const opened = await openDashboard({ [list]: { json: [] }, ...answers });
  await opened.press(/^Create New Section/);
  return opened;
}

const typed = { name: ' 9b ', subject: 'Maths ' };

describe('the list', () => {
  test('2.9, 7.13 shows every section by name and subject, each a link to its page', async () => {
    const { backend } = await openDashboard({ [list]: { json: [algebra, botany] } });
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Algebra 9b' }).getAttribute('href')).toBe('/sections/7');
    expect(screen.getByRole('link', { name: 'Botany 8a' }).getAttribute('href')).toBe('/sections/8');
    expect(screen.getByText('Mathematics')).toBeTruthy();
    expect(screen.getByText('Biology')).toBeTruthy();
    expect(card()).toBeTruthy();
    expect(backend.sent).toHaveLength(1);
    const [call] = backend.sent;
    expect(call?.url).toBe('https://api.school.example/section/list/');
    expect(call?.headers.get('Authorization')).toBe('Bearer A1');
    expect(call?.credentials).toBe('include');
  });

  test('3.2, 3.3 takes ids as text, and a section without students for one that has none', async () => {
    await openDashboard({
      [list]: {
        json: [
          { id: 'x/7', name: 'Chemistry', subject: 'Science', students: null },
          { id: 9, name: '<b>Drama</b>', subject: 'Arts' },
          'no section',
        ],
      },
    });
    expect(screen.getByRole('link', { name: 'Chemistry' }).getAttribute('href')).toBe('/sections/x%2F7');
    expect(screen.getByRole('link', { name: '<b>Drama</b>' })).toBeTruthy();
    expect(screen.getAllByText('0 students')).toHaveLength(2);
  });

  test('2.10 without sections it says so', async () => {
    await openDashboard({ [list]: { json: [] } });
    expect(screen.getByText('No sections created yet. Create your first section!')).toBeTruthy();
  });

  test('2.11 while they come it says so', async () => {
    const late = lateAnswer();
    await openDashboard({ [list]: () => late.answer });
    expect(screen.getByText('Loading sections...')).toBeTruthy();
    expect(screen.queryByText(/No sections/)).toBeNull();
    late.give({ json: [algebra] });
    await settle();
    expect(screen.queryByText('Loading sections...')).toBeNull();
    expect(screen.getByRole('link', { name: 'Algebra 9b' })).toBeTruthy();
  });

  const failures: [string, Answer][] = [
    ...wordlessRefusals,
    ['words of its own', { status: 503, json: { detail: 'Database is locked' } }],
    ['a success without a list', { json: { detail: {} } }],
    ['an empty success', { status: 204 }],
    ['a page for a success', pageForSuccess],
  ];
  test.each(failures)('8.11, 8.29 fails with one sentence on %s, and can be tried again', async (_name, answer) => {
    const { backend, press } = await openDashboard({ [list]: answer });
    expect(alerts()).toEqual(['Failed to fetch sections.Try again']);
    expect(pageText()).not.toMatch(/\[object|undefined|No sections|Loading|Database/);
    backend.answer({ [list]: { json: [algebra] } });
    await press('Try again');
    expect(pageText()).not.toContain('Failed');
    expect(screen.getByRole('link', { name: 'Algebra 9b' })).toBeTruthy();
  });

  test('the focus stays on what creates a section when the list turns out to be empty', async () => {
    const late = lateAnswer();
    const { user } = await openDashboard({ [list]: () => late.answer });
    card().focus();
    late.give({ json: [] });
    await settle();
    expect(document.activeElement).toBe(card());
    expect(card().textContent).toContain('A class with a name and a subject');
    await user.keyboard('{Enter}');
    expect(modal()).toBeTruthy();
  });

  test('an answer that comes after the page was left is known on the way back', async () => {
    const late = lateAnswer();
    const { backend, press } = await openDashboard({ [list]: () => late.answer });
    await press(/^Account menu/);
    await press('Change Password', 'menuitem');
    expect(address()).toBe('/change-password');
    late.give({ json: [algebra] });
    await settle();
    backend.answer({ [list]: 'hang' });
    await press('Back to Dashboard', 'link');
    expect(screen.getByRole('link', { name: 'Algebra 9b' })).toBeTruthy();
    expect(pageText()).not.toContain('Loading');
  });
});

describe('what the day is about', () => {
  const start = 'POST /detection/sessions/start/';
  const create = () => screen.getByRole('button', { name: 'Create New Section' });
  const isPrimary = (button: HTMLElement) => button.className.includes('bg-primary');
  const weeksAgo = (weeks: number) => new Date(Date.parse(today(9, 5)) - weeks * 7 * 86_400_000).toISOString();
  const become = (section_id: number, is_active: boolean, rest = {}) =>
    say({ type: 'status_update', section_id, status: { is_active, ...rest } });

  async function openDay(answers: Answers = {}) {
    const opened = await openDashboard({
      [list]: { json: [{ ...algebra, recent_starts: [weeksAgo(1), weeksAgo(2)], lesson_minutes: 45 }, botany] },
      'GET /account/current-user/': { json: noor },
      'GET /detection/logs/': { json: [] },
      'GET /detection/sessions/status/7/': { json: { is_active: false } },
      [start]: 'hang',
      ...answers,
    });
    act(() => StubSocket.latest.open());
    return opened;
  }

  test('while nothing runs, is the section that is usually taught now: one press starts it and leads there', async () => {
    const { backend, user } = await openDay();
    expect(screen.getByRole('region', { name: 'Running now' }).textContent).toContain('Not known yet.');
    await become(7, false);
    await become(8, false);
    const usual = screen.getByRole('region', { name: 'Usually at this time' });
    expect(usual.textContent).toMatch(/Algebra 9b.*usually starts at/);
    expect(isPrimary(create())).toBe(false);
    await user.dblClick(within(usual).getByRole('button', { name: 'Start Detection: Algebra 9b' }));
    await settle();
    expect(backend.calls(start).map(({ body }) => body)).toEqual([{ section_id: 7, is_active: true, minutes: 45 }]);
    expect(address()).toBe('/sections/7');
  });

  test('is what runs, if something does', async () => {
    await openDay();
    await become(7, false);
    await become(8, true);
    expect(screen.queryByRole('region', { name: 'Usually at this time' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Botany 8a, running now' })).toBeTruthy();
    expect(isPrimary(create())).toBe(false);
  });

  test('is the class that is paused: going on with it is the one filled button', async () => {
    await openDay();
    await become(7, false);
    await become(8, true, { started_at: today(9, 0), paused: { reason: '', since: today(9, 0) } });
    const resume = screen.getByRole('button', { name: /^Resume/ });
    expect([isPrimary(resume), isPrimary(create())]).toEqual([true, false]);
  });

  test('is, after a lesson, what nobody has looked at', async () => {
    await openDay();
    await become(8, true, { to_look_at: 12 });
    await become(8, false);
    await become(7, false);
    const tile = screen.getByRole('list', { name: 'Your sections' });
    expect(within(tile).getByText('12 to review')).toBeTruthy();
    expect(document.title).toBe('Dashboard · Vigil');
    await become(8, false, { to_look_at: 0 });
    expect(within(tile).queryByText(/to review/)).toBeNull();
  });

  test.each([
    [4, true],
    [5, false],
  ])('is not another section once a teacher has five: with %i, creating one is primary: %s', async (count, primary) => {
    const json = Array.from({ length: count }, (_, place) => ({ ...algebra, id: place + 1 }));
    await openDashboard({ [list]: { json } });
    expect(isPrimary(create())).toBe(primary);
  });
});

describe('what runs', () => {
  const stop = 'POST /detection/sessions/stop/';
  const region = () => screen.getByRole('region', { name: 'Running now' });
  const named = () =>
    within(region())
      .queryAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  const stopButton = (name: string) => within(region()).getByRole('button', { name: new RegExp(`: ${name}$`) });
  const become = (section_id: number, is_active: boolean, rest = {}) =>
    say({ type: 'status_update', section_id, status: { is_active, ...rest } });

  async function openRunning(running: number[], answers: Answers = {}) {
    const opened = await openDashboard({
      [list]: { json: [{ ...botany, students: [aiko] }, algebra] },
      'GET /account/current-user/': { json: noor },
      [stop]: { status: 200 },
      ...answers,
    });
    act(() => StubSocket.latest.open());
    for (const { id } of [algebra, botany])
      await become(id, running.includes(id), running.includes(id) ? { started_at: '2026-11-23T08:02:00Z' } : {});
    return opened;
  }

  test('is not known before every status is', async () => {
    await openDashboard({ [list]: { json: [algebra, botany] } });
    act(() => StubSocket.latest.open());
    await become(7, false);
    expect(region().textContent).toContain('Not known yet.');
    await become(8, false);
    expect(region().textContent).toContain('Detection is not active in any section.');
  });

  test('comes first, with since when and how many students, and leads to its section', async () => {
    await openRunning([7]);
    expect(named()).toEqual(['Algebra 9b']);
    expect(region().textContent).toMatch(/Mathematics.*since .*2 students/);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Running now',
      'Your sections',
    ]);
    const link = screen.getByRole('link', { name: 'Algebra 9b, running now' });
    expect(link.getAttribute('href')).toBe('/sections/7');
  });

  test('says how many students are to look at, asked for again soon after something was detected', async () => {
    await openRunning([7]);
    expect(region().textContent).not.toContain('to look at');
    await become(7, true, { to_look_at: 3 });
    expect(region().textContent).toContain('3 to look at');
    // What agents do is told without the count.
    await become(7, true, { agents_state: 'watching' });
    expect(region().textContent).toContain('3 to look at');
    const asked = () => StubSocket.latest.sent.length;
    const before = asked();
    await say({ type: 'logs_changed', section_id: 7 });
    await pass(4_999);
    await say({ type: 'logs_changed', section_id: 7 });
    expect(asked()).toBe(before);
    await pass(1);
    expect(StubSocket.latest.sent.slice(before)).toEqual([{ type: 'get_status' }]);
    await pass(10_000);
    expect(asked()).toBe(before + 1);
  });

  test('says who waits at the door, also in the tab’s title, asked for again soon after somebody came', async () => {
    await openRunning([7]);
    await become(7, true, { to_look_at: 3, waiting: 2 });
    expect(region().textContent).toContain('2 waiting');
    expect(document.title).toBe('(5) Dashboard · Vigil');
    const before = StubSocket.latest.sent.length;
    await say({ type: 'attendance_changed', section_id: 7 });
    await pass(5_000);
    expect(StubSocket.latest.sent.slice(before)).toEqual([{ type: 'get_status' }]);
    await become(7, true, { to_look_at: 0, waiting: 0 });
    expect(region().textContent).not.toContain('waiting');
    expect(document.title).toBe('Dashboard · Vigil');
  });

  test('is stopped there once, however often it is pressed, and never started again', async () => {
    const late = lateAnswer();
    const { backend, user } = await openRunning([7], { [stop]: () => late.answer });
    await user.dblClick(stopButton('Algebra 9b'));
    expect(stopButton('Algebra 9b').textContent).toBe('Stopping…');
    late.give({ status: 200 });
    await settle();
    expect(screen.getByText('Detection was stopped in Algebra 9b.')).toBeTruthy();
    await user.dblClick(stopButton('Algebra 9b'));
    expect(stopButton('Algebra 9b').textContent).toBe('Stopped');
    expect(backend.calls(stop).map(({ body }) => body)).toEqual([{ section_id: 7 }]);
    expect(backend.calls('POST /detection/sessions/start/')).toEqual([]);
    await pass(5000);
    expect(region().textContent).toContain('Detection is not active in any section.');
    expect(document.activeElement?.textContent).toBe('Running now');
  });

  test('tells that it could not be stopped, and goes on', async () => {
    const { user } = await openRunning([7], { [stop]: { status: 500 } });
    await user.click(stopButton('Algebra 9b'));
    await settle();
    expect(alerts()).toEqual(['Algebra 9b: Failed to stop detection. Please try again.']);
    expect(stopButton('Algebra 9b').textContent).toBe('Stop Detection');
  });

  test('gives the place of one that has stopped to the next, with a button that ignores the press that was meant for it', async () => {
    await openRunning([7, 8]);
    expect(named()).toEqual(['Botany 8a', 'Algebra 9b']);
    const before = stopButton('Algebra 9b');
    await become(8, false);
    expect(named()).toEqual(['Algebra 9b']);
    expect(stopButton('Algebra 9b')).not.toBe(before);
    expect(stopButton('Algebra 9b').className).toContain('press-delay');
  });

  test('moves nothing under the pointer, on the cards neither', async () => {
    await openRunning([7, 8]);
    const cards = () => within(screen.getByRole('list', { name: 'Your sections' })).getAllByRole('link');
    fireEvent.pointerMove(cards()[0]!, { screenX: 1 });
    await become(8, false);
    await pass(4999);
    expect(named()).toEqual(['Botany 8a', 'Algebra 9b']);
    await pass(1);
    expect(named()).toEqual(['Algebra 9b']);
    // One that starts must not push the cards down either, and where nothing ran its place was kept.
    fireEvent.pointerMove(cards()[0]!, { screenX: 2 });
    await become(8, true);
    expect(named()).toEqual(['Algebra 9b']);
    await pass(5000);
    expect(named()).toEqual(['Botany 8a', 'Algebra 9b']);
    expect(cards().map(({ textContent }) => textContent)).toEqual(['Botany 8a', 'Algebra 9b']);
  });
});

describe('the first run', () => {
  const current = () => document.querySelector('[aria-current="step"]');
  const ready = { ...algebra, was_started: false };

  test('begins with a section, which the card creates', async () => {
    await openDashboard({ [list]: { json: [] } });
    expect(current()?.textContent).toContain('Create a section');
    expect(screen.getByRole('link', { name: 'How detection works' }).getAttribute('href')).toBe('/how-detection-works');
    expect(screen.queryByRole('region', { name: 'Running now' })).toBeNull();
  });

  test('goes on with its students', async () => {
    await openDashboard({ [list]: { json: [{ ...botany, was_started: false }] } });
    expect(screen.getByText('Create a section').parentElement?.textContent).toContain('Done');
    const link = screen.getByRole('link', { name: 'Add students' });
    expect(link.getAttribute('href')).toBe('/sections/8/add-students');
  });

  test('ends when detection was started once', async () => {
    await openDashboard({ [list]: { json: [{ ...botany, was_started: false }, ready] } });
    act(() => StubSocket.latest.open());
    expect(current()?.textContent).toContain('Start detection');
    expect(screen.getByRole('link', { name: 'Open section' }).getAttribute('href')).toBe('/sections/7');
    await say({ type: 'detection_start', section_id: 7 });
    expect(current()).toBeNull();
    expect(screen.getByRole('region', { name: 'Running now' }).textContent).toContain('Algebra 9b');
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    await pass(10_000);
    expect(current()).toBeNull();
  });

  test('is not shown where it was started before, nor where nothing tells', async () => {
    const { backend, press } = await openDashboard({ [list]: { json: [{ ...botany, was_started: true }] } });
    expect(current()).toBeNull();
    backend.answer({ [list]: { json: [algebra] } });
    await press(/^Account menu/);
    await press('Change Password', 'menuitem');
    await press('Back to Dashboard', 'link');
    expect(screen.getByRole('link', { name: 'Algebra 9b' })).toBeTruthy();
    expect(current()).toBeNull();
  });
});

describe('the search', () => {
  const sections = Array.from({ length: 10 }, (_, place) => ({ ...algebra, id: place + 1, name: `Class ${place}` }));
  const classes = () => screen.getAllByRole('link', { name: /^Class/ }).map(({ textContent }) => textContent);

  test('finds sections by name and subject, from ten sections on', async () => {
    const { user } = await openDashboard({
      [list]: { json: sections.map((one) => (one.id === 3 ? { ...one, subject: 'Français' } : one)) },
    });
    const search = screen.getByRole('searchbox', { name: 'Search sections and students' });
    await user.type(search, 'francais ');
    expect(classes()).toEqual(['Class 2']);
    await user.clear(search);
    await user.type(search, 'CLASS 7');
    expect(classes()).toEqual(['Class 7']);
    await user.type(search, 'x');
    expect(screen.getByText('Nothing matches “CLASS 7x”.')).toBeTruthy();
  });

  test('finds students by name and email, and says in which section', async () => {
    const students = [
      { id: 1, name: 'Zoë Larkspur', email: 'zl@students.example' },
      { id: 2, name: 'Adam Fern', email: 'adam@students.example' },
    ];
    const { user } = await openDashboard({
      [list]: { json: sections.map((one) => ({ ...one, students: one.id === 3 ? students : [] })) },
    });
    const search = screen.getByRole('searchbox');
    await user.type(search, 'zoe');
    expect(classes()).toEqual(['Class 2']);
    expect(screen.getByRole('list', { name: 'Your sections' }).textContent).toContain('Zoë Larkspur');
    await user.clear(search);
    await user.type(search, 'adam@');
    expect(classes()).toEqual(['Class 2']);
  });

  test('is not there for fewer', async () => {
    await openDashboard({ [list]: { json: sections.slice(1) } });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(classes()).toHaveLength(9);
  });
});

describe('the create-section modal', () => {
  test('2.9, 2.25 asks for name and subject, with the focus in the first field', async () => {
    await openModal({});
    expect([...modal().querySelectorAll('input')].map(({ name }) => name)).toEqual(['name', 'subject']);
    expect(document.activeElement).toBe(field('name'));
  });

  test('5.14 both are required, and blanks are nothing', async () => {
    const { backend, user, press } = await openModal({});
    await press('Create section');
    expect(errorAt('name')).toBe('Section name is required');
    expect(document.activeElement).toBe(field('name'));
    await user.type(field('name'), 'Algebra 9b');
    await user.type(field('subject'), '   {Enter}');
    expect([errorAt('name'), errorAt('subject')]).toEqual([undefined, 'Subject is required']);
    expect(document.activeElement).toBe(field('subject'));
    expect(backend.calls(create)).toEqual([]);
  });

  test('4.23, 7.12 success says so, reloads the list at once, and closes after 2 s', async () => {
    const { backend, user, fill, press } = await openModal({ [create]: { status: 201 } });
    await fill(typed);
    backend.answer({ [list]: { json: [algebra] } });
    await press('Create section');
    expect(backend.calls(create).map(({ body }) => body)).toEqual([{ name: '9b', subject: 'Maths' }]);
    expect(within(modal()).getByText('Section created successfully!')).toBeTruthy();
    expect([field('name').value, field('subject').value]).toEqual(['', '']);
    expect(backend.calls(list)).toHaveLength(2);
    expect(document.querySelector('a[href="/sections/7"]')).toBeTruthy();
    await pass(1999);
    expect(modal()).toBeTruthy();
    await pass(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.calls(list)).toHaveLength(2);
    expect(document.activeElement).toBe(card());

    await user.click(card());
    expect(within(modal()).queryByText('Section created successfully!')).toBeNull();
  });

  test('4.23 a reload that fails leaves the modal and says so behind it', async () => {
    const { backend, user, fill } = await openModal({ [create]: { json: {} } });
    await fill(typed);
    backend.answer({ [list]: 'fail' });
    await user.keyboard('{Enter}');
    await settle();
    expect(within(modal()).getByText('Section created successfully!')).toBeTruthy();
    await pass(2000);
    expect(screen.getByText('Failed to fetch sections.')).toBeTruthy();
  });

  test('submitting twice, and again after success, sends one request', async () => {
    const late = lateAnswer();
    const { backend, user, fill, press } = await openModal({ [create]: () => late.answer });
    await fill(typed);
    await user.dblClick(screen.getByRole('button', { name: 'Create section' }));
    await user.type(field('name'), '{Enter}');
    expect(within(modal()).getByRole('button', { name: 'Creating…' })).toBeTruthy();
    late.give({ status: 201 });
    await settle();
    await press('Create section');
    await user.type(field('name'), 'Another{Enter}');
    expect(backend.calls(create)).toHaveLength(1);
  });

  const sentences: [string, Answer, string][] = [
    ['the message', { status: 400, json: { detail: 'D', error: 'E', message: 'Name is taken.' } }, 'Name is taken.'],
    ['an error', { status: 409, json: { detail: 'D', error: 'Too many sections.' } }, 'Too many sections.'],
    ['a detail', { status: 403, json: { detail: 'Not allowed.' } }, 'Not allowed.'],
    ["a field's list", { status: 400, json: { name: ['Too long.', 'Odd.'] } }, 'Too long.'],
    ...wordlessRefusalsOf('Failed to create section.'),
    ['a page for a success', pageForSuccess, 'Failed to create section.'],
  ];
  test.each(sentences)(
    '8.12, 8.29 refused with %s, it says what the server says, or that it failed, and below it when nothing came back',
    async (...row) => {
      const [, answer, sentence] = row;
      const { backend, user, fill, press } = await openModal({ [create]: answer });
      await fill(typed);
      await press('Create section');
      const errors = () => [...alerts(), errorAt('name')].filter((error) => error !== undefined);
      expect(errors()).toEqual([sentence]);
      // Only the list can tell what became of it when nothing came back, or a server that failed.
      const isVerdict = typeof answer === 'object' && answer !== pageForSuccess && (answer.status ?? 200) < 500;
      expect(backend.calls(list)).toHaveLength(isVerdict ? 1 : 2);
      expect(field('name').value).toBe(' 9b ');
      await pass(10_000);
      expect(errors()).toEqual([sentence]);
      await user.type(field('subject'), '!');
      expect(errors()).toEqual([]);
    },
  );

  type User = Awaited<ReturnType<typeof openModal>>['user'];
  const ways: [string, (user: User) => Promise<void>][] = [
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['the backdrop', (user) => user.click(modal())],
    ['the X', (user) => user.click(within(modal()).getByRole('button', { name: 'Close' }))],
    ['Cancel', (user) => user.click(within(modal()).getByRole('button', { name: 'Cancel' }))],
  ];
  describe.each(ways)('%s', (_way, close) => {
    test('2.26 closes it, gives the focus back, and clears its fields and messages', async () => {
      const { user, fill, press } = await openModal({ [create]: { status: 400, json: { message: 'Name is taken.' } } });
      await fill(typed);
      await press('Create section');
      expect(within(modal()).getByText('Name is taken.')).toBeTruthy();
      await close(user);
      await settle();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(card());
      await press(/^Create New Section/);
      expect([field('name').value, field('subject').value]).toEqual(['', '']);
      expect(alerts()).toEqual([]);
    });

    test('2.26, 4.23 in mid-request forgets the form and not what was sent: it is told, and listed', async () => {
      const late = lateAnswer();
      const { backend, user, fill, press } = await openModal({ [create]: () => late.answer });
      await fill(typed);
      await press('Create section');
      await close(user);
      await settle();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(backend.calls(create)[0]?.signal.aborted).toBe(false);
      await press(/^Create New Section/);
      expect(field('name').value).toBe('');

      backend.answer({ [list]: { json: [{ ...algebra, name: '9b' }] } });
      late.give({ status: 201 });
      await settle();
      expect(screen.getByText('9b was created.')).toBeTruthy();
      expect(document.querySelector('a[href="/sections/7"]')?.textContent).toBe('9b');
      // The modal that is open by now is another one.
      expect(pageText()).not.toContain('successfully');
      await pass(3000);
      expect(pageText()).not.toContain('was created');
      expect(modal()).toBeTruthy();
    });

    test('2.26 in mid-request does not hide that it failed', async () => {
      const late = lateAnswer();
      const { user, fill, press } = await openModal({ [create]: () => late.answer });
      await fill(typed);
      await press('Create section');
      await close(user);
      late.give({ status: 400, json: { message: 'Name is taken.' } });
      await settle();
      expect(alerts()).toEqual(['9b: Name is taken.']);
    });

    test('2.26 ends its 2 s, which a modal opened anew does not inherit', async () => {
      const { user, fill, press } = await openModal({ [create]: { status: 201 } });
      await fill(typed);
      await press('Create section');
      expect(within(modal()).getByText('Section created successfully!')).toBeTruthy();
      await close(user);
      await pass(500);
      await user.click(card());
      await pass(5000);
      expect(modal()).toBeTruthy();
      expect(pageText()).not.toContain('successfully');
    });
  });
});

test('2.9 a card leads to its section', async () => {
  stubSection();
  const { press } = await openApp('/dashboard', { stored: noorSignedIn });
  await press('Algebra 9b', 'link');
  expect(address()).toBe('/sections/7');
  expect(screen.getByRole('heading', { level: 1, name: 'Algebra 9b' })).toBeTruthy();
});
