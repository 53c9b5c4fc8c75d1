import { parseCookie } from 'cookie';
import type { Context } from '../../context';
import { equalInConstantTime, keyedHash, newToken } from '../../platform/config/secrets';
import { normaliseEmail } from '../../platform/mail/email';
import { accountCookie } from './accountCookie';

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
  const value = `${device}.${signatureOf(keys.devices, name, device)}`;
  return accountCookie(settings, { name, value, maxAge: lifetimeSeconds, sameSite: 'strict' });
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
