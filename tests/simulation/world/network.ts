import { writeKinds } from '../page/shown';
import { type Answer, type Backend, LESSONS_OF_A_SECTION } from './backend';
import { type SimulatedRequest, SimulatedResponse, Target } from './browserParts';
import type { Clock, Task } from './clock';
import type { Page } from './tab';

/** One way between a page and the backend. */
const TRAVEL_MS = 20;

/** What a call is about, as the stories and the invariants name it. */
export type CallKind =
  | 'login'
  | 'refresh'
  | 'logout'
  | 'user'
  | 'password'
  | 'list'
  | 'create'
  | 'delete'
  | 'add'
  | 'remove'
  | 'search'
  | 'start'
  | 'stop'
  | 'status'
  | 'lessons'
  | 'deleteLesson'
  | 'logs'
  | 'review'
  | 'discard';

const kinds: Record<string, CallKind> = {
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
  'GET /detection/logs/': 'logs',
  'POST /detection/logs/review/': 'review',
  'DELETE /detection/logs/#/': 'discard',
};

/** What the network does with a call instead of carrying it there and back. */
export type Fate =
  | { type: 'slowThere'; ms: number }
  | { type: 'slowBack'; ms: number }
  | { type: 'cutBefore' }
  | { type: 'cutAfter' }
  | { type: 'cutBody' }
  | { type: 'hangBefore' }
  | { type: 'hangAfter' }
  | { type: 'status'; status: number; processed: boolean }
  | { type: 'nonsense'; body: string; processed: boolean };

/** Which of the next calls a fate is for. */
export type FateFor = 'write' | 'status' | 'lessons' | 'logs' | 'list' | 'refresh' | 'user' | 'login' | 'any';

const writes = new Set<CallKind>(writeKinds);

const concerns = (wanted: FateFor, kind: CallKind) =>
  wanted === 'any' || (wanted === 'write' ? writes.has(kind) : wanted === kind);

/** A call of a page, from its sending on. */
export interface Call {
  number: number;
  page: Page;
  kind: CallKind;
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | null;
  body: unknown;
  /** The section that it is about, if it is about one. */
  section: number | undefined;
  sentAt: number;
  fate: Fate | undefined;
  /** `travelling` until the backend has it, `returning` until the page has the answer or knows that there is none. */
  phase: 'travelling' | 'returning' | 'over';
  /** What the backend made of it; undefined as long as it has not come there. */
  processed: Answer | undefined;
  /** The page no longer waits for it. */
  settled: boolean;
  task: Task | undefined;
  answer(response: SimulatedResponse): void;
  fail(reason: unknown): void;
}

/** What the world wants to know of the network. */
export interface NetworkWitness {
  sent(call: Call): void;
  processed(call: Call, answer: Answer): void;
  /** Just before the page hears of it; null when nothing comes back. */
  delivered(call: Call, status: number | null, body: string): void;
  /** The page no longer waits for it. */
  givenUp(call: Call): void;
  message(page: Page, text: string): void;
  socketOpened(page: Page): void;
  socketMade(page: Page, url: URL): void;
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
/** The close code of a connection that broke. */
const BROKEN = 1006;

/** The page's end of a live channel. */
export class Socket extends Target {
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

  /** The connection is over, and the page will hear of it. */
  end(code: number): void {
    this.network.sockets.delete(this);
    this.page.deliver(() => {
      if (this.readyState === CLOSED) return;
      this.#over();
      this.dispatchEvent(Object.assign({ type: 'close' }, { code }));
    });
  }

  #over(): void {
    this.readyState = CLOSED;
    this.page.sockets.delete(this);
    this.network.sockets.delete(this);
  }
}

/** Between the pages and the backend: carries, delays, reorders, cuts, answers itself, and is down. */
export class Network {
  online = true;
  readonly calls = new Set<Call>();
  readonly sockets = new Set<Socket>();
  /** What the next calls of a kind will meet, in order. */
  fates: { for: FateFor; fate: Fate }[] = [];
  /** What the next sockets will meet. */
  socketFates: ('refused' | 'silent')[] = [];
  #count = 0;

