import type { Watch } from '../lesson/watch';

/**
 * What the seats and Look now may say of the present: that something happens now; nothing, since detection is off or the class
 * is paused; or nothing, since what is known may be outdated.
 */
export type Certainty = 'live' | 'over' | 'stale';

/** Returns what may be said of the present by what is known of who watches. */
export function certaintyOf(watch: Watch): Certainty {
  if (watch === 'checking' || watch === 'unreachable') return 'stale';
  return watch === 'inactive' || watch === 'paused' ? 'over' : 'live';
}
