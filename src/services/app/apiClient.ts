import type { paths } from '@vigil/contract';
import createClient, { type Client } from 'openapi-fetch';
import * as v from 'valibot';
import { REQUEST_TIMEOUT_MS } from '../../constants';
import { type Problem, ProblemError, UnansweredError, unanswered } from '../../problem';
import { messages } from '../../publicMessages';
import { clockOffset, hearServerTime } from './serverClock';

export interface ApiClientOptions {
  /** Absolute URL of the backend, for example `https://api.example.org`. */
  baseUrl: string;
  /** Called before sending. Throwing a {@link ProblemError} cancels the call. */
  getAccessToken(): string | null;
  /**
   * Called with the token that a 401 rejected, and whether the 401 may be about a password in the request instead.
   * Resolves when a retry with the then current `getAccessToken` makes sense. Rejects when the session ended, or with
   * an {@link UnansweredError} if the refresh got no verdict.
   */
  renewAccessToken(rejected: string | null, mayBePassword: boolean): Promise<void>;
  /**
   * Called with each answer before it is used. Throwing a {@link ProblemError} discards the answer: another session has
   * replaced the one that asked.
   */
  guardAnswer?(sentToken: string | null): void;
}

/** Options of a call. */
export interface CallOptions {
  /** `false`: a 401 is an answer, not a stale token (settled reading of section 4). */
  renew?: boolean;
  /** A 401 may mean that the password in the request is wrong. */
  mayBePassword?: boolean;
  /** `false`: the answer counts even if the session has changed since. For calls that begin, renew or end a session. */
  guard?: boolean;
  /** The access token to send. Default: the stored one. */
  token?: string | null;
}

export interface ApiClient {
  client: Client<paths>;
  /** Returns the fetch for a call with options: `client.GET(path, { fetch: fetchWith({ renew: false }) })`. */
  fetchWith(options: CallOptions): (request: Request) => Promise<Response>;
  baseUrl: string;
}

/**
 * For polls. Chromium's cache locks an address across tabs: a hanging call blocks the same call in other tabs for 20 s.
 * Long answers use the cache for their 304.
 */
export const uncached = { cache: 'no-store' } as const;

/** Contract extension: the total number of results. The answer may hold only the first ones. */
const totalHeader = 'X-Total-Count';

/** Contract extension: `open` if the teacher may add people to the directory. */
const directoryHeader = 'X-Directory';

/** Response headers that are read here or by callers. */
const readHeaders = [totalHeader, directoryHeader, 'Retry-After', 'Date'];

/** Returns the total from the header, or null if it is missing or too small to be true. */
export function totalIn({ headers }: Response, answered: number): number | null {
  const total = Number.parseInt(headers.get(totalHeader) ?? '', 10);
  return total >= answered ? total : null;
}

export const mayAddIn = ({ headers }: Response): boolean => headers.get(directoryHeader) === 'open';

/**
 * Creates the API client. Section 7: every call sends credentials, JSON and the bearer token, if one is stored. Section
 * 4: a 401 triggers one renewal and one retry. The retry wraps `fetch`, where the request can be cloned before it is
 * sent.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, getAccessToken, renewAccessToken, guardAnswer } = options;

  const fetchWith =
    ({ renew = true, mayBePassword = false, guard = true, token }: CallOptions) =>
    async (request: Request): Promise<Response> => {
      const currentToken = () => (token === undefined ? getAccessToken() : token);
      const ask = async (one: Request, sentToken: string | null) => {
        const answer = await send(one, sentToken);
        if (guard) guardAnswer?.(sentToken);
        return answer;
      };

      const first = currentToken();
      const retry = request.clone();
      const answer = await ask(request, first);
      if (answer.status !== 401 || !renew) return answer;
      await renewAccessToken(first, mayBePassword);
      const second = currentToken();
      return second === first ? answer : ask(retry, second);
    };

  const headers = { 'Content-Type': 'application/json' };
  return { baseUrl, fetchWith, client: createClient<paths>({ baseUrl, fetch: fetchWith({}), headers }) };
}

/**
 * Sends a request and reads the whole answer. A network failure and the answer of anything but a backend count as
 * unanswered; our own errors are rethrown.
 */
async function send(request: Request, token: string | null): Promise<Response> {
  const sent = new Headers(request.headers);
  sent.set('Accept', 'application/json');
  if (token !== null) sent.set('Authorization', `Bearer ${token}`);
  const patience = new AbortController();
  const authorized = new Request(request, { headers: sent, credentials: 'include', signal: patience.signal });
  const sentAt = Date.now();
  const { status, headers, text } = await answerInTime(authorized, patience, request.signal);
  const body = bodyIn(text);
  if (!isOfBackend(status, body)) {
    throw new UnansweredError('A proxy answered', { retryAfterMs: retryAfterIn(headers) });
  }
  hearServerTime(headers.get('Date'), sentAt, Date.now());
  // Servers may send status codes that the Response constructor rejects.
  const answer = {
    status: Math.min(status, 599),
    headers,
  };
  const isRead = status >= 200 && status < 300 && body !== undefined;
  if (!isRead) return new Response(body === undefined ? null : text, answer);
  // Reuses the parsed body, since lists may be long. The client reads it only if the answer has a length.
  answer.headers.set('Content-Length', String(text.length));
  return Object.assign(new Response(null, answer), { json: async () => body });
}

