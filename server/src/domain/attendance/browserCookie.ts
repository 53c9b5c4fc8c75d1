import { parseCookie, stringifySetCookie } from 'cookie';
import { hashToken, newToken } from '../../platform/config/secrets';
import type { Settings } from '../../settings';

const name = 'vigil-browser';

const tokenIn = (cookie = ''): string | undefined => {
  const token = parseCookie(cookie)[name];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
};

/**
 * Builds a Set-Cookie header that tells a student's browser from the others at the door, until it is closed; undefined if it has one. It
 * proves nothing: a browser that drops it is another one. So it only ever counts against its own knocks.
 */
export function browserCookie({ publicUrl }: Settings, cookie: string | undefined): string | undefined {
  if (tokenIn(cookie) !== undefined) return undefined;
  const options = {
    path: '/attend/',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const;
  return stringifySetCookie({ name, value: newToken(), ...options });
}

/** Returns what a browser is called in a lesson; null if it keeps no cookies. */
export function browserIn(lessonId: number, cookie: string | undefined): string | null {
  const token = tokenIn(cookie);
  return token === undefined ? null : hashToken(`${lessonId} ${token}`);
}
