import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StubSocket, stubBackend } from '../support/backend';
import { algebra, botany, friday, keepsLessons, openSection, say, today, wireLog } from '../support/classroom';
import { errorAt, field, noor, noorSignedIn, openApp, pass, settle, statuses } from '../support/screen';
import { dateAndMinute, mediumDate, timeOfDay } from '../support/times';

const list = 'GET /section/list/';
const teachers = 'GET /section/7/teachers/';
const share = 'POST /section/7/teachers/';
const remove = 'POST /section/7/remove-teacher/';
const sam = 'sam@school.example';
const own = { ...algebra, shareable: true };
const sharedAs = (role: string, until: string | null = null) => ({
  ...algebra,
  shared: { role, until, owner: 'Ines Roth' },
});
const endOf = (year: number, month: number, day: number) => new Date(year, month - 1, day + 1, 0, 0, 0, -1);

const listOf = (...rows: object[]) => ({ json: { owner: { name: 'Noor Haddad', email: noor.email }, teachers: rows } });
const card = () => within(screen.getByRole('list', { name: 'Teachers' }));
const rows = () =>
  card()
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

test('a teacher invites a substitute until tonight, changes it to a day, and removes them', async () => {
  const tonight = endOf(2026, 11, 23);
  const until = endOf(2026, 11, 27);
  const { backend, fill, press, user } = await openSection({
    [list]: { json: [own] },
    [teachers]: listOf(),
    [share]: listOf(),
    [remove]: { status: 204 },
  });
  expect(rows()).toEqual([`Noor Haddad${noor.email} · Owner`]);
  await press('Invite a teacher');
  expect(document.activeElement).toBe(field('email'));
  expect([select('Role').value, select('Until').value]).toEqual(['substitute', 'tonight']);
  await fill({ email: ` ${sam} ` });
  backend.answer({ [teachers]: listOf({ email: sam, role: 'substitute', until: tonight.toISOString() }) });
  await press('Send invitation');
  expect(statuses()).toContain('Invitation sent.');
  await pass(2_000);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rows()[1]).toContain(`${sam}Substitute · until tonight`);

  await press(`Change: ${sam}`);
  await user.selectOptions(select('Role'), 'Co-teacher');
  await user.selectOptions(select('Until'), 'A date');
  await fill({ day: '2026-11-20' });
  await press('Save');
  expect(errorAt('day')).toBe('Choose a day from today on.');
  await fill({ day: '2026-11-27' });
  backend.answer({ [teachers]: listOf({ email: sam, role: 'co-teacher', until: until.toISOString() }) });
  await press('Save');
  expect(statuses()).toContain('Saved.');
  await pass(2_000);
  expect(rows()[1]).toContain(`${sam}Co-teacher · until ${mediumDate(until.toISOString())}`);
  expect(backend.calls(share).map(({ body }) => body)).toEqual([
    { email: sam, role: 'substitute', until: tonight.toISOString() },
    { email: sam, role: 'co-teacher', until: until.toISOString() },
  ]);

  backend.answer({ [teachers]: listOf() });
  await press(`Remove: ${sam}`);
  await press('Cancel');
  expect(backend.calls(remove)).toEqual([]);
  await press(`Remove: ${sam}`);
  await press('Remove');
  expect(backend.calls(remove).map(({ body }) => body)).toEqual([{ email: sam }]);
  expect(rows()).toHaveLength(1);
});

test('what the server refuses is said at the field, and a removal that fails is told', async () => {
  const { backend, fill, press } = await openSection({
    [list]: { json: [own] },
    [teachers]: listOf({ email: sam, role: 'co-teacher', until: null }),
    [share]: { status: 400, json: { email: ['This is your own email.'] } },
    [remove]: { status: 500 },
  });
  expect(rows()[1]).toContain('Co-teacher · no end date');
  await press(`Remove: ${sam}`);
  await press('Cancel');
  expect(backend.calls(remove)).toEqual([]);
  await press(`Remove: ${sam}`);
  await press('Remove');
  expect(screen.getByText(/Failed to remove the teacher/)).toBeTruthy();
  expect(rows()).toHaveLength(2);
  await press('Invite a teacher');
  await fill({ email: noor.email });
  await press('Send invitation');
  expect(errorAt('email')).toBe('This is your own email.');
});

test('teachers who could not be fetched are fetched again by a press', async () => {
  const { backend, press } = await openSection({ [list]: { json: [own] }, [teachers]: { status: 500 } });
  expect(screen.getByText('Failed to fetch the teachers of this section.')).toBeTruthy();
  backend.answer({ [teachers]: listOf() });
  await press('Retry');
  expect(rows()).toHaveLength(1);
});

test('a teacher who leaves elsewhere is no longer listed on the open page', async () => {
  const { backend } = await openSection({
    [list]: { json: [own] },
    [teachers]: listOf({ email: sam, role: 'co-teacher', until: null }),
  });
  act(() => StubSocket.latest.open());
  await settle();
  expect(rows()).toHaveLength(2);
  backend.answer({ [teachers]: listOf() });
  await say({ type: 'sections_changed' });
  expect(rows()).toHaveLength(1);
});

test('with a backend that cannot share sections nothing is offered, and nothing asked', async () => {
  const { backend } = await openSection();
  expect(screen.queryByText('Teachers')).toBeNull();
  expect(backend.calls(teachers)).toEqual([]);
  expect(screen.getByRole('button', { name: 'Delete Section' })).toBeTruthy();
});

