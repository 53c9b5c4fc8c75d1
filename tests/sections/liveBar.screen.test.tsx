import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { lateAnswer, StubSocket } from '../support/backend';
import {
  active,
  algebra,
  botany,
  holdSection,
  inactive,
  openHeldSection,
  openSection,
  say,
  wireLog,
} from '../support/classroom';
import { address, alerts, noorSignedIn, openApp, pageText, pass, settle, statuses } from '../support/screen';
import { goOnline, happen, logOut, travel } from '../support/session';
import { plain, timeOfDay } from '../support/times';

/* What is known of a session and how fresh that is, on every page of a section and on the dashboard. */

const status = 'GET /detection/sessions/status/7/';
const start = 'POST /detection/sessions/start/';
const stop = 'POST /detection/sessions/stop/';
const logs = 'GET /detection/logs/';
const logout = 'POST /account/logout/';
const list = 'GET /section/list/';
const currentUser = 'GET /account/current-user/';

const bar = () => screen.getByRole('region', { name: 'Detection' });
const says = () => plain(within(bar()).getByRole('status').textContent);
const badgeIsGreen = (text: string) =>
  within(bar()).getByText(text).parentElement?.className.includes('bg-green-soft') === true;

const [began, opened] = [timeOfDay('2026-11-23T08:47Z'), timeOfDay('2026-11-23T09:00Z')];

/** Opened at 9:00 UTC, with a session that the backend says began at 8:47:19. */
const openRunning = (page = '') =>
  openSection(
    { [status]: { json: { is_active: true, started_at: '2026-11-23T08:47:19Z' } }, [stop]: { status: 200 } },
    page,
  );

const openChannel = () => happen(() => StubSocket.latest.open());

async function loseChannel(times: number) {
  for (let count = 0; count < times; count += 1) {
    await happen(() => StubSocket.latest.drop());
    if (count < times - 1) await pass(2 ** count * 1_000);
  }
}

