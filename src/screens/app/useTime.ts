import { useState, useSyncExternalStore } from 'react';
import { currentTime, type Time, watchTime } from '../../system/app/clock';

/**
 * Returns what `select` makes of the current time. A tick of the clock re-renders only when that changes.
 *
 * @param isSame whether two results are alike; the earlier one is kept then
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
