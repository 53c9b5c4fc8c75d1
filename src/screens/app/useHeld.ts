import { useState } from 'react';

/**
 * Returns the value as it was when `isHeld` became true; null while it is false.
 *
 * @param value must keep its identity while unchanged
 * @param renew returns the held value with what may change while it is held, the same one if nothing has
 */
export function useHeld<Value extends object>(
  value: Value,
  isHeld: boolean,
  renew: (held: Value, value: Value) => Value = (held) => held,
): Value | null {
  const [latest, setLatest] = useState(value);
  const next = isHeld ? renew(latest, value) : value;
  // React re-renders at once, before any child.
  if (next !== latest) setLatest(next);
  return isHeld ? next : null;
}
