/** Returns monotonic milliseconds that pages and workers share. The device's clock may be wrong, and changed meanwhile. */
export const monotonicNow = (): number => performance.timeOrigin + performance.now();
