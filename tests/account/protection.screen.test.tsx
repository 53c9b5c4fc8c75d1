import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { StubSocket, stubBackend } from '../support/backend';
import { stubSection } from '../support/classroom';
import { address, noor, noorSignedIn, openApp, pageText, settle } from '../support/screen';

const protectedPages = [
  '/dashboard',
  '/change-password',
  '/sections/7',
  '/sections/7/add-students',
  '/sections/7/detection-logs',
];
const publicPages = ['/', '/login', '/register', '/verify-otp', '/forgot-password', '/reset-password/T1'];

/** Testing Library takes a heading's frame inside the page for a banner as well. */
function topBar() {
  const [first] = screen.getAllByRole('banner');
  if (first === undefined) throw new Error('The page has no top bar');
  return first;
}

describe('signed out', () => {
  test.each(protectedPages)('2.20 %s leads to /login without an access token, and asks for nothing', async (path) => {
    const backend = stubBackend();
    await openApp(path, { stored: { refreshToken: 'R1', user: noor } });
    expect(address()).toBe('/login');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(backend.sent).toEqual([]);
    expect(StubSocket.all).toEqual([]);
  });

  test.each(publicPages)('1.2 %s speaks to teachers only', async (path) => {
    const backend = stubBackend();
    await openApp(path);
    expect(address()).toBe(path);
    expect(pageText()).not.toMatch(/student/i);
    expect(backend.sent).toEqual([]);
  });

  test.each(['/login/student', '/student/login', '/students'])('1.2 %s is no page', async (path) => {
    stubBackend();
    await openApp(path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
  });
});

describe('signed in', () => {
  test.each(protectedPages)(
    '2.20, 1.1, 2.21 %s is shown, under a bar with the brand that leads to /dashboard',
    async (path) => {
      stubSection();
      const { user } = await openApp(path, { stored: noorSignedIn });
      expect(address()).toBe(path);
      const brand = within(topBar()).getByRole('link', { name: /Vigil/ });
      expect(brand.textContent).toContain('VGL');
      await user.click(brand);
      await settle();
      expect(address()).toBe('/dashboard');
    },
  );

  test('2.22 the user menu has Change Password and Logout', async () => {
    stubSection();
    const { press } = await openApp('/dashboard', { stored: noorSignedIn });
    expect(screen.queryByRole('menuitem')).toBeNull();
    await press(/Noor Haddad/);
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Change Password',
      'Logout',
    ]);
    await press('Change Password', 'menuitem');
    expect(address()).toBe('/change-password');
  });

  test.each([
    ['nobody', undefined],
    ['a list', []],
    ['numbers for names', { first_name: 5, email: {} }],
    ['null', null],
  ])('3.1, 8.29 the user menu works when the stored user is %s', async (_, user) => {
    stubSection();
    const { press } = await openApp('/dashboard', { stored: { ...noorSignedIn, user } });
    await press('Account menu');
    expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeTruthy();
    expect(pageText()).not.toMatch(/undefined|null|\[object/);
  });

  test('7.22 every call carries credentials and JSON, and the bearer token', async () => {
    const backend = stubSection({ 'POST /account/change-password/': {} });
    const { fill, press } = await openApp('/sections/7', { stored: noorSignedIn });
    await press(/Noor Haddad/);
    await press('Change Password', 'menuitem');
    await fill({ old_password: 'chalk', new_password: 'slate-42', confirm_password: 'slate-42' });
    await press('Change password');
    expect(new Set(backend.sent.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']));
    for (const { url, headers, credentials } of backend.sent) {
      expect(url).toMatch(/^https:\/\/api\.school\.example\//);
      expect(credentials).toBe('include');
      expect(headers.get('Authorization')).toBe('Bearer A1');
      expect(headers.get('Content-Type')).toBe('application/json');
      expect(headers.get('Accept')).toBe('application/json');
    }
  });

  test('7.22 without a token no bearer is sent', async () => {
    const backend = stubBackend({ 'POST /account/forgot-password/': {} });
    const { fill, press } = await openApp('/forgot-password');
    await fill({ email: noor.email });
    await press('Send instructions');
    expect(backend.sent.map(({ credentials }) => credentials)).toEqual(['include']);
    expect(backend.sent[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(backend.sent[0]?.headers.has('Authorization')).toBe(false);
  });
});
