import createClient, { type Client } from 'openapi-fetch';
import * as v from 'valibot';
import { REQUEST_TIMEOUT_MS } from '../constants';
import { type Problem, ProblemError, UnansweredError, unanswered } from '../model/app/problem';
import { messages } from '../publicMessages';
import { takeEarlyCall } from './earlyCalls';
import type { paths } from './schema';
import { clockOffset, hearServerTime } from './serverClock';

export interface ApiClientOptions {
  /** Absolute address of the backend, for example `https://api.example.org`. */
  baseUrl: string;
  /** Asked before anything is sent; a {@link ProblemError} that it throws ends the call, and nothing is sent. */
  getAccessToken(): string | null;
  /**
   * Called with the token that a 401 rejected, and whether the 401 may be about a password in the request instead.
   * Resolves once the matter is settled: retry with whatever `getAccessToken` then holds. Rejects when the session
   * ended, or with an {@link UnansweredError} when nobody could say.
   */
  renewAccessToken(rejected: string | null, mayBePassword: boolean): Promise<void>;
  /**
   * Called when an answer has come, before anything is done with it. A {@link ProblemError} that it throws ends the
   * call: the session that has asked is not the one that would be answered.
   */
  guardAnswer?(sentToken: string | null): void;
}

/** What distinguishes a call from others. */
export interface CallOptions {
  /** `false`: its 401 is an answer and not a stale token (settled reading of section 4). */
  renew?: boolean;
  /** Its 401 may mean that the password in it is wrong. */
  mayBePassword?: boolean;
  /** `false`: it begins, renews or ends a session by itself, so that its answer counts whoever is signed in by then. */
  guard?: boolean;
  /** The access token to send; unset: the stored one. */
  token?: string | null;
  /** Called each time that it is sent: again when it is retried with a renewed token. */
  onSend?: (() => void) | undefined;
}

export interface ApiClient {
  client: Client<paths>;
  /** The fetch of a call with options: `client.GET(path, { fetch: fetchWith({ renew: false }) })`. */
  fetchWith(options: CallOptions): (request: Request) => Promise<Response>;
  baseUrl: string;
}

/**
 * For what is asked again and again, in every tab. Chromium's cache lets one tab at a time ask for an address: a call that
 * hangs would hold the same call of another tab back, for 20 s. Long answers are asked with the cache, for their 304.
 */
export const uncached = { cache: 'no-store' } as const;

/** Extension of the contract: how many there are of what is answered, which may be only the first of them. */
const totalHeader = 'X-Total-Count';

/** Every header of an answer that somebody reads. */
const readHeaders = [totalHeader, 'Retry-After'];

/** What that header says of an answer with so many; null when it says nothing that can be true. */
export function totalIn({ headers }: Response, answered: number): number | null {
  const total = Number.parseInt(headers.get(totalHeader) ?? '', 10);
  return total >= answered ? total : null;
}

/**
 * Section 7: every call carries credentials and JSON, and the bearer token when one is stored. Section 4: a 401 is
 * answered by one renewal and one retry. The retry lives around `fetch`, where a request can be cloned before it is sent.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, getAccessToken, renewAccessToken, guardAnswer } = options;

  const fetchWith =
    ({ renew = true, mayBePassword = false, guard = true, token, onSend }: CallOptions) =>
    async (request: Request): Promise<Response> => {
      const currentToken = () => (token === undefined ? getAccessToken() : token);
      const ask = async (one: Request, sentToken: string | null) => {
        onSend?.();
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
 * Sends one request and waits for the whole of its answer. Only what the network does is taken for no answer: an error
 * of our own must not look like one.
 */
async function send(request: Request, token: string | null): Promise<Response> {
  const sent = new Headers(request.headers);
  sent.set('Accept', 'application/json');
  if (token !== null) sent.set('Authorization', `Bearer ${token}`);
  const patience = new AbortController();
  const authorized = new Request(request, { headers: sent, credentials: 'include', signal: patience.signal });
  const { status, headers, text } = await answerInTime(authorized, patience, request.signal);
  const body = bodyIn(text);
  // A server may answer with a number that a Response of ours may not have.
  const answer = {
    status: Math.min(status, 599),
    headers,
  };
  const isRead = status >= 200 && status < 300 && body !== undefined;
  if (!isRead) return new Response(body === undefined ? null : text, answer);
  // What has been parsed is not parsed again: lists may be long. The client asks for it only of an answer with a length.
  answer.headers.set('Content-Length', String(text.length));
  return Object.assign(new Response(null, answer), { json: async () => body });
}

