import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey, type OpenIdProvider, startOpenIdProvider } from '../../server/test/support/openIdProvider';
import { launchBrowser } from '../support/browser';
import { type Product, root, startProduct } from '../support/product';
import { noteViolations } from '../support/violations';

/*
 * A Google sign-in in a real browser under the product's security policy. A real OpenID provider replaces Google, and a
 * stub of Google's client provides what the button needs.
 */

const person = {
  sub: 'grace',
  email: 'grace.beispiel@school.example',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Beispiel',
};

let product: Product;
let browser: Browser;
let provider: OpenIdProvider;
/** A front end built with the provider's client id. */
let frontEnd: string;

beforeAll(async () => {
  provider = await startOpenIdProvider(await newKey('one'));
  const { clientId, clientSecret, issuer } = provider.settings();
  frontEnd = await mkdtemp(join(tmpdir(), 'vigil-google-'));
  await build({
    root,
    logLevel: 'error',
    define: { 'import.meta.env.VITE_GOOGLE_CLIENT_ID': JSON.stringify(clientId) },
    build: { outDir: frontEnd, emptyOutDir: true },
  });
  [product, browser] = await Promise.all([
    startProduct({
      SIMULATE: '0',
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: issuer,
    }),
    launchBrowser(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  provider?.close();
  if (frontEnd) await rm(frontEnd, { recursive: true });
});

const googlesClient = `window.google = { accounts: { oauth2: {
  initCodeClient: ({ client_id, scope, callback }) => ({
    requestCode: async () => callback({ code: await window.codeFor(client_id, scope) }),
  }),
} } };`;

test('a teacher signs in with Google under the security policy', async () => {
  const context = await browser.newContext({ baseURL: product.url });
  const violations = await noteViolations(context);
  const files = new Set(await readdir(frontEnd, { recursive: true }));
  await context.route(`${product.url}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (/^(account|section)\//.test(path)) return route.continue();
    // Serves the front end with the client id under the product's own headers.
    const { 'content-encoding': _, 'content-type': __, ...headers } = (await route.fetch()).headers();
    return route.fulfill({ headers, path: join(frontEnd, files.has(path) ? path : 'index.html') });
  });
  await context.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: googlesClient }),
  );
  const wishes: string[] = [];
  await context.exposeFunction('codeFor', (clientId: string, scope: string) => {
    wishes.push(scope);
    return provider.signIn(person, clientId);
  });

  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Or continue with Google' }).click();
  await page.waitForURL('/dashboard');
  await page.getByRole('button', { name: 'Account menu: Grace Beispiel' }).waitFor();
  expect(wishes).toEqual(['openid email profile']);
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['accessToken', 'user']);
  expect(violations).toEqual([]);
  // Chunks of other pages may still be preloading.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});