describe('the live bar', () => {
  test.each(['', '/add-students', '/detection-logs'])('is the same on every page of a section: %j', async (page) => {
    const { press } = await openRunning(page);
    expect(says()).toBe(`Detection Active 0 to look at · since ${began} (12:41) · checked 0 s ago`);
    expect(badgeIsGreen('Detection Active')).toBe(true);
    expect(screen.getAllByText('Detection Active')).toHaveLength(1);
    await press('Stop Detection');
    // What has ended is said there, and nothing can be started in that place for two seconds.
    expect(screen.getByRole('button', { name: 'Stopped' }).getAttribute('aria-disabled')).toBe('true');
    expect(says()).toBe(`Detection Inactive stopped at ${opened} (12:41) · checked 0 s ago`);
    await pass(1_999);
    expect(screen.queryByRole('button', { name: 'Start Detection' })).toBeNull();
    await pass(1);
    expect(screen.getByRole('button', { name: 'Start Detection' }).getAttribute('aria-disabled')).toBeNull();
    expect(says()).toBe(`Detection Inactive stopped at ${opened} (12:41) · checked 2 s ago`);
  });

  test('tells how long ago the status was confirmed, second by second, and reads none of that out', async () => {
    await openRunning();
    await pass(4_000);
    expect(says()).toBe(`Detection Active 0 to look at · since ${began} (12:45) · checked 4 s ago`);
    const ticking = within(bar()).getByText(/checked 4 s ago/);
    expect(ticking.closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
    await pass(6_000);
    expect(says()).toContain('checked 0 s ago');
  });

  test('says first that a class is simulated: what comes last is cut first', async () => {
    const log = wireLog({ source: 'simulated', session_id: 12 });
    await openSection({
      [status]: { json: { is_active: true, started_at: '2026-11-23T08:47:19Z' } },
      [logs]: { json: [log] },
    });
    expect(says()).toBe(`Detection Active 1 to look at · Simulated · since ${began} (12:41) · checked 0 s ago`);
  });

  test('says no more than it knows when the backend does not tell since when', async () => {
    const { press, backend } = await openSection({ [status]: active });
    expect(says()).toBe('Detection Active 0 to look at · since you opened this page · checked 0 s ago');
    backend.answer({ [status]: inactive });
    await pass(10_000);
    expect(says()).toBe('Detection Inactive Stopped elsewhere · checked 0 s ago');
    backend.answer({ [start]: { status: 200 }, [status]: active });
    await pass(5_000);
    await press('Start Detection');
    await pass(1_000);
    expect(says()).toContain(`since ${opened} (0:01)`);
  });

  test.each([
    ['another teacher', { stopped_by: 'Ben Roth' }, (time: string) => `Stopped by Ben Roth · ${time}`],
    ['the teacher elsewhere', {}, (time: string) => `Stopped in another window of yours · ${time}`],
  ])('says when a lesson was stopped by %s', async (_, by, sentence) => {
    const started_at = '2026-11-23T08:47:19Z';
    const { backend } = await openSection({ [status]: { json: { is_active: true, started_at } } });
    const ended = { id: 13, section: 7, started_at, ended_at: '2026-11-23T09:00:04Z', ...by };
    backend.answer({ [status]: inactive, 'GET /detection/sessions/': { json: { results: [ended], next: null } } });
    await pass(10_000);
    expect(says()).toContain(sentence(opened));
  });

  test('security 31: says that nothing watches once agents have been silent for 60 s, and takes it back', async () => {
    const noAgent = 'Nothing is being detected: no student’s device has reported yet.';
    const silent = { json: { is_active: true, agents_seen_at: null } };
    const { backend, press } = await openSection({
      [status]: silent,
      [stop]: { status: 200 },
      [start]: { status: 200 },
    });
    // Why the badge is not green yet.
    expect(says()).toContain('Detection Active Waiting for the students’ devices to report.');
    expect(badgeIsGreen('Detection Active')).toBe(false);
    await pass(59_999);
    expect(says()).not.toContain(noAgent);

    await pass(1);
    expect(says()).toContain(noAgent);
    backend.answer({ [status]: { json: { is_active: true, agents_seen_at: '2026-11-23T08:59:00Z' } } });
    await pass(10_000);
    expect(says()).not.toContain(noAgent);
    // Another session, another silence.
    backend.answer({ [status]: silent });
    await press('Stop Detection');
    await pass(2_000);
    await press('Start Detection');
    await pass(50_000);
    expect(says()).not.toContain(noAgent);
  });

  test('security 31: says at once that agents have fallen silent, or that a clock makes them useless', async () => {
    const told = (agents_state: string, agents_refusal: string | null = null) => ({
      [status]: { json: { is_active: true, agents_seen_at: '2026-11-23T08:59:00Z', agents_state, agents_refusal } },
    });
    const { backend } = await openSection(told('watching'));
    expect(says()).not.toContain('Nothing is being detected');
    backend.answer(told('silent'));
    await pass(10_000);
    expect(says()).toContain('Nothing is being detected: the students’ devices have stopped reporting.');
    backend.answer(told('refused', 'clock'));
    await pass(10_000);
    expect(says()).toContain('Nothing is being detected: a student’s device has the wrong time.');
    backend.answer(told('watching'));
    await pass(10_000);
    expect(says()).not.toContain('Nothing is being detected');
  });

  test('a backend that tells nothing of agents is said nothing about', async () => {
    await openSection({ [status]: active });
    await pass(120_000);
    expect(says()).not.toMatch(/agent|report|detected/);
  });

  test('offline it says since when, what was known last, and nothing green', async () => {
    const { backend } = await openRunning();
    await openChannel();
    backend.answer({ [status]: 'fail', [logs]: 'fail' });
    await goOnline(false);
    expect(says()).toBe(`Offline since ${opened} detection was active`);
    expect(badgeIsGreen(`Offline since ${opened}`)).toBe(false);
    await pass(40_000);
    expect(says()).toBe(`Offline since ${opened} detection was active`);
    expect(pageText()).not.toContain('Live updates');
    backend.answer({ [status]: active, [logs]: { json: [] } });
    await goOnline(true);
    await openChannel();
    expect(badgeIsGreen('Detection Active')).toBe(true);
  });

  test('a status that could not be checked is not green, and tells what was known last', async () => {
    const { backend } = await openRunning();
    backend.answer({ [status]: { status: 500 } });
    await pass(10_000);
    expect(says()).toBe(
      `Detection Active The status could not be checked just now. Vigil keeps trying. last known: active at ${opened}`,
    );
    expect(badgeIsGreen('Detection Active')).toBe(false);
  });

  test('counts the seconds to the next reconnect, and then offers one', async () => {
    const { press } = await openRunning();
    await loseChannel(3);
    expect(says()).toContain('Live updates lost, trying again in 4 s (3 of 5)');
    await pass(1_000);
    expect(says()).toContain('Live updates lost, trying again in 3 s (3 of 5)');
    await pass(3_000);
    expect(says()).toContain('Live updates lost, trying again now (3 of 5)');
    await happen(() => StubSocket.latest.drop());
    await pass(8_000);
    await happen(() => StubSocket.latest.drop());
    await pass(16_000);
    await happen(() => StubSocket.latest.drop());
    expect(says()).toContain('Live updates off · checking every 10 s');
    const sockets = StubSocket.all.length;
    await press('Reconnect');
    expect(StubSocket.all).toHaveLength(sockets + 1);
    await openChannel();
    expect(says()).not.toContain('Live updates');
  });
});

describe('the end time of a lesson', () => {
  const extend = 'POST /detection/sessions/extend/';
  const soon = timeOfDay('2026-11-23T09:45Z');
  const later = timeOfDay('2026-11-23T09:50Z');
  const running = (ends_at: string) => ({
    json: { is_active: true, started_at: '2026-11-23T09:00:00Z', ends_at },
  });
  const tells = (is_active: boolean, ends_at: string | null) =>
    say({ type: 'status_update', section_id: 7, status: { is_active, started_at: null, ends_at } });
  const choice = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'End of the lesson' });

  test('is what the last lesson had, or chosen; is moved in one press; and ends the lesson', async () => {
    const { backend, press, user } = await openSection({
      [list]: { json: [{ ...algebra, lesson_minutes: 50 }] },
      [status]: inactive,
      [start]: { status: 200 },
      [extend]: { status: 200 },
    });
    await openChannel();
    expect([...(choice()?.options ?? [])].map(({ textContent }) => textContent)).toEqual([
      ...['No end', '30 min', '45 min', '50 min', '60 min', '90 min'],
    ]);
    expect(choice()?.value).toBe('50');
    await user.selectOptions(screen.getByRole('combobox', { name: 'End of the lesson' }), '45 min');
    await press('Start Detection');
    expect(backend.calls(start)[0]?.body).toEqual({ section_id: 7, is_active: true, minutes: 45 });
    expect(choice()).toBeNull();
    await tells(true, '2026-11-23T09:45:00Z');
    await pass(1_000);
    expect(says()).toContain(`· ends ${soon} · checked`);
    // A message about agents leaves it out.
    await say({ type: 'status_update', section_id: 7, status: { is_active: true, agents_state: 'watching' } });
    expect(says()).toContain(`· ends ${soon} · checked`);

    backend.answer({ [status]: running('2026-11-23T09:50:00Z') });
    await press('+5 min: end the lesson later');
    expect(backend.calls(extend)[0]?.body).toEqual({ section_id: 7, minutes: 5 });
    await pass(1_000);
    expect(says()).toContain(`· ends ${later} · checked`);
    backend.answer({ [extend]: { status: 409, json: { detail: 'The lesson has already ended.' } } });
    await press('+5 min: end the lesson later');
    expect(alerts()).toEqual(['The lesson has already ended.']);

    // Opened at 9:00.
    await pass(48 * 60_000 + 57_000);
    expect(says()).toContain(`· ends ${later} · checked`);
    await pass(2_000);
    expect(says()).toContain('· ends in 1 min · checked');
    await pass(60_000);
    backend.answer({ [status]: inactive });
    await tells(false, null);
    expect(says()).toContain(`Detection Inactive ended at the bell, ${later}`);
    expect(screen.queryByRole('button', { name: '+5 min: end the lesson later' })).toBeNull();
  });

  test('is being moved: the button says so and sends nothing more, while Stop can be pressed', async () => {
    const { give, press, waiting } = await openHeldSection([extend, stop], {
      [status]: running('2026-11-23T09:45:00Z'),
    });
    const button = () => screen.getByRole('button', { name: '+5 min: end the lesson later' });
    const isBusy = () => [button().getAttribute('aria-busy'), button().getAttribute('aria-disabled')];
    expect(isBusy()).toEqual([null, null]);
    await press('+5 min: end the lesson later');
    await press('+5 min: end the lesson later');
    expect([...isBusy(), waiting(extend).length]).toEqual(['true', 'true', 1]);
    await press('Stop Detection');
    expect(screen.getByRole('button', { name: 'Stopping…' }).getAttribute('aria-busy')).toBe('true');
    // One write at a time.
    expect(waiting(stop)).toEqual([]);
    await give(extend, { status: 200 });
    expect(waiting(stop)).toHaveLength(1);
  });

  test('is neither offered nor sent where lessons cannot end themselves', async () => {
    const { backend, press } = await openSection({ [status]: inactive, [start]: { status: 200 } });
    expect(choice()).toBeNull();
    await press('Start Detection');
    expect(backend.calls(start)[0]?.body).toEqual({ section_id: 7, is_active: true });
  });
});