test('the dashboard says whose a section is, and until when', async () => {
  // A quarter of an hour after the page was opened: the same day in every time zone.
  const until = today(9, 15);
  const later = today(9 + 24, 15);
  const { backend } = await openSection({ [list]: { json: [botany, sharedAs('substitute', until)] } });
  const says = (sentence: string) => expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
  const at = timeOfDay(until);
  says(`Section of Ines Roth. You are a substitute here (until ${at}).`);
  act(() => StubSocket.latest.open());
  await settle();
  for (const [shared, sentence] of [
    [sharedAs('substitute', later), `Section of Ines Roth. You are a substitute here (until ${dateAndMinute(later)}).`],
    [sharedAs('co-teacher'), 'Section of Ines Roth. You are a co-teacher here (no end date).'],
  ] as const) {
    backend.answer({ [list]: { json: [botany, shared] } });
    await say({ type: 'sections_changed' });
    says(sentence);
  }
});

test('the dashboard’s card of a shared section says so', async () => {
  stubBackend({ 'GET /account/current-user/': { json: noor }, [list]: { json: [botany, sharedAs('co-teacher')] } });
  await openApp('/dashboard', { stored: noorSignedIn });
  const items = within(screen.getByRole('list', { name: 'Your sections' })).getAllByRole('listitem');
  const says = items.map((item) =>
    item.textContent?.includes('Section of Ines Roth. You are a co-teacher here (no end date).'),
  );
  expect(says).toEqual([false, true]);
});

test('a co-teacher deletes nothing', async () => {
  const log = { id: 1, session_id: 12, review: null };
  const { press, user } = await openSection(
    {
      ...keepsLessons,
      [list]: { json: [{ ...own, ...sharedAs('co-teacher') }] },
      [teachers]: listOf(),
      'GET /detection/logs/': { json: [wireLog(log)] },
    },
    '/detection-logs',
  );
  await user.click(screen.getByRole('checkbox', { name: /Select this page|page/ }));
  await settle();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  await press('Overview', 'link');
  expect(screen.queryByRole('button', { name: 'Delete Section' })).toBeNull();
  await press('Lessons', 'link');
  await user.click(document.querySelector('a[href="/sections/7/lessons/12"]')!);
  await settle();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lesson report');
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('a report says who else started and stopped its lesson', async () => {
  const lesson = { ...friday, started_by: 'Ada Muster', stopped_by: 'Sam Okoro' };
  await openSection(
    { ...keepsLessons, 'GET /detection/sessions/': { json: { results: [lesson], next: null } } },
    '/lessons/12',
  );
  const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect([fact('Started by'), fact('Stopped by')]).toEqual(['Ada Muster', 'Sam Okoro']);
});

test('a report of the teacher’s own lesson names nobody', async () => {
  await openSection(keepsLessons, '/lessons/12');
  expect(screen.queryByText('Started by')).toBeNull();
  expect(screen.queryByText('Stopped by')).toBeNull();
});

test('a substitute reads kindly what they see, and what not', async () => {
  const note =
    'You are a substitute for Ines Roth (until tonight). You see the running lesson, and those that you started or stopped.';
  const { press } = await openSection(
    { ...keepsLessons, [list]: { json: [sharedAs('substitute', endOf(2026, 11, 23).toISOString())] } },
    '/lessons/11',
  );
  expect(screen.getByText(/see only lessons that you started or stopped/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Manage Students' })).toBeNull();
  await press('Back to Lessons', 'link');
  expect(screen.getByText(note)).toBeTruthy();
  await press('Detection Logs', 'link');
  expect(screen.getByText(note)).toBeTruthy();
});

test.each([
  ['substitute', 'There is no lesson yet that you started or stopped.'],
  ['co-teacher', 'There have been no lessons yet.'],
] as const)('a %s without lessons reads whether there are none, or none of theirs', async (role, sentence) => {
  const none = { 'GET /detection/sessions/': { json: { results: [], next: null } } };
  const { press } = await openSection({ ...keepsLessons, [list]: { json: [sharedAs(role)] }, ...none });
  expect(screen.getByText(sentence)).toBeTruthy();
  await press('Lessons', 'link');
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('a substitute manages no students', async () => {
  const { backend } = await openSection({ [list]: { json: [sharedAs('substitute')] } }, '/add-students');
  expect(screen.getByText('You are a substitute. Ines Roth manages the students of this section.')).toBeTruthy();
  expect(backend.calls('GET /attendance/badges/7/')).toEqual([]);
});

test('a substitute who starts without students is not sent to add some', async () => {
  const { press } = await openSection({ [list]: { json: [{ ...sharedAs('substitute'), students: [] }] } });
  await press('Start Detection');
  const question = within(screen.getByRole('dialog', { name: 'Start with no students?' }));
  expect(question.queryByRole('link', { name: 'Add students' })).toBeNull();
  expect(question.getByRole('button', { name: 'Start anyway' })).toBeTruthy();
});

test('a further teacher leaves a section, which is then said to be no longer shared', async () => {
  const { backend, press } = await openSection({
    [list]: { json: [botany, sharedAs('substitute')] },
    [remove]: { status: 204 },
  });
  act(() => StubSocket.latest.open());
  await settle();
  await press('Leave section');
  await press('Cancel');
  expect(backend.calls(remove)).toEqual([]);
  await press('Leave section');
  await pass(500);
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave section' }).click();
  await settle();
  expect(backend.calls(remove).map(({ body }) => body)).toEqual([{ email: noor.email }]);
  backend.answer({ [list]: { json: [botany] } });
  await say({ type: 'sections_changed' });
  expect(screen.getByText(/^This section is no longer shared with you\./)).toBeTruthy();
  expect(screen.queryByText('This section has been deleted.')).toBeNull();
});
