import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { type Answers, stubBackend } from '../support/backend';
import {
  address,
  alerts,
  errorAt,
  inspectNext,
  noor,
  noorSignedIn,
  openApp,
  pageText,
  pass,
  settle,
  statuses,
} from '../support/screen';
import { mediumDate } from '../support/times';

const page = (results: object[], more: object = {}) => ({
  json: { results, total: results.length, page: 1, pages: 1, ...more },
});
const teacher = (email: string, more: object = {}) => ({
  ...{ email, name: 'Ada Lovelace', state: 'active', is_administrator: false, sections: 3 },
  ...more,
});
const system = {
  ...{ version: '1.2.3', started_at: '2026-11-20T08:00:00Z', database: 'embedded', registration: 'domains' },
  mail: { is_sent: true, waiting: 2, waiting_since: '2026-11-23T08:00:00Z' },
  ...{ registration_domains: ['school.example'], students: 'imported', retention_days: 90, audit_days: 365 },
  session_max_hours: 12,
};
const changeTeacher = 'POST /administration/teachers/';

async function openAdmin(part: string, answers: Answers = {}) {
  const backend = stubBackend({
    'GET /administration/': { json: system },
    'GET /administration/teachers/': page([teacher('ada@school.example')]),
    'GET /section/list/': { json: [] },
    ...answers,
  });
  return { backend, ...(await openApp(`/admin${part}`, { stored: noorSignedIn })) };
}

/** Fills in a change's dialog, makes the change, and lets the dialog close. */
async function confirm({ fill, press }: Awaited<ReturnType<typeof openAdmin>>, button: string, values: object = {}) {
  await fill({ ...values, password: 'correct horse' });
  await press(button);
}

test('the page is offered to administrators only', async () => {
  stubBackend({ 'GET /section/list/': { json: [] }, 'GET /administration/': { json: system } });
  const { press } = await openApp('/dashboard', {
    stored: { ...noorSignedIn, user: { ...noor, is_administrator: true } },
  });
  await press('Account menu: Noor Haddad');
  await press('Administration', 'menuitem');
  expect(address()).toBe('/admin');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Overview');
});

test('others are not offered it, and are told who it is for', async () => {
  const detail = 'This page is for administrators.';
  const { press } = await openAdmin('', { 'GET /administration/': { status: 403, json: { detail } } });
  expect(alerts()).toEqual([expect.stringContaining(detail)]);
  await press('Account menu: Noor Haddad');
  expect(screen.queryByRole('menuitem', { name: 'Administration' })).toBeNull();
});

test('the overview tells the version, the health and the rules, and sends a test mail', async () => {
  const { backend, press } = await openAdmin('', {
    'POST /administration/test-mail/': { json: { message: 'On its way.' } },
  });
  expect(pageText()).toContain('Everything works.');
  for (const text of ['1.2.3, running since', '2 mails are waiting', 'Emails at school.example', 'for 90 days'])
    expect(pageText()).toContain(text);
  await press('Send me a test mail');
  expect(backend.calls('POST /administration/test-mail/')).toHaveLength(1);
  expect(statuses()).toContain('Test mail: done.');
});

test('a problem of the server, and rules that it does not have, are told', async () => {
  const reason = 'Mails that the mail server has not taken: 2, the oldest for 7 minutes.';
  await openAdmin('', {
    'GET /administration/': {
      json: { ...system, problem: { part: 'mail', reason }, retention_days: null, registration: 'open' },
    },
  });
  expect(pageText()).toContain(reason);
  expect(pageText()).not.toContain('Everything works.');
  expect(pageText()).toContain('until a teacher deletes them');
});

test('teachers are searched, and what can be done fits their state', async () => {
  const opened = await openAdmin('/teachers', {
    'GET /administration/teachers/': page(
      [
        teacher('ada@school.example'),
        teacher('bob@school.example', { state: 'disabled' }),
        teacher('cleo@school.example', { is_administrator: true }),
        teacher('dora@school.example', { state: 'invited', name: '', sections: 0 }),
      ],
      { total: 60, pages: 2 },
    ),
  });
  const { backend, press, user } = opened;
  expect(statuses()).toContain('4 of 60 shown');
  const actionsFor = async (email: string) => {
    await press(`Actions for ${email}`);
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    await settle();
    return items;
  };
  expect(await actionsFor('ada@school.example')).toEqual(['Make administrator', 'Disable account', 'Delete for good']);
  expect(await actionsFor('bob@school.example')).toEqual(['Enable account', 'Delete for good']);
  expect(await actionsFor('cleo@school.example')).toEqual([
    'Remove as administrator',
    'Disable account',
    'Delete for good',
  ]);
  expect(await actionsFor('dora@school.example')).toEqual(['Mail a new link', 'Withdraw invitation']);
  await press('Next');
  await opened.fill({ q: 'noor' });
  await pass(250);
  expect(backend.calls('GET /administration/teachers/').map(({ path }) => path.split('?')[1])).toEqual([
    'q=&page=1',
    'q=&page=2',
    'q=noor&page=1',
  ]);
});

