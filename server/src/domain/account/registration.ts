import { and, count, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Context } from '../../context';
import { equalInConstantTime, hashToken, newToken } from '../../platform/config/secrets';
import type { Settings } from '../../platform/config/settings';
import type { Database } from '../../platform/database/database';
import { invitations, teachers } from '../../platform/database/schema';
import { DeniedFieldError, HttpError } from '../../platform/http/httpError';
import { normaliseEmail } from '../../platform/mail/email';
import { type KeepMail, keeperOf } from '../../platform/mail/mailer';
import { invitationMail } from './mails';
import { findTeacher, type Teacher } from './teachers';

const invitationMilliseconds = 14 * 86_400_000;
/** How long an account that nobody verifies is kept. */
export const unverifiedDays = 7;
/** Unverified accounts that a network may have: each can be guessed at. */
const mostUnverified = 50;
const retrySeconds = 86_400;
/** Keeps the advisory locks of networks apart from others. */
const networkLocks = 45;

type Rule = Pick<Settings, 'registration' | 'registrationDomains'>;

/** What somebody typed to become a teacher. */
export interface NewTeacher {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  /** The token of an invitation's link. */
  invitation: string | undefined;
  network: string;
}

/**
 * Registers an account that waits for verification. A registration replaces an earlier one that nobody has verified, password and
 * all: registering somebody else's email first gains nothing.
 * @throws HttpError when the email has a verified account, may not become a teacher, or the network has too many unverified ones
 */
export async function registerTeacher(
  { settings }: Pick<Context, 'settings'>,
  tx: Database,
  { invitation, network, ...values }: NewTeacher,
): Promise<Teacher> {
  const invited = await findInvitation(tx, values.email);
  const isInvited = isTokenOf(invited, invitation);
  // Registrations of one network wait for each other, so that a burst does not pass the cap.
  if (!isInvited) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${network}, ${networkLocks}))`);
  // Nobody can guess at an invited email who does not hold its token.
  const set = { ...values, registeredFrom: isInvited ? null : network, createdAt: new Date() };
  const [teacher] = await tx
    .insert(teachers)
    .values(set)
    .onConflictDoUpdate({
      target: teachers.email,
      // Only the holder of an invitation registers its email, however often.
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
    await refuseTooManyUnverified(tx, teacher.id, network);
  }
  return teacher;
}

/** Returns whether the token is that of the email's invitation, which only the reader of its mail has. */
export async function holdsInvitation(db: Database, email: string, token: string | undefined): Promise<boolean> {
  return token !== undefined && isTokenOf(await findInvitation(db, email), token);
}

type Invitation = typeof invitations.$inferSelect;

const isTokenOf = (invited: Invitation | undefined, token: string | undefined) =>
  invited !== undefined && token !== undefined && equalInConstantTime(invited.tokenHash, hashToken(token));

/** @returns why nobody may become a teacher by an email that Google vouches for, as a sentence; undefined when they may */
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

/** @returns why nobody may become a teacher by the email without an invitation; undefined when they may */
function refuseEmail({ registration, registrationDomains }: Rule, email: string): string | undefined {
  if (registration === 'open') return undefined;
  if (registration === 'invited')
    return 'Registration is by invitation only. Please open the link in your invitation, or ask your administrator for one.';
  if (registrationDomains.includes(email.slice(email.lastIndexOf('@') + 1))) return undefined;
  return `Please register with your email of ${listOf(registrationDomains)}, or ask your administrator for an invitation.`;
}

const listOf = (domains: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(domains);

/** Each unverified account can be guessed at, for as long as it is kept: made-up emails would give a network as many more guesses. */
async function refuseTooManyUnverified(tx: Database, id: number, network: string): Promise<void> {
  const ofNetwork = and(eq(teachers.registeredFrom, network), isNull(teachers.verifiedAt), ne(teachers.id, id));
  const [others] = await tx.select({ unverified: count() }).from(teachers).where(ofNetwork);
  if (others === undefined || others.unverified < mostUnverified) return;
  const message =
    'Too many accounts from your network wait for verification. Please ask your administrator for an invitation, or try again in a few days.';
  throw new HttpError(429, { message }, { 'Retry-After': String(retrySeconds) });
}

export const InvitationReport = v.picklist(['invited', 'hasAccount']);

/**
 * Reserves an email for whoever reads its mail: the mailed link lets them register within two weeks, whatever the rule for others. An
 * earlier invitation is replaced, and so is an account that nobody has verified, whoever registered it.
 */
export async function inviteTeacher(
  db: Database,
  settings: Pick<Settings, 'publicUrl' | 'smtpUrl'>,
  typedEmail: string,
): Promise<v.InferOutput<typeof InvitationReport>> {
  const email = normaliseEmail(typedEmail);
  const keepMail: KeepMail = keeperOf(settings);
  return db.transaction(async (tx) => {
    const isWaiting = and(isNull(teachers.verifiedAt), isNull(teachers.disabledAt));
    await tx.delete(teachers).where(and(eq(teachers.email, email), isWaiting));
    if (await findTeacher(tx, email)) return 'hasAccount';
    const token = newToken();
    const values = { tokenHash: hashToken(token), expiresAt: new Date(Date.now() + invitationMilliseconds) };
    await tx
      .insert(invitations)
      .values({ email, ...values })
      .onConflictDoUpdate({ target: invitations.email, set: values });
    await keepMail(tx, invitationMail(email, settings.publicUrl, token, values.expiresAt));
    return 'invited';
  });
}
