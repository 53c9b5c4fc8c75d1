import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, lateAnswer, stubBackend, wordlessRefusals } from '../support/backend';
import { aiko, algebra, botany, hana, inactive, openSection } from '../support/classroom';
import { address, alerts, noorSignedIn, openApp, pageText, pass, settle } from '../support/screen';
import { dateAndMinute, plain } from '../support/times';

const list = 'GET /section/list/';
const endedSharings = 'GET /section/ended-sharings/';
const heading = (name: string) => screen.queryByRole('heading', { level: 1, name });

describe('the overview', () => {
  test('2.13, 2.17, 7.13 finds its section in the list and shows name, subject and students', async () => {
    const { backend } = await openSection();
    expect(heading('Algebra 9b')).toBeTruthy();
    expect(screen.getByText('Mathematics')).toBeTruthy();
    const students = screen.getByRole('region', { name: 'Students (2)' });
    expect(
      within(students)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/Aiko Larkspur\s*aiko@students\.example$/),
      expect.stringMatching(/Hana Willowick\s*hana@students\.example$/),
    ]);
    expect(screen.queryByText('No students in this section yet.')).toBeNull();
    expect(backend.calls(list).map(({ url }) => url)).toEqual(['https://api.school.example/section/list/']);
  });

  test.each([
    ['an empty list', []],
    ['null', null],
    ['nothing', undefined],
    ['something else', 'none'],
  ])('2.17, 3.2, 8.28 with %s for students it says so and leads to add some', async (_name, students) => {
    const { press } = await openSection({ [list]: { json: [{ ...algebra, students }] } });
    const region = screen.getByRole('region', { name: 'Students (0)' });
    expect(within(region).getByText('No students in this section yet.')).toBeTruthy();
    expect(within(region).getByRole('link').getAttribute('href')).toBe('/sections/7/add-students');
    await press('Add students', 'link');
    expect(address()).toBe('/sections/7/add-students');
  });

  test('3.3, 7.18, 7.20, 7.21 takes its id as text, and asks by the number', async () => {
    const { backend, press } = await openSection({
      [list]: { json: [botany, { ...algebra, id: '7' }] },
      'POST /detection/sessions/start/': { status: 200 },
    });
    expect(heading('Algebra 9b')).toBeTruthy();
    await press('Start Detection');
    expect(backend.calls('POST /detection/sessions/start/')[0]?.body).toEqual({ section_id: 7, is_active: true });
    expect(backend.sent.map(({ path }) => path)).toContain('/detection/sessions/status/7/');
    expect(backend.sent.map(({ path }) => path)).toContain('/detection/logs/?section=7');
  });

  test('shows what the server sent as text, whatever it looks like', async () => {
    const student = { ...hana, name: '<i>Hana</i>' };
    await openSection({
      [list]: { json: [{ id: 7, name: '<img src=x onerror=alert(1)>', subject: '{{7*7}}', students: [student] }] },
    });
    expect(heading('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(screen.getByText('{{7*7}}')).toBeTruthy();
    expect(screen.getByText('<i>Hana</i>')).toBeTruthy();
    expect(document.querySelector('main img, main i')).toBeNull();
  });

  test('one unreadable student hides neither the others nor the section', async () => {
    await openSection({ [list]: { json: [{ ...algebra, students: [null, 'Aiko', {}, aiko] }] } });
    expect(screen.getByRole('region', { name: 'Students (1)' })).toBeTruthy();
    expect(screen.getByText('aiko@students.example')).toBeTruthy();
  });
});

