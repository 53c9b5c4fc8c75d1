import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm';
import * as v from 'valibot';
import type { Context } from '../context';
import type { Database } from '../database/database';
import { invitations, teachers } from '../database/schema';
import { DeniedField, Refusal } from '../http/refusal';
import { type KeepMail, keeperOf } from '../mail/mailer';
import { equalInConstantTime, hashToken, newToken } from '../secrets';
import type { Settings } from '../settings';
import { normaliseEmail } from './email';
import { invitationMail } from './mails';
import { findTeacher, type Teacher } from './teachers';

const invitationMilliseconds = 14 * 86_400_000;
const dayMilliseconds = 86_400_000;
/** Unverified accounts that one network may have registered within a day: so many can be guessed at. */
const mostUnverified = 50;

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
 * all: whoever registered an email that is not theirs gains nothing by having been first.
 * @throws Refusal when the email has a verified account, may not become a teacher, or the network has too many unverified ones
 */
export async function registerTeacher(
  { settings }: Pick<Context, 'settings'>,
  tx: Database,
  { invitation, network, ...values }: NewTeacher,
): Promise<Teacher> {
  const set = { ...values, registeredFrom: network, createdAt: new Date() };
  const [teacher] = await tx
    .insert(teachers)
    .values(set)
    .onConflictDoUpdate({ target: teachers.email, set, setWhere: isNull(teachers.verifiedAt) })
    .returning();
  if (!teacher) throw new DeniedField('email', 'An account with this email already exists.');
  const invited = await findInvitation(tx, teacher.email);
  const isInvited =
    invited !== undefined && invitation !== undefined && equalInConstantTime(invited.tokenHash, hashToken(invitation));
  if (!isInvited) {
    const refusal =
      refuseEmail(settings, teacher.email) ??
      (invited &&
        'This email is invited. Please open the link in the invitation, or ask your administrator for a new one.');
    if (refusal) throw new DeniedField('email', refusal);
    await refuseTooManyUnverified(tx, teacher);
  }
  return teacher;
}

/** @returns why nobody may become a teacher by an email that Google vouches for, as a sentence; undefined when they may */
export async function refuseFromGoogle(tx: Database, rule: Rule, email: string): Promise<string | undefined> {
  return (await findInvitation(tx, email)) ? undefined : refuseEmail(rule, email);
}

async function findInvitation(tx: Database, email: string) {
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

/** Each unverified account can be guessed at: a network that made up emails would have that many more guesses. */
async function refuseTooManyUnverified(tx: Database, { id, registeredFrom }: Teacher): Promise<void> {
  if (registeredFrom === null) return;
  const others = await tx
    .select({ createdAt: teachers.createdAt })
    .from(teachers)
    .where(
      and(
        eq(teachers.registeredFrom, registeredFrom),
        ne(teachers.id, id),
        gt(teachers.createdAt, new Date(Date.now() - dayMilliseconds)),
      ),
    )
    .orderBy(asc(teachers.createdAt))
    .limit(mostUnverified);
  const [oldest] = others;
  if (oldest === undefined || others.length < mostUnverified) return;
  const milliseconds = oldest.createdAt.getTime() + dayMilliseconds - Date.now();
  throw new Refusal(
    429,
    {
      message:
        'Too many accounts from your network wait for verification. Please try again tomorrow, or ask your administrator for an invitation.',
    },
    { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1000))) },
  );
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
