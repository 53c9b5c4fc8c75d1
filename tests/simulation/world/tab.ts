import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { GlobalWindow } from 'happy-dom';
import type { OpenPage } from './bundle';
import type { Clock, Task } from './clock';
import type { Call, Network, Socket } from './network';
import type { Random } from './random';
import type { Locks, SharedStorage, StorageNews } from './storage';

/** Where the pages come from and where the backend is. */
const ORIGIN = 'https://school.example';

/** How long the other tab waits for a storage event, unless it is held up. */
const STORAGE_NEWS_MS = 200;
const FRAME_MS = 16;

export type PageWindow = Window & typeof globalThis;
/** happy-dom's own types differ from those of a browser in what no page uses. */
const isPageWindow = (window: unknown): window is PageWindow => window instanceof GlobalWindow;

/** happy-dom's windows share their classes, and React Aria wraps this method in each: every window would be kept. */
const { HTMLElement: element } = new GlobalWindow();
const { focus } = element.prototype;

/** What is around the tabs. */
export interface Browser {
  clock: Clock;
  network: Network;
  storage: SharedStorage;
  locks: Locks;
  random: Random;
  openPage: OpenPage;
  /** Something was thrown or written to the console. */
  fault(tab: Tab, error: unknown): void;
}

/** A request whose body can be read at once, also by the network, and whose signal is the very one that it was given. */
export class PageRequest extends Request {
  readonly sent: string | undefined;
  readonly #signal: AbortSignal;

  constructor(input: string | URL | Request, init: RequestInit = {}) {
    const from = input instanceof PageRequest ? input : undefined;
    const { signal, ...given } = init;
    const sent = typeof init.body === 'string' ? init.body : from?.sent;
    const inherited: RequestInit = from ? { method: from.method, headers: from.headers } : {};
    super(from?.url ?? input, { ...inherited, ...given, ...(sent !== undefined && { body: sent }) });
    this.sent = sent;
    this.#signal = signal ?? from?.signal ?? new AbortController().signal;
  }

  override get signal(): AbortSignal {
    return this.#signal;
  }

  override clone(): PageRequest {
    return new PageRequest(this);
  }
}

/** One load of the product in a tab: a window, and all that it holds of the browser. A reload makes another. */
export class Page {
  alive = true;
  readonly window: PageWindow;
  /** Who sits before it. */
  readonly user: UserEvent;
  readonly timers = new Map<number, { task: Task; ms: number }>();
  readonly sockets = new Set<Socket>();
  /** Calls that the page waits for. */
  readonly calls = new Set<Call>();
  readonly localStorage: ReturnType<SharedStorage['viewOf']>;
  /** Unique in this world. */
  readonly id: string;
  /** How much React and the readers of answers have still to do before time may pass. */
  busy = 0;
  /** The document has changed since it was looked at. */
  changed = true;
  #timerCount = 0;
  readonly #discard: () => Promise<void>;

