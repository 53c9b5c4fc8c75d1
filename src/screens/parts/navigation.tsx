import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';

const OpenedAt = createContext<Location | null>(null);

/** Stands around all pages, and remembers where the document was opened. */
export function Navigation({ children }: { children: ReactNode }) {
  const [openedAt] = useState(useLocation());
  return <OpenedAt value={openedAt}>{children}</OpenedAt>;
}

/** Whether the teacher has gone anywhere since the document was opened, or loaded anew. */
export const useHasMoved = () => useLocation() !== useContext(OpenedAt);

/** Sends an event to an actor when it is there, and at every navigation from then on, wherever it leads. */
export function useOnNavigation<Type extends string>(actor: { send(event: { type: Type }): void }, type: Type) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is a new key, whose value says nothing.
  useEffect(() => actor.send({ type }), [actor, type, key]);
}
