import { refusal } from '../model/app/problem';
import { messages } from '../publicMessages';

const CLIENT_SCRIPT = 'https://accounts.google.com/gsi/client';

interface CodeClientConfig {
  client_id: string;
  scope: string;
  ux_mode: 'popup';
  state: string;
  callback(response: { code?: string; state?: string }): void;
  error_callback(): void;
}

declare global {
  interface Window {
    /** Other products of Google's make this object, too. */
    google?: { accounts?: { oauth2?: { initCodeClient(config: CodeClientConfig): { requestCode(): void } } } };
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  }
}

/** The address of Google's client, as our security policy lets a script have it. A browser makes a policy only once. */
let scriptAddress: string | undefined;
const trustedAddress = () => {
  scriptAddress ??=
    window.trustedTypes
      ?.createPolicy('vigil-google', { createScriptURL: (url) => url })
      .createScriptURL(CLIENT_SCRIPT) ?? CLIENT_SCRIPT;
  return scriptAddress;
};

let loading: Promise<void> | undefined;

/**
 * Loads Google's own client, as far as it is not there.
 *
 * @throws a refusal when it cannot be loaded, or there is no client id
 */
export async function loadGoogleClient(clientId: string): Promise<void> {
  if (clientId === '') throw refusal(messages.google.notSetUp);
  if (window.google?.accounts?.oauth2) return;
  loading ??= loadScript().finally(() => {
    loading = undefined;
  });
  await loading;
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = trustedAddress();
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(refusal(messages.google.noCode));
    };
    document.head.append(script);
  });
}

/** Tells an answer of this popup from that of another one. */
const randomState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Opens Google's popup (section 7: scope `openid email profile`) and returns the authorization code. Must be called
 * in the course of a click, or browsers block the popup.
 */
export async function requestGoogleCode(clientId: string, signal: AbortSignal): Promise<string> {
  await loadGoogleClient(clientId);
  // A teacher who has left the page meanwhile is shown no popup.
  if (signal.aborted) throw refusal(messages.google.noCode);
  return new Promise((resolve, reject) => {
    const fail = () => reject(refusal(messages.google.noCode));
    const state = randomState();
    signal.addEventListener('abort', fail, { once: true });
    const client = window.google?.accounts?.oauth2?.initCodeClient({
      client_id: clientId,
      scope: 'openid email profile',
      ux_mode: 'popup',
      state,
      // The specification's popup answers with a code alone: without a state, it is taken.
      callback: ({ code, state: answered = state }) => (code && answered === state ? resolve(code) : fail()),
      error_callback: fail,
    });
    if (client === undefined) return fail();
    client.requestCode();
  });
}