const card = (name: string) => plain(screen.getByRole('link', { name }).closest('article')?.textContent ?? null);

describe('the dashboard', () => {
  test('learns of all sections from the live channel, and asks for no status', async () => {
    const { backend } = await openSection();
    await openChannel();
    const polls = backend.calls(status).length;
    await say({
      type: 'status_update',
      section_id: 8,
      status: { is_active: true, started_at: '2026-11-23T08:47:19Z' },
    });
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    await happen(() => screen.getAllByRole('link', { name: 'Back to Dashboard' })[0]?.click());
    expect(card(botany.name)).toContain(`Detection Activesince ${began}`);
    expect(card(algebra.name)).toContain('Detection Inactive');
    await pass(60_000);
    expect(backend.calls(status)).toHaveLength(polls);
    await happen(() => StubSocket.latest.drop());
    expect(card(botany.name)).toContain(`last known: active at ${opened}`);
    expect(card(botany.name)).not.toContain('Detection Active');
  });
});

test('the dashboard is not sure of what was polled once nothing would tell of a change', async () => {
  const { backend, press } = await openSection({ [status]: { json: { is_active: true } }, [start]: { status: 200 } });
  await press('Back to Dashboard', 'link');
  expect(card(algebra.name)).toContain(`last known: active at ${opened}`);
  expect(card(algebra.name)).not.toContain('Detection Active');
  backend.answer({ [status]: { json: { is_active: false } } });
  await press(algebra.name, 'link');
  const late = lateAnswer();
  backend.answer({ [start]: () => late.answer });
  await press('Start Detection');
  await press('Back to Dashboard', 'link');
  late.give({ status: 200 });
  await settle();
  expect(statuses()).toEqual([`Detection was started in ${algebra.name}.`]);
  expect(card(algebra.name)).toContain(`last known: active at ${opened}`);
  expect(card(algebra.name)).not.toContain('Detection Active');
});

