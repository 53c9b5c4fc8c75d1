import { type SetCookie, stringifySetCookie } from 'cookie';
import type { Settings } from '../../platform/config/settings';

/**
 * Returns a Set-Cookie header that only account calls send back and no script reads.
 * @param cookie its `sameSite` gives way to `none` where front ends are on other sites: they are sent no other cookie. Browsers
 *   take `none` over https only
 */
export function accountCookie({ publicUrl, allowedOrigins }: Settings, cookie: SetCookie): string {
  const secure = publicUrl.startsWith('https:');
  const reach = secure && allowedOrigins.length > 0 && ({ sameSite: 'none', partitioned: true } as const);
  return stringifySetCookie({ ...cookie, ...reach, secure, path: '/account/', httpOnly: true });
}
