import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { IDLE_DELAY_MS } from '../../src/constants';
import { type Answers, stubBackend, wordlessRefusalsOf } from '../support/backend';
import { address, alerts, noor, openApp, pass, settle } from '../support/screen';

const google = 'POST /account/login/google/';
const currentUser = 'GET /account/current-user/';
const signedInAnswers: Answers = {
  [google]: { json: { access: 'G1' } },
  [currentUser]: { json: noor },
  'GET /section/list/': { json: [] },
};

interface CodeClientConfig {
  client_id: string;
  scope: string;
  ux_mode: string;
  state: string;
  callback(response: { code?: string; error?: string; state?: string }): void;
  error_callback(error: { type: string }): void;
}

/** Google's own client, under the test's hand. */
function stubGoogle() {
  const popups: CodeClientConfig[] = [];
  const client = {
    accounts: {
      oauth2: { initCodeClient: (config: CodeClientConfig) => ({ requestCode: () => void popups.push(config) }) },
    },
  };
  return {
    client,
    /** What the popups were opened with, oldest first. */
    popups,
    get popup() {
      const popup = popups.at(-1);
      if (popup === undefined) throw new Error('No popup was opened');
      return popup;
    },
  };
}

/** Google's client as it is when it is there from the start. */
function loadedGoogle() {
  const stub = stubGoogle();
  vi.stubGlobal('google', stub.client);
  return stub;
}

/** Keeps the client's script from being loaded: the test says how that ends. */
function holdScripts() {
  const scripts: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node);
  });
  return scripts;
}

const openLogin = () => openApp('/login', { googleClientId: 'vigil.apps.example' });
const button = 'Or continue with Google';

describe('sign-in with Google', () => {
  test('security 47: takes the code of its own popup only, told by a state that is random each time', async () => {
    const { popups } = loadedGoogle();
    const backend = stubBackend(signedInAnswers);
    const { press } = await openLogin();
    await press(button);
    popups[0]?.callback({ code: 'of another', state: 'another' });
    await settle();
    expect(alerts()).toEqual(['Failed to get authorization code from Google.']);
    expect(backend.sent).toEqual([]);

    await press(button);
    const [first, second] = popups.map(({ state }) => state);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    popups[1]?.callback({ code: '4/0AX', state: String(second) });
    await settle();
    expect(backend.calls(google).map(({ body }) => body)).toEqual([{ code: '4/0AX' }]);
  });

  test('7.11, 4.10, 4.21 sends the code of the popup to its own host, and leads to /dashboard', async () => {
    const { popups } = loadedGoogle();
    const backend = stubBackend(signedInAnswers);
    const { press } = await openLogin();
    await press(button);
    expect(popups).toMatchObject([
      { client_id: 'vigil.apps.example', scope: 'openid email profile', ux_mode: 'popup' },
    ]);
    expect(backend.sent).toEqual([]);

    popups[0]?.callback({ code: '4/0AX' });
    await settle();
    expect(backend.calls(google).map(({ url, body, credentials }) => ({ url, body, credentials }))).toEqual([
      {
        url: 'https://google-login.school.example/account/login/google/',
        body: { code: '4/0AX' },
        credentials: 'include',
      },
    ]);
    expect(backend.calls(currentUser)[0]?.headers.get('Authorization')).toBe('Bearer G1');
    expect({ ...localStorage }).toEqual({ accessToken: 'G1', user: JSON.stringify(noor) });
    expect(address()).toBe('/dashboard');
  });

  test('4.13 its session has no refresh token: once the access token is refused it leads to /login', async () => {
    const stub = loadedGoogle();
    const backend = stubBackend({ ...signedInAnswers, 'GET /section/list/': { status: 401 } });
    const { press } = await openLogin();
    await press(button);
    stub.popup.callback({ code: '4/0AX' });
    await settle();
    expect(backend.calls('POST /account/refresh/')).toEqual([]);
    expect({ ...localStorage }).toEqual({});
    expect(address()).toBe('/login');
  });

  test('8.4 without a code it says so', async () => {
    const stub = loadedGoogle();
    const backend = stubBackend();
    const { press } = await openLogin();
    for (const end of [
      () => stub.popup.callback({ error: 'access_denied' }),
      () => stub.popup.callback({ code: '' }),
      () => stub.popup.error_callback({ type: 'popup_closed' }),
    ]) {
      await press(button);
      end();
      await settle();
      expect(alerts()).toEqual(['Failed to get authorization code from Google.']);
    }
    expect(stub.popups).toHaveLength(3);
    expect(backend.sent).toEqual([]);
  });

  test('8.5, 8.29 a success without an access token says so', async () => {
    const stub = loadedGoogle();
    const backend = stubBackend();
    const { press } = await openLogin();
    for (const answer of [{ json: {} }, { json: { access: null } }, { status: 204 }, new Response('<p>Hi</p>')]) {
      backend.answer({ [google]: answer });
      await press(button);
      stub.popup.callback({ code: '4/0AX' });
      await settle();
      expect(alerts()).toEqual(['Google login successful, but no access token received.']);
    }
    expect(backend.calls(google)).toHaveLength(4);
    expect({ ...localStorage }).toEqual({});
  });

  test('8.6, 8.29 shows the detail, error or message of the server, or else its own sentence, and when nothing came back', async () => {
    const stub = loadedGoogle();
    const backend = stubBackend();
    const { press } = await openLogin();
    const refusals = [
      [{ status: 400, json: { message: 'M', error: 'E', detail: 'D' } }, 'D'],
      [{ status: 401, json: { message: 'M', error: 'E' } }, 'E'],
      [{ status: 500, json: { message: 'M', error: {} } }, 'M'],
      ...wordlessRefusalsOf('Google login failed. Please try again.').map(([, ...row]) => row),
    ] as const;
    for (const [answer, sentence] of refusals) {
      backend.answer({ [google]: answer });
      await press(button);
      stub.popup.callback({ code: '4/0AX' });
      await settle();
      expect(alerts()).toEqual([sentence]);
    }
    expect(backend.sent).toHaveLength(refusals.length);
  });

  test('4.22 says that the current user could not be fetched', async () => {
    const stub = loadedGoogle();
    stubBackend({ ...signedInAnswers, [currentUser]: { status: 500 } });
    const { press } = await openLogin();
    await press(button);
    stub.popup.callback({ code: '4/0AX' });
    await settle();
    expect(alerts()).toEqual(['Failed to fetch user data']);
    expect(address()).toBe('/login');
  });

  test('8.7 without a client id the button stays, and says that Google sign-in is not set up', async () => {
    const { popups } = loadedGoogle();
    stubBackend();
    const { press } = await openApp('/login');
    await press(button);
    expect(alerts()).toHaveLength(1);
    expect(alerts()[0]).toContain('Google sign-in is not set up');
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
    expect(popups).toEqual([]);
  });

  test('of both ways to sign in, the page says what was tried last', async () => {
    stubBackend({ 'POST /account/login/teacher/': { status: 401 } });
    const { fill, press } = await openApp('/login');
    const signIn = async () => {
      await fill({ email: 'ada@school.example', password: 'wrong' });
      await press('Sign in');
    };
    await signIn();
    expect(alerts()).toEqual(['Invalid credentials']);
    await press(button);
    expect(alerts()).toEqual([expect.stringContaining('Google sign-in is not set up')]);
    await fill({ email: 'ada@school.example' });
    expect(alerts()).toEqual([]);
    await press(button);
    await press('Sign in');
    expect(alerts()).toEqual(['Invalid credentials']);
  });

  test('pressing twice opens one popup', async () => {
    const { popups } = loadedGoogle();
    stubBackend();
    const { user } = await openLogin();
    await user.dblClick(screen.getByRole('button', { name: button }));
    await settle();
    expect(popups).toHaveLength(1);
  });
});

