import { afterEach, expect, test, vi } from 'vitest';
import { requestGoogleCode } from '../../src/services/account/googleSignIn';
import { signal } from '../support/services';

afterEach(() => void vi.unstubAllGlobals());

test('8 Google’s client is tried again where a policy can be created only once, and leaves no script behind', async () => {
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
  createPolicy
    .mockImplementationOnce((_name, rules) => rules)
    .mockImplementation(() => {
      throw new TypeError('Policy with name "vigil-google" already exists');
    });
  vi.stubGlobal('window', { trustedTypes: { createPolicy } });
  const remove = vi.fn();
  const append = (script: { onerror(): void }) => script.onerror();
  vi.stubGlobal('document', { createElement: () => ({ remove }), head: { append } });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await expect(requestGoogleCode('client-1', signal)).rejects.toMatchObject({
      problem: { sentence: 'Failed to get authorization code from Google.' },
    });
    expect(remove).toHaveBeenCalledTimes(attempt);
  }
});

test('7 a teacher who leaves while Google’s client loads sees no popup', async () => {
  const requestCode = vi.fn();
  const initCodeClient = () => ({ requestCode });
  const givenUp = new AbortController();
  const browser: { google?: unknown } = {};
  vi.stubGlobal('window', browser);
  const append = (script: { onload(): void }) => {
    browser.google = { accounts: { oauth2: { initCodeClient } } };
    givenUp.abort();
    script.onload();
  };
  vi.stubGlobal('document', { createElement: () => ({}), head: { append } });
  await expect(requestGoogleCode('client-1', givenUp.signal)).rejects.toThrow();
  expect(requestCode).not.toHaveBeenCalled();
});
