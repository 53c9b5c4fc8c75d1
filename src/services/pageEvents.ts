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
export function watchVisibility(onShown: () => void): () => void {
  const listener = () => {
    if (document.visibilityState === 'visible') onShown();
  };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
