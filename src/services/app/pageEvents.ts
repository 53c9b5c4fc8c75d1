import { CLOCK_TICK_MS, IDLE_DELAY_MS } from '../../constants';

/** Reports going online or offline, and at once if already offline. Returns an unsubscribe function. */
export function watchNetwork(onChange: (online: boolean) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  window.addEventListener('online', () => onChange(true), { signal });
  window.addEventListener('offline', () => onChange(false), { signal });
  if (!navigator.onLine) onChange(false);
  return () => stopped.abort();
}

/** Reports when the page becomes visible again. Returns an unsubscribe function. */
export const watchVisibility = (onShown: () => void) => watchState('visible', onShown);

export const isHidden = () => document.visibilityState === 'hidden';

/** Reports when the page is hidden. Returns an unsubscribe function. */
export const watchHidden = (onHidden: () => void) => watchState('hidden', onHidden);

function watchState(state: DocumentVisibilityState, onReached: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === state) onReached();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Makes the browser ask before the page is closed, reloaded or left. Returns a release function. */
export function holdPage(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Chrome and Edge before 119 check only this.
    event.returnValue = true;
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

/** Calls back at once, and then every second. Returns a function that stops it. */
export function everySecond(tick: () => void): () => void {
  tick();
  const interval = setInterval(tick, CLOCK_TICK_MS);
  return () => clearInterval(interval);
}

/** Calls back when the browser is idle. Returns a cancel function. */
export function whenIdle(onIdle: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = window.requestIdleCallback(onIdle);
    return () => window.cancelIdleCallback(request);
  }
  // Safari has no `requestIdleCallback`.
  const timer = setTimeout(onIdle, IDLE_DELAY_MS);
  return () => clearTimeout(timer);
}

/** Reports the target of a link when it is hovered or focused, while online. */
export function watchLinks(onAimed: (pathname: string) => void): void {
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link !== null && link.origin === window.location.origin && navigator.onLine) onAimed(link.pathname);
    });
  }
}
