import { REQUEST_TIMEOUT_MS } from '../constants';
import type { EarlyCall } from '../early';

/**
 * Returns the same call made early by the document (src/early.ts) for the same session. Each is used once. Leaving the
 * first page drops the rest.
 */
export function takeEarlyCall({ method, url, headers }: Request): EarlyCall | undefined {
  const early = globalThis.earlyCalls?.get(url);
  if (early === undefined || method !== 'GET') return undefined;
  const isOfSession = headers.get('Authorization') === `Bearer ${early.token}`;
  if (isOfSession && Date.now() - early.at < REQUEST_TIMEOUT_MS) {
    globalThis.earlyCalls?.delete(url);
    return early;
  }
  // All early calls were made together, for one session.
  globalThis.dropEarlyCalls?.();
  return undefined;
}
