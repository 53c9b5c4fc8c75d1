import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aiko, algebra, hana, milo, openSection, today, wireLog } from '../support/classroom';
import { pageText, pass, settle } from '../support/screen';
import { goOnline, showTab } from '../support/session';

/* The section's page in a lesson. Every test opens it at 9:00:00, in a lesson that began at 8:30. */

const logs = 'GET /detection/logs/';
const review = 'POST /detection/logs/review/';
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=';

let id = 0;
/** A detection that many seconds before nine. */
const ago = (seconds: number, student: typeof aiko, activity_type = 'no_face', more: object = {}) => {
  id += 1;
  return wireLog({ id, timestamp: today(9, 0, -seconds), activity_type, ...more }, student);
};

const openLesson = (...json: object[]) =>
  openSection({
    'GET /section/list/': { json: [{ ...algebra, students: [milo, hana, aiko] }] },
    'GET /detection/sessions/status/7/': { json: { is_active: true, started_at: '2026-11-23T08:30:00Z' } },
    [logs]: { json },
  });

const lookNow = () => screen.getByRole('region', { name: 'Look now' });
/** The rows of Look now with the names of their buttons for a review. */
const toLookAt = () =>
  within(lookNow())
    .queryAllByRole('listitem')
    .map((row) => {
      const see = within(row).getByRole('button', { name: /^(Seen|Marked as seen): / });
      return `${row.textContent} [${see.getAttribute('aria-label')}]`;
    });