describe('no session is forgotten', () => {
  const dialog = (name: string) => screen.queryByRole('dialog', { name });

  async function openWithRunning() {
    const opened = await openSection({
      [list]: { json: [algebra, botany] },
      [stop]: { status: 200 },
      [logout]: { status: 204 },
    });
    await openChannel();
    for (const section_id of [7, 8]) await say({ type: 'status_update', section_id, status: { is_active: true } });
    return opened;
  }

  test('logging out while detection is active asks first, and names where', async () => {
    const opened = await openWithRunning();
    await logOut(opened);
    expect(dialog('Detection is still running')?.textContent).toContain(
      'Detection is active in Algebra 9b, Botany 8a.',
    );
    await opened.press('Cancel');
    expect(address()).toBe('/sections/7');
    await logOut(opened);
    await opened.press('Log out, keep it running');
    expect(address()).toBe('/login');
    expect(opened.backend.calls(stop)).toEqual([]);
  });

  const stopsBotany = (body: unknown) => Reflect.get(Object(body), 'section_id') === 8;

  test('“Stop and log out” stops every session, and stays when one cannot be stopped', async () => {
    const opened = await openWithRunning();
    opened.backend.answer({
      [stop]: ({ body }) => ({ status: stopsBotany(body) ? 500 : 200 }),
    });
    await logOut(opened);
    await opened.press('Stop and log out');
    expect(address()).toBe('/sections/7');
    expect(alerts()).toEqual(['Botany 8a: Failed to stop detection. Please try again.']);
    opened.backend.answer({ [stop]: { status: 200 } });
    await opened.press('Cancel');
    expect(says()).toContain('Detection Inactive');
    expect(says()).not.toContain('Stopped elsewhere');
    await logOut(opened);
    expect(dialog('Detection is still running')?.textContent).toContain('Detection is active in Botany 8a.');
    await opened.press('Stop and log out');
    expect(address()).toBe('/login');
  });

  test('a stop that was under way before “Stop and log out” is told once when it fails: by the dialog', async () => {
    const late = lateAnswer();
    const opened = await openWithRunning();
    opened.backend.answer({ [stop]: ({ body }) => (stopsBotany(body) ? { status: 200 } : late.answer) });
    await pass(2_000);
    await opened.press('Stop Detection');
    await logOut(opened);
    await opened.press('Stop and log out');
    late.give({ status: 500 });
    await settle();
    expect(alerts()).toEqual(['Algebra 9b: Failed to stop detection. Please try again.']);
    expect(opened.backend.calls(stop)).toHaveLength(2);
  });

  test('a stop that something else says has happened does not keep the teacher, though it fails', async () => {
    const late = lateAnswer();
    const opened = await openWithRunning();
    opened.backend.answer({ [stop]: ({ body }) => (stopsBotany(body) ? { status: 200 } : late.answer) });
    await logOut(opened);
    await opened.press('Stop and log out');
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    late.give({ status: 500 });
    await settle();
    expect(address()).toBe('/login');
  });

  test('a stop that fails after another failure has closed the dialog is told by a notice', async () => {
    const [late, review] = [lateAnswer(), lateAnswer()];
    const opened = await openWithRunning();
    opened.backend.answer({
      [stop]: ({ body }) => (stopsBotany(body) ? { status: 200 } : late.answer),
      'POST /section/create/': () => review.answer,
    });
    await opened.press('Back to Dashboard', 'link');
    await opened.press(/^Create New Section/);
    await opened.fill({ name: '4a', subject: 'History' });
    await opened.press('Create section');
    await opened.press('Cancel');
    await logOut(opened);
    await opened.press('Stop and log out');
    review.give({ status: 500 });
    await settle();
    expect(dialog('Detection is still running')).toBeNull();
    late.give({ status: 500 });
    await settle();
    expect(alerts()).toContain('Algebra 9b: Failed to stop detection. Please try again.');
    expect(address()).toBe('/dashboard');
  });

  test('what is said needs no name where the list of sections has never been fetched', async () => {
    const backend = holdSection([stop], { [list]: { json: [botany] }, [logout]: { status: 204 } });
    const opened = await openApp('/change-password', { stored: noorSignedIn });
    await openChannel();
    await say({ type: 'status_update', section_id: 7, status: { is_active: true } });
    await logOut(opened);
    expect(dialog('Detection is still running')?.textContent).toContain('Detection is active in one of your sections.');
    await opened.press('Stop and log out');
    await backend.give(stop, { status: 500 });
    expect(alerts()).toEqual(['One of your sections: Failed to stop detection. Please try again.']);

    // What she has decided does not go with the page.
    await opened.press('Stop and log out');
    await happen(() => opened.system.navigate('/dashboard'));
    expect(dialog('Detection is still running')).toBeTruthy();
    await backend.give(stop, { status: 200 });
    expect(address()).toBe('/login');
  });

  test('without an active session logging out asks nothing', async () => {
    const opened = await openSection({ [logout]: { status: 204 } });
    await logOut(opened);
    expect(address()).toBe('/login');
  });

  test('logging out while a start is under way waits for it, and then asks', async () => {
    const late = lateAnswer();
    const opened = await openSection({ [start]: () => late.answer, [logout]: { status: 204 } });
    await opened.press('Start Detection');
    await logOut(opened);
    expect(dialog('Your last change is still being saved')).toBeTruthy();
    late.give({ status: 200 });
    await settle();
    expect(dialog('Your last change is still being saved')).toBeNull();
    expect(dialog('Detection is still running')?.textContent).toContain('Detection is active in Algebra 9b.');
    await opened.press('Log out, keep it running');
    expect(address()).toBe('/login');
  });

  test('nor does a start keep the teacher here whose answer is lost, but which the live channel has told', async () => {
    const late = lateAnswer();
    const opened = await openSection({ [start]: () => late.answer, [logout]: { status: 204 } });
    await openChannel();
    await opened.press('Start Detection');
    await say({ type: 'detection_start', section_id: 7 });
    await logOut(opened);
    await opened.press('Log out, keep it running');
    expect(dialog('Your last change is still being saved')).toBeTruthy();
    late.give('fail');
    await pass(0);
    expect(address()).toBe('/login');
  });

  test('the question goes with its page', async () => {
    const opened = await openWithRunning();
    await opened.press('Detection Logs', 'link');
    await logOut(opened);
    expect(dialog('Detection is still running')).toBeTruthy();
    await travel('/sections/7');
    expect(dialog('Detection is still running')).toBeNull();
  });

  test('starting with no students asks first', async () => {
    const { backend, press } = await openSection({
      [list]: { json: [{ ...algebra, students: [] }] },
      [start]: { status: 200 },
    });
    await press('Start Detection');
    expect(dialog('Start with no students?')).toBeTruthy();
    await press('Cancel');
    expect(backend.calls(start)).toEqual([]);
    await press('Start Detection');
    await press('Add students', 'link');
    expect(address()).toBe('/sections/7/add-students');
    await press('Start Detection');
    await press('Start anyway');
    expect(backend.calls(start)).toHaveLength(1);
    expect(backend.calls(currentUser)).toHaveLength(1);
  });

  test('the delete dialog says when detection is running, and its button stands at the foot of the overview', async () => {
    const { press, backend } = await openSection({ [status]: active });
    const running = 'Detection is running in this section. It ends when the section is deleted.';
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons.at(-2)).toBe('Delete Section');
    expect(
      screen.getByText('Its student list and detection logs will be deleted too. This cannot be undone.'),
    ).toBeTruthy();
    await press('Delete Section');
    expect(screen.getByText(running)).toBeTruthy();
    await press('Cancel');
    backend.answer({ [status]: inactive });
    await pass(10_000);
    await press('Delete Section');
    expect(screen.queryByText(running)).toBeNull();
  });

  test('an active session without logs waits for the first detection', async () => {
    const { backend } = await openSection({ [status]: active });
    expect(screen.getByText('No detection logs available.')).toBeTruthy();
    expect(screen.getByText('Waiting for the first detection')).toBeTruthy();
    backend.answer({ [status]: inactive });
    await pass(10_000);
    expect(screen.getByText('No detection logs available.')).toBeTruthy();
    expect(screen.queryByText('Waiting for the first detection')).toBeNull();
  });
});

