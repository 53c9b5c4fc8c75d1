import { IDLE_DELAY_MS } from '../constants';

/** Tells when the browser goes online or offline, and at once when it already is offline. Call the result to stop. */
export function watchNetwork(onChange: (online: boolean) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  window.addEventListener('online', () => onChange(true), { signal });
  window.addEventListener('offline', () => onChange(false), { signal });
  if (!navigator.onLine) onChange(false);
  return () => stopped.abort();
}

/** Tells whenever the page becomes visible after having been hidden. Call the result to stop. */
export const watchVisibility = (onShown: () => void) => watchState('visible', onShown);

/** Whether nobody sees the page. */
export const isHidden = () => document.visibilityState === 'hidden';

/** Tells whenever the page is hidden. Call the result to stop. */
export const watchHidden = (onHidden: () => void) => watchState('hidden', onHidden);

function watchState(state: DocumentVisibilityState, onReached: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === state) onReached();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Lets the browser ask the teacher before the page is closed, loaded anew or left for another site. Call the result to stop. */
export function holdPage(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Chrome and Edge before 119 look at this alone.
    event.returnValue = true;
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

/** Calls back once the browser has nothing else to do. Call the result to stop. */
export function whenIdle(onIdle: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = window.requestIdleCallback(onIdle);
    return () => window.cancelIdleCallback(request);
  }
  // Safari does not tell.
  const timer = setTimeout(onIdle, IDLE_DELAY_MS);
  return () => clearTimeout(timer);
}

/** Calls back when the teacher first does something on the page. Call the result to stop. */
export function whenUsed(onUsed: () => void): () => void {
  const stopped = new AbortController();
  const heard = () => {
    stopped.abort();
    onUsed();
  };
  // The last three alone where something types and presses for her.
  for (const type of ['pointerdown', 'keydown', 'input', 'click', 'submit']) {
    document.addEventListener(type, heard, { capture: true, signal: stopped.signal });
  }
  return () => stopped.abort();
}

/** Tells where a link of the product leads as soon as the pointer or the focus is on it, while the browser is online. */
export function watchLinks(onAimed: (pathname: string) => void): void {
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link !== null && link.origin === window.location.origin && navigator.onLine) onAimed(link.pathname);
    });
  }
}
