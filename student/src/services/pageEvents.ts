import { monotonicNow } from './clock';

/** What the page tells of the student. Times are monotonic. */
export type PageEvent =
  /** Another window or the address bar has the focus. */
  | { type: 'page.left'; at: number }
  | { type: 'page.entered'; at: number }
  | { type: 'page.hidden'; at: number }
  | { type: 'page.shown' };

const isHidden = () => document.visibilityState === 'hidden';

/** Tells when the page loses or gains the focus, and when it is hidden or shown. Begins with what is so already. */
export function watchPage(tell: (event: PageEvent) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let isAway: boolean | undefined;
  // A page that is hidden has lost the focus before. A file dialog and the address bar take it as well.
  const check = () => {
    const isAwayNow = !document.hasFocus();
    if (isAwayNow === isAway) return;
    isAway = isAwayNow;
    tell({ type: isAway ? 'page.left' : 'page.entered', at: monotonicNow() });
  };
  window.addEventListener('blur', check, { signal });
  window.addEventListener('focus', check, { signal });
  document.addEventListener(
    'visibilitychange',
    () => tell(isHidden() ? { type: 'page.hidden', at: monotonicNow() } : { type: 'page.shown' }),
    { signal },
  );
  if (isHidden()) tell({ type: 'page.hidden', at: monotonicNow() });
  check();
  return () => stop.abort();
}

/** Returns the end of the address, from the # on. */
export const fragment = (): string => location.hash;

/** Removes the fragment from the address and the history, where others could find a secret in it. */
export const dropFragment = (): void => history.replaceState(null, '', location.pathname + location.search);

/** Tells when a link is opened in the page that is already open, which only changes the fragment. */
export const watchFragment = (tell: () => void): void => window.addEventListener('hashchange', tell);

export function watchOnline(tell: () => void): () => void {
  window.addEventListener('online', tell);
  return () => window.removeEventListener('online', tell);
}

/** Calls back when the page is closed, loaded again or left for another one. Returns how to stop. */
export function onPageHide(tell: () => void): () => void {
  window.addEventListener('pagehide', tell);
  return () => window.removeEventListener('pagehide', tell);
}
