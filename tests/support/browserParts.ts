import { vi } from 'vitest';

/* Browser parts that happy-dom lacks or ties to the real clock. */

/** Stubs Web Locks: one holder per name, a queue of waiters, and aborting. */
export function stubLocks(): void {
  const held = new Map<string, Promise<unknown>>();
  const locks = {
    request<Result>(name: string, { signal }: { signal?: AbortSignal }, task: () => Promise<Result>): Promise<Result> {
      const before = held.get(name) ?? Promise.resolve();
      const givenUp = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      const running = Promise.race([before, givenUp]).then(task);
      held.set(name, Promise.allSettled([before, running]));
      return running;
    },
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
}

let signalTimeouts = { pending: 0 };

/** Makes `AbortSignal.timeout` follow the faked clock. */
export function stubSignalTimeouts(): void {
  const timeouts = { pending: 0 };
  signalTimeouts = timeouts;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    timeouts.pending += 1;
    setTimeout(() => {
      timeouts.pending -= 1;
      controller.abort(new DOMException('It took too long', 'TimeoutError'));
    }, ms);
    return controller.signal;
  });
}

/** Returns the number pending. Browsers drop them with their signal, so they do not count as page timers. */
export const pendingSignalTimeouts = () => signalTimeouts.pending;

let reads = { running: 0 };

/** Counts request and response bodies being read: browsers read them asynchronously. */
export function countBodyReads() {
  const counted = { running: 0 };
  reads = counted;
  for (const { prototype } of [Request, Response]) {
    const read = prototype.text;
    vi.spyOn(prototype, 'text').mockImplementation(function text(this: Body) {
      const finish = () => {
        counted.running -= 1;
      };
      counted.running += 1;
      const reading = read.call(this);
      void reading.then(finish, finish);
      return reading;
    });
  }
}

let steps = { running: 0 };

/** Counts steps through the history that have not arrived: browsers take them later. */
export function countSteps() {
  const counted = { running: 0 };
  steps = counted;
  const go = window.history.go.bind(window.history);
  vi.spyOn(window.history, 'go').mockImplementation((by) => {
    counted.running += 1;
    const arrive = () => {
      counted.running -= 1;
    };
    window.addEventListener('popstate', arrive, { once: true });
    go(by);
  });
}

export const isStepping = () => steps.running > 0;

export const isReadingBodies = () => reads.running > 0;
