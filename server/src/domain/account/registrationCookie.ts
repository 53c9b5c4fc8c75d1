import { parseCookie } from 'cookie';
import type { Context } from '../../context';
import { equalInConstantTime, keyedHash } from '../../platform/config/secrets';
import { accountCookie } from './accountCookie';
import { unverifiedDays } from './registration';
import type { Teacher } from './teachers';

type Registered = Pick<Teacher, 'id' | 'email' | 'passwordHash'>;

/** One cookie per account, so that two people who register in one browser both keep theirs. */
const nameOf = (key: Buffer, { email }: Registered) => `vigil-registration-${keyedHash(key, email).slice(0, 16)}`;
const signatureOf = (key: Buffer, { id, passwordHash }: Registered) => keyedHash(key, `${id} ${passwordHash}`);

/** Marks the browser that registered the account with its present password. The cookie signs nobody in. */
export function registrationCookie(
  { keys, settings }: Pick<Context, 'keys' | 'settings'>,
  teacher: Registered,
): string {
  return accountCookie(settings, {
    name: nameOf(keys.registrations, teacher),
    value: signatureOf(keys.registrations, teacher),
    maxAge: unverifiedDays * 86_400,
    sameSite: 'lax',
  });
}

/** Returns whether the request comes from the browser that chose the account's password. */
export function hasRegistered(
  { keys }: Pick<Context, 'keys'>,
  cookie: string | undefined,
  teacher: Registered,
): boolean {
  const shown = parseCookie(cookie ?? '')[nameOf(keys.registrations, teacher)];
  return shown !== undefined && equalInConstantTime(shown, signatureOf(keys.registrations, teacher));
}
