import { RECONNECT_BASE_MS, RECONNECT_CAP_MS } from '../../constants';

/**
 * Returns the delay before a reconnect (section 4): 1 s times 2 to the attempt number, capped at 30 s.
 *
 * @param attempt reconnects already made in this round, from 0
 * @returns milliseconds
 */
export const backoffDelay = (attempt: number): number => Math.min(RECONNECT_BASE_MS * 2 ** attempt, RECONNECT_CAP_MS);
