import { useState } from 'react';

/**
 * Returns the value as it was when `isHeld` became true; null while it is false.
 *
 * @param value must keep its identity while unchanged
 */
export function useHeld<Value extends object>(value: Value, isHeld: boolean): Value | null {
  const [latest, setLatest] = useState(value);
  // React re-renders at once, before any child.
  if (!isHeld && latest !== value) setLatest(value);
  return isHeld ? latest : null;
}
