import type { Clock } from './clock';
import type { Page, Tab } from './tab';

/** Told of every change that a page makes to the storage, just before it is made. */
export interface StorageWitness {
  written(page: Page, key: string, value: string | null): void;
}

export interface StorageNews {
  key: string;
  oldValue: string | null;
  newValue: string | null;
}

/** The localStorage that the tabs share: they read at once what another has written, and get the event later. */
export class SharedStorage {
  readonly #values = new Map<string, string>();
  tabs: readonly Tab[] = [];

  constructor(readonly witness: StorageWitness) {}

  get = (key: string) => this.#values.get(key) ?? null;

  /** Fills it before any tab is opened. */
  put(values: Record<string, string>): void {
    for (const [key, value] of Object.entries(values)) this.#values.set(key, value);
  }

  /** As one page sees it. */
  viewOf(page: Page) {
    const change = (key: string, value: string | null) => {
      if (!page.alive) return;
      const oldValue = this.get(key);
      if (oldValue === value) return;
      this.witness.written(page, key, value);
      if (value === null) this.#values.delete(key);
      else this.#values.set(key, value);
      for (const tab of this.tabs) {
        if (tab !== page.tab) tab.hearOfStorage({ key, oldValue, newValue: value });
      }
    };
    return {
      getItem: this.get,
      setItem: (key: string, value: string) => change(key, String(value)),
      removeItem: (key: string) => change(key, null),
    };
  }
}

interface Waiting {
  page: Page;
  name: string;
  grant(): void;
}

/** The Web Locks of the browser: one holder at a time over all tabs, first come, first served. */
export class Locks {
  readonly #holders = new Map<string, Page>();
  #waiting: Waiting[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  viewOf(page: Page) {
    return {
      request: <Result>(
        name: string,
        options: { signal?: AbortSignal },
        task: () => Promise<Result>,
      ): Promise<Result> =>
        new Promise((resolve, reject) => {
          const { signal } = options;
          if (signal?.aborted) return reject(signal.reason);
          const giveUp = () => {
            this.#waiting = this.#waiting.filter((one) => one !== waiting);
            reject(signal?.reason);
          };
          const waiting: Waiting = {
            page,
            name,
            grant: () => {
              signal?.removeEventListener('abort', giveUp);
              task()
                .finally(() => this.#release(name, page))
                .then(resolve, reject);
            },
          };
          signal?.addEventListener('abort', giveUp, { once: true });
          this.#waiting.push(waiting);
          this.#next(name);
        }),
    };
  }

  #next(name: string): void {
    if (this.#holders.has(name)) return;
    const next = this.#waiting.find((one) => one.name === name);
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#holders.set(name, next.page);
    // A lock that is free is not granted in the same moment.
    this.#clock.after(1, () => next.page.deliver(next.grant));
  }

  #release(name: string, page: Page): void {
    if (this.#holders.get(name) !== page) return;
    this.#holders.delete(name);
    this.#next(name);
  }

  /** A page that goes takes its locks and its place in the queue with it. */
  forget(page: Page): void {
    this.#waiting = this.#waiting.filter((one) => one.page !== page);
    for (const [name, holder] of [...this.#holders]) if (holder === page) this.#release(name, page);
  }
}
