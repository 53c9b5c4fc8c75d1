import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Returns false while the page is only prerendered markup, on which no script can react to a press. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
