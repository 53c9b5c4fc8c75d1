import type { components } from '@vigil/contract';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { hashToken, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { badges } from '../tables/attendance';

type Schemas = components['schemas'];

/** Lists the badges of a section's students. */
export async function listBadges(db: Database, sectionId: number): Promise<Schemas['Badges']> {
  const rows = await db.select().from(badges).where(eq(badges.sectionId, sectionId)).orderBy(asc(badges.studentId));
  return {
    badges: rows.map(({ studentId, madeAt, usedAt }) => ({
      ...{ student_id: studentId, made_at: madeAt.toISOString(), used_at: usedAt?.toISOString() ?? null },
    })),
  };
}

/** Makes a badge for each student, instead of an earlier one. Only their hashes are stored. The students must be kept in the section. */
export async function makeBadges(
  tx: Database,
  sectionId: number,
  studentIds: number[],
): Promise<Schemas['NewBadges']['badges']> {
  await tx.delete(badges).where(and(eq(badges.sectionId, sectionId), inArray(badges.studentId, studentIds)));
  const made = studentIds.map((studentId) => ({ studentId, secret: newToken() }));
  const madeAt = new Date();
  if (made.length > 0)
    await tx
      .insert(badges)
      .values(made.map(({ studentId, secret }) => ({ sectionId, studentId, madeAt, tokenHash: hashToken(secret) })));
  return made.map(({ studentId, secret }) => ({ student_id: studentId, secret }));
}

/** Ends badges. @returns the ids of the students who had one */
export async function endBadges(tx: Database, sectionId: number, studentIds: number[]): Promise<number[]> {
  const ended = await tx
    .delete(badges)
    .where(and(eq(badges.sectionId, sectionId), inArray(badges.studentId, studentIds)))
    .returning({ studentId: badges.studentId });
  return ended.map(({ studentId }) => studentId);
}
