import { type Answer, type Backend, LESSONS_OF_A_SECTION, nameOfCall } from './backend';
import type { Clock, Task } from './clock';
import type { Page, PageRequest } from './tab';

/** One way between a page and the backend. */
const TRAVEL_MS = 20;

/** What a call is about. */
const kinds = {
  'POST /account/login/teacher/': 'login',
  'POST /account/refresh/': 'refresh',
  'POST /account/logout/': 'logout',
  'GET /account/current-user/': 'user',
  'POST /account/change-password/': 'password',
  'GET /section/list/': 'list',
  'POST /section/create/': 'create',
  'DELETE /section/#/delete/': 'delete',
  'POST /section/#/add-students/': 'add',
  'POST /section/#/remove-students/': 'remove',
  'GET /section/search-students/': 'search',
  'POST /detection/sessions/start/': 'start',
  'POST /detection/sessions/stop/': 'stop',
  'GET /detection/sessions/status/#/': 'status',
  'GET /detection/sessions/': 'lessons',
  'DELETE /detection/sessions/#/': 'deleteLesson',
  'POST /attendance/invite/': 'invite',
  'GET /attendance/sections/#/': 'attendance',
  'GET /attendance/sections/#/lessons/#/coverage/': 'coverage',
  'POST /attendance/admit/': 'admit',
  'POST /attendance/admit-number/': 'admitNumber',
  'POST /attendance/refuse/': 'refuse',
  'POST /attendance/refuse-waiting/': 'refuseWaiting',
  'POST /attendance/excuse/': 'excuse',
  'POST /attendance/end-excuse/': 'endExcuse',
  'GET /detection/logs/': 'logs',
  'POST /detection/logs/review/': 'review',
  'DELETE /detection/logs/#/': 'discard',
} as const;

export type CallKind = (typeof kinds)[keyof typeof kinds];

const isCall = (name: string): name is keyof typeof kinds => name in kinds;

/** Calls that change something on the backend. */
const writes = [
  ...['create', 'delete', 'add', 'remove', 'start', 'stop', 'review', 'discard', 'password', 'deleteLesson'],
  ...['invite', 'admit', 'admitNumber', 'refuse', 'refuseWaiting', 'excuse', 'endExcuse'],
];

export const isWrite = ({ kind }: Pick<Call, 'kind'>) => writes.includes(kind);

/** What the network does with a call instead of carrying it there and back. */
export type Fate =
  | { type: 'slowThere' | 'slowBack'; ms: number }
  | { type: 'cutBefore' | 'cutAfter' | 'cutBody' | 'hangBefore' | 'hangAfter' }
  | { type: 'status'; status: number; processed: boolean }
  /** Something in between answers that all is well. */
  | { type: 'nonsense'; body: string; processed: boolean };

/** Which of the next calls a fate is for. */
export type FateFor = CallKind | 'write' | 'any';

const concerns = (wanted: FateFor, kind: CallKind) =>
  wanted === 'any' || wanted === kind || (wanted === 'write' && isWrite({ kind }));

/** A call of a page, from the moment it is sent. */
export interface Call {
  page: Page;
  kind: CallKind;
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | null;
  body: unknown;
  /** The section that it is about, if any. */
  section: number | undefined;
  sentAt: number;
  fate: Fate | undefined;
  /** `travelling` to the backend, then `returning`, then `over`. */
  phase: 'travelling' | 'returning' | 'over';
  /** The backend's answer; undefined until the call has arrived there. */
  processed: Answer | undefined;
  /** When the call arrived there. */
  processedAt: number;
  /** The page no longer waits for it. */
  settled: boolean;
  task: Task | undefined;
  answer(response: Response): void;
  fail(reason: unknown): void;
}

/** Who is told what happens on the network. */
export interface NetworkWitness {
  sent(call: Call): void;
  /** Just before the page is told; the status is null when nothing comes back. */
  delivered(call: Call, status: number | null, body: string): void;
  /** The page aborted it. */
  givenUp(call: Call): void;
  message(page: Page, text: string, saidAt: number): void;
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
/** The close code of a connection that broke. */
const BROKEN = 1006;

/** The page's end of a live channel. */
export class Socket extends EventTarget {
  readyState = CONNECTING;
  /** Set by the network. */
  line: { hear(text: string): void; gone(): void } | undefined;
  task: Task | undefined;

  constructor(
    readonly page: Page,
    readonly url: URL,
    readonly network: Network,
  ) {
    super();
  }

  send(text: string): void {
    if (this.readyState !== OPEN) throw new DOMException('Still in CONNECTING state', 'InvalidStateError');
    this.network.carry(() => this.line?.hear(text));
  }

  /** The page closes it. */
  close(): void {
    if (this.readyState === CLOSED) return;
    this.#over();
    this.network.carry(() => this.line?.gone());
  }