  constructor(
    readonly tab: Tab,
    readonly browser: Browser,
    number: number,
  ) {
    this.id = `${tab.name}${number}`;
    this.localStorage = browser.storage.viewOf(this);
    const made = new GlobalWindow({ url: ORIGIN + tab.path, width: 1280, height: 800 });
    this.#discard = () => made.happyDOM.close();
    const window: unknown = made;
    if (!isPageWindow(window)) throw new Error('happy-dom made no window');
    this.window = window;
    Object.defineProperty(window, 'navigator', { value: this.#navigator() });
    this.user = userEvent.setup({
      document: window.document,
      delay: null,
      pointerEventsCheck: PointerEventsCheckLevel.Never,
    });
  }

  get document() {
    return this.window.document;
  }

  /** Runs the product in the page. */
  open(): void {
    const { document } = this;
    document.body.innerHTML = '<div id="announced" aria-live="polite"></div><div id="root"></div>';
    element.prototype.focus = focus;
    const changes = new this.window.MutationObserver(() => {
      this.changed = true;
    });
    changes.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    const globals = this.#globals();
    for (const [name, value] of Object.entries(globals))
      Object.defineProperty(this.window, name, { value, configurable: true, writable: true });
    const isHidden = () => this.tab.hidden;
    Object.defineProperty(document, 'hidden', { get: isHidden });
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden() ? 'hidden' : 'visible') });
    this.attempt(() => this.browser.openPage(this.window, { ...globals, window: this.window, self: this.window }));
  }

  /** Everything that reaches a page comes through here: a frozen one gets it when it thaws, a closed one never. */
  deliver(what: () => void): void {
    if (!this.alive) return;
    if (this.tab.frozen) this.tab.held.push(() => this.deliver(what));
    else this.attempt(what);
  }

  attempt(what: () => void): void {
    try {
      what();
    } catch (error) {
      this.browser.fault(this.tab, error);
    }
  }

  /** The page is closed or reloaded: nothing of it runs any more. */
  close(): void {
    this.alive = false;
    for (const { task } of this.timers.values()) this.browser.clock.cancel(task);
    for (const socket of [...this.sockets]) this.browser.network.drop(socket);
    this.calls.clear();
    this.browser.locks.forget(this);
    // Once what is under way has ended. happy-dom keeps every window that was not closed.
    setImmediate(() => void this.#discard());
  }

  dispatch(type: string, init: object = {}): void {
    const event = Object.assign(new this.window.Event(type), init);
    if (type === 'visibilitychange') this.document.dispatchEvent(event);
    else this.window.dispatchEvent(event);
  }

  #setTimer(call: (...args: unknown[]) => void, ms: number, again: boolean, args: unknown[]): number {
    this.#timerCount += 1;
    const id = this.#timerCount;
    const wait = () => {
      const task = this.browser.clock.after(ms, () =>
        this.deliver(() => {
          if (!this.timers.delete(id)) return;
          if (again) wait();
          call(...args);
        }),
      );
      this.timers.set(id, { task, ms });
    };
    if (this.alive) wait();
    return id;
  }

  #clearTimer = (id: number | undefined): void => {
    const timer = id === undefined ? undefined : this.timers.get(id);
    if (id === undefined || timer === undefined) return;
    this.timers.delete(id);
    this.browser.clock.cancel(timer.task);
  };

  /** Runs something before time passes. */
  #soon = (what: () => void): void => {
    this.busy += 1;
    setImmediate(() => {
      this.busy -= 1;
      this.deliver(what);
    });
  };

  async #send(request: PageRequest): Promise<Response> {
    if (!this.alive) return new Promise(() => {});
    const response = await this.browser.network.send(this, request);
    const read = response.text.bind(response);
    return Object.assign(response, {
      text: () => {
        this.busy += 1;
        return read().finally(() => {
          this.busy -= 1;
        });
      },
    });
  }

  #navigator() {
    const { network, locks } = this.browser;
    return {
      get onLine() {
        return network.online;
      },
      locks: locks.viewOf(this),
      userAgent: 'Simulated',
      platform: 'Simulated',
      maxTouchPoints: 0,
      language: 'en',
      languages: ['en'],
    };
  }

  /** What the page has of its browser, in place of the window's own. */
  #globals(): Record<string, unknown> {
    const page = this;
    const { tab } = this;
    const { clock, network, random } = this.browser;

    class PageDate extends Date {
      constructor(...given: [] | [string | number | Date]) {
        super(given.length === 0 ? clock.now : given[0]);
      }
      static override now(): number {
        return clock.now;
      }
    }
    class WebSocket {
      static readonly CONNECTING = 0;
      static readonly OPEN = 1;
      static readonly CLOSING = 2;
      static readonly CLOSED = 3;
      constructor(url: string | URL) {
        // biome-ignore lint/correctness/noConstructorReturn: the network makes the socket, the page names the class.
        return network.connect(page, new URL(url));
      }
    }
    /** Not a timer of the page: a browser forgets it with the signal. */
    const timeout = (ms: number) => {
      const patience = new AbortController();
      clock.after(ms, () =>
        page.deliver(() => patience.abort(new DOMException('The operation timed out', 'TimeoutError'))),
      );
      return patience.signal;
    };
    const fault = (...said: unknown[]) =>
      page.browser.fault(tab, said.find((one) => one instanceof Error) ?? said.join(' '));

    return {
      localStorage: this.localStorage,
      navigator: this.window.navigator,
      location: {
        origin: ORIGIN,
        get pathname() {
          return new URL(tab.path, ORIGIN).pathname;
        },
        get search() {
          return new URL(tab.path, ORIGIN).search;
        },
        get href() {
          return ORIGIN + tab.path;
        },
        hash: '',
        reload: () => tab.reload(),
        assign: (to: string) => {
          tab.go(new URL(to, ORIGIN), null);
          tab.reload();
        },
      },
      history: {
        get state() {
          return tab.entry.state;
        },
        pushState: (state: unknown, _: string, to?: string) => tab.go(new URL(to ?? tab.path, ORIGIN), state),
        replaceState: (state: unknown, _: string, to?: string) => tab.replace(new URL(to ?? tab.path, ORIGIN), state),
        go: (by: number) => page.#setTimer(() => tab.move(by), 0, false, []),
      },
      fetch: (input: string | URL | PageRequest, init?: RequestInit) => page.#send(new PageRequest(input, init)),
      WebSocket,
      Headers,
      Request: PageRequest,
      Response,
      AbortController,
      AbortSignal: new Proxy(AbortSignal, {
        get: (target, key) => (key === 'timeout' ? timeout : Reflect.get(target, key)),
      }),
      setTimeout: (call: () => void, ms = 0, ...args: unknown[]) => this.#setTimer(call, ms, false, args),
      setInterval: (call: () => void, ms = 0, ...args: unknown[]) => this.#setTimer(call, ms, true, args),
      clearTimeout: this.#clearTimer,
      clearInterval: this.#clearTimer,
      requestAnimationFrame: (call: (now: number) => void) =>
        this.#setTimer(() => call(clock.now), FRAME_MS, false, []),
      cancelAnimationFrame: this.#clearTimer,
      requestIdleCallback: (call: () => void) => this.#setTimer(call, 1, false, []),
      cancelIdleCallback: this.#clearTimer,
      setImmediate: this.#soon,
      queueMicrotask,
      performance: { now: () => clock.now, mark() {}, measure() {} },
      Date: PageDate,
      Math: Object.create(Math, { random: { value: random.next } }),
      console: { error: fault, warn() {}, log() {}, info() {}, debug() {} },
      reportError: fault,
      process: undefined,
      MessageChannel: undefined,
      Notification: undefined,
    };
  }
}

