import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aiko, algebra, openSection, stubSection } from '../support/classroom';
import { address, field, noor, noorSignedIn, openApp, settle, statuses } from '../support/screen';

const login = 'POST /account/login/teacher/';
const user = 'GET /account/current-user/';
const list = 'GET /section/list/';
const refresh = 'POST /account/refresh/';
const create = 'POST /section/create/';
const bola = { id: 2, first_name: 'Bola', last_name: 'Ade', email: 'bola@school.example' };

const pastedList = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Names and emails' });

const goOn = (page: string) => screen.queryByRole('link', { name: new RegExp(`^Continue in ${page}`) });

/** Opens a page whose session then ends by itself, at the press of a button that calls the server. */
async function open(path: string, stored: Parameters<typeof openApp>[1] = { stored: noorSignedIn }) {
  const backend = stubSection({ [list]: { json: [algebra] } });
  const app = await openApp(path, stored);
  const signInAs = async (teacher: typeof noor) => {
    backend.answer({
      [login]: { json: { access: `A of ${teacher.id}`, refresh: 'R2' } },
      [user]: { json: teacher },
      [list]: { json: [algebra] },
    });
    await app.fill({ email: teacher.email, password: 'chalk' });
    await app.press('Sign in');
    expect(address()).toBe('/dashboard');
  };
  const expire = async (call: string, button: string) => {
    backend.answer({ [call]: { status: 401 }, [refresh]: { status: 401 } });
    await app.press(button);
    expect(address()).toBe('/login');
    expect(statuses()).toEqual(['Session expired. Please log in again.']);
  };
  return { ...app, backend, signInAs, expire };
}

const pasted = 'aiko.larkspur@students.example\nnora@students.example';

async function pasteAndExpire() {
  const opened = await open('/sections/7/add-students');
  await opened.press('Paste a list');
  await opened.user.clear(pastedList());
  await opened.user.paste(pasted);
  await opened.expire('GET /section/search-students/', 'Check the list');
  return opened;
}

describe('what was typed when the session ended', () => {
  test('a pasted list is there again after signing in, for its teacher', async () => {
    const { signInAs, user: mouse } = await pasteAndExpire();
    await signInAs(noor);
    await mouse.click(goOn('Manage Students')!);
    await settle();
    expect(address()).toBe('/sections/7/add-students');
    expect(pastedList().value).toBe(pasted);
  });

  test('a pasted list outlives Escape, and does not open by itself afterwards', async () => {
    const { press, user: mouse } = await open('/sections/7/add-students');
    await press('Paste a list');
    await mouse.paste(pasted);
    await mouse.keyboard('{Escape}');
    await settle();
    await press('Overview', 'link');
    await press('Manage Students', 'link');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Paste a list');
    expect(pastedList().value).toBe(pasted);
  });

  test('another teacher finds neither the page nor the list, and nor does the first one afterwards', async () => {
    const { signInAs, press, user: mouse } = await pasteAndExpire();
    await signInAs(bola);
    expect(goOn('Manage Students')).toBeNull();
    await mouse.click(screen.getByRole('link', { name: 'Algebra 9b' }));
    await settle();
    await press('Manage Students', 'link');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Paste a list');
    expect(pastedList().value).toBe('');
  });

  test('the name of a new section is there again, until its dialog is closed', async () => {
    const { fill, expire, signInAs, press, user: mouse } = await open('/dashboard');
    await press('Create New Section');
    await fill({ name: '9b', subject: 'Algebra' });
    await expire(create, 'Create section');
    await signInAs(noor);
    expect(goOn('')).toBeNull();
    await press('Create New Section');
    expect([field('name').value, field('subject').value]).toEqual(['9b', 'Algebra']);
    await mouse.keyboard('{Escape}');
    await settle();
    await press('Create New Section');
    expect([field('name').value, field('subject').value]).toEqual(['', '']);
  });
});

describe('the reason of an excuse', () => {
  const excuse = 'POST /attendance/excuse/';
  const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });

  /** Types a reason for Aiko and leaves the page before it is sent. */
  async function leaveUnsent() {
    const since = '2026-11-23T08:45:00Z';
    const attendee = { id: 1, student_id: aiko.id, name: aiko.name, email: aiko.email, is_taken: false, reason: '' };
    const answers = {
      [list]: { json: [{ ...algebra, attendable: true }] },
      'GET /detection/sessions/status/7/': { json: { is_active: true, started_at: since } },
      'GET /attendance/sections/7/lessons/12/coverage/': { status: 404 },
      'GET /attendance/sections/7/': {
        json: {
          ...{ session_id: 12, code: 'K7M2XQ', excuses: [], links: [] },
          attendees: [{ ...attendee, state: 'watching', since }],
        },
      },
      [excuse]: { json: {} },
    };
    const opened = await openSection(answers, '/add-students');
    const { press, user: mouse } = opened;
    const open = async () => {
      await press(/^Aiko Larkspur; /);
      await press('Excuse');
    };
    await press('Overview', 'link');
    await open();
    await mouse.type(reason(), 'nurse');
    await press('Manage Students', 'link');
    await press('Overview', 'link');
    await open();
    return { ...opened, open };
  }

  test('is there again when its page was left, and gone once it was sent', async () => {
    const { press, open, backend } = await leaveUnsent();
    expect(reason().value).toBe('nurse');
    await press('5 min');
    expect(backend.calls(excuse).map(({ body }) => body)).toEqual([expect.objectContaining({ reason: 'nurse' })]);
    await press('Manage Students', 'link');
    await press('Overview', 'link');
    await open();
    expect(reason().value).toBe('');
  });

  test('is gone once it was cancelled', async () => {
    const { press } = await leaveUnsent();
    await press('Cancel');
    await press('Excuse');
    expect(reason().value).toBe('');
  });
});

describe('an address that was opened without being signed in', () => {
  test('is offered on the dashboard, and not once it was gone to', async () => {
    const { signInAs, press, user: mouse } = await open('/sections/7/detection-logs?student=x', {});
    expect(address()).toBe('/login');
    await signInAs(noor);
    await mouse.click(goOn('Detection Logs')!);
    await settle();
    expect(window.location.pathname + window.location.search).toBe('/sections/7/detection-logs?student=x');
    await press('Back to Dashboard', 'link');
    expect(goOn('')).toBeNull();
  });

  test.each(['/sections/8/add-students', '/sections/7/elsewhere', '/dashboard'])(
    'security 19: %s is not offered, being no page of this teacher’s',
    async (path) => {
      const { signInAs } = await open(path, {});
      if (address() === '/login') await signInAs(noor);
      expect(goOn('')).toBeNull();
    },
  );
});

test('4.17 after a sign-out neither its page nor Back offers an address', async () => {
  const { press, signInAs, backend } = await open('/sections/7/add-students');
  backend.answer({ 'POST /account/logout/': { status: 204 } });
  await press(/^Account menu/);
  await press('Logout', 'menuitem');
  expect(address()).toBe('/login');
  window.history.back();
  await settle();
  expect(address()).toBe('/login');
  await signInAs(noor);
  expect(goOn('')).toBeNull();
});