test('the bar leads to the other sections in which detection is active', async () => {
  const chemistry = { ...botany, id: 9, name: 'Chemistry 10a' };
  const { backend, press } = await openSection({
    'GET /section/list/': { json: [algebra, botany, chemistry] },
    [status]: active,
  });
  await openChannel();
  expect(within(bar()).queryByRole('link', { name: /running/ })).toBeNull();
  await say({ type: 'detection_start', section_id: 8 });
  expect(within(bar()).getByRole('link', { name: 'Botany 8a is running' }).getAttribute('href')).toBe('/sections/8');
  await say({ type: 'detection_start', section_id: 9 });
  expect(backend.calls(start)).toEqual([]);
  await press('2 other sections are running', 'link');
  expect(address()).toBe('/dashboard');
});

describe('a lesson that starts while another one runs', () => {
  const openBeside = async () => {
    const opened = await openSection({
      [list]: { json: [{ ...algebra, was_started: false, lesson_minutes: null }, botany] },
      [status]: inactive,
      ...{ [start]: { status: 200 }, [stop]: { status: 200 } },
    });
    await openChannel();
    await say({ type: 'status_update', section_id: botany.id, status: { is_active: true } });
    await opened.press('Start Detection');
    return opened;
  };
  const dialog = () => screen.queryByRole('dialog', { name: `${botany.name} is still running` });

  test('stops that one first if its lesson is over; 45 min is what a section begins with', async () => {
    const { backend, press } = await openBeside();
    expect([dialog() !== null, backend.calls(start)]).toEqual([true, []]);
    await press('Stop it and start');
    expect(backend.calls(stop).map(({ body }) => body)).toEqual([{ section_id: botany.id }]);
    expect(backend.calls(start).map(({ body }) => body)).toEqual([{ section_id: 7, is_active: true, minutes: 45 }]);
    expect(dialog()).toBeNull();
  });

  test('lets both run, or does not start', async () => {
    const { backend, press } = await openBeside();
    await press('Cancel');
    expect([dialog(), backend.calls(start)]).toEqual([null, []]);
    await press('Start Detection');
    await press('Let both run');
    expect([backend.calls(stop).length, backend.calls(start).length]).toEqual([0, 1]);
  });
});

