import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, type Answers, lateAnswer, wordlessRefusalsOf } from '../support/backend';
import { openSection } from '../support/classroom';
import { address, alerts, errorAt, field, pageText, pass, settle, statuses } from '../support/screen';

const remove = 'DELETE /section/7/delete/';
const refresh = 'POST /account/refresh/';
const dialog = () => screen.getByRole('dialog', { name: 'Delete Section' });
const confirm = () => within(dialog()).getByRole('button', { name: 'Delete section' });

async function openDialog(answers: Answers = {}) {
  const opened = await openSection(answers);
  await opened.press('Delete Section');
  return {
    ...opened,
    /** Enters the password and confirms. */
    async confirm(password = 'chalk & slate') {
      await opened.fill({ password });
      await opened.user.click(confirm());
      await settle();
    },
  };
}

describe('the delete dialog', () => {
  test('2.15, 6.2, 5.15 asks for the password, with the focus there, and sends nothing without', async () => {
    const { backend, user } = await openDialog();
    expect(document.activeElement).toBe(field('password'));
    expect(field('password').type).toBe('password');
    await user.click(confirm());
    expect(errorAt('password')).toBe('Password is required');
    expect(document.activeElement).toBe(field('password'));
    expect(backend.calls(remove)).toEqual([]);
  });

  test.each([
    ['204', { status: 204 }],
    ['205', { status: 205 }],
    ['a message', { json: { message: 'Gone.' } }],
    ['a page', new Response('<html></html>', { status: 200 })],
  ] as [string, Answer][])(
    '4.24, 4.27, 7.16 success, answered with %s, goes to /dashboard and says which',
    async (_name, answer) => {
      const { backend, confirm } = await openDialog({ [remove]: answer });
      backend.answer({ 'GET /section/list/': { json: [] } });
      await confirm(' chalk & slate ');
      const [call, ...more] = backend.calls(remove);
      expect(more).toEqual([]);
      expect(call).toMatchObject({
        method: 'DELETE',
        path: '/section/7/delete/',
        body: { password: ' chalk & slate ' },
      });
      expect(call?.headers.get('Authorization')).toBe('Bearer A1');
      expect(call?.headers.get('Content-Type')).toBe('application/json');
      expect(call?.credentials).toBe('include');
      expect(address()).toBe('/dashboard');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByText('No sections created yet. Create your first section!')).toBeTruthy();
      const sent = backend.sent.length;
      await pass(2999);
      expect(statuses()).toContain('Algebra 9b was deleted.');
      await pass(1);
      expect(statuses()).not.toContain('Algebra 9b was deleted.');
      await pass(60_000);
      expect(backend.sent).toHaveLength(sent);
    },
  );

  const sentences: [string, Answer, string][] = [
    ['a message', { status: 403, json: { detail: 'D', error: 'E', message: 'Not yours.' } }, 'Not yours.'],
    ['an error', { status: 409, json: { error: 'A session is running.' } }, 'A session is running.'],
    ['a detail', { status: 404, json: { detail: 'Not found.' } }, 'Not found.'],
    ["a field's list", { status: 400, json: { password: ['Too long.'] } }, 'Too long.'],
    ...wordlessRefusalsOf('Failed to delete section. Please try again.'),
  ];
  test.each(sentences)('8.19, 8.29 refused with %s it says so, and can be tried again', async (...row) => {
    const [, answer, sentence] = row;
    const { backend, confirm } = await openDialog({ [remove]: answer });
    await confirm();
    expect(alerts()).toEqual([sentence]);
    await pass(10_000);
    expect(alerts()).toEqual([sentence]);
    expect(pageText()).not.toMatch(/\[object|undefined/);
    backend.answer({ [remove]: { status: 204 } });
    await confirm();
    expect(address()).toBe('/dashboard');
  });
});

