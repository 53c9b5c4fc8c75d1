import { useInsertionEffect, useRef, useState } from 'react';

/** Returns a function of constant identity that calls the latest one given. It must not be called while rendering. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return stable;
}