describe('a pause of the class', () => {
  const pause = 'POST /detection/sessions/pause/';
  const resume = 'POST /detection/sessions/resume/';
  const running = (paused: object | null) => ({
    json: { is_active: true, started_at: '2026-11-23T08:47:19Z', paused },
  });

  test('is one press and a reason; the bar says since when, and ends it', async () => {
    const { backend, press } = await openSection({
      [status]: running(null),
      ...{ [pause]: { status: 200 }, [resume]: { status: 200 } },
    });
    await press('Pause the class');
    backend.answer({ [status]: running({ reason: 'Fire drill', since: '2026-11-23T09:00:00Z' }) });
    await press('Fire drill', 'menuitem');
    expect(backend.calls(pause).map(({ body }) => body)).toEqual([{ section_id: 7, reason: 'Fire drill' }]);
    expect(says()).toContain(`Paused Fire drill 0 to look at · since ${opened}`);
    expect(screen.queryByRole('button', { name: 'Pause the class' })).toBeNull();
    backend.answer({ [status]: running(null) });
    await press('Resume the lesson with the same code and devices');
    expect(backend.calls(resume).map(({ body }) => body)).toEqual([{ section_id: 7 }]);
    expect(says()).toContain('Detection Active');
  });

  test('is not offered where the backend knows none', async () => {
    await openRunning();
    expect(screen.queryByRole('button', { name: 'Pause the class' })).toBeNull();
  });
});

