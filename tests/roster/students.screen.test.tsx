import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  type Answers,
  lateAnswer,
  pageForSuccess,
  StubSocket,
  toldOf,
  wordlessRefusals,
} from '../support/backend';
import { aiko, algebra, botany, hana, milo, nora, openSection, say } from '../support/classroom';
import { address, alerts, pass, settle, statuses } from '../support/screen';
import { showTab } from '../support/session';

const add = 'POST /section/7/add-students/';
const remove = 'POST /section/7/remove-students/';
const list = 'GET /section/list/';

const current = () =>
  within(screen.getByRole('region', { name: /^Current Students/ }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('bdi')?.textContent);

/** Opens Manage Students with Milo and Nora selected. */
async function openSelected(answers: Answers) {
  const found = { 'GET /section/search-students/': { json: [milo, nora] } };
  const opened = await openSection({ ...found, ...answers }, '/add-students');
  await opened.user.type(screen.getByRole('searchbox'), 'no');
  await pass(250);
  await opened.user.click(screen.getByRole('checkbox', { name: 'Select Nora Quill' }));
  await opened.user.click(screen.getByRole('checkbox', { name: 'Select Milo Fennimore' }));
  await settle();
  return opened;
}

test('an email that was given in the section is changed, and taken away', async () => {
  const ben = { id: 51, name: 'Ben Roth', email: 'bne@new.example', email_given: true };
  const taking = (email: string) => ({ ...algebra, takes_names: true, students: [hana, { ...ben, email }] });
  const change = 'POST /section/7/student-email/';
  const { backend, fill, press, user } = await openSection(
    { [list]: { json: [taking(ben.email)] }, [change]: { json: taking('ben@new.example') } },
    '/add-students',
  );
  expect(screen.getAllByRole('button', { name: /^Change the email/ })).toHaveLength(1);
  await press(/^Change the email of .?Ben Roth/);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('bne@new.example');
  await fill({ email: 'ben@new.example' });
  await press('Save email');
  expect(statuses()).toContain('Email changed.');
  await pass(2_000);
  backend.answer({ [change]: { json: taking('id:51') } });
  await press(/^Change the email of .?Ben Roth/);
  await user.clear(screen.getByLabelText('Email'));
  await press('Save email');
  expect(statuses()).toContain('Email removed.');
  await pass(2_000);
  expect(screen.getByRole('button', { name: /^Add an email for .?Ben Roth/ })).toBeTruthy();
  expect(backend.calls(change).map(({ body }) => body)).toEqual([
    { student_id: 51, email: 'ben@new.example' },
    { student_id: 51, email: null },
  ]);
});

test('a student whom somebody else has renamed or erased is so on the open page', async () => {
  let sections = [algebra];
  await openSection({ [list]: () => ({ json: sections }) }, '/add-students');
  act(() => StubSocket.latest.open());
  sections = [{ ...algebra, students: [{ ...aiko, name: 'Aiko Fern' }] }];
  await say({ type: 'sections_changed' });
  expect(current()).toEqual(['Aiko Fern']);
});

describe('adding', () => {
  const more = { ...algebra, students: [aiko, hana, nora, milo] };

  test('7.14, 8.22, 4.27 sends the e-mails, says so for 3 s, and shows who is there now', async () => {
    const { backend, press } = await openSelected({ [add]: { json: more } });
    await press('Add Selected Students');
    expect(backend.calls(add).map(({ path, body }) => [path, body])).toEqual([
      ['/section/7/add-students/', { student_emails: ['nora@students.example', 'milo@students.example'] }],
    ]);
    expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick', 'Nora Quill', 'Milo Fennimore']);
    expect(screen.getByRole('heading', { name: 'Selected students (0)' })).toBeTruthy();
    expect(screen.getAllByText('In this section')).toHaveLength(2);
    // Not disabled: the focus is still on it.
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Selected Students' });
    expect([button.getAttribute('aria-disabled'), button.disabled]).toEqual(['true', false]);
    expect(document.activeElement).toBe(button);
    await pass(2999);
    expect(statuses()).toContain('Students added successfully!');
    await pass(1);
    expect(statuses()).not.toContain('Students added successfully!');

    await press('Back to Section', 'link');
    expect(screen.getByRole('region', { name: 'Students (4)' })).toBeTruthy();
    expect(backend.calls(list)).toHaveLength(1);
  });

  test.each([
    ['nothing', { status: 204 }],
    ['a message', { json: { message: 'Added.' } }],
  ] as [string, Answer][])('8.22, 8.29 answered with %s it asks for the section', async (_name, answer) => {
    const { backend, press } = await openSelected({ [add]: answer });
    backend.answer({ [list]: { json: [botany, more] } });
    await press('Add Selected Students');
    expect(statuses()).toContain('Students added successfully!');
    expect(current()).toHaveLength(4);
  });

  test('while it is sent it is not sent again, and the selection stays as it is', async () => {
    const late = lateAnswer();
    const { backend, user, press } = await openSelected({ [add]: () => late.answer });
    await user.dblClick(screen.getByRole('button', { name: 'Add Selected Students' }));
    await settle();
    await press('Adding…');
    await press('Remove Nora Quill from the selection');
    expect(screen.getByRole('heading', { name: 'Selected students (2)' })).toBeTruthy();
    // What cannot be pressed for now says so.
    const inert = [
      screen.getByRole('button', { name: 'Remove Nora Quill from the selection' }),
      screen.getByRole('checkbox', { name: 'Select Nora Quill' }),
      screen.getByRole('button', { name: /^Select all/ }),
    ];
    expect(inert.map((one) => one.getAttribute('aria-disabled'))).toEqual(['true', 'true', 'true']);
    late.give({ json: more });
    await settle();
    expect(backend.calls(add)).toHaveLength(1);
    expect(statuses()).toContain('Students added successfully!');
  });

  test('8.22 of whom the server has not taken is told by e-mail until the next selection', async () => {
    const taken = { ...algebra, students: [aiko, hana, milo] };
    const { user, press } = await openSelected({ [add]: { json: taken } });
    await press('Add Selected Students');
    expect(statuses()).not.toContain('Students added successfully!');
    const sentence = '1 of 2 students were added. Not added: nora@students.example';
    expect(alerts()).toEqual([sentence]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Selected Students' }));
    await pass(60_000);
    expect(alerts()).toEqual([sentence]);
    expect(screen.getByRole('heading', { name: 'Selected students (0)' })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select Nora Quill' }));
    expect(alerts()).toEqual([]);
  });

  const refusals: [string, Answer][] = [
    ...wordlessRefusals,
    ['a page for a success', pageForSuccess],
    ['words of its own', { status: 400, json: { detail: 'Unknown e-mail.', student_emails: ['Odd.'] } }],
  ];
  test.each(refusals)('8.20, 4.27, 8.29 refused with %s it says so for 3 s and keeps the selection', async (...row) => {
    const { backend, press } = await openSelected({ [add]: row[1] });
    await press('Add Selected Students');
    const told = toldOf('Failed to add students. Please try again.', row[1]);
    expect(alerts()).toEqual([told]);
    await pass(2999);
    expect(alerts()).toEqual([told]);
    await pass(1);
    expect(alerts()).toEqual([]);
    expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick']);
    backend.answer({ [add]: { json: more } });
    await press('Add Selected Students');
    expect(backend.calls(add)[1]?.body).toEqual(backend.calls(add)[0]?.body);
    expect(current()).toHaveLength(4);
  });

  test('8.20 with an unknown outcome is looked up in the list until that can be fetched', async () => {
    const { backend, press } = await openSelected({ [add]: 'fail' });
    backend.answer({ [list]: { status: 500 } });
    await press('Add Selected Students');
    expect(alerts()).toEqual(['Failed to add students. Please try again.\nNo answer from the server']);
    await pass(10_000);
    expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick']);
    backend.answer({ [list]: { json: [more] } });
    await pass(10_000);
    expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick', 'Nora Quill', 'Milo Fennimore']);
  });

  test('2.17 left in mid-request it is not given up: the overview shows who came, and says so', async () => {
    const late = lateAnswer();
    const { backend, press } = await openSelected({ [add]: () => late.answer });
    await press('Add Selected Students');
    await press('Back to Section', 'link');
    expect(screen.getByRole('region', { name: 'Students (2)' })).toBeTruthy();
    expect(backend.calls(add)[0]?.signal.aborted).toBe(false);
    late.give({ json: more });
    await settle();
    expect(address()).toBe('/sections/7');
    expect(within(screen.getByRole('region', { name: 'Students (4)' })).getByText('Nora Quill')).toBeTruthy();
    expect(statuses()).toContain('2 students were added to Algebra 9b.');
  });

  test('8.20 left in mid-request it is told to have failed, with the section', async () => {
    const late = lateAnswer();
    const { press } = await openSelected({ [add]: () => late.answer });
    await press('Add Selected Students');
    await press('Back to Dashboard', 'link');
    late.give({ status: 500 });
    await settle();
    expect(alerts()).toEqual(['Algebra 9b: Failed to add students. Please try again.']);
    expect(address()).toBe('/dashboard');
  });
});

describe('removing', () => {
  const question = 'Are you sure you want to remove this student from the section?';
  const dialog = () => screen.getByRole('dialog');

  async function ask(answers: Answers = {}) {
    const opened = await openSection(answers, '/add-students');
    await opened.press('Remove Aiko Larkspur');
    return opened;
  }

  test('5.19, 7.15 asks, then sends the one e-mail, and shows who is left', async () => {
    const { backend, press } = await ask({ [remove]: { json: { ...algebra, students: [hana] } } });
    expect(within(dialog()).getByText(question)).toBeTruthy();
    expect(within(dialog()).getByText('aiko@students.example')).toBeTruthy();
    expect(backend.calls(remove)).toEqual([]);
    await press('Remove');
    expect(backend.calls(remove).map(({ path, body }) => [path, body])).toEqual([
      ['/section/7/remove-students/', { student_emails: ['aiko@students.example'] }],
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(current()).toEqual(['Hana Willowick']);
    await press('Back to Section', 'link');
    expect(screen.getByRole('region', { name: 'Students (1)' })).toBeTruthy();
  });

  test('8.28 the last one leaves a section that says so', async () => {
    const { press } = await ask({ [remove]: { json: { ...algebra, students: [] } } });
    await press('Remove');
    expect(screen.getByText('No students in this section yet.')).toBeTruthy();
  });

  type User = Awaited<ReturnType<typeof ask>>['user'];
  const ways: [string, (user: User) => Promise<void>][] = [
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['the backdrop', (user) => user.click(dialog())],
    ['the X', (user) => user.click(within(dialog()).getByRole('button', { name: 'Close' }))],
    ['Cancel', (user) => user.click(within(dialog()).getByRole('button', { name: 'Cancel' }))],
    ['Enter, which is on Cancel,', (user) => user.keyboard('{Enter}')],
  ];
  test.each(ways)('5.19 %s removes nobody, and gives the focus back', async (_way, close) => {
    const { backend, user } = await ask();
    await close(user);
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.calls(remove)).toEqual([]);
    expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Aiko Larkspur' }));
  });

  const rowButton = (name = 'Aiko Larkspur') => screen.getByRole('button', { name: `Remove ${name}` });

  test.each(ways.slice(0, -1))(
    '7.15 %s while it is under way closes the dialog, and it goes on',
    async (_way, close) => {
      const late = lateAnswer();
      const { backend, user, press } = await ask({ [remove]: () => late.answer });
      await press('Remove');
      await close(user);
      await settle();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(backend.calls(remove)[0]?.signal.aborted).toBe(false);
      // Until it is answered, the student is listed, and cannot be removed once more.
      expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick']);
      expect(document.activeElement).toBe(rowButton());
      expect(rowButton().getAttribute('aria-busy')).toBe('true');
      await press('Remove Aiko Larkspur');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(statuses()).toEqual(['Detection Inactive']);
      late.give({ json: { ...algebra, students: [hana] } });
      await settle();
      expect(current()).toEqual(['Hana Willowick']);
      expect(statuses()).toEqual(['Detection Inactive', '1 student was removed from Algebra 9b.']);
      expect(document.activeElement).toBe(rowButton('Hana Willowick'));
      expect(backend.calls(remove)).toHaveLength(1);
    },
  );

  test('8.21 refused after its dialog was closed it says where, and can be tried again', async () => {
    const late = lateAnswer();
    const { press } = await ask({ [remove]: () => late.answer });
    await press('Remove');
    await press('Cancel');
    late.give({ status: 409, json: { detail: 'Busy.' } });
    await settle();
    expect(alerts()).toEqual(['Algebra 9b: Failed to remove student: 409: Busy.']);
    expect(rowButton().getAttribute('aria-busy')).toBeNull();
    await press('Remove Aiko Larkspur');
    expect(within(dialog()).getByText(question)).toBeTruthy();
  });

  test('7.15 the page that is left and opened again knows of it', async () => {
    const late = lateAnswer();
    const { press } = await ask({ [remove]: () => late.answer });
    await press('Remove');
    await press('Cancel');
    await press('Back to Section', 'link');
    await press('Manage Students', 'link');
    expect(rowButton().getAttribute('aria-busy')).toBe('true');
    expect(rowButton('Hana Willowick').getAttribute('aria-busy')).toBeNull();
    late.give({ json: { ...algebra, students: [hana] } });
    await settle();
    expect(current()).toEqual(['Hana Willowick']);
  });

  test('confirmed twice it is sent once', async () => {
    const late = lateAnswer();
    const { backend, user, press } = await ask({ [remove]: () => late.answer });
    await user.dblClick(within(dialog()).getByRole('button', { name: 'Remove' }));
    await press('Removing…');
    late.give({ status: 204 });
    await settle();
    expect(backend.calls(remove)).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.calls(list)).toHaveLength(2);
  });

  const refusals: [string, Answer, string][] = [
    [
      'a message',
      { status: 404, json: { message: 'No such student.' } },
      'Failed to remove student: 404: No such student.',
    ],
    ['an error', { status: 403, json: { error: 'Not yours.' } }, 'Failed to remove student: 403: Not yours.'],
    ['a detail', { status: 409, json: { detail: 'Busy.' } }, 'Failed to remove student: 409: Busy.'],
    ['a list', { status: 400, json: { student_emails: ['Odd.'] } }, 'Failed to remove student: 400: Odd.'],
    ['nothing', { status: 500 }, 'Failed to remove student: 500'],
    ['HTML', new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'Failed to remove student: 502'],
    ['a page for a success', pageForSuccess, 'Failed to remove student: 200'],
    ['an object', { status: 400, json: { detail: {}, message: 5 } }, 'Failed to remove student: 400'],
    ['no answer', 'fail', 'Failed to remove student\nNo answer from the server'],
  ];
  test.each(refusals)('8.21, 4.27, 8.29 refused with %s it says so for 3 s', async (_name, answer, sentence) => {
    const { press } = await ask({ [remove]: answer });
    await press('Remove');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(alerts()).toEqual([sentence]);
    expect(current()).toEqual(['Aiko Larkspur', 'Hana Willowick']);
    await pass(2999);
    expect(alerts()).toEqual([sentence]);
    await pass(1);
    expect(alerts()).toEqual([]);
  });
});

describe('the focus', () => {
  const three = { ...algebra, students: [aiko, hana, milo] };
  const removeButton = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });
  const open = (answers: Answers = {}) => openSection({ [list]: { json: [three] }, ...answers }, '/add-students');

  test.each([
    ['the next', hana, [aiko, milo], () => removeButton('Milo Fennimore')],
    ['the one before', milo, [aiko, hana], () => removeButton('Hana Willowick')],
    ['the heading', milo, [], () => screen.getByRole('heading', { name: 'Current Students (0)' })],
  ])('goes to %s after a removal', async (_to, { name }, students, expected) => {
    const { user, press } = await open({ [remove]: { json: { ...three, students } } });
    await user.click(screen.getByRole('searchbox'));
    await press(`Remove ${name}`);
    await press('Remove');
    expect(document.activeElement).toBe(expected());
  });

  /** Somebody else changes the section, and the list is asked for again. */
  async function refresh(backend: Awaited<ReturnType<typeof open>>['backend'], students: unknown[]) {
    backend.answer({
      [list]: { json: [{ ...three, students }] },
      'GET /detection/sessions/status/7/': { status: 404 },
    });
    await showTab('hidden');
    await showTab('visible');
  }

  test('goes to the next row when a refresh takes its row away, wherever that stands by then', async () => {
    const { backend } = await open();
    removeButton('Hana Willowick').focus();
    await refresh(backend, [hana, milo]);
    expect(document.activeElement).toBe(removeButton('Hana Willowick'));
    await refresh(backend, [milo]);
    expect(document.activeElement).toBe(removeButton('Milo Fennimore'));
    await refresh(backend, []);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Current Students (0)' }));
  });

  test('stays elsewhere when it has left the list', async () => {
    const { backend, user } = await open();
    removeButton('Hana Willowick').focus();
    await user.click(screen.getByRole('searchbox'));
    await refresh(backend, [aiko]);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  test('stays in the question when a refresh takes the row away behind it, and goes on from there', async () => {
    const { backend, user, press } = await open();
    await user.click(screen.getByRole('searchbox'));
    await press('Remove Hana Willowick');
    await refresh(backend, [aiko, milo]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
    await press('Cancel');
    expect(document.activeElement).toBe(removeButton('Milo Fennimore'));
  });

  test('goes through the selection as it is emptied', async () => {
    const { press } = await openSelected({});
    await press('Remove Nora Quill from the selection');
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Remove Milo Fennimore from the selection' }),
    );
    await press('Remove Milo Fennimore from the selection');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Selected students (0)' }));
  });
});
