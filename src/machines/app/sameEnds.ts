/** How a list differs from the previous one: the number of identical items at each end. */
interface Ends {
  first: number;
  last: number;
}

const steps = new WeakMap<readonly unknown[], Ends & { before: readonly unknown[] }>();

/** Notes how a list came from another, so that {@link sameEnds} need not compare them. Only the latest step is kept. */
export function noteStep(before: readonly unknown[], now: readonly unknown[], ends: Ends): void {
  steps.delete(before);
  steps.set(now, { before, ...ends });
}

/** Returns how many items at each end are identical in both lists. */
export function sameEnds(before: readonly unknown[], now: readonly unknown[]): Ends {
  const step = steps.get(now);
  if (step?.before === before) return step;
  const most = Math.min(now.length, before.length);
  let first = 0;
  while (first < most && now[first] === before[first]) first += 1;
  let last = 0;
  while (last < most - first && now[now.length - 1 - last] === before[before.length - 1 - last]) last += 1;
  return { first, last };
}