describe('a 401', () => {
  const wrong = { status: 401, json: { detail: 'Incorrect.' } };

  test('8.18, 4.11 refreshes, tries once more, and then says Incorrect password', async () => {
    const { backend, confirm } = await openDialog({
      [remove]: wrong,
      [refresh]: { json: { access: 'A2', refresh: 'R2' } },
    });
    await confirm('wrong');
    expect(errorAt('password')).toBe('Incorrect password');
    expect(document.activeElement).toBe(field('password'));
    expect(backend.calls(refresh).map(({ body }) => body)).toEqual([{ refresh: 'R1' }]);
    expect(backend.calls(remove).map(({ headers, body }) => [headers.get('Authorization'), body])).toEqual([
      ['Bearer A1', { password: 'wrong' }],
      ['Bearer A2', { password: 'wrong' }],
    ]);
    expect(address()).toBe('/sections/7');
    expect(localStorage.getItem('accessToken')).toBe('A2');

    backend.answer({ [remove]: { status: 204 } });
    await confirm('right');
    expect(backend.calls(remove).at(-1)?.body).toEqual({ password: 'right' });
    expect(address()).toBe('/dashboard');
  });

  test('8.18 of a stale token only succeeds on the second try', async () => {
    const { confirm } = await openDialog({
      [remove]: ({ headers }) => (headers.get('Authorization') === 'Bearer A2' ? { status: 204 } : wrong),
      [refresh]: { json: { access: 'A2' } },
    });
    await confirm();
    expect(address()).toBe('/dashboard');
  });

  test.each([
    ['without a refresh token', (answer: Answers) => answer, true],
    ['when the refresh is refused', (answer: Answers) => ({ ...answer, [refresh]: { status: 401 } }), false],
  ])('8.18 %s signs nobody out while the access token is valid', async (_name, answers, forget) => {
    const { backend, confirm } = await openDialog(answers({ [remove]: wrong }));
    if (forget) localStorage.removeItem('refreshToken');
    await confirm('wrong');
    expect(errorAt('password')).toBe('Incorrect password');
    expect(address()).toBe('/sections/7');
    expect(localStorage.getItem('accessToken')).toBe('A1');
    expect(localStorage.getItem('user')).not.toBeNull();
    expect(backend.calls('GET /account/current-user/')).toHaveLength(1);
  });

  test('4.13 with a dead access token and no refresh token it ends the session', async () => {
    const { confirm } = await openDialog({ [remove]: wrong, 'GET /account/current-user/': { status: 401 } });
    localStorage.removeItem('refreshToken');
    await confirm();
    expect(address()).toBe('/login');
    expect(localStorage.length).toBe(0);
  });

  test('4.15 with a refresh that nobody answers it fails, and stays', async () => {
    const { confirm } = await openDialog({ [remove]: wrong, [refresh]: 'fail' });
    await confirm();
    expect(alerts()).toEqual(['Failed to delete section. Please try again.\nNo answer from the server']);
    expect(address()).toBe('/sections/7');
    expect(localStorage.getItem('refreshToken')).toBe('R1');
  });
});

type User = Awaited<ReturnType<typeof openDialog>>['user'];
const ways: [string, (user: User) => Promise<void>][] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['the backdrop', (user) => user.click(dialog())],
  ['the X', (user) => user.click(within(dialog()).getByRole('button', { name: 'Close' }))],
  ['Cancel', (user) => user.click(within(dialog()).getByRole('button', { name: 'Cancel' }))],
];
test.each(ways)('2.15 %s closes the dialog and clears it', async (_way, close) => {
  const { user, confirm } = await openDialog({ [remove]: { status: 400, json: { message: 'Not now.' } } });
  await confirm();
  expect(alerts()).toEqual(['Not now.']);
  await close(user);
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Section' }));
  await user.click(screen.getByRole('button', { name: 'Delete Section' }));
  await settle();
  expect(field('password').value).toBe('');
  expect(alerts()).toEqual([]);
  expect(address()).toBe('/sections/7');
});

test.each(ways)('2.15, 4.24 %s does not close it while the deletion is under way', async (_way, close) => {
  const late = lateAnswer();
  const { backend, user, confirm } = await openDialog({ [remove]: () => late.answer });
  await confirm();
  await close(user);
  await settle();
  expect(within(dialog()).getByRole('button', { name: 'Deleting…' })).toBeTruthy();
  expect(within(dialog()).getByRole('button', { name: 'Cancel' }).getAttribute('aria-disabled')).toBe('true');
  expect(backend.calls(remove)[0]?.signal.aborted).toBe(false);

  late.give({ status: 403, json: { message: 'Not yours.' } });
  await settle();
  expect(alerts()).toEqual(['Not yours.']);
  await close(user);
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
});
