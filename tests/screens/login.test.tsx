import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { StubSocket, stubBackend } from '../support/backend';
import { address, openApp, settle } from '../support/screen';

const user = { id: 1, first_name: 'Noor', last_name: 'Haddad', email: 'noor@school.example' };

const field = (name: string) => {
  const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (input === null) throw new Error(`No field ${name}`);
  return input;
};

async function signIn(opened: Awaited<ReturnType<typeof openApp>>) {
  await opened.user.type(field('email'), 'noor@school.example');
  await opened.user.type(field('password'), 'chalk & slate');
  await opened.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await settle();
}

describe('sign-in', () => {
  test('4.10, 4.21, 3.1, 7.2, 7.3 a sign-in keeps the tokens and the user, and leads to /dashboard', async () => {
    const backend = stubBackend({
      'POST /account/login/teacher/': { json: { access: 'A1', refresh: 'R1' } },
      'GET /account/current-user/': { json: user },
      'GET /section/list/': { json: [] },
    });
    const opened = await openApp('/login');
    await signIn(opened);
    expect(backend.calls('POST /account/login/teacher/').map(({ body }) => body)).toEqual([
      { email: 'noor@school.example', password: 'chalk & slate' },
    ]);
    expect(backend.calls('GET /account/current-user/')[0]?.headers.get('Authorization')).toBe('Bearer A1');
    expect(localStorage.getItem('accessToken')).toBe('A1');
    expect(localStorage.getItem('refreshToken')).toBe('R1');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
    expect(address()).toBe('/dashboard');
    expect(screen.getByText('No sections created yet. Create your first section!')).toBeTruthy();
    expect(StubSocket.latest.url.href).toBe('wss://api.school.example/ws/detection/?token=A1');
  });
});
