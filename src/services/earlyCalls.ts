import { REQUEST_TIMEOUT_MS } from '../constants';
import type { EarlyCall } from '../early';

/** The same call, if the document has made it already (src/early.ts) and for the same session. Each is taken once. */
export function takeEarlyCall({ method, url, headers }: Request): EarlyCall | undefined {
  const early = globalThis.earlyCalls?.get(url);
  if (early === undefined || method !== 'GET') return undefined;
  globalThis.earlyCalls?.delete(url);
  const isOfSession = headers.get('Authorization') === `Bearer ${early.token}`;
  return isOfSession && Date.now() - early.at < REQUEST_TIMEOUT_MS ? early : undefined;
}
