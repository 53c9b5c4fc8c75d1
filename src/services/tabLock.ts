/**
 * Runs a task that only one tab of this browser may run at a time.
 *
 * @param timeoutMs how long to wait for the other tabs
 * @throws when the wait took too long, or the signal ended it
 */
export async function withTabLock<Result>(
  name: string,
  timeoutMs: number,
  signal: AbortSignal,
  task: () => Promise<Result>,
): Promise<Result> {
  // Missing where the page is not a secure context (plain http on another machine).
  if (!('locks' in navigator)) return task();
  const patience = new AbortController();
  const giveUp = () => patience.abort(signal.reason);
  const timeout = setTimeout(
    () => patience.abort(new DOMException('The other tab took too long', 'TimeoutError')),
    timeoutMs,
  );
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  let isRunning = false;
  const run = () => {
    clearTimeout(timeout);
    isRunning = true;
    return task();
  };
  try {
    return await navigator.locks.request(name, { signal: patience.signal }, run);
  } catch (error) {
    // Refused where site data is blocked: the tabs then share no session either.
    if (!isRunning && error instanceof DOMException && error.name === 'SecurityError') return await task();
    throw error;
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', giveUp);
  }
}