test('a deletion says what goes and asks for the password; the list is fetched again', async () => {
  const opened = await openAdmin('/teachers', { [changeTeacher]: { json: { message: 'Deleted the account.' } } });
  const { backend, press } = opened;
  await press('Actions for ada@school.example');
  await press('Delete for good', 'menuitem');
  const dialog = within(screen.getByRole('dialog', { name: 'Delete for good' }));
  expect(
    dialog.getByText(/ada@school\.example.? with all its sections, lessons, detections and pictures/),
  ).toBeTruthy();
  await press('Delete for good');
  expect([errorAt('password'), backend.calls(changeTeacher)]).toEqual(['Password is required', []]);
  backend.answer({ 'GET /administration/teachers/': page([]) });
  await confirm(opened, 'Delete for good');
  expect(backend.calls(changeTeacher).map(({ body }) => body)).toEqual([
    { change: 'delete', email: 'ada@school.example', password: 'correct horse' },
  ]);
  expect(statuses()).toEqual(['Deleted the account.']);
  await pass(2_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(statuses()).toContain('Nothing found.');
});

test.each([
  [{ status: 400, json: { password: ['Incorrect password'] } }, 'password', 'Incorrect password'],
  [{ status: 409, json: { detail: 'The only administrator.' } }, undefined, 'The only administrator.'],
] as const)('a change that is refused stays open and says why: %j', async (answer, at, sentence) => {
  const opened = await openAdmin('/teachers', { [changeTeacher]: answer });
  await opened.press('Actions for ada@school.example');
  await opened.press('Disable account', 'menuitem');
  await confirm(opened, 'Disable account');
  expect(screen.getByRole('dialog', { name: 'Disable account' })).toBeTruthy();
  if (at === undefined) expect(alerts()).toEqual([sentence]);
  else expect(errorAt(at)).toBe(sentence);
});

test('students appear once they are looked for, and one is deleted', async () => {
  const opened = await openAdmin('/students', {
    'GET /administration/students/': page([{ id: 31, name: 'Aiko Larkspur', email: 'aiko@students.example' }]),
    'DELETE /administration/students/31/': { json: { message: 'Deleted the student.' } },
  });
  const { backend, fill, press } = opened;
  expect(screen.queryByRole('table')).toBeNull();
  await fill({ q: 'aiko' });
  await pass(250);
  await press('Delete aiko@students.example');
  expect(
    screen.getByText(/Aiko Larkspur \(aiko@students\.example\).? from the directory and from every section/),
  ).toBeTruthy();
  await confirm(opened, 'Delete student for good');
  expect(backend.calls('DELETE /administration/students/31/')[0]?.body).toEqual({ password: 'correct horse' });
});

test('who has left is listed by a day, and deleted at once', async () => {
  const leaver = {
    id: 31,
    name: 'Aiko Larkspur',
    email: 'aiko@students.example',
    left_at: '2026-07-14T10:00:00Z',
  };
  const opened = await openAdmin('/students', {
    'GET /administration/students/': page([leaver]),
    'POST /administration/students/leavers/': { json: { message: 'Deleted 1 students.' } },
  });
  const { backend, fill, press } = opened;
  await fill({ left_before: '2026-08-01' });
  await pass(250);
  const leftBefore = new Date('2026-08-01T00:00').toISOString();
  const asked = new URL(backend.calls('GET /administration/students/')[0]?.url ?? '', 'http://localhost').searchParams;
  expect(Object.fromEntries(asked)).toEqual({ left_before: leftBefore, page: '1' });
  expect(pageText()).toContain(`In no section since ${mediumDate(leaver.left_at)}`);
  await press('Delete all who have left');
  expect(screen.getByText(/1 student who has been in no section since before/)).toBeTruthy();
  await confirm(opened, 'Delete all who have left');
  expect(backend.calls('POST /administration/students/leavers/')[0]?.body).toEqual({
    left_before: leftBefore,
    count: 1,
    password: 'correct horse',
  });
  await pass(2_000);
  // A name that is looked for may have the rest of them out of view.
  await fill({ q: 'aiko' });
  await pass(250);
  expect(screen.queryByRole('button', { name: 'Delete all who have left' })).toBeNull();
});

test('a section is moved to another teacher', async () => {
  const section = { id: 7, name: '4b', subject: 'History', teacher_email: 'ada@school.example', students: 24 };
  const move = 'POST /administration/sections/7/move/';
  const opened = await openAdmin('/sections', {
    'GET /administration/sections/': page([{ ...section, is_active: true }]),
    [move]: { json: { message: 'Moved.' } },
  });
  expect(pageText()).toContain('Detection active');
  await opened.press('Move section: 4b');
  await confirm(opened, 'Move', { email: 'bob@school.example' });
  expect(opened.backend.calls(move)[0]?.body).toEqual({ email: 'bob@school.example', password: 'correct horse' });
});

test('security 63: the key of a new agent is shown once, in no chart and no storage, and gone with the page', async () => {
  const key = 'k'.repeat(43);
  const seen: string[] = [];
  const contexts: string[] = [];
  inspectNext((inspected: InspectionEvent) => {
    const { event, snapshot } = inspected as InspectionEvent & { snapshot?: unknown; event?: unknown };
    contexts.push(JSON.stringify(Object(snapshot).context) ?? '');
    seen.push(JSON.stringify([event, Object(snapshot).output]));
  });
  const opened = await openAdmin('/agents', {
    'GET /administration/agents/': page([
      {
        ...{ name: 'Room 12', section_ids: [7, 8], events_per_minute: 6000, created_at: '2026-11-20T08:00:00Z' },
        ...{ accepted_at: null, refused_at: '2026-11-20T08:00:00Z', refusal: 'its clock is off' },
      },
    ]),
    'POST /administration/agents/': { status: 201, json: { key } },
    'POST /administration/agents/revoke/': { json: { message: 'Revoked.' } },
  });
  const { backend, press } = opened;
  expect(pageText()).toContain('Sections 7, 8');
  expect(pageText()).toContain('its clock is off');
  await press('Add an agent');
  await confirm(opened, 'Add agent', { name: 'Room 13', section_ids: '7, x' });
  expect(errorAt('section_ids')).toBe('Please enter numbers, such as 7, 8');
  await confirm(opened, 'Add agent', { section_ids: '7, 8' });
  expect(backend.calls('POST /administration/agents/').map(({ body }) => body)).toEqual([
    { name: 'Room 13', section_ids: [7, 8], password: 'correct horse' },
  ]);
  await pass(2_000);
  expect(pageText()).toContain(key);
  expect(seen.length).toBeGreaterThan(10);
  expect([...seen, ...contexts].filter((text) => text.includes(key))).toEqual([]);
  // The password travels in the event that submits it, as everywhere.
  expect(contexts.filter((text) => text.includes('correct horse'))).toEqual([]);
  expect(JSON.stringify(localStorage)).not.toContain(key);
  await press('Revoke key: Room 12');
  await confirm(opened, 'Revoke key');
  expect(backend.calls('POST /administration/agents/revoke/')[0]?.body).toEqual({
    name: 'Room 12',
    password: 'correct horse',
  });
  await pass(2_000);
  await press('Teachers', 'link');
  await press('Agents', 'link');
  expect(pageText()).not.toContain(key);
});

test('the audit trail is filtered by teacher and day', async () => {
  const entry = {
    ...{ at: '2026-11-20T08:00:00Z', until: '2026-11-20T08:10:00Z', times: 3, action: 'logs read' },
    ...{ teacher_email: 'ada@school.example', section_id: 7, detail: null, address: null },
  };
  const { backend, fill } = await openAdmin('/audit', { 'GET /administration/audit/': page([entry]) });
  expect(pageText()).toContain('logs read section 7');
  expect(pageText()).toContain('3 times until');
  await fill({ q: 'ada@school.example' });
  await pass(250);
  expect(backend.calls('GET /administration/audit/').at(-1)?.path).toContain('teacher=ada%40school.example');
});

test('projector mode hides the page, which is full of names', async () => {
  const { user } = await openAdmin('/teachers');
  expect(pageText()).toContain('ada@school.example');
  await user.click(screen.getByRole('switch', { name: 'Projector mode' }));
  expect(pageText()).not.toContain('ada@school.example');
  expect(pageText()).toContain('Turn projector mode off to open it.');
});

test('a change whose page was left is told by the session', async () => {
  let give = (_: object) => {};
  const answer = new Promise<object>((resolve) => {
    give = resolve;
  });
  const opened = await openAdmin('/teachers', { [changeTeacher]: () => answer });
  await opened.press('Actions for ada@school.example');
  await opened.press('Disable account', 'menuitem');
  await confirm(opened, 'Disable account');
  opened.system.navigate('/dashboard');
  await settle();
  give({ json: { message: 'Disabled.' } });
  await settle();
  expect(statuses()).toContain('Disable account: done.');
});
