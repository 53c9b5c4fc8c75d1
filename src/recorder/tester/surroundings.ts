import FakeTimers from '@sinonjs/fake-timers';

/* What is around a tested page besides the server: the clock, the storage, the tab, and other windows. */

const { setInterval: realSetInterval, setTimeout: realSetTimeout } = window;

/** How far the clock goes at once, in milliseconds. */
const SLICE = 1_000;

/** Repeats something in real time, whatever the page's clock says. */
export const everyMoment = (repeated: () => void) => void realSetInterval.call(window, repeated, 150);

/** The clock of a tested page. Lets time pass, in milliseconds. */
export type TestedClock = (time: number) => Promise<unknown>;

/**
 * Takes over the clock.
 *
 * @param now where it stands still, in milliseconds since the epoch; null: it runs
 */
export function takeOverClock(now: number | null): TestedClock {
  const clock = FakeTimers.install({
    now: now ?? Date.now(),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: now === null,
  });
  // What is to happen at once happens.
  if (now !== null) everyMoment(() => void clock.tickAsync(0));
  AbortSignal.timeout = (time) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), time);
    return controller.signal;
  };
  // Answers are read in real time, so that the clock may not run ahead of them.
  return async (time) => {
    for (let left = time; left > 0; left -= SLICE) {
      await clock.tickAsync(Math.min(left, SLICE));
      await new Promise((resolve) => realSetTimeout.call(window, resolve, 5));
    }
  };
}

/** Gives the page a storage of its own, which ends with it. */
export function takeOverStorage(stored: Record<string, string>) {
  const kept = new Map(Object.entries(stored));
  const storage: Storage = {
    get length() {
      return kept.size;
    },
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  Object.defineProperty(window, 'localStorage', { value: storage, configurable: true });
}

/** The browser goes offline or online. */
export function setOnline(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** The tab is hidden or shown. */
export function setShown(isShown: boolean) {
  Object.defineProperty(document, 'visibilityState', { value: isShown ? 'visible' : 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The page goes to another address without being loaded again. */
export function visit(address: string) {
  window.history.pushState(null, '', address);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** Another window has stored something, and the browser tells of some keys. */
export function storeElsewhere(stored: Record<string, string>, changes: readonly StorageEventInit[]) {
  window.localStorage.clear();
  for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
  for (const change of changes) {
    const event = new StorageEvent('storage', change);
    // Its constructor takes none but the browser's own.
    Object.defineProperty(event, 'storageArea', { value: window.localStorage });
    window.dispatchEvent(event);
  }
}
