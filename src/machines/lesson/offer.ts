/** What the detection button does; null until it is known whether detection is active. */
export type Offer = 'start' | 'stop' | null;

/**
 * Returns what the detection button does.
 *
 * @param before what it did before
 * @param isActive whether detection is active; undefined while unknown
 */
export function offerAfter(before: Offer, isActive: boolean | undefined): Offer {
  if (isActive === true) return 'stop';
  return before === null && isActive === undefined ? null : 'start';
}
