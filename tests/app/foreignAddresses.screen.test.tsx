import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { stubBackend } from '../support/backend';
import { address, field, noor, openApp, pass } from '../support/screen';

const foreign = ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'];
const parameters = ['redirect', 'next', 'returnTo', 'url'];

/** Everything on the page that could lead somewhere. */
const ways = () =>
  [...document.querySelectorAll('[href], [action], [src]')].map((element) =>
    ['href', 'action', 'src'].map((name) => element.getAttribute(name) ?? '').join(''),
  );

describe('an address that names another site', () => {
  test.each(foreign)('security 19: %s leads nowhere but to the dashboard after signing in', async (target) => {
    stubBackend({
      'POST /account/login/teacher/': { json: { access: 'A1', refresh: 'R1' } },
      'GET /account/current-user/': { json: noor },
      'GET /section/list/': { json: [] },
    });
    const query = new URLSearchParams(parameters.map((name) => [name, target]));
    const { fill, press } = await openApp(`/login?${query}`);
    expect(ways().filter((way) => /evil|script/.test(way))).toEqual([]);
    await fill({ email: noor.email, password: 'chalk & slate' });
    await press('Sign in');
    expect(address()).toBe('/dashboard');
  });

  test.each(foreign)('security 19: %s in place of the e-mail is text, and is not gone to', async (target) => {
    stubBackend({ 'POST /account/verify-otp/': { json: { message: 'Verified.' } } });
    const { fill, press } = await openApp(`/verify-otp?${new URLSearchParams({ email: target })}`);
    // No address: it is asked for.
    expect(field('email').value).toBe(target);
    expect(ways().filter((way) => /evil|script/.test(way))).toEqual([]);
    await fill({ code: '123456' });
    await press('Verify');
    await pass(2000);
    expect(address()).toBe('/login');
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
  });
});
