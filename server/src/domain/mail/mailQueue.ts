import { and, asc, count, eq, isNull, lte, min } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import type { Problem } from '../../platform/http/health';
import { queuedMails } from '../tables/mail';
import type { Mail } from './mail';

export type QueuedMail = typeof queuedMails.$inferSelect;

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Queues a mail. It replaces a queued one with the same address and subject, which is out of date. */
export async function queueMail(db: Database, { to, subject, text, expiresAt, attendanceLinkId }: Mail): Promise<void> {
  const { attendanceLinkId: linkId } = queuedMails;
  // Lessons may have the same name. A newer link to one deletes the earlier link's mail.
  if (attendanceLinkId === undefined)
    await db.delete(queuedMails).where(and(eq(queuedMails.to, to), eq(queuedMails.subject, subject), isNull(linkId)));
  await db.insert(queuedMails).values({ to, subject, text, expiresAt, attendanceLinkId, nextTryAt: new Date() });
}

/**
 * Claims the mail that has been due longest for this instance.
 * @param seconds after which the mail is due again if this instance dies
 */
export async function claimMail(db: Database, seconds: number): Promise<QueuedMail | undefined> {
  const due = db
    .select({ id: queuedMails.id })
    .from(queuedMails)
    .where(and(lte(queuedMails.nextTryAt, new Date()), isNull(queuedMails.lostAt)))
    .orderBy(asc(queuedMails.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(queuedMails)
    .set({ nextTryAt: inSeconds(seconds) })
    // `=` rather than `in`: PostgreSQL may join the subquery, run it for every row and lock another mail each time.
    .where(eq(queuedMails.id, due))
    .returning();
  return mail;
}

export async function removeMail(db: Database, id: number): Promise<void> {
  await db.delete(queuedMails).where(eq(queuedMails.id, id));
}

/** Gives up a mail. One with a link to a lesson is kept until it expires. */
export async function giveUpMail(db: Database, { id, attendanceLinkId }: QueuedMail): Promise<void> {
  if (attendanceLinkId === null) return removeMail(db, id);
  await db.update(queuedMails).set({ lostAt: new Date() }).where(eq(queuedMails.id, id));
}

/** Schedules the next try of a mail that was not accepted. */
export async function postponeMail(db: Database, { id, tries }: QueuedMail, seconds: number): Promise<void> {
  await db
    .update(queuedMails)
    .set({ tries: tries + 1, nextTryAt: inSeconds(seconds) })
    .where(eq(queuedMails.id, id));
}

/** Counts the queued mails. @returns the number and the time of the oldest */
export async function countWaitingMails(db: Database): Promise<{ waiting: number; since: Date | null }> {
  const [row] = await db
    .select({ waiting: count(), since: min(queuedMails.createdAt) })
    .from(queuedMails)
    .where(isNull(queuedMails.lostAt));
  return row ?? { waiting: 0, since: null };
}

/** Longer than a short outage of the mail server. */
const longestWaitMilliseconds = 5 * 60_000;

/** Returns that mails have waited too long, if they have. */
export async function findMailProblem(db: Database): Promise<Problem | undefined> {
  const { waiting, since } = await countWaitingMails(db);
  const waited = since === null ? 0 : Date.now() - since.getTime();
  if (waited <= longestWaitMilliseconds) return undefined;
  const minutes = Math.floor(waited / 60_000);
  return {
    part: 'mail',
    reason: `Mails that the mail server has not taken: ${waiting}, the oldest for ${minutes} minutes.`,
  };
}
