import { expect, test } from 'vitest';
import { run } from '../support/product';

test('without a browser that starts, npm test says in one sentence what to install', async () => {
  const { output, ended } = run(['npm', '--silent', 'test'], { CHROMIUM_PATH: '/no/such/browser' });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/^The browser tests need Chromium.*CHROMIUM_PATH.*\.\n$/);
});
