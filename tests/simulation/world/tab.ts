import { Controller, Signal, SimulatedHeaders, SimulatedRequest, SimulatedResponse, Target } from './browserParts';
import type { Clock, Task } from './clock';
import type { Call, Network, Socket } from './network';
import type { Locks, SharedStorage, StorageEventLike } from './storage';

/** Where the pages come from and where the backend is. */
export const ORIGIN = 'https://school.example';

/** How long the news of the storage take to another tab, unless they are held up. */
const STORAGE_NEWS_MS = 200;

/** What is around the tabs. */
export interface Browser {
  clock: Clock;
  network: Network;
  storage: SharedStorage;
  locks: Locks;
  /** Something was thrown, or said on the console, that nobody foresaw. */
  fault(tab: Tab, error: unknown): void;
}

/** The part of a document that tells whether it is seen. */
class WindowDocument extends Target {
  constructor(readonly tab: Tab) {
    super();
  }
  get visibilityState(): 'visible' | 'hidden' {
    return this.tab.hidden ? 'hidden' : 'visible';
  }
  get hidden(): boolean {
    return this.tab.hidden;
  }
}

/** One load of the product in a tab: its globals, and all that it holds of the browser. A reload makes another. */
export class Page {
  alive = true;
  readonly window = new Target();
  readonly document: WindowDocument;
  readonly timers = new Map<number, Task>();
  readonly sockets = new Set<Socket>();
  /** Those it still waits for. */
  readonly calls = new Set<Call>();
  readonly localStorage: ReturnType<SharedStorage['viewOf']>;
  /** No two pages have the same. */
  readonly id: string;
  #timerCount = 0;

  constructor(
    readonly tab: Tab,
    readonly browser: Browser,
    number: number,
  ) {
    this.id = `${tab.name}${number}`;
    this.document = new WindowDocument(tab);
    this.localStorage = browser.storage.viewOf(this);
  }

  /** Whatever reaches a page comes through here: a frozen one gets it when it thaws, a closed one never. */
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

  /** The page is closed or loaded anew: nothing of it runs any more. */
  close(): void {
    this.alive = false;
    for (const task of this.timers.values()) this.browser.clock.cancel(task);
    for (const socket of [...this.sockets]) this.browser.network.drop(socket);
    this.calls.clear();
    this.browser.locks.forget(this);
  }

  #setTimer(call: () => void, ms: number, again: boolean): number {
    this.#timerCount += 1;
    const id = this.#timerCount;
    const wait = () => {
      this.timers.set(
        id,
        this.browser.clock.after(ms, () =>
          this.deliver(() => {
            if (!this.timers.delete(id)) return;
            if (again) wait();
            call();
          }),
        ),
      );
    };
    if (this.alive) wait();
    return id;
  }

  #clearTimer = (id: number | undefined): void => {
    const task = id === undefined ? undefined : this.timers.get(id);
    if (id === undefined || task === undefined) return;
    this.timers.delete(id);
    this.browser.clock.cancel(task);
  };

  /** The page's globals by name. Those of Node that are not among them do not exist for it. */
  globals(): Record<string, unknown> {
    const page = this;
    const { clock, network, locks } = this.browser;
    const { localStorage, document } = this;

    class PageSignal extends Signal {
      static timeout(ms: number): Signal {
        const signal = new Signal();
        // No timer of the page's own: a browser forgets it with the signal.
        clock.after(ms, () =>
          page.deliver(() => signal.end(new DOMException('The operation timed out', 'TimeoutError'))),
        );
        return signal;
      }
    }
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
    const fault = (...said: unknown[]) =>
      page.browser.fault(page.tab, said.find((one) => one instanceof Error) ?? said.join(' '));

    const globals: Record<string, unknown> = {
      document,
      localStorage,
      navigator: {
        get onLine() {
          return network.online;
        },
        locks: locks.viewOf(this),
        userAgent: 'Simulated',
      },
      location: {
        origin: ORIGIN,
        get pathname() {
          return page.tab.path;
        },
        get href() {
          return ORIGIN + page.tab.path;
        },
        search: '',
      },
      fetch: (input: string | URL | SimulatedRequest, init?: ConstructorParameters<typeof SimulatedRequest>[1]) =>
        page.alive
          ? network.send(
              page,
              input instanceof SimulatedRequest && init === undefined ? input : new SimulatedRequest(input, init),
            )
          : new Promise(() => {}),
      WebSocket,
      Headers: SimulatedHeaders,
      Request: SimulatedRequest,
      Response: SimulatedResponse,
      FormData: class {},
      AbortController: Controller,
      AbortSignal: PageSignal,
      EventTarget: Target,
      setTimeout: (call: () => void, ms = 0) => this.#setTimer(call, ms, false),
      setInterval: (call: () => void, ms = 0) => this.#setTimer(call, ms, true),
      clearTimeout: this.#clearTimer,
      clearInterval: this.#clearTimer,
      Date: PageDate,
      console: { error: fault, warn() {}, log() {}, info() {}, debug() {} },
      // Always the same, so that a story always goes the same way.
      crypto: {
        getRandomValues: <T extends { fill(value: number): T }>(into: T) => into.fill(7),
      },
      queueMicrotask,
      URL,
      URLSearchParams,
      DOMException,
      TextEncoder,
      TextDecoder,
      atob,
      btoa,
      structuredClone,
    };
    const window = Object.assign(this.window, globals);
    return { ...globals, window, self: window, globalThis: window };
  }
}

/** A tab of the browser: its history, whether it is seen, whether it runs. */
export class Tab {
  hidden = false;
  frozen = false;
  /** The news of the storage wait until they are let go. */
  storageHeld = false;
  /** What came while it was frozen. */
  held: (() => void)[] = [];
  /** News of the storage on their way. */
  news: StorageEventLike[] = [];
  /** Addresses, and which of them is shown. */
  history = { entries: ['/'], index: 0 };
  #page: Page | undefined;
  #pages = 0;
  /** The news under way were already given a time. */
  #newsTask: Task | undefined;

  constructor(
    readonly name: string,
    readonly browser: Browser,
  ) {}

  get path(): string {
    return this.history.entries[this.history.index] ?? '/';
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error(`Tab ${this.name} is empty`);
    return this.#page;
  }

  close(): void {
    this.#page?.close();
  }

  /** Loads the product, anew when it was there. */
  load(): Page {
    this.#page?.close();
    this.held = [];
    // A page hears of what is written from now on.
    this.news = [];
    this.#pages += 1;
    this.#page = new Page(this, this.browser, this.#pages);
    return this.#page;
  }

  hearOfStorage(event: StorageEventLike): void {
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
          this.heardOfStorage?.(event);
          page.window.dispatchEvent({ ...event, ...{ storageArea: page.localStorage } });
        }),
      );
    }
  }
  /** Called before a page hears of the storage. */
  heardOfStorage: ((event: StorageEventLike) => void) | undefined;

  show(): void {
    this.hidden = false;
    this.frozen = false;
    const { held, page } = this;
    this.held = [];
    page.deliver(() => page.document.dispatchEvent({ type: 'visibilitychange' }));
    // Each by itself, in the order in which they came.
    for (const what of held) this.browser.clock.after(0, what);
  }

  /** Out of sight; `frozen`: the browser or the laptop stops it altogether. */
  hide(frozen: boolean): void {
    const { page } = this;
    if (!this.hidden) {
      this.hidden = true;
      page.deliver(() => page.document.dispatchEvent({ type: 'visibilitychange' }));
    }
    this.frozen = frozen;
  }
}
