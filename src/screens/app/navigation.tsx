import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';

const OpenedAt = createContext<Location | null>(null);

/** Wraps all pages, and remembers where the document was opened. */
export function Navigation({ children }: { children: ReactNode }) {
  const [openedAt] = useState(useLocation());
  return <OpenedAt value={openedAt}>{children}</OpenedAt>;
}

/** Whether the teacher has navigated since the document was loaded. */
export const useHasMoved = () => useLocation() !== useContext(OpenedAt);

/** Sends an event to an actor at once and at every later navigation. */
export function useOnNavigation<Type extends string>(
  actor: { send(event: { type: Type }): void } | undefined,
  type: Type,
) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a navigation changes the key.
  useEffect(() => actor?.send({ type }), [actor, type, key]);
}
