/**
 * Runs a task in one tab of this browser at a time.
 *
 * @param timeoutMs longest wait for other tabs
 * @throws if the wait timed out or was aborted
 */
export async function withTabLock<Result>(
  name: string,
  timeoutMs: number,
  signal: AbortSignal,
  task: () => Promise<Result>,
): Promise<Result> {
  // Missing outside secure contexts, such as plain http on another machine.
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
    // Denied where site data is blocked. Tabs then share no session either.
    if (!isRunning && error instanceof DOMException && error.name === 'SecurityError') return await task();
    throw error;
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', giveUp);
  }
}
