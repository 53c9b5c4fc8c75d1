import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Answers } from '../support/backend';
import { aiko, algebra, botany, hana, milo, openHeldSection, studentsLogs } from '../support/classroom';
import { address, alerts, field, pageText, pass, settle, statuses } from '../support/screen';
import { showTab, travel } from '../support/session';

/* Changes go on wherever the teacher goes, and two of one section go one after the other. */

const list = 'GET /section/list/';
const status = 'GET /detection/sessions/status/7/';
const logs = 'GET /detection/logs/';
const search = 'GET /section/search-students/';
const add = 'POST /section/7/add-students/';
const remove = 'POST /section/7/remove-students/';
const deletion = 'DELETE /section/7/delete/';
const start = 'POST /detection/sessions/start/';

/** Opens Manage Students with Milo selected; what is named waits for the test's answers. */
async function openSelected(held: readonly string[], answers: Answers = {}) {
  const opened = await openHeldSection(held, { [search]: { json: [milo] }, ...answers }, '/add-students');
  await opened.user.type(screen.getByRole('searchbox'), 'mi');
  await pass(250);
  await opened.user.click(screen.getByRole('checkbox', { name: 'Select Milo Fennimore' }));
  return {
    ...opened,
    /** Asks for the deletion of the section, on its overview. */
    async deleteSection() {
      await opened.press('Overview', 'link');
      await opened.press('Delete Section');
      await opened.user.type(field('password'), 'chalk{Enter}');
      await settle();
    },
  };
}

/** The students of the section, also behind a dialog. */
const current = () =>
  within(screen.getByRole('region', { name: /^Current Students/, hidden: true }))
    .queryAllByRole('listitem', { hidden: true })
    .map((item) => item.querySelector('bdi')?.textContent);

describe('two changes of one section', () => {
  test('7.14, 7.15 a removal waits for the answer to adding, and neither undoes the other', async () => {
    const { waiting, give, calls, press } = await openSelected([add, remove]);
    await press('Add Selected Students');
    await press('Remove Aiko Larkspur');
    await press('Remove');
    expect(waiting(add)).toHaveLength(1);
    expect(calls(remove)).toEqual([]);
    await give(add, { json: { ...algebra, students: [aiko, hana, milo] } });
    expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick', 'Milo Fennimore']);
    expect(waiting(remove).map(({ body }) => body)).toEqual([{ student_emails: ['aiko@students.example'] }]);
    await give(remove, { json: { ...algebra, students: [hana, milo] } });
    expect(current()).toEqual(['Hana Willowick', 'Milo Fennimore']);
    await press('Back to Section', 'link');
    expect(screen.getByRole('region', { name: 'Students (2)' })).toBeTruthy();
  });

  test('7.14, 7.15 adding waits for the answer to a removal whose dialog was closed', async () => {
    const { waiting, give, calls, press } = await openSelected([add, remove]);
    await press('Remove Aiko Larkspur');
    await press('Remove');
    await press('Cancel');
    await press('Add Selected Students');
    // Another removal waits, too.
    await press('Remove Hana Willowick');
    await press('Remove');
    await press('Cancel');
    expect(calls(remove)).toHaveLength(1);
    expect(calls(add)).toEqual([]);
    await give(remove, { json: { ...algebra, students: [hana] } });
    expect(statuses()).toContain('1 student was removed from Algebra 9b.');
    expect(waiting(add).map(({ body }) => body)).toEqual([{ student_emails: ['milo@students.example'] }]);
    await give(add, { json: { ...algebra, students: [hana, milo] } });
    expect(current()).toEqual(['Hana Willowick', 'Milo Fennimore']);
    expect(statuses()).toContain('Students added successfully!');
    await give(remove, { json: { ...algebra, students: [milo] } });
    expect(current()).toEqual(['Milo Fennimore']);
  });

  test('7.15 one that fails does not hold up the next', async () => {
    const { waiting, give, press } = await openSelected([add, remove]);
    await press('Add Selected Students');
    await press('Remove Aiko Larkspur');
    await press('Remove');
    await give(add, { status: 500 });
    expect(pageText()).toContain('Failed to add students. Please try again.');
    expect(waiting(remove)).toHaveLength(1);
    await give(remove, { json: { ...algebra, students: [hana] } });
    expect(current()).toEqual(['Hana Willowick']);
    // What has worked does not take the word of what has failed away unread.
    expect(alerts()).toEqual(['Failed to add students. Please try again.']);
    expect(statuses()).toContain('Student removed from the section.');
  });

  test('4.24, 7.16 a deletion waits for the answer to adding', async () => {
    const { waiting, give, calls, press, deleteSection } = await openSelected([add, deletion], {
      [list]: { json: [botany, algebra] },
    });
    await press('Add Selected Students');
    await deleteSection();
    expect(screen.getByRole('button', { name: 'Deleting…' })).toBeTruthy();
    expect(calls(deletion)).toEqual([]);
    await give(add, { json: { ...algebra, students: [aiko, hana, milo] } });
    expect(waiting(deletion).map(({ body }) => body)).toEqual([{ password: 'chalk' }]);
    await give(deletion, { status: 204 });
    expect(address()).toBe('/dashboard');
    expect(statuses()).toEqual(['Algebra 9b was deleted.']);
  });

  test('7.14, 7.18 those of two sections do not wait for each other', async () => {
    const { waiting, press } = await openSelected([add, start], {
      'GET /detection/sessions/status/8/': { json: { is_active: false } },
    });
    await press('Add Selected Students');
    await press('Back to Dashboard', 'link');
    await press('Botany 8a', 'link');
    await press('Start Detection');
    await press('Start anyway');
    expect(waiting(add)).toHaveLength(1);
    expect(waiting(start)).toHaveLength(1);
  });
});