  /** The connection has ended, and the page will be told. */
  end(code: number): void {
    this.network.sockets.delete(this);
    this.page.deliver(() => {
      if (this.readyState === CLOSED) return;
      this.#over();
      this.dispatchEvent(Object.assign(new Event('close'), { code }));
    });
  }

  #over(): void {
    this.readyState = CLOSED;
    this.page.sockets.delete(this);
    this.network.sockets.delete(this);
  }
}

/** Between the pages and the backend: carries, delays, cuts, answers by itself, and is down. */
export class Network {
  online = true;
  readonly calls = new Set<Call>();
  readonly sockets = new Set<Socket>();
  /** What the next calls of a kind will meet, in order. */
  fates: { for: FateFor; fate: Fate }[] = [];
  /** What the next sockets will meet. */
  socketFates: ('refused' | 'silent')[] = [];

  constructor(
    readonly clock: Clock,
    readonly backend: Backend,
    readonly witness: NetworkWitness,
  ) {}

  /** `fetch` of a page. */
  send(page: Page, request: PageRequest): Promise<Response> {
    return new Promise((resolve, reject) => {
      const { signal, method } = request;
      if (signal.aborted) return reject(signal.reason);
      const { pathname, searchParams } = new URL(request.url);
      const name = nameOfCall(method, pathname);
      // The contract lets a backend lack what extends it.
      if (!isCall(name)) return resolve(new Response('{"detail":"Not found."}', { status: 404 }));
      const kind = kinds[name];
      const body: unknown = request.sent === undefined ? undefined : JSON.parse(request.sent);
      const index = this.fates.findIndex((one) => concerns(one.for, kind));
      const [taken] = index < 0 ? [] : this.fates.splice(index, 1);

      const finish = () => {
        call.settled = true;
        page.calls.delete(call);
      };
      const call: Call = {
        page,
        kind,
        method,
        path: pathname,
        query: searchParams,
        token: request.headers.get('authorization')?.replace('Bearer ', '') ?? null,
        body,
        section: this.backend.sectionOfLogs(pathname, body) ?? sectionOf(pathname, searchParams, body),
        sentAt: this.clock.now,
        fate: taken?.fate,
        phase: 'travelling',
        processed: undefined,
        processedAt: 0,
        settled: false,
        task: undefined,
        answer: (response) => {
          finish();
          resolve(response);
        },
        fail: (reason) => {
          finish();
          reject(reason);
        },
      };
      page.calls.add(call);
      this.calls.add(call);
      this.witness.sent(call);
      // An aborted call is on the wire nevertheless: it may still be processed.
      signal.addEventListener('abort', () => {
        if (call.settled) return;
        call.fail(signal.reason);
        this.witness.givenUp(call);
      });
      this.#travel(call);
    });
  }

  #travel(call: Call): void {
    const { fate } = call;
    if (!this.online || fate?.type === 'cutBefore') this.#lose(call, this.online ? TRAVEL_MS : 1);
    else if (fate?.type !== 'hangBefore')
      call.task = this.clock.after(TRAVEL_MS + (fate?.type === 'slowThere' ? fate.ms : 0), () => this.#arrive(call));
  }

  #arrive(call: Call): void {
    const { fate, method, path, query, token, body } = call;
    const isKept = (fate?.type === 'status' || fate?.type === 'nonsense') && !fate.processed;
    if (!isKept) call.processed = this.backend.answer({ method, path, query, token, body });
    call.processedAt = this.clock.now;
    call.phase = 'returning';
    if (fate?.type === 'cutAfter') this.#lose(call, TRAVEL_MS);
    else if (fate?.type !== 'hangAfter')
      call.task = this.clock.after(TRAVEL_MS + (fate?.type === 'slowBack' ? fate.ms : 0), () => this.#return(call));
  }

