import { type RateLimiterAbstract, RateLimiterDrizzle, RateLimiterMemory } from 'rate-limiter-flexible';
import { inject, vi } from 'vitest';

/** Makes a call and uses up the limits that it counts towards. @param points of such a limit; any by default */
export async function useUp(call: () => Promise<unknown>, points?: number): Promise<void> {
  // On PostgreSQL the instances share counters in the database.
  const limiter = inject('postgres') ? RateLimiterDrizzle : RateLimiterMemory;
  const consume = vi.spyOn(limiter.prototype, 'consume');
  await call();
  for (const [index, [key]] of consume.mock.calls.entries()) {
    const used = consume.mock.contexts[index] as RateLimiterAbstract;
    if (used.points === (points ?? used.points)) await used.penalty(key, used.points);
  }
  consume.mockRestore();
}
