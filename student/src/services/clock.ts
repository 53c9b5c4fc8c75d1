/** Returns monotonic milliseconds that pages and workers share. The device's clock may be wrong, and changed meanwhile. */
export const monotonicNow = (): number => performance.timeOrigin + performance.now();

/** Resolves after some milliseconds. @throws the signal's reason once it is aborted */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