/** By hand, because not every supported browser has `AbortSignal.any`. */
async function answerInTime(request: Request, patience: AbortController, givenUp: AbortSignal) {
  const early = takeEarlyCall(request);
  const giveUp = () => {
    patience.abort();
    early?.giveUp();
  };
  const timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS);
  givenUp.addEventListener('abort', giveUp);
  if (givenUp.aborted) giveUp();
  const sentAt = Date.now();
  try {
    // Looked up at each call, so that a stubbed fetch counts.
    const response = await (early?.answer ?? globalThis.fetch(request));
    // When an early answer came is not known.
    if (early === undefined) hearServerTime(response.headers.get('Date'), sentAt, Date.now());
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

/** The body of an answer that is neither empty nor JSON: the sign-in page of a school's network, or half a text. */
export const unreadable = Symbol();

/** Undefined for an empty one. */
function bodyIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

/** How a call ended: a success or not, the HTTP status (0 when nothing came back), and the body, parsed. */
export interface Answer {
  ok: boolean;
  status: number;
  body: unknown;
  /** How long the server asked to be left alone; null when it did not say. */
  retryAfterMs: number | null;
}

/** Statuses of a server, or of something before it, that is too busy or not there: no verdict on what was asked. */
const notNow = [408, 429, 502, 503, 504];

export const isNotNow = ({ status }: Answer) => notNow.includes(status);

/** Parses `Retry-After`, which holds seconds or a date. */
function retryAfterIn({ headers }: Response): number | null {
  const value = headers.get('Retry-After') ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - (Date.now() + clockOffset());
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** A call of the client: what the contract promises for a success, and what came instead. */
type Call<Promised> = Promise<{ response: Response; data?: Promised; error?: unknown }>;

/** Waits for a call. What is thrown on is a {@link ProblemError} (the session ended) or an error of our own. */
export async function answerOf(request: Call<unknown>): Promise<Answer> {
  try {
    const { response, data, error } = await request;
    const { ok, status } = response;
    return { ok, status, body: ok ? data : error, retryAfterMs: retryAfterIn(response) };
  } catch (error) {
    if (error instanceof UnansweredError) return { ok: false, status: 0, body: undefined, retryAfterMs: null };
    throw error;
  }
}

/** What is said when a call fails: a sentence, whose kind the status gives, or the whole problem. */
export type Failure = string | ((answer: Answer) => string | Problem);

/** What a status tells beyond a refusal. */
export type Meaning = Readonly<Record<number, 'sessionExpired' | 'notFound'>>;
/** Of calls that only somebody who is signed in makes. */
export const ofTeacher: Meaning = { 401: 'sessionExpired' };
/** Of calls about one section. */
export const ofSection: Meaning = { 401: 'sessionExpired', 404: 'notFound' };

/**
 * The way of nearly every call: waits for it, and reads what a success holds. The shape must accept whatever the
 * contract promises, and rejects what another backend sends in its place.
 *
 * @throws a {@link ProblemError} when nothing came back, the server refused, or its answer does not fit the shape
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

/** A refusal, which is about the first of the fields that has a list of sentences under its name, if one has. */
export function refusalIn(body: unknown, sentence: string, fields: readonly string[]): string | Problem {
  if (typeof body !== 'object' || body === null) return sentence;
  const field = fields.find((name) => Array.isArray(Reflect.get(body, name)) && sentenceIn(body, name) !== undefined);
  return field === undefined ? sentence : { sentence, kind: 'refused', field };
}

/** Of a body that lists sentences under field names, the first sentence. */
export function fieldSentenceIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return sentenceIn(Object.fromEntries(lists), ...lists.map(([field]) => field));
}