/** Combines the signals by hand: not every supported browser has `AbortSignal.any`. */
async function answerInTime(request: Request, patience: AbortController, givenUp: AbortSignal) {
  const giveUp = () => patience.abort();
  const timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS);
  givenUp.addEventListener('abort', giveUp);
  if (givenUp.aborted) giveUp();
  try {
    // Looked up at call time, so that tests can stub fetch.
    const response = await globalThis.fetch(request);
    const headers = new Headers();
    for (const name of readHeaders) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return { status: response.status, headers, text: await response.text() };
  } catch (cause) {
    throw new UnansweredError('Nothing came back', { cause });
  } finally {
    clearTimeout(timer);
    givenUp.removeEventListener('abort', giveUp);
  }
}

/** Body that is neither empty nor JSON, such as a school network's sign-in page or a truncated text. */
export const unreadable = Symbol();

/** Parses a body. Returns undefined for an empty one. */
function bodyIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

/**
 * Returns whether the backend itself answered. While it is replaced or not reached, a proxy may answer for it, with a
 * text or a page: as a 401, 403 or 404 that is no verdict on the request or the session. Any other status counts,
 * a proxy's too (settled reading of section 4).
 */
function isOfBackend(status: number, body: unknown): boolean {
  return ![401, 403, 404].includes(status) || body === undefined || typeof body === 'object';
}

/** The outcome of a call: success or not, HTTP status (0 if unanswered) and parsed body. */
export interface Answer {
  ok: boolean;
  status: number;
  body: unknown;
  /** Wait requested by `Retry-After`, in milliseconds. Null without one. */
  retryAfterMs: number | null;
}

/** Statuses of an overloaded or unavailable server or proxy. They are no verdict on the request. */
const notNow = [408, 429, 502, 503, 504];

/** No verdict, from somebody who can be asked again. */
export const isNotNow = ({ status, retryAfterMs }: Answer) =>
  notNow.includes(status) || (status === 0 && retryAfterMs !== null);

/** Parses `Retry-After`, in seconds or as a date. */
function retryAfterIn(headers: Headers): number | null {
  const value = headers.get('Retry-After') ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - (Date.now() + clockOffset());
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** A client call with its promised data or error. */
type Call<Promised> = Promise<{ response: Response; data?: Promised; error?: unknown }>;

/** Awaits a call. Rethrows a {@link ProblemError} (the session ended) and our own errors. */
export async function answerOf(request: Call<unknown>): Promise<Answer> {
  try {
    const { response, data, error } = await request;
    const { ok, status } = response;
    return { ok, status, body: ok ? data : error, retryAfterMs: retryAfterIn(response.headers) };
  } catch (error) {
    if (error instanceof UnansweredError) {
      return { ok: false, status: 0, body: undefined, retryAfterMs: error.retryAfterMs };
    }
    throw error;
  }
}

/** The error shown when a call fails: a sentence, whose kind follows from the status, or a whole problem. */
export type Failure = string | ((answer: Answer) => string | Problem);

/** Statuses with a meaning beyond a refusal. */
export type Meaning = Readonly<Record<number, 'sessionExpired' | 'notFound'>>;
/** For calls by a signed-in teacher. */
export const ofTeacher: Meaning = { 401: 'sessionExpired' };
/** For calls about one section. */
export const ofSection: Meaning = { 401: 'sessionExpired', 404: 'notFound' };

/**
 * Awaits a call and validates its data. The shape accepts whatever the contract promises and rejects anything else.
 *
 * @throws {@link ProblemError} if there was no answer, the server refused, or the data does not match
 */
export async function call<Promised extends Accepted, Accepted, Result>(
  request: Call<Promised>,
  shape: v.GenericSchema<Accepted, Result>,
  failure: Failure,
  meaning: Meaning = {},
): Promise<Result> {
  const answer = await answerOf(request);
  const parsed = v.safeParse(shape, answer.body);
  if (answer.ok && parsed.success) return parsed.output;
  throw new ProblemError(problemIn(answer, failure, meaning));
}

function problemIn(answer: Answer, failure: Failure, meaning: Meaning): Problem {
  const problem = typeof failure === 'string' ? failure : failure(answer);
  if (typeof problem !== 'string') return problem;
  if (answer.status === 0) return unanswered(problem);
  const isVerdict = !answer.ok && answer.status < 500;
  const kind = meaning[answer.status] ?? (isVerdict ? 'refused' : 'failed');
  return { sentence: kind === 'sessionExpired' ? messages.session.expiredLogIn : problem, kind };
}

/**
 * Returns the server's text: the first given key that holds a string or a list starting with one. Undefined for
 * anything else, such as objects or HTML.
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

/** Returns a refusal about the first field that has a list of errors, if any. */
export function refusalIn(body: unknown, sentence: string, fields: readonly string[]): string | Problem {
  if (typeof body !== 'object' || body === null) return sentence;
  const field = fields.find((name) => Array.isArray(Reflect.get(body, name)) && sentenceIn(body, name) !== undefined);
  return field === undefined ? sentence : { sentence, kind: 'refused', field };
}

/** Returns the first sentence of a body that lists errors by field. */
export function fieldSentenceIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return sentenceIn(Object.fromEntries(lists), ...lists.map(([field]) => field));
}
