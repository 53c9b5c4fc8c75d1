import { and, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../database/database';
import { invitations } from '../database/schema';
import { type KeepMail, keeperOf } from '../mail/mailer';
import type { Settings } from '../settings';
import { invitationMail } from './mails';
import { findTeacher, normaliseEmail } from './teachers';

const lifetimeMilliseconds = 14 * 86_400_000;

type Rule = Pick<Settings, 'registration' | 'registrationDomains'>;

/**
 * Uses up the invitation of an e-mail where only it lets somebody become a teacher. Inside a transaction that ends when there is none.
 * @returns why nobody with the e-mail may become a teacher, as a sentence; undefined when they may
 */
export async function refuseNewTeacher(
  tx: Database,
  { registration, registrationDomains }: Rule,
  email: string,
): Promise<string | undefined> {
  const [invited] = await tx
    .delete(invitations)
    .where(and(eq(invitations.email, email), gt(invitations.expiresAt, new Date())))
    .returning();
  if (registration === 'open' || invited) return undefined;
  if (registration === 'invited') return 'Registration is by invitation only. Please ask your administrator for one.';
  if (registrationDomains.includes(email.slice(email.lastIndexOf('@') + 1))) return undefined;
  return `Please register with your email of ${listOf(registrationDomains)}, or ask your administrator for an invitation.`;
}

const listOf = (domains: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(domains);

export const InvitationReport = v.picklist(['invited', 'hasAccount']);

/** Lets somebody register within two weeks, whatever the rule for others, and mails a link. An earlier invitation is replaced. */
export async function inviteTeacher(
  db: Database,
  settings: Pick<Settings, 'publicUrl' | 'smtpUrl'>,
  typedEmail: string,
): Promise<v.InferOutput<typeof InvitationReport>> {
  const email = normaliseEmail(typedEmail);
  const keepMail: KeepMail = keeperOf(settings);
  return db.transaction(async (tx) => {
    if (await findTeacher(tx, email)) return 'hasAccount';
    const expiresAt = new Date(Date.now() + lifetimeMilliseconds);
    await tx
      .insert(invitations)
      .values({ email, expiresAt })
      .onConflictDoUpdate({ target: invitations.email, set: { expiresAt } });
    await keepMail(tx, invitationMail(email, settings.publicUrl, expiresAt));
    return 'invited';
  });
}
