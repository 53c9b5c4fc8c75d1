import { useState, useSyncExternalStore } from 'react';
import { currentTime, type Time, watchTime } from '../../clock';

/**
 * Selects from the current time. Clock ticks re-render only when the result changes.
 *
 * @param isSame returns whether two results are equal, which keeps the earlier one
 */
export function useTime<Result>(
  select: (time: Time) => Result,
  isSame: (one: Result, other: Result) => boolean = Object.is,
): Result {
  const [last] = useState<{ result?: Result }>({});
  return useSyncExternalStore(watchTime, () => {
    const result = select(currentTime());
    if (last.result !== undefined && isSame(last.result, result)) return last.result;
    last.result = result;
    return result;
  });
}
