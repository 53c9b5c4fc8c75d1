import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { Context } from '../../context';
import { equalInConstantTime, keyedHash, newToken } from '../../platform/config/secrets';
import { normaliseEmail } from '../../platform/http/email';
import type { Settings } from '../../settings';
import { unverifiedDays } from './registration';
import type { Teacher } from './teachers';

type Signer = Pick<Context, 'keys' | 'settings'>;

/** A browser that has signed in to an account before, identified by the random part of its cookie. */
export type Device = string;

const devicePrefix = 'vigil-device-';
const deviceSeconds = 180 * 86_400;

/** One cookie per account, so that people who share a browser each keep theirs. */
const nameOf = (prefix: string, key: Buffer, email: string) =>
  `${prefix}${keyedHash(key, normaliseEmail(email)).slice(0, 16)}`;

const deviceNameOf = ({ keys }: Pick<Context, 'keys'>, email: string) => nameOf(devicePrefix, keys.devices, email);
const deviceSignature = (key: Buffer, name: string, device: Device) => keyedHash(key, `${name} ${device}`);

/** OWASP's device cookie. It cannot sign anybody in; it only decides which counter a failed sign-in uses. */
export function deviceCookie(context: Signer, email: string): string {
  const [name, device] = [deviceNameOf(context, email), newToken()];
  const value = `${device}.${deviceSignature(context.keys.devices, name, device)}`;
  return accountCookie(context.settings, { name, value, maxAge: deviceSeconds, sameSite: 'strict' });
}

/** Returns the request's device for an account. */
export const deviceOf = (context: Pick<Context, 'keys'>, cookie: string | undefined, email: string) =>
  devicesIn(context.keys.devices, cookie, deviceNameOf(context, email))[0];

/** Returns the request's device for any account. */
export const anyDeviceOf = ({ keys }: Pick<Context, 'keys'>, cookie: string | undefined) =>
  devicesIn(keys.devices, cookie)[0];

function devicesIn(key: Buffer, cookie = '', wanted?: string): Device[] {
  return Object.entries(parseCookie(cookie)).flatMap(([name, value = '']) => {
    if (wanted === undefined ? !name.startsWith(devicePrefix) : name !== wanted) return [];
    const [device = '', signature = ''] = value.split('.');
    return equalInConstantTime(signature, deviceSignature(key, name, device)) ? [device] : [];
  });
}

type Registered = Pick<Teacher, 'id' | 'email' | 'passwordHash'>;

const registrationName = (key: Buffer, { email }: Registered) => nameOf('vigil-registration-', key, email);
const registrationSignature = (key: Buffer, { id, passwordHash }: Registered) =>
  keyedHash(key, `${id} ${passwordHash}`);

/** Marks the browser that registered the account with its current password. The cookie cannot sign anybody in. */
export const registrationCookie = ({ keys, settings }: Signer, teacher: Registered): string =>
  accountCookie(settings, {
    name: registrationName(keys.registrations, teacher),
    value: registrationSignature(keys.registrations, teacher),
    maxAge: unverifiedDays * 86_400,
    sameSite: 'lax',
  });

/** Returns whether the request comes from the browser that chose the account's password. */
export function hasRegistered({ keys }: Signer, cookie: string | undefined, teacher: Registered): boolean {
  const value = parseCookie(cookie ?? '')[registrationName(keys.registrations, teacher)];
  return value !== undefined && equalInConstantTime(value, registrationSignature(keys.registrations, teacher));
}

/**
 * Builds a Set-Cookie header for a cookie that scripts cannot read and only account calls receive. Where front ends run on other sites
 * it becomes `SameSite=None`, which browsers accept over https only.
 */
function accountCookie({ publicUrl, allowedOrigins }: Settings, cookie: SetCookie): string {
  const secure = publicUrl.startsWith('https:');
  const crossSite = secure && allowedOrigins.length > 0 && ({ sameSite: 'none', partitioned: true } as const);
  return stringifySetCookie({ ...cookie, ...crossSite, secure, path: '/account/', httpOnly: true });
}