  #return(call: Call): void {
    const { fate, processed } = call;
    this.#over(call);
    const html = '<html><body><h1>Bad gateway</h1></body></html>';
    const ours = processed?.body === undefined ? '' : JSON.stringify(processed.body);
    const [status, text] =
      fate?.type === 'status'
        ? [fate.status, html]
        : fate?.type === 'nonsense'
          ? [200, fate.body]
          : [processed?.status ?? 200, ours];
    const isBroken = fate?.type === 'cutBody';
    call.page.deliver(() => {
      if (call.settled) return;
      this.witness.delivered(call, isBroken ? null : status, isBroken ? '' : text);
      call.answer(isBroken ? brokenResponse(status) : new Response(text === '' ? null : text, { status }));
    });
  }

  /** Nothing comes back. */
  #lose(call: Call, ms: number): void {
    if (call.task) this.clock.cancel(call.task);
    call.task = this.clock.after(ms, () => {
      this.#over(call);
      call.page.deliver(() => {
        if (call.settled) return;
        this.witness.delivered(call, null, '');
        call.fail(new TypeError('Failed to fetch'));
      });
    });
  }

  #over(call: Call): void {
    call.phase = 'over';
    this.calls.delete(call);
  }

  /** A page opens a socket. */
  connect(page: Page, url: URL): Socket {
    const socket = new Socket(page, url, this);
    page.sockets.add(socket);
    this.sockets.add(socket);
    const fate = this.online ? this.socketFates.shift() : 'refused';
    if (fate === 'silent') return socket;
    socket.task = this.clock.after(TRAVEL_MS, () => {
      if (fate === 'refused') return socket.end(BROKEN);
      if (socket.readyState === CONNECTING) this.#open(socket);
    });
    return socket;
  }

  #open(socket: Socket): void {
    socket.page.deliver(() => {
      if (socket.readyState !== CONNECTING) return;
      socket.readyState = OPEN;
      socket.dispatchEvent(new Event('open'));
    });
    socket.line = this.backend.connect(socket.url.searchParams.get('token') ?? '', {
      say: (message) => {
        const saidAt = this.clock.now;
        this.carry(() =>
          socket.page.deliver(() => {
            if (socket.readyState !== OPEN) return;
            const text = JSON.stringify(message);
            this.witness.message(socket.page, text, saidAt);
            socket.dispatchEvent(Object.assign(new Event('message'), { data: text }));
          }),
        );
      },
      close: (code) => this.carry(() => socket.end(code)),
    });
  }

  /** Carries something from one end of a socket to the other. */
  carry(what: () => void): void {
    this.clock.after(TRAVEL_MS, what);
  }

  /** A connection breaks, and both ends notice. */
  drop(socket: Socket): void {
    socket.line?.gone();
    socket.end(BROKEN);
  }

  goOffline(): void {
    this.online = false;
    for (const call of this.calls) this.#lose(call, 1);
    for (const socket of [...this.sockets]) this.drop(socket);
  }

  goOnline(): void {
    this.online = true;
  }

  /** The network is well again: what hangs goes on, and no fate is left. */
  heal(): void {
    this.goOnline();
    this.fates = [];
    this.socketFates = [];
    for (const call of [...this.calls]) {
      if (call.task !== undefined && !call.task.cancelled && call.task.at <= this.clock.now + 1000) continue;
      if (call.task) this.clock.cancel(call.task);
      if (call.settled && call.phase === 'travelling') this.#over(call);
      else if (call.phase === 'travelling') call.task = this.clock.after(TRAVEL_MS, () => this.#arrive(call));
      else call.task = this.clock.after(TRAVEL_MS, () => this.#return(call));
      if (call.fate?.type !== 'nonsense' && call.fate?.type !== 'status') call.fate = undefined;
    }
    for (const socket of [...this.sockets]) {
      if (socket.task === undefined) socket.task = this.clock.after(TRAVEL_MS, () => this.#open(socket));
    }
  }
}

/** The connection ends before the body does. */
function brokenResponse(status: number): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
  return new Response(status === 204 ? null : body, { status });
}

function sectionOf(path: string, query: URLSearchParams, body: unknown): number | undefined {
  const lesson = /^\/detection\/sessions\/(\d+)\//.exec(path)?.[1];
  if (lesson !== undefined) return Math.floor(Number(lesson) / LESSONS_OF_A_SECTION);
  const inPath = /\/(\d+)\//.exec(path)?.[1] ?? query.get('section');
  if (inPath !== null && inPath !== undefined) return Number(inPath);
  const inBody: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'section_id') : undefined;
  return inBody === undefined ? undefined : Number(inBody);
}

const seconds = (ms: number) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** Ends the sentence “The next … call …”. */
export function inWords(fate: Fate): string {
  switch (fate.type) {
    case 'slowThere':
      return `takes ${seconds(fate.ms)} to the backend`;
    case 'slowBack':
      return `is answered, and the answer takes ${seconds(fate.ms)}`;
    case 'cutBefore':
      return 'is cut before it reaches the backend';
    case 'cutAfter':
      return 'is processed, and its answer is lost';
    case 'cutBody':
      return 'is processed, and its answer breaks off';
    case 'hangBefore':
      return 'hangs on its way to the backend';
    case 'hangAfter':
      return 'is processed, and its answer hangs';
    case 'status':
      return `is answered with ${fate.status} by a proxy${fate.processed ? ', after it was processed' : ''}`;
    case 'nonsense':
      return `is answered with ${JSON.stringify(fate.body.slice(0, 40))} by a proxy${fate.processed ? ', after it was processed' : ''}`;
  }
}
