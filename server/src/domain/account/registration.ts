import { and, count, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context';
import { equalInConstantTime, hashToken, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { normaliseEmail } from '../../platform/http/email';
import { DeniedFieldError, HttpError } from '../../platform/http/httpError';
import type { Settings } from '../../settings';
import { mailStore } from '../mail/mailer';
import { invitations, teachers } from '../tables/account';
import { invitationMail } from './mails';
import { findTeacher, type Teacher } from './teachers';

const invitationMilliseconds = 14 * 86_400_000;
/** Lifetime of an unverified account. */
export const unverifiedDays = 7;
/** Unverified accounts per network: each gives an attacker more codes to guess. */
const maxUnverified = 50;
const retrySeconds = 86_400;
/** Namespace of the advisory locks on networks. */
const networkLocks = 45;

type Rule = Pick<Settings, 'registration' | 'registrationDomains'>;

export interface NewTeacher {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  /** Token from an invitation's link. */
  invitation: string | undefined;
  network: string;
}

/**
 * Registers an unverified account. It replaces an earlier unverified one, including its password, so that registering somebody else's
 * email first gains nothing.
 * @throws HttpError when the email has a verified account or may not register, or the network has too many unverified accounts
 */
export async function registerTeacher(
  { settings }: Pick<Context, 'settings'>,
  tx: Database,
  { invitation, network, ...values }: NewTeacher,
): Promise<Teacher> {
  const invited = await findInvitation(tx, values.email);
  const isInvited = isTokenOf(invited, invitation);
  // Registrations from one network run one at a time, so that a burst cannot exceed the cap.
  if (!isInvited) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${network}, ${networkLocks}))`);
  // Only the token's holder registers an invited email, so it does not count against the network.
  const set = { ...values, registeredFrom: isInvited ? null : network, createdAt: new Date() };
  const [teacher] = await tx
    .insert(teachers)
    .values(set)
    .onConflictDoUpdate({
      target: teachers.email,
      set: { ...set, registeredAgain: !isInvited },
      setWhere: isNull(teachers.verifiedAt),
    })
    .returning();
  if (!teacher) throw new DeniedFieldError('email', 'An account with this email already exists.');
  if (!isInvited) {
    const refusal =
      refuseEmail(settings, teacher.email) ??
      (invited &&
        'This email is invited. Please open the link in the invitation, or ask your administrator for a new one.');
    if (refusal) throw new DeniedFieldError('email', refusal);
    await limitUnverified(tx, teacher.id, network);
  }
  return teacher;
}

/** Returns whether the token belongs to the email's invitation. Only the mail contains it. */
export async function holdsInvitation(db: Database, email: string, token: string | undefined): Promise<boolean> {
  return token !== undefined && isTokenOf(await findInvitation(db, email), token);
}

type Invitation = typeof invitations.$inferSelect;

const isTokenOf = (invited: Invitation | undefined, token: string | undefined) =>
  invited !== undefined && token !== undefined && equalInConstantTime(invited.tokenHash, hashToken(token));

/** @returns why an email that Google vouches for may not register, as a sentence; undefined when it may */
export async function refuseFromGoogle(tx: Database, rule: Rule, email: string): Promise<string | undefined> {
  return (await findInvitation(tx, email)) ? undefined : refuseEmail(rule, email);
}

async function findInvitation(tx: Database, email: string): Promise<Invitation | undefined> {
  const [invited] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), gt(invitations.expiresAt, new Date())));
  return invited;
}

/** @returns why an email may not register without an invitation; undefined when it may */
function refuseEmail({ registration, registrationDomains }: Rule, email: string): string | undefined {
  if (registration === 'open') return undefined;
  if (registration === 'invited')
    return 'Registration is by invitation only. Please open the link in your invitation, or ask your administrator for one.';
  if (registrationDomains.includes(email.slice(email.lastIndexOf('@') + 1))) return undefined;
  return `Please register with your email of ${listOf(registrationDomains)}, or ask your administrator for an invitation.`;
}

const listOf = (domains: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(domains);

/** @throws HttpError 429 when the network has too many other unverified accounts: invented emails would multiply its guesses */
async function limitUnverified(tx: Database, id: number, network: string): Promise<void> {
  const ofNetwork = and(eq(teachers.registeredFrom, network), isNull(teachers.verifiedAt), ne(teachers.id, id));
  const [others] = await tx.select({ unverified: count() }).from(teachers).where(ofNetwork);
  if (others === undefined || others.unverified < maxUnverified) return;
  const message =
    'Too many accounts from your network wait for verification. Please ask your administrator for an invitation, or try again in a few days.';
  throw new HttpError(429, { message }, { 'Retry-After': String(retrySeconds) });
}

/**
 * Mails an invitation, whose link allows registration for two weeks regardless of the rule for others. It replaces an earlier invitation
 * and any unverified account of the email.
 */
export async function inviteTeacher(
  db: Database,
  settings: Pick<Settings, 'publicUrl' | 'smtpUrl'>,
  typedEmail: string,
): Promise<'invited' | 'hasAccount'> {
  const email = normaliseEmail(typedEmail);
  return db.transaction(async (tx) => {
    await tx
      .delete(teachers)
      .where(and(eq(teachers.email, email), isNull(teachers.verifiedAt), isNull(teachers.disabledAt)));
    if (await findTeacher(tx, email)) return 'hasAccount';
    const token = newToken();
    const values = { tokenHash: hashToken(token), expiresAt: new Date(Date.now() + invitationMilliseconds) };
    await tx
      .insert(invitations)
      .values({ email, ...values })
      .onConflictDoUpdate({ target: invitations.email, set: values });
    await mailStore(settings)(tx, invitationMail(email, settings.publicUrl, { token, ...values }));
    return 'invited';
  });
}