const seats = () => within(screen.getByRole('list', { name: 'Students' })).getAllByRole('button');
const seat = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}; `) });
const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1;

async function happens(cause: () => unknown) {
  act(() => void cause());
  await settle();
}

describe('look now', () => {
  test('leaves the focus where it is when a student comes back whose row had it', async () => {
    const hanas = ago(50, hana);
    const { backend } = await openLesson(hanas);
    const see = within(lookNow()).getByRole('button', { name: /^Seen: Hana/ });
    await happens(() => see.focus());
    await happens(() => see.click());
    await pass(10_000);
    expect(toLookAt()).toEqual([]);
    const elsewhere = screen.getByRole('button', { name: 'Refresh Logs' });
    await happens(() => elsewhere.focus());
    backend.answer({ [logs]: { json: [ago(0, hana, 'multiple_faces'), hanas] } });
    await pass(35_000);
    expect(toLookAt()).toHaveLength(1);
    expect(document.activeElement).toBe(elsewhere);
  });

  test('claims no quiet of students who are not watched', async () => {
    const status = { is_active: true, started_at: '2026-11-23T08:30:00Z', agents_state: 'watching' };
    const hanas = { ...hana, id: 1, student_id: hana.id, state: 'watching', since: status.started_at };
    const removed = { ...hanas, id: 2, student_id: 999, name: 'Ida Probe' };
    await openSection({
      'GET /section/list/': { json: [{ ...algebra, attendable: true, students: [milo, hana, aiko] }] },
      'GET /detection/sessions/status/7/': { json: { ...status, agents_seen_at: '2026-11-23T09:00:00Z' } },
      'GET /attendance/sections/7/': { json: { session_id: 12, code: 'K7M2XQ', attendees: [hanas, removed] } },
      'GET /attendance/sections/7/lessons/12/coverage/': { status: 500 },
      [logs]: { json: [] },
    });
    expect(lookNow().textContent).toContain('Nothing to look at among the 1 of 3 students who are being watched.');
  });

  test('keeps the focus with its student, whose row may move, and takes Dismiss back by Escape', async () => {
    const [hanas, milos] = [ago(50, hana, 'no_face', { review: null }), ago(60, milo, 'no_face', { review: null })];
    const { backend, user } = await openLesson(hanas, milos);
    const see = (student: string) =>
      within(lookNow()).getByRole('button', { name: `Seen: ${student}, No Face Detected` });
    await happens(() => see('Milo Fennimore').focus());
    backend.answer({ [logs]: { json: [ago(0, aiko), ago(1, aiko, 'multiple_faces'), hanas, milos] } });
    await pass(35_000);
    expect(toLookAt().map((row) => row.slice(0, 4))).toEqual(['Aiko', 'Hana', 'Milo']);
    expect(document.activeElement).toBe(see('Milo Fennimore'));
    await user.keyboard('d');
    await settle();
    expect(document.activeElement?.textContent).toBe('Mistake');
    await user.keyboard('{Escape}');
    await settle();
    expect(document.activeElement).toBe(within(lookNow()).getByRole('button', { name: 'Dismiss: Milo Fennimore' }));
    expect(within(lookNow()).queryByRole('button', { name: 'Mistake' })).toBeNull();
    await user.keyboard('?');
    await settle();
    expect(screen.getByRole('dialog', { name: 'Look now' }).textContent).toContain('Show this list');
  });

  test('has a row for each student: what happens now first, then the furthest above the class’s median, then the latest', async () => {
    const { press } = await openLesson(
      ago(10, milo, 'multiple_faces'),
      ago(40, hana),
      ago(50, hana),
      ago(60, aiko, 'suspicious_application'),
      ago(200, hana, 'multiple_faces'),
      ago(400, hana),
    );
    expect(toLookAt()).toEqual([
      'Milo FennimoreMultiple Facesnow [Seen: Milo Fennimore, Multiple Faces]',
      'Hana WillowickNo Face DetectedMultiple Faces3 in 10 min · 40 s ago [Seen: Hana Willowick, No Face Detected, Multiple Faces]',
      'Aiko LarkspurSuspicious Application1 min ago [Seen: Aiko Larkspur, Suspicious Application]',
    ]);
    expect(pageText()).toContain('3 to look at');
    await press('Order and keys of Look now');
    expect(screen.getByRole('dialog', { name: 'Look now' }).textContent).toContain(
      'What is happening now comes first, then who is furthest above the class’s median in the last 10 minutes, then the most recent.',
    );
  });

  test('has its number told to screen readers twice a minute at most', async () => {
    const { backend, press } = await openLesson(ago(40, milo));
    const told = screen.getByText(/^Students to look at/);
    expect(told.closest('[aria-live=polite]')).not.toBeNull();
    const texts = new Set([told.textContent]);
    for (let second = 10; second <= 60; second += 10) {
      backend.answer({ [logs]: { json: [milo, hana, aiko].slice(0, 1 + second / 20).map((one) => ago(40, one)) } });
      await press('Refresh Logs');
      await pass(10_000);
      texts.add(told.textContent);
    }
    expect([...texts]).toEqual(['Students to look at: 1', 'Students to look at: 2', 'Students to look at: 3']);
  });

  test('has those named to screen readers to whom something happens now', async () => {
    const { backend, press } = await openLesson(ago(10, milo), ago(40, hana));
    const told = () => screen.getByText(/Students to look at: \d$/).textContent;
    expect(told()).toBe('Now: Milo Fennimore. Students to look at: 2');
    // As many as there are loud seats.
    expect(pageText()).toContain('2 to look at, 1 now');
    const everyone = [milo, hana, aiko, { ...aiko, id: 90, name: 'Ida Probe', email: 'ida@students.example' }];
    backend.answer({ [logs]: { json: everyone.map((one) => ago(-10, one)) } });
    await press('Refresh Logs');
    await pass(10_000);
    expect(told()).toBe('Now: Milo Fennimore. Students to look at: 2');
    await pass(20_000);
    expect(told()).toMatch(/^Now: .+, .+, .+ and 1 more\. Students to look at: 4$/);
  });

  test('forgets the names it has announced at once when they are hidden', async () => {
    const { user } = await openLesson(ago(10, milo));
    const told = () => screen.getByText(/Students to look at: 1$/).textContent;
    expect(told()).toContain('Milo Fennimore');
    await user.click(screen.getByRole('switch', { name: 'Projector mode' }));
    expect(told()).toMatch(/^Now: Student \d\. Students to look at: 1$/);
  });

  test('has the first six rows with a picture, and one line for each of the others', async () => {
    const others = Array.from({ length: 7 }, (_, index) => ({
      ...hana,
      id: 60 + index,
      name: `Student ${index}`,
      email: `student.${index}@students.example`,
    }));
    await openLesson(...others.map((student) => ago(100, student, 'no_face', { screenshot: picture })));
    expect(within(lookNow()).getAllByRole('listitem')).toHaveLength(7);
    expect(within(lookNow()).getAllByRole('button', { name: /^Show the screenshot of/ })).toHaveLength(6);
  });

  test('leaves out what came before the lesson', async () => {
    await openLesson(ago(1_801, hana));
    expect(toLookAt()).toEqual([]);
    expect(lookNow().textContent).toContain('Nothing has been reported.');
  });

  test('shows the picture large on request, and steps through all that is to look at', async () => {
    const { press } = await openLesson(
      ago(10, hana, 'no_face', { screenshot: picture }),
      ago(20, hana),
      ago(40, milo, 'no_face', { screenshot: picture }),
    );
    const [first] = within(lookNow()).getAllByRole('button', { name: 'Show the screenshot of Hana Willowick' });
    await happens(() => fireEvent.click(first!));
    expect(screen.getByRole('dialog', { name: 'Screenshot of Hana Willowick' }).textContent).toContain('1 of 2');
    await press('Next');
    expect(screen.getByRole('dialog', { name: 'Screenshot of Milo Fennimore' })).toBeTruthy();
    await press('Close');
  });
});

describe('seen', () => {
  const seen = 'Seen: Hana Willowick, No Face Detected';

  test('takes an episode out until it happens again, as long as the pages are open', async () => {
    const first = ago(70, hana);
    const { backend, press } = await openLesson(first, ago(100, milo));
    await press(seen);
    // Its row stays under the pointer, and the bar no longer counts it.
    expect(toLookAt()).toHaveLength(2);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Marked as seen: Hana Willowick, No Face Detected');
    expect(pageText()).toContain('1 to look at');
    await pass(5_000);
    expect(toLookAt()).toHaveLength(1);
    expect(document.activeElement?.textContent).toBe('Milo Fennimore');
    await press('Detection Logs', 'link');
    await press('Overview', 'link');
    expect(toLookAt()).toHaveLength(1);
    backend.answer({ [logs]: { json: [ago(5, hana), first] } });
    await press('Refresh Logs');
    expect(toLookAt()).toEqual([
      'Hana WillowickNo Face Detected2 in 10 min · now [Seen: Hana Willowick, No Face Detected]',
    ]);
    expect(backend.calls(review)).toEqual([]);
  });

  test('is kept by a backend that keeps reviews', async () => {
    const { backend, press } = await openLesson(
      ago(10, hana, 'no_face', { id: 81, review: null }),
      ago(20, hana, 'no_face', { id: 80, review: null }),
    );
    backend.answer({ [review]: { json: [] } });
    await press(seen);
    expect(backend.calls(review)[0]?.body).toEqual({ ids: [81, 80], state: 'seen' });
    await pass(5_000);
    expect(toLookAt()).toEqual([]);
  });

  test('takes all of a student, and of everyone on request, and both can be undone', async () => {
    const { backend, press } = await openLesson(
      ago(10, hana, 'no_face', { id: 83, review: null }),
      ago(20, milo, 'no_face', { id: 82, review: null }),
      ago(200, hana, 'no_face', { id: 81, review: null }),
    );
    backend.answer({ [review]: { json: [] } });
    await press('Seen: Hana Willowick, No Face Detected');
    expect(within(lookNow()).getByRole('status').textContent).toBe('Seen: Hana Willowick');
    await press('Undo');
    expect(toLookAt().filter((row) => row.includes('[Seen: '))).toHaveLength(2);
    expect(backend.calls(review).map(({ body }) => body)).toEqual([
      { ids: [83, 81], state: 'seen' },
      { ids: [83, 81], state: null },
    ]);
    await press('Mark all seen');
    expect(within(lookNow()).getByRole('status').textContent).toBe('Seen: 2 students');
    expect(backend.calls(review)[2]?.body).toEqual({ ids: [83, 81, 82], state: 'seen' });
    await pass(10_000);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(lookNow().textContent).toContain('Nothing');
  });

  test('is marked once: a row that waits to go takes no press and no key, and asks for no reason', async () => {
    const { backend, press, user } = await openLesson(ago(10, hana, 'no_face', { id: 81, review: null }));
    backend.answer({ [review]: { json: [] } });
    await press(seen);
    const marked = 'Marked as seen: Hana Willowick, No Face Detected';
    for (const name of [marked, 'Dismiss: Hana Willowick']) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
      await press(name);
    }
    await user.keyboard('s');
    await settle();
    expect(screen.queryByRole('button', { name: 'Allowed' })).toBeNull();
    expect(backend.calls(review)).toHaveLength(1);
  });

  test('asks before it takes what is not in view, and says how many those are', async () => {
    const { backend, press } = await openLesson(
      ago(10, hana, 'no_face', { id: 83, review: null }),
      ago(20, milo, 'no_face', { id: 82, review: null }),
      ago(30, aiko, 'no_face', { id: 81, review: null }),
    );
    backend.answer({ [review]: { json: [] } });
    const [, , last] = within(lookNow()).getAllByRole('listitem');
    const name = within(last!).getByRole('button', { name: 'Aiko Larkspur' });
    const place = vi.spyOn(name, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, window.innerHeight, 100, 40));
    await press('Mark all seen');
    const question = () => within(screen.getByRole('dialog', { name: 'Mark 3 students as seen?' }));
    expect(question().getByText('1 is not in view.')).toBeTruthy();
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.calls(review)).toEqual([]);
    await press('Mark all seen');
    await happens(() => question().getByRole('button', { name: 'Mark all seen' }).click());
    await settle();
    expect(backend.calls(review).map(({ body }) => body)).toEqual([{ ids: [83, 82, 81], state: 'seen' }]);
    place.mockRestore();
  });

  test('is told apart from Dismiss, which asks for a reason, saves it as the note, and no longer counts on the seat', async () => {
    const { backend, press } = await openLesson(ago(10, hana, 'no_face', { id: 81, review: null }));
    const dismissed = { state: 'dismissed', note: 'Allowed', reviewed_at: null };
    backend.answer({ [review]: { json: [{ id: 81, review: dismissed }] } });
    await press('Dismiss: Hana Willowick');
    await press('Allowed');
    expect(backend.calls(review)[0]?.body).toEqual({ ids: [81], state: 'dismissed', note: 'Allowed' });
    expect(seat('Hana Willowick').textContent).not.toContain('1');
    expect(within(lookNow()).getByRole('status').textContent).toBe('Dismissed: Hana Willowick');
  });

  test('has no Dismiss with a backend that keeps no reviews', async () => {
    await openLesson(ago(10, hana));
    expect(screen.queryByRole('button', { name: /^Dismiss/ })).toBeNull();
  });

  test('works by keyboard: J and K move, S marks as seen, U undoes, Enter opens', async () => {
    const { backend, user } = await openLesson(
      ago(10, hana, 'no_face', { id: 82, review: null }),
      ago(40, milo, 'no_face', { id: 81, review: null }),
    );
    backend.answer({ [review]: { json: [] } });
    const focused = () => document.activeElement?.textContent;
    // Off elsewhere by default, for those who control the browser by speech.
    await user.keyboard('js');
    expect(backend.calls(review)).toEqual([]);
    await happens(() => within(lookNow()).getByRole('button', { name: 'Hana Willowick' }).focus());
    await user.keyboard('j');
    expect(focused()).toBe('Milo Fennimore');
    await user.keyboard('ks');
    await settle();
    expect(focused()).toBe('Milo Fennimore');
    expect(backend.calls(review)[0]?.body).toEqual({ ids: [82], state: 'seen' });
    await user.keyboard('u');
    await settle();
    expect(backend.calls(review)[1]?.body).toEqual({ ids: [82], state: null });
    await user.keyboard('{Enter}');
    await settle();
    expect(screen.getByRole('dialog', { name: 'Milo Fennimore' })).toBeTruthy();
  });

  test('that was kept before is out from the beginning', async () => {
    const was = { state: 'dismissed', note: '', reviewed_at: '2026-11-23T08:59:00Z' };
    await openLesson(ago(10, hana, 'no_face', { review: null }), ago(20, hana, 'no_face', { review: was }));
    expect(toLookAt()).toEqual([]);
  });

  test('that could not be kept comes back, with a word', async () => {
    const { backend, press } = await openLesson(ago(10, hana, 'no_face', { review: null }));
    backend.answer({ [review]: { status: 500 } });
    await press(seen);
    expect(toLookAt()).toHaveLength(1);
    expect(pageText()).toContain('Your review could not be saved. Please try again.');
  });

  test('that gets no answer waits, and is sent once when the network is back', async () => {
    const { backend, press } = await openLesson(ago(10, hana, 'no_face', { review: null }));
    backend.answer({ [review]: 'fail' });
    await goOnline(false);
    await press(seen);
    expect(toLookAt().join()).toContain('[Marked as seen: Hana');
    expect(pageText()).toMatch(/Offline since .* detection was active · one change waits for the network/);
    expect(pageText()).not.toContain('could not be saved');
    const before = backend.calls(review).length;
    backend.answer({ [review]: { json: [] } });
    await goOnline(true);
    expect(backend.calls(review)).toHaveLength(before + 1);
    await pass(60_000);
    expect(backend.calls(review)).toHaveLength(before + 1);
    expect(pageText()).not.toContain('waits for the network');
  });

  test('is told where the teacher is by then', async () => {
    const { backend, press } = await openLesson(ago(10, hana, 'no_face', { review: null }));
    let give = (_: { status: number }) => {};
    backend.answer({
      [review]: () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    });
    await press(seen);
    await press('Back to Dashboard', 'link');
    give({ status: 500 });
    await settle();
    expect(pageText()).toContain('Algebra 9b: Your review could not be saved. Please try again.');
  });
});

describe('the seats', () => {
  /** How loudly a seat shows, and each of its marks. */
  const loudness = (name: string) => [
    seat(name).dataset.urgency,
    ...[...seat(name).querySelectorAll<HTMLElement>('[data-urgency]')].map(
      (mark) => `${mark.dataset.urgency} ${mark.textContent}`,
    ),
  ];

  test('are in the order of the names, and loud only for what happens now', async () => {
    await openLesson(
      ago(10, hana, 'multiple_faces'),
      ago(20, milo, 'phone', { review: { state: 'seen', note: '' } }),
      ago(530, hana),
      ago(700, hana),
      ago(900, milo, 'phone', { review: { state: 'seen', note: '' } }),
    );
    expect(seats().map((one) => one.getAttribute('aria-label'))).toEqual([
      'Aiko Larkspur; nothing in this lesson',
      'Hana Willowick; to look at; happening now; Multiple Faces 1, No Face Detected 2 in this lesson',
      'Milo Fennimore; Other 2 in this lesson',
    ]);
    expect(loudness('Aiko Larkspur')).toEqual(['calm']);
    expect(loudness('Hana Willowick')).toEqual(['now', 'now ', 'earlier 2']);
    // It was reviewed.
    expect(loudness('Milo Fennimore')).toEqual(['calm', 'calm 2']);
    // The ages are updated every ten seconds.
    await pass(30_000);
    expect(loudness('Hana Willowick')).toEqual(['earlier', 'earlier 2', 'earlier ']);
    await pass(50_000);
    expect(loudness('Hana Willowick')).toEqual(['earlier', 'earlier ', 'calm 2']);
    await pass(520_000);
    expect(loudness('Hana Willowick')).toEqual(['calm', 'calm 2', 'calm ']);
    expect(seat('Hana Willowick').getAttribute('aria-label')).toContain('to look at');
  });

  test('and Look now claim no present without a recent answer, and lose their colours', async () => {
    const { backend } = await openLesson(ago(10, hana));
    const certainty = () => lookNow().closest<HTMLElement>('[data-certainty]')?.dataset.certainty;
    expect([certainty(), toLookAt()[0]?.includes('now'), seat('Hana Willowick').dataset.urgency]).toEqual([
      ...['live', true, 'now'],
    ]);
    backend.answer({ 'GET /detection/sessions/status/7/': 'fail', [logs]: 'fail' });
    await pass(10_000);
    expect(certainty()).toBe('stale');
    expect(screen.getByRole('list', { name: 'Students' }).closest('[data-certainty=stale]')).not.toBeNull();
    expect(toLookAt()[0]).toContain('20 s ago');
    expect(seat('Hana Willowick').dataset.urgency).toBe('earlier');
    expect(pageText()).not.toContain('happening now');
  });

  test('say why a student is not watched, by a sign and its word, and the legend explains the signs that occur', async () => {
    const names = [
      'Absent',
      'Waiting',
      'Joining',
      'Without',
      'Paused',
      'Silent',
      'Dark',
      'Excused',
      'Marked',
      'Watched',
    ];
    const students = names.map((name, index) => ({ id: 100 + index, name, email: `${name}@students.example` }));
    const since = '2026-11-23T08:30:00Z';
    const attendee = (index: number, state: string, reason = '') => ({
      ...{ id: index, student_id: 100 + index, state, since, reason },
      ...students[index],
    });
    const attendees = [
      attendee(1, 'knocking'),
      attendee(2, 'admitted'),
      attendee(3, 'unwatched'),
      attendee(4, 'paused', 'toilet'),
      attendee(5, 'offline'),
      attendee(6, 'dark'),
      attendee(7, 'watching'),
      attendee(8, 'paused', 'library'),
      attendee(9, 'watching'),
    ].map((one, index) => ({ ...one, id: index }));
    const until = '2026-11-23T09:10:00Z';
    await openSection({
      'GET /section/list/': { json: [{ ...algebra, attendable: true, students }] },
      'GET /detection/sessions/status/7/': { json: { is_active: true, started_at: since, agents_state: 'watching' } },
      'GET /attendance/sections/7/': {
        json: { session_id: 12, code: 'K7M2XQ', attendees, excuses: [{ student_id: 107, reason: 'nurse', until }] },
      },
      'GET /attendance/sections/7/lessons/12/coverage/': { status: 500 },
      [logs]: { json: [wireLog({}, { name: 'Marked', email: 'Marked@students.example' })] },
    });
    const said = (name: string) => seat(name).textContent;
    // Beside a mark there is room for a short word, which is not cut.
    expect(said('Marked')).toBe('Markedpaused');
    expect(seat('Marked').getAttribute('aria-label')).toContain('library');
    expect(said('Absent')).toContain('not here yet');
    expect(said('Waiting')).toContain('at the door');
    expect(said('Joining')).toContain('getting ready');
    expect(said('Without')).toContain('here, no camera');
    expect(said('Paused')?.replace(/[\u2066-\u2069]/g, '')).toContain('paused (toilet)');
    expect(said('Silent')).toContain('silent');
    expect(said('Dark')).toContain('too dark');
    expect(said('Excused')).toContain('excused until');
    expect(said('Watched')).toBe('Watched');
    // Each sign has a shape of its own.
    const signs = names.slice(0, -2).map((name) => seat(name).querySelector('svg path')?.getAttribute('d'));
    expect(new Set(signs).size).toBe(8);
    expect(seat('Watched').querySelector('svg path')).toBeNull();
    // Who attends without a camera is here.
    expect(seat('Absent').className).toContain('border-dashed');
    expect(seat('Without').className).not.toContain('border-dashed');
    const legend = screen.getByText(/^Marks count episodes/).closest('p')?.textContent ?? '';
    for (const word of ['not here yet', 'at the door', 'present without a camera', 'paused', 'silent', 'too dark'])
      expect(legend).toContain(word);
    for (const word of ['no picture', 'page hidden', 'has left', 'turned away', 'not watched'])
      expect(legend).not.toContain(word);
  });

  test('have those who need the teacher first on request', async () => {
    const { press } = await openLesson(ago(10, milo), ago(60, hana));
    await press('Needs first');
    expect(seats().map((one) => one.getAttribute('title'))).toEqual([
      'Milo Fennimore',
      'Hana Willowick',
      'Aiko Larkspur',
    ]);
  });

  test('are one stop of the Tab key, and the arrow keys go from one to the next', async () => {
    const { user } = await openLesson();
    expect(seats().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    await happens(() => seat('Aiko Larkspur').focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(seat('Milo Fennimore'));
    expect(seats().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(seat('Aiko Larkspur'));
  });

  test('make room for a list with emails and the same marks', async () => {
    const { press } = await openLesson(ago(10, hana));
    await press('List');
    const list = screen.getByRole('list', { name: 'Students' });
    expect(within(list).getByText('hana@students.example')).toBeTruthy();
    // Each name, and the marks of one.
    expect(within(list).getAllByRole('button')).toHaveLength(4);
    await press(/^Hana Willowick; .*No Face Detected 1$/);
    expect(screen.getByRole('dialog', { name: 'Hana Willowick' })).toBeTruthy();
  });

  test('show the last hour if the backend tells of no lesson, and look unwatched', async () => {
    const { press } = await openSection({ [logs]: { json: [ago(10, hana), ago(4_000, aiko)] } });
    expect(screen.queryByRole('button', { name: /^Hana Willowick; .*last hour/ })).toBeNull();
    await press('Tiles');
    expect(seat('Hana Willowick').getAttribute('aria-label')).toBe(
      'Hana Willowick; to look at; not watched; No Face Detected 1 in the last hour; last one under 10 minutes ago',
    );
    expect(seat('Aiko Larkspur').getAttribute('aria-label')).toBe(
      'Aiko Larkspur; not watched; nothing in the last hour',
    );
  });

  test('stay where they are after a stop, as long as it can be taken back', async () => {
    const { backend, press } = await openLesson(ago(10, hana));
    const before = seat('Hana Willowick');
    const until = new Date(Date.now() + 60_000).toISOString();
    backend.answer({
      'POST /detection/sessions/stop/': { json: { is_active: false, resumable_until: until } },
      'GET /detection/sessions/status/7/': { json: { is_active: false, resumable_until: until } },
    });
    await press('Stop Detection');
    expect(seat('Hana Willowick')).toBe(before);
    await pass(60_000);
    expect(screen.getByRole('list', { name: 'Students' })).toBeTruthy();
  });
});

describe('a student', () => {
  const dialog = (name: string) => screen.getByRole('dialog', { name });

  test('has its keys as soon as it is open, while the focus is on its way there', async () => {
    const { user } = await openLesson(ago(10, hana));
    await user.click(seat('Hana Willowick'));
    await settle();
    expect(document.activeElement).toBe(seat('Hana Willowick'));
    await user.keyboard('{ArrowLeft}');
    await settle();
    // Neither is it taken for a step from seat to seat.
    expect(document.activeElement?.textContent).toBe('Aiko Larkspur');
    expect(dialog('Aiko Larkspur').contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(seat('Hana Willowick'));
  });

  test('is opened by the seat: a timeline, all detections with pictures, the previous and the next', async () => {
    const { user, press } = await openLesson(
      ago(10, hana, 'no_face', { details: 'For 4 s', screenshot: picture }),
      ago(20, hana),
    );
    await user.click(seat('Hana Willowick'));
    await settle();
    expect(within(dialog('Hana Willowick')).getByRole('figure', { name: 'Timeline: 2 detections' })).toBeTruthy();
    expect(within(dialog('Hana Willowick')).getAllByRole('listitem')).toHaveLength(1);
    expect(dialog('Hana Willowick').textContent).toContain('1 episode · 1 to look at');
    expect(within(dialog('Hana Willowick')).getByRole('img').getAttribute('src')).toBe(picture);
    // The panel takes the focus once it is shown.
    await pass(50);
    await user.keyboard('{ArrowRight}');
    await settle();
    expect(dialog('Milo Fennimore').textContent).toContain('Nothing was reported about this student in this lesson.');
    // She is the last one.
    await user.keyboard('{ArrowRight}');
    expect(dialog('Milo Fennimore')).toBeTruthy();
    await press('Previous student');
    await user.keyboard('{ArrowLeft}');
    await settle();
    expect(dialog('Aiko Larkspur')).toBeTruthy();
    await user.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(dialog('Aiko Larkspur')).toBeTruthy();
    await user.keyboard('{Escape}');
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is where the teacher acts: Seen, Dismiss with a reason, a note, and all at once', async () => {
    const { backend, user, press } = await openLesson(
      ago(10, hana, 'no_face', { id: 83, review: null, screenshot: picture }),
      ago(200, hana, 'multiple_faces', { id: 82, review: null }),
      ago(400, hana, 'left_page', { id: 81, review: null, source: 'student’s device' }),
    );
    const bodies = () => backend.calls(review).map(({ body }) => body);
    const seenNow = (...ids: number[]) => ({
      json: ids.map((log) => ({ id: log, review: { state: 'seen', note: '', reviewed_at: null } })),
    });
    await user.click(seat('Hana Willowick'));
    await settle();
    const panel = () => within(dialog('Hana Willowick'));
    expect(panel().getAllByText('student’s device')).toHaveLength(1);
    backend.answer({ [review]: seenNow(83) });
    await user.click(panel().getAllByRole('button', { name: 'Seen' })[0]!);
    await settle();
    expect(dialog('Hana Willowick').textContent).toContain('3 episodes · 2 to look at');
    backend.answer({ [review]: { json: [] } });
    await user.click(panel().getAllByRole('button', { name: 'Dismiss: Hana Willowick' })[0]!);
    await press('Settled');
    await user.click(panel().getAllByRole('button', { name: 'Note' })[0]!);
    await settle();
    await pass(100);
    expect(document.activeElement).toBe(panel().getByRole('textbox', { name: 'Note' }));
    await user.paste('Moved a seat.');
    // What was typed outlives the panel.
    await user.keyboard('{Escape}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(seat('Hana Willowick'));
    await settle();
    await press('Save note');
    await user.click(panel().getByRole('button', { name: 'Mark all seen' }));
    await settle();
    expect(bodies()).toEqual([
      { ids: [83], state: 'seen' },
      { ids: [82], state: 'dismissed', note: 'Settled' },
      { ids: [83], state: 'seen', note: 'Moved a seat.' },
      { ids: [81], state: 'seen' },
    ]);
    expect(panel().getByRole('link', { name: 'All logs of Hana Willowick' }).getAttribute('href')).toMatch(
      /^\/sections\/7\/detection-logs\?student=\w+$/,
    );
  });

  test('takes a note offline: nothing says that it failed, and it is sent once when the network is back', async () => {
    const { backend, user, press } = await openLesson(ago(10, hana, 'no_face', { id: 83, review: null }));
    backend.answer({ [review]: 'fail' });
    await goOnline(false);
    await user.click(seat('Hana Willowick'));
    await settle();
    await press('Note');
    await pass(100);
    await user.paste('Moved a seat.');
    await press('Save note');
    expect(dialog('Hana Willowick').textContent).toContain('Waits for the network.');
    expect(pageText()).not.toContain('could not be saved');
    const before = backend.calls(review).length;
    const kept = { state: 'seen', note: 'Moved a seat.', reviewed_at: null };
    backend.answer({ [review]: { json: [{ log: 83, review: kept }] } });
    await goOnline(true);
    await pass(60_000);
    expect(
      backend
        .calls(review)
        .slice(before)
        .map(({ body }) => body),
    ).toEqual([{ ids: [83], state: 'seen', note: 'Moved a seat.' }]);
    expect(dialog('Hana Willowick').textContent).toContain('Saved.');
  });

  test('opens a note and a picture also while another episode’s is open, of the same student or of another', async () => {
    const { user } = await openLesson(
      ago(10, hana, 'no_face', { id: 83, review: null, screenshot: picture }),
      ago(200, hana, 'multiple_faces', { id: 82, review: null }),
      ago(400, aiko, 'no_face', { id: 81, review: null, screenshot: picture }),
    );
    const open = async (name: string) => {
      await user.click(seat(name));
      await settle();
    };
    const notes = (name: string) => within(dialog(name)).getAllByRole('button', { name: 'Note' });
    const areOpen = (name: string) => notes(name).map((one) => one.getAttribute('aria-expanded'));
    await open('Hana Willowick');
    await user.click(notes('Hana Willowick')[0]!);
    await settle();
    await user.click(notes('Hana Willowick')[1]!);
    await settle();
    expect(areOpen('Hana Willowick')).toEqual(['false', 'true']);
    await user.keyboard('{Escape}{Escape}');
    await open('Aiko Larkspur');
    await user.click(notes('Aiko Larkspur')[0]!);
    await settle();
    await pass(100);
    expect(areOpen('Aiko Larkspur')).toEqual(['true']);
    expect(document.activeElement).toBe(within(dialog('Aiko Larkspur')).getByRole('textbox', { name: 'Note' }));
  });

  test('keeps a note that was typed and not saved: it is in its row again after another page, and Enter saves it', async () => {
    const first = ago(40, hana, 'no_face', { id: 83, review: null });
    const { backend, user, press } = await openLesson(first);
    await user.click(seat('Hana Willowick'));
    await settle();
    const panel = () => within(dialog('Hana Willowick'));
    await user.click(panel().getByRole('button', { name: 'Note' }));
    await settle();
    await pass(100);
    await user.paste('Moved a seat.');
    await press('Manage Students', 'link');
    // Another detection of the same episode has come meanwhile.
    const second = ago(5, hana, 'no_face', { id: 84, review: null, screenshot: picture });
    backend.answer({ [logs]: { json: [second, first] }, [review]: { json: [] } });
    await press('Overview', 'link');
    await press('Refresh Logs');
    await user.click(seat('Hana Willowick'));
    await settle();
    expect(panel().getByText('Moved a seat.')).toBeTruthy();
    expect(panel().getByText('This note is not saved yet.')).toBeTruthy();
    await user.click(panel().getByRole('button', { name: 'Note' }));
    await settle();
    await pass(100);
    const note = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    expect(note.value).toBe('Moved a seat.');
    await user.type(note, '{Shift>}{Enter}{/Shift}Twice.{Enter}');
    await settle();
    expect(backend.calls(review).map(({ body }) => body)).toEqual([
      { ids: [83], state: 'seen', note: 'Moved a seat.\nTwice.' },
    ]);
  });

  test('who is open gets no new rows before the teacher asks for them', async () => {
    const first = ago(60, hana);
    const { backend, user, press } = await openLesson(first);
    await user.click(seat('Hana Willowick'));
    backend.answer({ [logs]: { json: [ago(0, hana, 'multiple_faces'), first] } });
    await pass(30_000);
    expect(within(dialog('Hana Willowick')).getAllByRole('listitem')).toHaveLength(1);
    await press('1 new · show');
    expect(within(dialog('Hana Willowick')).getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('new rows', () => {
  const one = ago(100, hana);
  const three = () => [ago(1, milo), ago(2, aiko), one];
  const refreshed = async (backend: Awaited<ReturnType<typeof openLesson>>['backend']) => {
    backend.answer({ [logs]: { json: three() } });
    await pass(30_000);
  };

  test('come by themselves while nothing moves on the others', async () => {
    const { backend } = await openLesson(one);
    await refreshed(backend);
    expect(rows()).toBe(3);
    expect(toLookAt()).toHaveLength(3);
  });

  /** The pointer moves on a row of the newest logs. */
  const movePointer = (screenX: number) =>
    happens(() => fireEvent.pointerMove(within(screen.getByRole('table')).getByText('Hana Willowick'), { screenX }));

  test('wait for 5 s after the pointer moved on the rows', async () => {
    const { backend, press } = await openLesson(one);
    backend.answer({ [logs]: { json: three() } });
    await movePointer(10);
    await press('Refresh Logs');
    expect(rows()).toBe(1);
    expect(screen.getAllByRole('button', { name: '2 new · show' })).toHaveLength(1);
    // In Look now they come last.
    expect(toLookAt().map((row) => /^\w+/.exec(row)?.[0])).toEqual(['Hana', 'Milo', 'Aiko']);
    await pass(4_000);
    await movePointer(11);
    await pass(4_999);
    expect(rows()).toBe(1);
    await pass(1);
    expect(rows()).toBe(3);
    expect(toLookAt().map((row) => /^\w+/.exec(row)?.[0])).toEqual(['Milo', 'Aiko', 'Hana']);
    expect(screen.queryByRole('button', { name: /new · show/ })).toBeNull();
  });

  test('are not kept back by a pointer that rests, though browsers report it when the page moves beneath it', async () => {
    const { backend } = await openLesson(one);
    backend.answer({ [logs]: { json: three() } });
    await movePointer(10);
    await happens(() => fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs' })));
    for (let second = 0; second < 5; second += 1) {
      expect(rows()).toBe(1);
      await pass(1_000);
      await movePointer(10);
    }
    expect(rows()).toBe(3);
  });

  test('come 5 s after the focus moved to a row, though it stays there, and before that on request', async () => {
    const { backend, press } = await openLesson(one);
    await happens(() => screen.getByRole('button', { name: /^Seen: Hana/ }).focus());
    backend.answer({ [logs]: { json: [ago(2, aiko), one] } });
    await happens(() => fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs' })));
    expect(rows()).toBe(1);
    await pass(4_999);
    expect(rows()).toBe(1);
    await pass(1);
    expect(rows()).toBe(2);
    expect(toLookAt()).toHaveLength(2);
    // The focus has gone on by itself, which is no movement.
    expect(document.activeElement?.closest('li')).not.toBeNull();
    const all = three();
    backend.answer({ [logs]: { json: all } });
    await happens(() => fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs' })));
    expect(rows()).toBe(3);

    await movePointer(10);
    backend.answer({ [logs]: { json: [ago(0, hana, 'multiple_faces'), ...all] } });
    await press('Refresh Logs');
    expect(rows()).toBe(3);
    await press('1 new · show');
    expect(rows()).toBe(4);
    expect(toLookAt()).toHaveLength(3);
  });

  test.each(['pointerDown', 'touchMove', 'wheel', 'keyDown'] as const)(
    'wait for 5 s after a %s on the rows',
    async (type) => {
      const { backend, press } = await openLesson(one);
      backend.answer({ [logs]: { json: three() } });
      await happens(() => fireEvent[type](within(screen.getByRole('table')).getByText('Hana Willowick')));
      await press('Refresh Logs');
      await pass(4_999);
      expect(rows()).toBe(1);
      await pass(1);
      expect(rows()).toBe(3);
    },
  );

  test('show after Seen on the only row, with the pointer and the focus where they were', async () => {
    const { backend, user } = await openLesson(one);
    await user.click(screen.getByRole('button', { name: /^Seen: Hana/ }));
    backend.answer({ [logs]: { json: [ago(0, milo), one] } });
    await pass(30_000);
    expect(toLookAt()).toHaveLength(1);
    expect(toLookAt()[0]).toContain('Milo Fennimore');
    expect(rows()).toBe(2);
    expect(screen.queryByRole('button', { name: /new · show/ })).toBeNull();
  });

  test('show after Seen on the first of three, while the focus stays in the list', async () => {
    const { backend, user } = await openLesson(...three());
    await user.click(screen.getByRole('button', { name: /^Seen: Milo/ }));
    backend.answer({ [logs]: { json: [ago(0, milo, 'multiple_faces'), ...three()] } });
    await pass(30_000);
    expect(toLookAt()).toHaveLength(3);
    expect(rows()).toBe(4);
    expect(screen.queryByRole('button', { name: /new · show/ })).toBeNull();
  });

  test('come behind a screenshot that is shown large, which stays', async () => {
    const { backend, user, press } = await openLesson({ ...one, screenshot: picture });
    await user.click(within(screen.getByRole('table')).getByRole('button'));
    await settle();
    backend.answer({ [logs]: { json: [...three().slice(0, 2), { ...one, screenshot: picture }] } });
    await pass(30_000);
    expect(within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })).toHaveLength(4);
    expect(screen.getByRole('dialog', { name: 'Screenshot of Hana Willowick' })).toBeTruthy();
    await press('Close');
  });

  test('are counted in the title until they are reviewed, also while the page is visible', async () => {
    const { backend, user } = await openLesson(one);
    expect(document.title).toBe('(1) Algebra 9b · Vigil');
    await showTab('hidden');
    await refreshed(backend);
    expect(document.title).toBe('(3) Algebra 9b · Vigil');
    await showTab('visible');
    await user.click(screen.getByRole('button', { name: /^Seen: Milo/ }));
    expect(document.title).toBe('(2) Algebra 9b · Vigil');
    expect(rows()).toBe(3);
  });

  test('are counted in the title of every page of the section, until the lesson ends', async () => {
    const { backend, press } = await openLesson(one);
    await refreshed(backend);
    for (const page of ['Detection Logs', 'Manage Students']) {
      await press(page, 'link');
      expect(document.title).toBe(`(3) ${page} · Vigil`);
    }
    backend.answer({ 'GET /detection/sessions/status/7/': { json: { is_active: false } } });
    await pass(10_000);
    expect(document.title).toBe('Manage Students · Vigil');
  });
});
