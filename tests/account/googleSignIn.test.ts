import { afterEach, describe, expect, test, vi } from 'vitest';
import { requestGoogleCode } from '../../src/services/account/googleSignIn';
import { signal } from '../support/services';

type Accounts = NonNullable<NonNullable<Window['google']>['accounts']>;
type InitCodeClient = NonNullable<Accounts['oauth2']>['initCodeClient'];
type CodeClientConfig = Parameters<InitCodeClient>[0];

afterEach(() => void vi.unstubAllGlobals());

/** Stubs Google's client, with a given end of the popup. */
function google(end: (config: CodeClientConfig) => void) {
  const configs: CodeClientConfig[] = [];
  const initCodeClient: InitCodeClient = (config) => {
    configs.push(config);
    return { requestCode: () => end(config) };
  };
  return { configs, google: { accounts: { oauth2: { initCodeClient } } } };
}

/** Stubs a page in which an added script loads or fails. */
function page(load: (script: { src: string; onload(): void; onerror(): void }) => void) {
  const scripts: string[] = [];
  const remove = vi.fn();
  vi.stubGlobal('document', {
    createElement: () => ({ remove }),
    head: {
      append: (script: { src: string; onload(): void; onerror(): void }) => {
        scripts.push(script.src);
        load(script);
      },
    },
  });
  return { scripts, remove };
}

const noCode = 'Failed to get authorization code from Google.';

describe('7 Google sign-in', () => {
  test('a popup with scope openid email profile gives the authorization code', async () => {
    const client = google(({ callback }) => callback({ code: 'google-code' }));
    vi.stubGlobal('window', client);
    expect(await requestGoogleCode('client-1', signal)).toBe('google-code');
    expect(client.configs).toMatchObject([{ client_id: 'client-1', scope: 'openid email profile', ux_mode: 'popup' }]);
  });

  test('Google’s client is loaded on first use', async () => {
    const client = google(({ callback }) => callback({ code: 'google-code' }));
    const browser: { google?: unknown } = {};
    vi.stubGlobal('window', browser);
    const { scripts } = page((script) => {
      browser.google = client.google;
      script.onload();
    });
    await requestGoogleCode('client-1', signal);
    await requestGoogleCode('client-1', signal);
    expect(scripts).toEqual(['https://accounts.google.com/gsi/client']);
  });
});

describe('8 Google sign-in', () => {
  test.each<[string, (config: CodeClientConfig) => void]>([
    ['a popup that was closed or blocked', ({ error_callback }) => error_callback()],
    ['an answer without a code', ({ callback }) => callback({})],
  ])('%s', async (_, end) => {
    vi.stubGlobal('window', google(end));
    await expect(requestGoogleCode('client-1', signal)).rejects.toMatchObject({
      problem: { sentence: noCode, kind: 'refused' },
    });
  });

  test('a client that cannot be loaded, twice', async () => {
    vi.stubGlobal('window', {});
    const { scripts, remove } = page((script) => script.onerror());
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect(requestGoogleCode('client-1', signal)).rejects.toMatchObject({ problem: { sentence: noCode } });
      expect(scripts).toHaveLength(attempt);
      expect(remove).toHaveBeenCalledTimes(attempt);
    }
  });

  test('a second try where a policy can be created only once', async () => {
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => rules);
    createPolicy
      .mockImplementationOnce((_name, rules) => rules)
      .mockImplementation(() => {
        throw new TypeError('Policy with name "vigil-google" already exists');
      });
    vi.stubGlobal('window', { trustedTypes: { createPolicy } });
    page((script) => script.onerror());
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect(requestGoogleCode('client-1', signal)).rejects.toMatchObject({ problem: { sentence: noCode } });
    }
  });

  test('a script that is loaded but is not Google’s client', async () => {
    vi.stubGlobal('window', {});
    page((script) => script.onload());
    await expect(requestGoogleCode('client-1', signal)).rejects.toMatchObject({ problem: { sentence: noCode } });
  });

  test('an aborted sign-in', async () => {
    const givenUp = new AbortController();
    vi.stubGlobal(
      'window',
      google(() => givenUp.abort()),
    );
    await expect(requestGoogleCode('client-1', givenUp.signal)).rejects.toMatchObject({
      problem: { sentence: noCode },
    });
  });

  test('a teacher who leaves while the client loads sees no popup', async () => {
    const requestCode = vi.fn();
    const givenUp = new AbortController();
    const browser: { google?: unknown } = {};
    vi.stubGlobal('window', browser);
    page((script) => {
      browser.google = google(requestCode).google;
      givenUp.abort();
      script.onload();
    });
    await expect(requestGoogleCode('client-1', givenUp.signal)).rejects.toThrow();
    expect(requestCode).not.toHaveBeenCalled();
  });

  test('without a client id it says so and loads nothing', async () => {
    vi.stubGlobal('window', {});
    const { scripts } = page((script) => script.onload());
    await expect(requestGoogleCode('', signal)).rejects.toMatchObject({
      problem: { sentence: 'Google sign-in is not set up here. Please sign in with your email and password.' },
    });
    expect(scripts).toEqual([]);
  });
});
