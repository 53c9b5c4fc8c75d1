import type { Lazy } from './lazy';
import { whenIdle } from './pageEvents';
import { isPageCurrent } from './pageVersion';

/** Result of loading a page's chunk from a server that can be reached. */
export type CodeOutcome =
  | 'loaded'
  /** The server has the chunk, but this document cannot load it: the browser may have cached an earlier failure. */
  | 'unusable'
  /** The server has another version. */
  | 'outdated';

/**
 * Loads a page's chunk. Retries once unless the server has a newer version.
 *
 * @throws if the server cannot be reached
 */
export async function fetchCode(page: Lazy<unknown>): Promise<CodeOutcome> {
  const isLoaded = () =>
    page.load().then(
      () => true,
      () => false,
    );
  if (await isLoaded()) return 'loaded';
  if (!(await isPageCurrent())) return 'outdated';
  return (await isLoaded()) ? 'loaded' : 'unusable';
}

/** Preloads the chunks of pages once the browser is idle. Failures are ignored. Call the result to stop. */
export const fetchAhead = (pages: readonly Lazy<unknown>[]): (() => void) =>
  whenIdle(() => {
    // Some browsers cache a failed import, so do not try offline.
    if (navigator.onLine) void Promise.allSettled(pages.map((one) => one.load()));
  });