describe("Google's client", () => {
  test('is loaded before the press, which opens the popup before anything else can happen: browsers block a later one', async () => {
    const scripts = holdScripts();
    stubBackend(signedInAnswers);
    await openLogin();
    await pass(IDLE_DELAY_MS);
    expect(scripts.map(({ src }) => src)).toEqual(['https://accounts.google.com/gsi/client']);

    const stub = loadedGoogle();
    scripts[0]?.dispatchEvent(new Event('load'));
    await settle();
    await act(async () => {
      screen.getByRole('button', { name: button }).click();
      // No task comes between, neither a timer nor an answer from the network.
      for (let turn = 0; turn < 50; turn += 1) await null;
    });
    expect(stub.popups).toHaveLength(1);
    expect(scripts).toHaveLength(1);
    stub.popup.callback({ code: '4/0AX' });
    await settle();
    expect(address()).toBe('/dashboard');
  });

  test('8.4 when it cannot be loaded there is no code, and the next press tries again', async () => {
    const scripts = holdScripts();
    stubBackend();
    const { press } = await openLogin();
    for (const tries of [1, 2]) {
      await press(button);
      expect(scripts).toHaveLength(tries);
      scripts.at(-1)?.dispatchEvent(new Event('error'));
      await settle();
      expect(alerts()).toEqual(['Failed to get authorization code from Google.']);
    }
  });

  test('8.4 when it is not the client it should be there is no code', async () => {
    const scripts = holdScripts();
    stubBackend();
    const { press } = await openLogin();
    await press(button);
    vi.stubGlobal('google', { maps: {} });
    scripts[0]?.dispatchEvent(new Event('load'));
    await settle();
    expect(alerts()).toEqual(['Failed to get authorization code from Google.']);
    await press(button);
    expect(scripts).toHaveLength(2);
  });

  test('opens no popup for a teacher who has left meanwhile', async () => {
    const scripts = holdScripts();
    stubBackend();
    const { press } = await openLogin();
    await press(button);
    await press('Register here', 'link');
    const { popups } = loadedGoogle();
    scripts[0]?.dispatchEvent(new Event('load'));
    await settle();
    expect(popups).toEqual([]);
  });

  test('a code for a teacher who has left meanwhile goes nowhere', async () => {
    const stub = loadedGoogle();
    const backend = stubBackend();
    const { press } = await openLogin();
    await press(button);
    await press('Register here', 'link');
    stub.popup.callback({ code: '4/0AX' });
    await settle();
    expect(backend.sent).toEqual([]);
    expect(address()).toBe('/register');
  });
});
