import { count, eq, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { countOf } from '../../platform/database/rows';
import {
  detections,
  developmentMails,
  invitations,
  queuedMails,
  rateLimits,
  screenshots,
  sections,
  teachers,
} from '../../platform/database/schema';
import { notify } from '../../platform/live/events';
import { normaliseEmail } from '../../platform/mail/email';
import { isDetectionOf } from '../detection/screenshots';
import { endSignIns } from './signIns';

/** How much an account owned, or that there was only an invitation. */
export const AccountReport = v.union([
  v.object({ sections: v.number(), detections: v.number(), screenshots: v.number() }),
  v.literal('invitation'),
]);
export type AccountReport = v.InferOutput<typeof AccountReport>;

/**
 * Deletes a teacher's account with everything it owns, and what is kept about its e-mail elsewhere. All instances close its
 * sockets, and its tokens are no good any more.
 * @returns null when the e-mail has neither an account nor an invitation
 */
export async function deleteAccount(db: Database, typedEmail: string): Promise<AccountReport | null> {
  const email = normaliseEmail(typedEmail);
  return db.transaction(async (tx) => {
    // Held, so that nothing comes to belong to the account meanwhile.
    const [teacher] = await tx
      .select({ id: teachers.id })
      .from(teachers)
      .where(eq(teachers.email, email))
      .for('update');
    const invited = await tx.delete(invitations).where(eq(invitations.email, email)).returning();
    await tx.delete(queuedMails).where(eq(queuedMails.to, email));
    await tx.delete(developmentMails).where(eq(developmentMails.to, email));
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
    await endSignIns(tx, (event) => notify(tx, event), teacher.id);
    await tx.delete(teachers).where(eq(teachers.id, teacher.id));
    await tx.delete(rateLimits).where(or(endsWith(`:${email}`), endsWith(` ${email}`)));
    return owned ?? { sections: 0, detections: 0, screenshots: 0 };
  });
}

/** The limits' keys begin with the rule's name and, often, an address. */
const endsWith = (text: string) => sql`right(${rateLimits.key}, ${text.length}) = ${text}`;