describe('a deletion under way', () => {
  async function openDeleting() {
    const opened = await openHeldSection([deletion]);
    await opened.press('Delete Section');
    await opened.user.type(field('password'), 'chalk{Enter}');
    await settle();
    return opened;
  }

  test('4.24 leads to the dashboard from another page of the section, too', async () => {
    const { give, answer } = await openDeleting();
    await travel('/sections/7/detection-logs');
    expect(screen.getByRole('heading', { level: 1, name: 'Detection Logs' })).toBeTruthy();
    answer({ [list]: { json: [botany] } });
    await give(deletion, { status: 204 });
    expect(address()).toBe('/dashboard');
    expect(statuses()).toEqual(['Algebra 9b was deleted.']);
    expect(screen.queryByRole('link', { name: 'Algebra 9b' })).toBeNull();
  });

  test('4.24 leads nobody away who has left the section, and is told there', async () => {
    const { give, calls, answer } = await openDeleting();
    await travel('/dashboard');
    expect(calls(deletion)[0]?.signal.aborted).toBe(false);
    await travel('/change-password');
    answer({ [list]: { json: [botany] } });
    await give(deletion, { status: 204 });
    expect(address()).toBe('/change-password');
    expect(statuses()).toEqual(['Algebra 9b was deleted.']);
    await travel('/sections/7');
    expect(pageText()).toContain('Section not found.');
  });

  test('8.18, 8.19 that is refused after the teacher has left is told with its section', async () => {
    const { give } = await openDeleting();
    await travel('/dashboard');
    await give(deletion, { status: 403, json: { message: 'Not yours.' } });
    expect(alerts()).toEqual(['Algebra 9b: Not yours.']);
    expect(screen.getByRole('link', { name: 'Algebra 9b' })).toBeTruthy();
  });

  test('4.24 of what is gone already has worked: a browser may have sent it twice', async () => {
    const { give, answer } = await openDeleting();
    answer({ [list]: { json: [botany] } });
    await give(deletion, { status: 404, json: { detail: 'Section not found.' } });
    expect(address()).toBe('/dashboard');
    expect([...statuses(), ...alerts()]).toEqual(['Algebra 9b was deleted.']);
  });

  test('8.13 with an unknown outcome is looked up in the list', async () => {
    const { give, answer } = await openDeleting();
    answer({ [list]: { json: [botany] } });
    await give(deletion, 'fail');
    expect(pageText()).toContain('This section has been deleted.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a section that is gone', () => {
  const unknown = { status: 404, json: { detail: 'Section not found.' } };

  test('8.13 is no failure of its logs, which make the list be asked', async () => {
    const { answer, give, press } = await openHeldSection([list]);
    await give(list, { json: [algebra, botany] });
    answer({ [logs]: unknown });
    await press('Refresh Logs');
    expect(alerts()).toEqual([]);
    await give(list, { json: [botany] });
    expect(pageText()).toContain('This section has been deleted.');
    expect(alerts()).toEqual([]);
  });

  test('8.13 but is in the list has logs that failed, which is said after 5 s', async () => {
    const { answer, calls, press } = await openHeldSection([]);
    answer({ [logs]: unknown });
    const before = calls(list).length;
    await press('Refresh Logs');
    expect(calls(list)).toHaveLength(before + 1);
    await pass(4_999);
    expect(alerts()).toEqual([]);
    await pass(1);
    expect(alerts()).toEqual(['Failed to fetch detection logs: Section not found.Retry']);
    answer({ [logs]: { json: [] } });
    await press('Retry');
    expect(alerts()).toEqual([]);
  });

  test.each(['Refresh Logs', 'Delete Section'])('has the focus on its heading, also after %s', async (button) => {
    const { answer, press } = await openHeldSection([]);
    await press(button);
    answer({ [status]: unknown, [list]: { json: [botany] } });
    await pass(10_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('8.13 is found out by the next poll: it says so, leads back, and is polled no more', async () => {
    const { calls, answer, sent, user } = await openHeldSection([]);
    answer({ [status]: { status: 404, json: { detail: 'Not found.' } }, [list]: { json: [botany] } });
    await pass(10_000);
    const main = screen.getByRole('main');
    expect(within(main).getByText('This section has been deleted.')).toBeTruthy();
    expect(pageText()).not.toMatch(/Detection (Ina|A)ctive|Algebra/);
    const polls = calls(status).length;
    const asked = sent.length;
    await pass(60_000);
    await showTab('visible');
    expect(calls(status)).toHaveLength(polls);
    // Shown again, the page asks for the list alone.
    expect(sent.slice(asked).map(({ path }) => path)).toEqual(['/section/list/']);
    await user.click(within(main).getByRole('link', { name: 'Back to Dashboard' }));
    await settle();
    expect(address()).toBe('/dashboard');
  });
});

describe('what a teacher has opened', () => {
  test('2.15 the delete dialog does not open by itself when she comes back', async () => {
    const { press } = await openHeldSection([]);
    await press('Delete Section');
    expect(screen.getByRole('dialog')).toBeTruthy();
    for (const page of ['/sections/7/add-students', '/sections/7', '/sections/7/detection-logs', '/sections/7']) {
      await travel(page);
      expect(screen.queryByRole('dialog'), page).toBeNull();
    }
  });

  test('2.19 a screenshot does not reopen over another page, nor when she comes back; nor does a page of the table', async () => {
    const logs = studentsLogs(25).map((log) => ({ ...log, screenshot: 'https://pictures.example/1.png' }));
    const { press } = await openHeldSection([], { 'GET /detection/logs/': { json: logs } }, '/detection-logs');
    await press('Next');
    await press('Show the screenshot of Student 21');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await travel('/sections/7');
    expect(screen.queryByRole('dialog')).toBeNull();
    await travel('/sections/7/detection-logs');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('1–20 of 25')).toBeTruthy();
  });
});

test('a write for which nobody waits when it is sent is told like one whose page was left', async () => {
  const review = 'POST /detection/logs/review/';
  const { system, give } = await openHeldSection([review], {}, '/add-students');
  const noted = { state: 'seen' as const };
  system.sendWrite({ kind: 'reviewLogs', sectionId: '7', logIds: ['1'], noted }, AbortSignal.abort()).catch(() => {});
  await settle();
  await give(review, { status: 500 });
  expect(alerts().join()).toContain('could not be saved');
});
