import type { CodeOutcome } from '../../machines/app/pageCodeMachine';
import { isPageCurrent } from '../../services/pageVersion';

/** Code that is fetched on demand. */
export interface Fetchable {
  fetch(): Promise<unknown>;
}

/**
 * Fetches code, and once more when the network may have been away for that moment only.
 *
 * @throws when the server cannot be reached
 */
export async function fetchCode(code: Fetchable): Promise<CodeOutcome> {
  const fetched = () =>
    code.fetch().then(
      () => true,
      () => false,
    );
  if (await fetched()) return 'loaded';
  if (!(await isPageCurrent())) return 'outdated';
  return (await fetched()) ? 'loaded' : 'unusable';
}
