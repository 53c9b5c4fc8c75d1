import { parseCookie, stringifySetCookie } from 'cookie';
import type { Context } from '../context';
import { equalInConstantTime, keyedHash, newToken } from '../secrets';
import type { Settings } from '../settings';
import { normaliseEmail } from './email';

/** A browser that has signed in to an account before, by the random part of its cookie. */
export type Device = string;

const namePrefix = 'vigil-device-';
const lifetimeSeconds = 180 * 86_400;

/** One cookie for each account, so that teachers who share a browser do not make each other strangers. */
const nameOf = (key: Buffer, email: string) => `${namePrefix}${keyedHash(key, normaliseEmail(email)).slice(0, 16)}`;
const signatureOf = (key: Buffer, name: string, device: Device) => keyedHash(key, `${name} ${device}`);

/** OWASP's device cookie: it signs nobody in, it only tells whose failures a sign-in is counted with. */
export function deviceCookie({ keys, settings }: Pick<Context, 'keys' | 'settings'>, email: string): string {
  const [name, device] = [nameOf(keys.devices, email), newToken()];
  return stringifySetCookie({
    name,
    value: `${device}.${signatureOf(keys.devices, name, device)}`,
    maxAge: lifetimeSeconds,
    path: '/account/',
    httpOnly: true,
    ...reachOf(settings),
  });
}

/** A front end on another site is sent a cookie only if it is SameSite=None, which browsers take over https alone. */
function reachOf({ publicUrl, allowedOrigins }: Settings) {
  const secure = publicUrl.startsWith('https:');
  return secure && allowedOrigins.length > 0
    ? ({ secure, sameSite: 'none', partitioned: true } as const)
    : ({ secure, sameSite: 'strict' } as const);
}

/** The device that a request shows for an account. */
export const deviceOf = ({ keys }: Pick<Context, 'keys'>, cookie: string | undefined, email: string) =>
  devicesIn(keys.devices, cookie, nameOf(keys.devices, email))[0];

/** A device that a request shows for whichever account. */
export const anyDeviceOf = ({ keys }: Pick<Context, 'keys'>, cookie: string | undefined) =>
  devicesIn(keys.devices, cookie)[0];

function devicesIn(key: Buffer, cookie = '', wanted?: string): Device[] {
  return Object.entries(parseCookie(cookie)).flatMap(([name, value = '']) => {
    if (wanted === undefined ? !name.startsWith(namePrefix) : name !== wanted) return [];
    const [device = '', signature = ''] = value.split('.');
    return equalInConstantTime(signature, signatureOf(key, name, device)) ? [device] : [];
  });
}
