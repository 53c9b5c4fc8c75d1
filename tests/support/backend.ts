import { vi } from 'vitest';
import type { Answered } from '../../src/recorder/tester/act';
import { isRecording, record, recordAnswer } from './recording';

/** The backend of screen tests: another origin, another framework's habits, answers from the test. */
export const apiUrl = 'https://api.school.example';

/** A request sent by the front end. */
export interface Sent {
  method: string;
  /** Including the query: `/detection/logs/?section=7`. */
  path: string;
  url: string;
  headers: Headers;
  credentials: RequestCredentials;
  cache: RequestCache;
  /** The JSON body, or undefined. */
  body: unknown;
  /** Aborted when the front end aborts the call. */
  signal: AbortSignal;
}

/** An answer: JSON or a Response. `'hang'` never answers; `'fail'` means the network is down. */
export type Answer = Response | 'hang' | 'fail' | { status?: number; json?: unknown };

export type Answers = Record<string, Answer | ((sent: Sent) => Answer | Promise<Answer>)>;

/** An answer the test gives later, aborted or not: `'GET /…/': () => late.answer`, then `late.give(…)`. */
export function lateAnswer() {
  let give: (answer: Answer) => void = () => {};
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}

/** Refusals without a text for teachers. */
export const wordlessRefusals: [string, Answer][] = [
  ['HTML', new Response('<h1>Server Error</h1>', { status: 500, headers: { 'Content-Type': 'text/html' } })],
  ['nothing', { status: 500 }],
  ['an object for a sentence', { status: 400, json: { detail: {}, error: {}, message: {} } }],
  ['a number for a sentence', { status: 400, json: { message: 5, detail: 5 } }],
  ['blanks for a sentence', { status: 400, json: { message: '  ', detail: '' } }],
  ['a list', { status: 422, json: [{ loc: ['body'] }, 7] }],
  ['null', { status: 502, json: null }],
  [
    'JSON cut short',
    new Response('{"message": "Fai', { status: 500, headers: { 'Content-Type': 'application/json' } }),
  ],
  ['a network that is down', 'fail'],
];

/** What a proxy or a school network answers in the backend's place. */
export const pageOfProxy = (status: number, headers: Record<string, string> = {}) =>
  new Response('<!doctype html><title>Welcome</title>', {
    status,
    headers: { 'Content-Type': 'text/html', ...headers },
  });

/** A success status from something else, such as a school network's sign-in page. */
export const pageForSuccess = pageOfProxy(200);

/** Returns the error text of a call: its own sentence, with a hint below if unanswered. */
export const toldOf = (sentence: string, answer: Answer): string =>
  answer === 'fail' ? `${sentence}\nNo answer from the server` : sentence;

/** The same refusals with a form's error text. */
export const wordlessRefusalsOf = (sentence: string): [string, Answer, string][] =>
  wordlessRefusals.map(([name, answer]) => [name, answer, toldOf(sentence, answer)]);

/** Stubs the backend. Keys are `METHOD /path/` without query. An unexpected call fails the test by name. */
export function stubBackend(answers: Answers = {}) {
  const routes = { ...answers };
  const sent: Sent[] = [];

  vi.stubGlobal('fetch', async (asked: Request | string, options?: RequestInit): Promise<Response> => {
    const request = typeof asked === 'string' ? new Request(asked, options) : asked;
    const { pathname, search } = new URL(request.url);
    const text = await request.clone().text();
    const one: Sent = {
      method: request.method,
      path: pathname + search,
      url: request.url,
      headers: request.headers,
      credentials: request.credentials,
      cache: request.cache,
      body: text === '' ? undefined : JSON.parse(text),
      signal: request.signal,
    };
    sent.push(one);
    const key = `${request.method} ${pathname}`;
    const route = routes[key];
    if (route === undefined) {
      // Screens treat a throw as a network failure; console output fails the test.
      console.error(`The test expects no ${key}`);
      throw new TypeError('Failed to fetch');
    }
    const given = typeof route === 'function' ? route(one) : route;
    const answer = typeof route === 'function' ? await given : route;
    if (answer !== 'hang' && isRecording()) {
      const answered = answeredWith(answer);
      if (given instanceof Promise) record({ do: 'answer', call: key, answer: answered });
      else recordAnswer(key, answered);
    }
    if (answer === 'fail') throw new TypeError('Failed to fetch');
    if (answer === 'hang') {
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    }
    if (answer instanceof Response) return answer.clone();
    const { status = 200, json } = answer;
    return json === undefined ? new Response(null, { status }) : Response.json(json, { status });
  });

  return {
    /** All calls so far, oldest first. */
    sent,
    /** Returns the calls of one key. */
    calls: (key: string) => sent.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === key),
    /** Changes the answers from now on. */
    answer: (more: Answers) => void Object.assign(routes, more),
  };
}

/** Describes an answer, so that it can be given by hand. */
function answeredWith(answer: Exclude<Answer, 'hang'>): Answered {
  if (answer === 'fail') return null;
  if (!(answer instanceof Response)) {
    const { status = 200, json } = answer;
    return { status, ...(json !== undefined && { body: JSON.stringify(json) }) };
  }
  const headers = Object.fromEntries([...answer.headers].filter(([, value]) => !value.startsWith('application/json')));
  const answered: Answered = { status: answer.status, ...(Object.keys(headers).length > 0 && { headers }) };
  // Read beside the page, which is not to wait for it.
  void answer
    .clone()
    .text()
    .then(
      (body) => body !== '' && Object.assign(answered, { body }),
      // The page is told so itself.
      () => {},
    );
  return answered;
}

/** A WebSocket controlled by the test. */
export class StubSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: StubSocket[] = [];
  static get latest(): StubSocket {
    const latest = StubSocket.all.at(-1);
    if (latest === undefined) throw new Error('No socket was opened');
    return latest;
  }

  readyState = 0;
  readonly url: URL;
  readonly sent: unknown[] = [];

  constructor(url: string | URL) {
    super();
    this.url = new URL(url);
    StubSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  /** Called by the front end. */
  close() {
    this.readyState = 3;
  }

  /** Accepts the connection. */
  open() {
    record({ do: 'connect' });
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** Sends a message: an object as JSON, a string as is. */
  say(message: unknown) {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    record({ do: 'say', message: data });
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** Ends the connection. */
  drop(code = 1006) {
    record({ do: 'disconnect' });
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}
