import { REQUEST_TIMEOUT_MS } from '../constants';
import { paths } from '../paths';

/**
 * Whether the server still has the version of the product that this document was loaded from: the page that it
 * answers with names the same script, whose name changes with any change of the code.
 *
 * @throws when the server cannot be reached
 */
export async function isPageCurrent(): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src') ?? '';
  const home = new Request(new URL(paths.home, window.location.origin), {
    cache: 'no-cache',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const answer = await fetch(home);
  if (!answer.ok) throw new Error(`The server has no page: ${answer.status}`);
  return (await answer.text()).includes(script);
}
