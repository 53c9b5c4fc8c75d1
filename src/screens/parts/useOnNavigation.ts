import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Sends an event to an actor when it is there, and at every navigation from then on, wherever it leads. */
export function useOnNavigation<Type extends string>(actor: { send(event: { type: Type }): void }, type: Type) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is a new key, whose value says nothing.
  useEffect(() => actor.send({ type }), [actor, type, key]);
}
