import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';

const OpenedAt = createContext<Location | null>(null);

/** Stands around all pages, and remembers where the document was opened. What that asked for early goes with its first page. */
export function Navigation({ children }: { children: ReactNode }) {
  const location = useLocation();
  const [openedAt] = useState(location);
  // Before the next page asks by itself.
  useLayoutEffect(() => {
    if (location !== openedAt) globalThis.dropEarlyCalls?.();
  }, [location, openedAt]);
  return <OpenedAt value={openedAt}>{children}</OpenedAt>;
}

/** Whether the teacher has gone anywhere since the document was opened, or loaded anew. */
export const useHasMoved = () => useLocation() !== useContext(OpenedAt);

/** Sends an event to an actor when it is there, and at every navigation from then on, wherever it leads. */
export function useOnNavigation<Type extends string>(
  actor: { send(event: { type: Type }): void } | undefined,
  type: Type,
) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is a new key, whose value says nothing.
  useEffect(() => actor?.send({ type }), [actor, type, key]);
}
