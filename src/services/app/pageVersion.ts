import { REQUEST_TIMEOUT_MS } from '../../constants';
import { paths } from '../../paths';

/** The entry of a built page. */
const entry = /<script [^>]*type="?module/;

/**
 * Returns whether the server still serves the version this document came from: its page must reference the same hashed
 * script.
 *
 * @throws if the server cannot be reached, or something else answers for it
 */
export async function isPageCurrent(): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src') ?? '';
  const home = new Request(new URL(paths.home, window.location.origin), {
    cache: 'no-cache',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const answer = await fetch(home);
  if (!answer.ok) throw new Error(`The server has no page: ${answer.status}`);
  const page = await answer.text();
  if (!entry.test(page)) throw new Error('Another page came back');
  return page.includes(script);
}
