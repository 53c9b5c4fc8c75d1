import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { aiko, algebra, hana, openSection } from '../support/classroom';
import { alerts, inspectNext, settle } from '../support/screen';

const list = 'GET /attendance/badges/7/';
const make = 'POST /attendance/badges/';
const revoke = 'POST /attendance/revoke-badges/';
const secrets = new Map([
  [aiko.id, 'aikos-secret-0123456789'],
  [hana.id, 'hanas-secret-9876543210'],
]);

let had: number[];
let printed: number;
beforeEach(() => {
  had = [];
  printed = 0;
  vi.stubGlobal('print', () => {
    printed += 1;
  });
});

const idsIn = (body: unknown): number[] => Object(body).student_ids;
const told = () => ({
  badges: had.map((student_id) => ({ student_id, made_at: '2026-11-20T08:00:00Z', used_at: null })),
});

async function open(answers: Parameters<typeof openSection>[0] = {}, page = '/add-students') {
  const opened = await openSection(
    {
      'GET /section/list/': { json: [{ ...algebra, attendable: true }] },
      [list]: () => ({ json: told() }),
      [make]: ({ body }) => {
        had = [...new Set([...had, ...idsIn(body)])];
        const badges = idsIn(body).map((student_id) => ({ student_id, secret: secrets.get(student_id) }));
        return { json: { attend_url: 'https://school.example/attend', badges }, status: 201 };
      },
      [revoke]: ({ body }) => {
        had = had.filter((id) => !idsIn(body).includes(id));
        return { json: told() };
      },
      ...answers,
    },
    page,
  );
  await settle();
  return opened;
}

/** The names on the paper. */
const sheet = () =>
  [...document.querySelectorAll('body > [data-sheet] svg')].map((code) => code.getAttribute('aria-label'));
const pressAndPrint = async (press: Promise<void>) => {
  await press;
  await vi.advanceTimersByTimeAsync(1);
  await settle();
};

test('badges are made and printed, made new for one, and revoked', async () => {
  const { backend, press } = await open();
  expect(screen.getByText('0 of 2 students have a badge.')).toBeTruthy();
  await pressAndPrint(press('Make and print badges (2)'));
  expect(screen.getByText('2 of 2 students have a badge.')).toBeTruthy();
  expect([printed, sheet()]).toEqual([1, ['Badge of Aiko Larkspur', 'Badge of Hana Willowick']]);

  await pressAndPrint(press('Make new: badge of Hana Willowick'));
  expect([printed, sheet()]).toEqual([2, ['Badge of Hana Willowick']]);
  await pressAndPrint(press('Print again (2)'));
  expect([printed, sheet()]).toEqual([3, ['Badge of Aiko Larkspur', 'Badge of Hana Willowick']]);

  await press('Revoke the badge of Aiko Larkspur');
  expect(screen.getByText('1 of 2 students has a badge.')).toBeTruthy();
  expect(sheet()).toEqual(['Badge of Hana Willowick']);
  await press('Revoke all (1)');
  await press('Cancel');
  expect(had).toEqual([hana.id]);
  await press('Revoke all (1)');
  await vi.advanceTimersByTimeAsync(500);
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByRole('button', { name: 'Revoke all (1)' }).click();
  await settle();
  expect(screen.getByText('0 of 2 students have a badge.')).toBeTruthy();
  expect(sheet()).toEqual([]);
  expect(backend.calls(make).map(({ body }) => idsIn(body))).toEqual([[31, 32], [32]]);
  expect(backend.calls(revoke).map(({ body }) => idsIn(body))).toEqual([[31], [32]]);
});