interface HistoryEntry {
  path: string;
  state: unknown;
}

/** A tab of the browser: its history, whether it is visible, whether it runs. */
export class Tab {
  hidden = false;
  frozen = false;
  /** Storage events wait until they are let go. */
  storageHeld = false;
  /** What came while it was frozen. */
  held: (() => void)[] = [];
  /** Storage events on their way. */
  news: StorageNews[] = [];
  history: HistoryEntry[];
  index = 0;
  #page: Page | undefined;
  #pages = 0;
  #newsTask: Task | undefined;

  constructor(
    readonly name: string,
    readonly browser: Browser,
    path: string,
    readonly loaded: () => void,
  ) {
    this.history = [{ path, state: null }];
  }

  get entry(): HistoryEntry {
    const entry = this.history[this.index];
    if (entry === undefined) throw new Error(`Tab ${this.name} has no address`);
    return entry;
  }

  get path(): string {
    return this.entry.path;
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error(`Tab ${this.name} is empty`);
    return this.#page;
  }

  go({ pathname, search }: URL, state: unknown): void {
    this.history.splice(this.index + 1, this.history.length, { path: pathname + search, state });
    this.index += 1;
  }

  replace({ pathname, search }: URL, state: unknown): void {
    this.history[this.index] = { path: pathname + search, state };
  }

  canMove = (by: number) => this.history[this.index + by] !== undefined;

  /** Back or forward. */
  move(by: number): void {
    if (!this.canMove(by)) return;
    this.index += by;
    this.page.deliver(() => this.page.dispatch('popstate', { state: this.entry.state }));
  }

  /** Loads the product; again, if it was there. */
  reload(): void {
    this.#page?.close();
    this.held = [];
    this.news = [];
    this.#pages += 1;
    this.#page = new Page(this, this.browser, this.#pages);
    this.loaded();
    this.#page.open();
  }

  hearOfStorage(event: StorageNews): void {
    this.news.push(event);
    if (this.storageHeld || this.#newsTask !== undefined) return;
    this.#newsTask = this.browser.clock.after(STORAGE_NEWS_MS, () => {
      this.#newsTask = undefined;
      if (!this.storageHeld) this.deliverNews();
    });
  }

  /** All that has piled up comes together, one event right after the other. */
  deliverNews(): void {
    const { news, page } = this;
    this.news = [];
    for (const event of news) {
      this.browser.clock.after(0, () =>
        page.deliver(() => {
          if (event.key === 'accessToken') this.heardOfStorage?.();
          page.dispatch('storage', { ...event, storageArea: page.localStorage });
        }),
      );
    }
  }
  /** Called before a page hears of other tokens. */
  heardOfStorage: (() => void) | undefined;

  show(): void {
    this.hidden = false;
    this.frozen = false;
    const { held, page } = this;
    this.held = [];
    page.deliver(() => page.dispatch('visibilitychange'));
    // Each by itself, in the order in which they came.
    for (const what of held) this.browser.clock.after(0, what);
  }

  /** @param frozen the browser or the laptop stops it altogether */
  hide(frozen: boolean): void {
    const { page } = this;
    if (!this.hidden) {
      this.hidden = true;
      page.deliver(() => page.dispatch('visibilitychange'));
    }
    this.frozen = frozen;
  }
}
