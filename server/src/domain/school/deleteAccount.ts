import { count, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { countOf } from '../../platform/database/rows';
import { normaliseEmail } from '../../platform/http/email';
import { rateLimits } from '../../platform/http/tables';
import { endSignIns } from '../account/signIns';
import { isDetectionOf } from '../detection/screenshots';
import { type Publishing, publishingIn } from '../live/transactAndPublish';
import { invitations, teachers } from '../tables/account';
import { detectionSessions, detections, screenshots } from '../tables/detection';
import { developmentMails, queuedMails } from '../tables/mail';
import { endedSharings, sections, sectionTeachers } from '../tables/section';

/** What was deleted: an account with what it owned, or only an invitation. */
type AccountReport = { sections: number; detections: number; screenshots: number } | 'invitation';

/**
 * Deletes a teacher's account with everything it owns, its invitation, mails and rate-limit counters. All instances close its sockets,
 * and its tokens stop working.
 * @returns null when the email has neither an account nor an invitation
 */
export async function deleteAccount(db: Database, typedEmail: string): Promise<AccountReport | null> {
  const email = normaliseEmail(typedEmail);
  return db.transaction(async (tx) => {
    // Locked, so that the account cannot gain anything in the meantime.
    const [teacher] = await tx
      .select({ id: teachers.id })
      .from(teachers)
      .where(eq(teachers.email, email))
      .for('update');
    const invited = await tx.delete(invitations).where(eq(invitations.email, email)).returning();
    await tx.delete(queuedMails).where(eq(queuedMails.to, email));
    await tx.delete(developmentMails).where(eq(developmentMails.to, email));
    await tx.delete(sectionTeachers).where(eq(sectionTeachers.email, email));
    await tx.delete(endedSharings).where(eq(endedSharings.email, email));
    if (!teacher) return invited.length > 0 ? 'invitation' : null;
    const [owned] = await tx
      .select({
        sections: countOf(sql`distinct ${sections.id}`),
        detections: count(detections.id),
        screenshots: count(screenshots.detectionId),
      })
      .from(sections)
      .leftJoin(detections, eq(detections.sectionId, sections.id))
      .leftJoin(screenshots, isDetectionOf)
      .where(eq(sections.teacherId, teacher.id));
    const publishing = publishingIn(tx);
    await endSignIns(publishing, teacher.id);
    await publishToOthers(publishing, teacher.id);
    for (const column of ['startedBy', 'endedBy'] as const) {
      const isTheirs = eq(detectionSessions[column], teacher.id);
      await tx
        .update(detectionSessions)
        .set({ [column]: null })
        .where(isTheirs);
    }
    for (const column of ['reviewedBy', 'repliedBy'] as const) {
      await tx
        .update(detections)
        .set({ [column]: null })
        .where(eq(detections[column], teacher.id));
    }
    await tx.delete(teachers).where(eq(teachers.id, teacher.id));
    await tx.delete(rateLimits).where(or(endsWith(`:${email}`), endsWith(` ${email}`)));
    return owned ?? { sections: 0, detections: 0, screenshots: 0 };
  });
}

/** Publishes to the teachers with whom an account's sections are shared that their lists will change. */
async function publishToOthers({ tx, publish }: Publishing, teacherId: number): Promise<void> {
  const others = await tx
    .selectDistinct({ id: teachers.id })
    .from(sectionTeachers)
    .innerJoin(sections, eq(sections.id, sectionTeachers.sectionId))
    .innerJoin(teachers, eq(teachers.email, sectionTeachers.email))
    .where(eq(sections.teacherId, teacherId));
  for (const { id } of others) await publish({ kind: 'sectionsChanged', teacherId: id });
}

/** Rate-limit keys start with the rule's name and often contain an address. */
const endsWith = (text: string) => sql`right(${rateLimits.key}, ${text.length}) = ${text}`;
