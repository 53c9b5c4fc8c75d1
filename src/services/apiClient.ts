import createClient, { type Client } from 'openapi-fetch';
import { REQUEST_TIMEOUT_MS } from '../constants';
import { ProblemError } from '../problem';
import type { paths } from './schema';

export interface ApiClientOptions {
  /** Absolute address of the backend, for example `https://api.example.org`. */
  baseUrl: string;
  getAccessToken(): string | null;
  /**
   * Called with the token that a 401 rejected, and whether the 401 may be about a password in the request instead.
   * Resolves once the matter is settled: retry with whatever `getAccessToken` then holds. Rejects when the session ended.
   */
  renewAccessToken(rejected: string | null, mayBePassword: boolean): Promise<void>;
}

export interface ApiClient {
  client: Client<paths>;
  /** The same authorised fetch for an address that the server gave. */
  fetch(request: Request): Promise<Response>;
  baseUrl: string;
}

/** These sign in or end a session by themselves: their 401 is an answer, not a stale token (settled reading of section 4). */
const neverRenewed = new Set([
  '/account/login/teacher/',
  '/account/login/google/',
  '/account/refresh/',
  '/account/logout/',
]);
/** These carry a password: their 401 may mean that the password is wrong. */
const passwordCalls = /^\/(section\/[^/]+\/delete\/|account\/change-password\/)$/;

/**
 * Section 7: every call carries credentials and JSON, and the bearer token when one is stored. Section 4: a 401 is
 * answered by one renewal and one retry. The retry lives around `fetch`, where a request can be cloned before it is sent.
 */
export function createApiClient({ baseUrl, getAccessToken, renewAccessToken }: ApiClientOptions): ApiClient {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');

  const send = (request: Request, token: string | null) => {
    const headers = new Headers(request.headers);
    headers.set('Accept', 'application/json');
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    // Looked up at each call, so that a stubbed fetch counts.
    return globalThis.fetch(
      new Request(request, {
        headers,
        credentials: 'include',
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      }),
    );
  };

  const authorizedFetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.slice(basePath.length);
    const token = getAccessToken();
    const retry = request.clone();
    const response = await send(request, token);
    if (response.status !== 401 || neverRenewed.has(path)) return response;
    await renewAccessToken(token, passwordCalls.test(path));
    const renewed = getAccessToken();
    return renewed === token ? response : send(retry, renewed);
  };

  return {
    baseUrl,
    fetch: authorizedFetch,
    client: createClient<paths>({ baseUrl, fetch: authorizedFetch, headers: { 'Content-Type': 'application/json' } }),
  };
}

/** How a call ended: a success or not, the HTTP status (0 when nothing came back), and the body as far as it was JSON. */
export interface Answer {
  ok: boolean;
  status: number;
  body: unknown;
}

/**
 * Turns a call made with `parseAs: 'text'` into an answer. A server may answer with nothing, HTML or a list: whatever
 * is not JSON is no body. Only a {@link ProblemError} (the session ended) is thrown on.
 */
export async function answerOf(
  call: Promise<{ response: Response; data?: unknown; error?: unknown }>,
): Promise<Answer> {
  try {
    const { response, data, error } = await call;
    return { ok: response.ok, status: response.status, body: response.ok ? jsonOf(data) : jsonOf(error) };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    return { ok: false, status: 0, body: undefined };
  }
}

function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The server's own sentence: the first of the named keys that holds text, or a list that starts with text.
 * Anything else (an object, HTML, nothing) is no sentence.
 */
export function sentenceIn(body: unknown, ...keys: string[]): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const key of keys) {
    const value: unknown = Reflect.get(body, key);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first.trim() !== '') return first.trim();
  }
  return undefined;
}

/** Of a body that lists sentences under field names, the first sentence. */
export function fieldSentenceIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return sentenceIn(Object.fromEntries(lists), ...lists.map(([field]) => field));
}

/** Refuses with the given sentence, the server's own or the specification's. */
export function refusal(sentence: string): ProblemError {
  return new ProblemError({ sentence, kind: 'refused' });
}
