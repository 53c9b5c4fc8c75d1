import { and, asc, count, eq, lte, min } from 'drizzle-orm';
import type { Database } from '../database/database';
import { queuedMails } from '../database/schema';
import type { Mail } from './mail';

export type QueuedMail = typeof queuedMails.$inferSelect;

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Lets a mail wait for the mail server; one to the same address that says the same, and is now out of date, goes. */
export async function queueMail(db: Database, { to, subject, text, expiresAt }: Mail): Promise<void> {
  await db.delete(queuedMails).where(and(eq(queuedMails.to, to), eq(queuedMails.subject, subject)));
  await db.insert(queuedMails).values({ to, subject, text, expiresAt, nextTryAt: new Date() });
}

/**
 * Takes the mail that is due longest; no other instance is given it meanwhile.
 * @param seconds how long: should this instance end before it has said how it went, the mail is due again
 */
export async function claimMail(db: Database, seconds: number): Promise<QueuedMail | undefined> {
  const due = db
    .select({ id: queuedMails.id })
    .from(queuedMails)
    .where(lte(queuedMails.nextTryAt, new Date()))
    .orderBy(asc(queuedMails.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(queuedMails)
    .set({ nextTryAt: inSeconds(seconds) })
    // By `=` rather than `in`: a subquery that is joined may be run for every row, and would lock another each time.
    .where(eq(queuedMails.id, due))
    .returning();
  return mail;
}

export async function removeMail(db: Database, id: number): Promise<void> {
  await db.delete(queuedMails).where(eq(queuedMails.id, id));
}

/** Lets a mail that was not accepted wait for its next try. */
export async function postponeMail(db: Database, { id, tries }: QueuedMail, seconds: number): Promise<void> {
  await db
    .update(queuedMails)
    .set({ tries: tries + 1, nextTryAt: inSeconds(seconds) })
    .where(eq(queuedMails.id, id));
}

/** How many mails wait, and since when the oldest does. */
export async function countWaitingMails(db: Database): Promise<{ waiting: number; since: Date | null }> {
  const [row] = await db.select({ waiting: count(), since: min(queuedMails.createdAt) }).from(queuedMails);
  return row ?? { waiting: 0, since: null };
}
