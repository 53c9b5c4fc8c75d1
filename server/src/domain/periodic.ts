/** Ends after the run in progress. */
export interface Periodic {
  close(): Promise<void>;
}

/** Runs work now and at an interval, never twice at once. @param work its signal aborts on close */
export function startPeriodic(
  intervalMilliseconds: number,
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Periodic {
  const closing = new AbortController();
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => work(closing.signal)).catch(onError);
  };
  const timer = setInterval(run, intervalMilliseconds).unref();
  run();
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await running;
    },
  };
}