describe('a stop by mistake', () => {
  test('is taken back with one press while the backend lets it be', async () => {
    const resume = 'POST /detection/sessions/resume/';
    const { backend, press } = await openSection({
      [status]: { json: { is_active: true, started_at: '2026-11-23T08:47:19Z' } },
      [stop]: { json: { is_active: false, resumable_until: '2026-11-23T10:00:00Z' } },
      [resume]: { status: 200 },
    });
    const button = () => screen.queryByRole('button', { name: 'Resume the lesson with the same code and devices' });
    expect(button()).toBeNull();
    backend.answer({ [status]: inactive });
    await press('Stop Detection');
    // It is the first thing to do for ten seconds.
    const isPrimary = () => button()?.className.includes('bg-primary');
    expect(isPrimary()).toBe(true);
    await pass(10_000);
    expect([button() !== null, isPrimary()]).toEqual([true, false]);
    backend.answer({ [status]: active });
    await press('Resume the lesson with the same code and devices');
    expect(backend.calls(resume).map(({ body }) => body)).toEqual([{ section_id: 7 }]);
    expect(says()).toContain('Detection Active');
  });

  test('says until when the lesson can go on, and asks about another one that runs', async () => {
    const resume = 'POST /detection/sessions/resume/';
    const { backend, press } = await openSection({
      [status]: { json: { is_active: true, started_at: '2026-11-23T08:47:19Z', ends_at: '2026-11-23T09:30:00Z' } },
      [stop]: { json: { is_active: false, resumable_until: '2026-11-23T10:00:00Z' } },
      [resume]: { status: 200 },
    });
    await openChannel();
    backend.answer({ [status]: inactive });
    await press('Stop Detection');
    expect(says()).toContain(`can go on until ${timeOfDay('2026-11-23T09:30Z')}`);
    await say({ type: 'status_update', section_id: botany.id, status: { is_active: true } });
    await press('Resume the lesson with the same code and devices');
    expect(screen.getByRole('dialog', { name: `${botany.name} is still running` })).toBeTruthy();
    expect(backend.calls(resume)).toEqual([]);
    await press('Cancel');
    await press('Resume the lesson with the same code and devices');
    await press('Stop it and resume');
    expect(backend.calls(stop).map(({ body }) => body)).toEqual([{ section_id: 7 }, { section_id: botany.id }]);
    expect(backend.calls(resume).map(({ body }) => body)).toEqual([{ section_id: 7 }]);
  });
});