test('security 59: the secrets of badges are in no chart and no storage, and gone with the page', async () => {
  const inspected: string[] = [];
  const seen = new WeakSet<object>();
  const flat = (value: unknown): string =>
    JSON.stringify(value, (_, part: unknown) => {
      if (typeof part !== 'object' || part === null) return part;
      if (seen.has(part)) return undefined;
      seen.add(part);
      return part;
    }) ?? '';
  inspectNext((event: InspectionEvent) => {
    if (event.type === '@xstate.event') inspected.push(flat(event.event));
    if (event.type === '@xstate.snapshot') inspected.push(flat(event.snapshot));
  });
  const { press } = await open();
  await pressAndPrint(press('Make and print badges (2)'));
  expect(sheet()).toHaveLength(2);
  expect(inspected.join()).toContain('makeBadges');
  expect(inspected.join()).not.toContain('secret-');
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret-');
  expect(document.documentElement.outerHTML).not.toContain('secret-');
  await press('Back to Section', 'link');
  expect(document.querySelector('[data-sheet]')).toBeNull();
});

test('a failure to make badges is said, and who has one is asked again', async () => {
  const { backend, press } = await open({
    [make]: { status: 429, json: { detail: 'Too many badges. Wait an hour.' } },
  });
  await press('Make and print badges (2)');
  expect(alerts().join(' ')).toContain('Too many badges. Wait an hour.');
  expect([printed, backend.calls(list).length]).toEqual([0, 2]);
});

test('a failure to revoke a badge is said as well', async () => {
  had = [aiko.id];
  const { press } = await open({ [revoke]: { status: 500 } });
  await press('Revoke the badge of Aiko Larkspur');
  expect(alerts().join(' ')).toContain('Failed to');
  expect(screen.getByText('1 of 2 students has a badge.')).toBeTruthy();
});

test('a failure to ask who has a badge is said, and it can be asked again', async () => {
  let fails = true;
  const { press } = await open({ [list]: () => (fails ? { status: 500 } : { json: told() }) });
  expect(alerts().join(' ')).toContain('Failed to check who has a badge.');
  fails = false;
  await press('Try again');
  expect(screen.getByText('0 of 2 students have a badge.')).toBeTruthy();
});

test.each([
  ['has no badges', { [list]: { status: 404 } }],
  ['has no lessons to attend', { 'GET /section/list/': { json: [algebra] } }],
])('of a backend that %s, nothing of badges shows', async (_, answers) => {
  const { backend } = await open(answers);
  expect(screen.queryByText(/badge/i)).toBeNull();
  expect(backend.calls(list)).toHaveLength('GET /section/list/' in answers ? 0 : 1);
});

const lesson = (cameBy?: string) => {
  const attendee = { id: 1, student_id: aiko.id, name: aiko.name, email: aiko.email, is_taken: false, reason: '' };
  return {
    'GET /detection/sessions/status/7/': { json: { is_active: true, started_at: '2026-11-20T08:00:00Z' } },
    'GET /attendance/sections/7/lessons/12/coverage/': { status: 404 },
    'GET /attendance/sections/7/': {
      json: {
        ...{ session_id: 12, code: 'K7M2XQ', excuses: [], links: [] },
        attendees: [{ ...attendee, state: 'watching', since: '2026-11-20T08:00:00Z', came_by: cameBy }],
      },
    },
  };
};

test.each([
  ['badge', 'Joined with a badge.'],
  ['link', 'Joined by a mailed link.'],
  [undefined, null],
])('the panel of a student says what they came by: %s', async (cameBy, said) => {
  const { press } = await open(lesson(cameBy), '');
  await press(/^Aiko Larkspur; /);
  expect(screen.getByRole('button', { name: 'Excuse' })).toBeTruthy();
  expect(screen.queryByText(/^Joined /)?.textContent ?? null).toBe(said);
});

test('a section of one student is spoken of as one', async () => {
  await open({ 'GET /section/list/': { json: [{ ...algebra, students: [aiko], attendable: true }] } });
  expect(screen.getByText('0 of 1 student has a badge.')).toBeTruthy();
});

test('the dialog of the door says how many have a badge, and leads to where they are made', async () => {
  had = [aiko.id];
  const { press } = await open(lesson(), '');
  await press('Invite');
  expect(screen.getByText('1 of 2 students has a badge.')).toBeTruthy();
  await press('Print badges', 'link');
  await settle();
  expect(window.location.pathname).toBe('/sections/7/add-students');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Badges' })).toBeTruthy();
});
