import { refusal } from '../../problem';
import { messages } from '../../publicMessages';

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
    /** Other Google products create this object too. */
    google?: { accounts?: { oauth2?: { initCodeClient(config: CodeClientConfig): { requestCode(): void } } } };
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  }
}

/** The trusted script address that our security policy requires. A policy can be created only once. */
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
 * Loads Google's client unless it is loaded already.
 *
 * @throws a refusal if it cannot be loaded or no client id is configured
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

/** Returns a random `state`, which ties the answer to this popup. */
const randomState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Opens Google's popup (section 7: scope `openid email profile`) and returns the authorization code. Call it from a
 * click handler, or browsers block the popup.
 */
export async function requestGoogleCode(clientId: string, signal: AbortSignal): Promise<string> {
  await loadGoogleClient(clientId);
  // The teacher has left the page since.
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
      // The specification's popup answers with a code only, so a missing state is accepted.
      callback: ({ code, state: answered = state }) => (code && answered === state ? resolve(code) : fail()),
      error_callback: fail,
    });
    if (client === undefined) return fail();
    client.requestCode();
  });
}
