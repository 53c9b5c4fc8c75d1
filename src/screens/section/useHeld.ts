import { useState } from 'react';

/**
 * Returns what a value was when it came to be held; null while it is not held.
 *
 * @param value the same object while it has not changed
 */
export function useHeld<Value extends object>(value: Value, isHeld: boolean): Value | null {
  const [latest, setLatest] = useState(value);
  // React renders again at once, before it renders any child.
  if (!isHeld && latest !== value) setLatest(value);
  return isHeld ? latest : null;
}