  constructor(
    readonly clock: Clock,
    readonly backend: Backend,
    readonly witness: NetworkWitness,
  ) {}

  /** `fetch` as a page sees it. */
  send(page: Page, request: SimulatedRequest): Promise<SimulatedResponse> {
    return new Promise((resolve, reject) => {
      const { signal, method } = request;
      if (signal.aborted) return reject(signal.reason);
      const { pathname, searchParams } = new URL(request.url);
      const kind = kinds[`${method} ${pathname.replace(/\/\d+\//, '/#/')}`];
      if (kind === undefined) throw new Error(`Nobody knows the call ${method} ${pathname}`);
      const body: unknown = request.body === null ? undefined : JSON.parse(request.body);
      this.#count += 1;
      const index = this.fates.findIndex((one) => concerns(one.for, kind));
      const [taken] = index < 0 ? [] : this.fates.splice(index, 1);

      const finish = () => {
        call.settled = true;
        page.calls.delete(call);
      };
      const call: Call = {
        number: this.#count,
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
      // A call that is given up is on the wire nevertheless: it may still be processed.
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
    const { fate, page, method, path, query, token, body } = call;
    const isKept = (fate?.type === 'status' || fate?.type === 'nonsense') && !fate.processed;
    if (!isKept) {
      call.processed = this.backend.answer({ method, path, query, token, body, tab: page.id });
      this.witness.processed(call, call.processed);
    }
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
    // A proxy or a school network that answers for the backend says that all is well.
    const status = fate?.type === 'status' ? fate.status : (processed?.status ?? 200);
    const text = fate?.type === 'status' ? html : fate?.type === 'nonsense' ? fate.body : ours;
    const isBroken = fate?.type === 'cutBody';
    call.page.deliver(() => {
      if (call.settled) return;
      this.witness.delivered(call, isBroken ? null : status, isBroken ? '' : text);
      call.answer(isBroken ? SimulatedResponse.broken(status) : new SimulatedResponse(text, { status }));
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
    this.witness.socketMade(page, url);
    const fate = this.online ? this.socketFates.shift() : 'refused';
    if (fate === 'silent') return socket;
    socket.task = this.clock.after(TRAVEL_MS, () => {
      if (fate === 'refused') return socket.end(BROKEN);
      if (socket.readyState !== CONNECTING) return;
      this.#open(socket);
    });
    return socket;
  }

  #open(socket: Socket): void {
    socket.page.deliver(() => {
      if (socket.readyState !== CONNECTING) return;
      socket.readyState = OPEN;
      this.witness.socketOpened(socket.page);
      socket.dispatchEvent({ type: 'open' });
    });
    socket.line = this.backend.connect(socket.url.searchParams.get('token') ?? '', {
      say: (message) => {
        this.carry(() =>
          socket.page.deliver(() => {
            if (socket.readyState !== OPEN) return;
            const text = JSON.stringify(message);
            this.witness.message(socket.page, text);
            socket.dispatchEvent(Object.assign({ type: 'message' }, { data: text }));
          }),
        );
      },
      close: (code) => this.carry(() => socket.end(code)),
    });
  }

  /** From one end of a socket to the other. */
  carry(what: () => void): void {
    this.clock.after(TRAVEL_MS, what);
  }

  /** A connection breaks; both ends hear of it. */
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

  /** The network is well again: what hangs goes on, and nothing more is in the way. */
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

function sectionOf(path: string, query: URLSearchParams, body: unknown): number | undefined {
  const lesson = /^\/detection\/sessions\/(\d+)\//.exec(path)?.[1];
  if (lesson !== undefined) return Math.floor(Number(lesson) / LESSONS_OF_A_SECTION);
  const inPath = /\/(\d+)\//.exec(path)?.[1] ?? query.get('section');
  if (inPath !== null && inPath !== undefined) return Number(inPath);
  const inBody: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'section_id') : undefined;
  return inBody === undefined ? undefined : Number(inBody);
}