describe('a section that is not shown', () => {
  test.each([
    ['of somebody else', '/sections/99'],
    ['that no section can have', '/sections/%3Cb%3E'],
    ['that only begins alike', '/sections/77'],
    ['that is only a part of another', '/sections/1'],
    ['of a deeper page', '/sections/99/detection-logs'],
  ])('8.13 an id %s gives Section not found. and the way back', async (_name, path) => {
    const backend = stubBackend({ [list]: { json: [algebra, { ...botany, id: 171 }] }, [endedSharings]: { json: [] } });
    const { user } = await openApp(path, { stored: noorSignedIn });
    const main = screen.getByRole('main');
    expect(within(main).getByText('Section not found.')).toBeTruthy();
    expect(heading('Section')).toBeTruthy();
    expect(document.title).toBe('Section · Vigil');
    expect(pageText()).not.toMatch(/Detection (Ina|A)ctive|Failed/);
    await pass(60_000);
    expect(backend.sent.map((one) => one.path)).toEqual(['/section/list/', '/section/ended-sharings/']);
    await user.click(within(main).getByRole('link', { name: 'Back to Dashboard' }));
    await settle();
    expect(address()).toBe('/dashboard');
  });

  test('a teacher with whom it was shared reads until when, and who can share it again', async () => {
    const ended = { section_id: 7, owner: 'Ada Muster', ended_at: '2026-11-22T22:59:00Z' };
    const backend = stubBackend({
      [list]: { json: [] },
      [endedSharings]: { json: [{ ...ended, section_id: 8, owner: 'Ben Roth' }, ended] },
    });
    await openApp('/sections/7', { stored: noorSignedIn });
    const time = dateAndMinute('2026-11-22T22:59:00Z');
    expect(plain(pageText())).toContain(
      `You taught this section until ${time}. Ada Muster can share it with you again.`,
    );
    expect(pageText()).not.toContain('not found');
    expect(backend.calls(endedSharings)).toHaveLength(1);
  });

  test.each<[string, Answer]>([
    ['no such call', { status: 404 }],
    ['nonsense', { json: [{ section_id: 7 }] }],
  ])('a backend that answers %s knows of no earlier sharing', async (_, answer) => {
    await openSection({ [list]: { json: [] }, [endedSharings]: answer });
    expect(pageText()).toContain('Section not found.');
    expect(alerts()).toEqual([]);
  });

  const failures: [string, Answer][] = [
    ...wordlessRefusals,
    ['words of its own', { status: 500, json: { detail: 'Database is locked', message: 'Oh no' } }],
    ['an empty success', { status: 205 }],
    ['no list', { json: { sections: [algebra] } }],
  ];
  test.each(failures)('8.14, 8.29 fails with one sentence on %s; Retry tries again', async (_name, answer) => {
    const { backend, press } = await openSection({ [list]: answer });
    expect(alerts()).toEqual(['Failed to fetch section details.Retry']);
    expect(heading('Section')).toBeTruthy();
    expect(document.title).toBe('Section · Vigil');
    expect(pageText()).not.toMatch(/\[object|undefined|not found|Database|Oh no/);
    const late = lateAnswer();
    backend.answer({ [list]: () => late.answer });
    await press('Retry');
    expect(alerts()).toEqual([]);
    expect(screen.getByText('Loading section...')).toBeTruthy();
    late.give({ json: [algebra] });
    await settle();
    expect(heading('Algebra 9b')).toBeTruthy();
    expect(pageText()).not.toContain('Failed');
  });

  test('is not shown while another one is being loaded', async () => {
    const late = lateAnswer();
    const { backend, press } = await openSection({ 'GET /detection/sessions/status/8/': inactive });
    await press('Back to Dashboard', 'link');
    backend.answer({ [list]: () => late.answer });
    await press('Botany 8a', 'link');
    expect(pageText()).not.toContain('Algebra');
    late.give({ json: [botany] });
    await settle();
    expect(heading('Botany 8a')).toBeTruthy();
  });

  test('the one asked for first does no harm when its answer comes last', async () => {
    const late = lateAnswer();
    const { press } = await openSection({ [list]: () => late.answer });
    await press('Back to Dashboard', 'link');
    late.give('fail');
    await settle();
    expect(pageText()).not.toContain('section details');
  });
});

describe('the sidebar', () => {
  const sidebar = () => screen.getByRole('complementary');

  test('2.23 leads to the pages of the section and back', async () => {
    const { user } = await openSection();
    const links = within(sidebar()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Overview', '/sections/7'],
      ['Manage Students', '/sections/7/add-students'],
      ['Detection Logs', '/sections/7/detection-logs'],
      ['Back to Dashboard', '/dashboard'],
    ]);
    for (const [name, title] of [
      ['Manage Students', 'Manage Students'],
      ['Detection Logs', 'Detection Logs'],
      ['Overview', 'Algebra 9b'],
      ['Back to Dashboard', 'Dashboard'],
    ] as const) {
      await user.click(within(sidebar()).getByRole('link', { name }));
      await settle();
      expect(document.activeElement).toBe(heading(title));
    }
  });

  test('2.23 collapses and opens again, and stays so on the other pages of the section', async () => {
    const { press } = await openSection();
    const toggle = screen.getByRole('button', { name: 'Sidebar' });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await press('Sidebar');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await press('Detection Logs', 'link');
    expect(screen.getByRole('button', { name: 'Sidebar' }).getAttribute('aria-expanded')).toBe('false');
    await press('Sidebar');
    expect(screen.getByRole('button', { name: 'Sidebar' }).getAttribute('aria-expanded')).toBe('true');
  });

  test('2.24 has the same links in a menu that slides in, and out again on a choice', async () => {
    const { user, press } = await openSection();
    await press('Section menu');
    const menu = screen.getByRole('dialog', { name: 'Section menu' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Overview', 'Manage Students', 'Detection Logs', 'Back to Dashboard']]);
    await user.click(within(menu).getByRole('link', { name: 'Detection Logs' }));
    await settle();
    expect(address()).toBe('/sections/7/detection-logs');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
