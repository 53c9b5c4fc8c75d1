import { REQUEST_TIMEOUT_MS } from '../constants';
import type { EarlyCall } from '../early';

/**
 * The same call, if the document has made it already (src/early.ts) and for the same session. Each is taken once, and on
 * the page that the document was opened on: whoever leaves that drops the others.
 */
export function takeEarlyCall({ method, url, headers }: Request): EarlyCall | undefined {
  const early = globalThis.earlyCalls?.get(url);
  if (early === undefined || method !== 'GET') return undefined;
  const isOfSession = headers.get('Authorization') === `Bearer ${early.token}`;
  if (isOfSession && Date.now() - early.at < REQUEST_TIMEOUT_MS) {
    globalThis.earlyCalls?.delete(url);
    return early;
  }
  // All were made at once, and in one session.
  globalThis.dropEarlyCalls?.();
  return undefined;
}
