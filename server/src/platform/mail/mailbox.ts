import { desc, lte } from 'drizzle-orm';
import type { Database } from '../database/database';
import { developmentMails } from '../database/schema';
import type { Mail } from './mail';

const mailsKept = 100;

/** Puts a mail into the development mailbox, which holds the last hundred. */
export async function keepMail(
  db: Database,
  { to, subject, text, code, link }: Omit<Mail, 'expiresAt'>,
): Promise<void> {
  await db.insert(developmentMails).values({ to, subject, text, code, link, sentAt: new Date() });
  const tooOld = db
    .select({ id: developmentMails.id })
    .from(developmentMails)
    .orderBy(desc(developmentMails.id))
    .offset(mailsKept)
    .limit(1);
  await db.delete(developmentMails).where(lte(developmentMails.id, tooOld));
}

/** The development mailbox, newest first. */
export async function listMails(db: Database) {
  const mails = await db.select().from(developmentMails).orderBy(desc(developmentMails.id));
  return mails.map(({ to, subject, text, code, link, sentAt }) => ({
    to,
    subject,
    text,
    ...(code !== null && { code }),
    ...(link !== null && { link }),
    sent_at: sentAt.toISOString(),
  }));
}
