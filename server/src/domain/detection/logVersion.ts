import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { deletedDetections, detections, sections } from '../../platform/database/schema';

/** The number of a section's present change, within a statement about detections. */
export const currentLogVersion = sql`(select ${sections.logChange} from ${sections} where ${sections.id} = ${detections.sectionId})`;

/**
 * Begins another change of these sections' detections, which what is recorded, reviewed or deleted in it carries. The sections are
 * held until the transaction ends: of two changes the one with the higher number is seen later, so that whoever knows of it has seen
 * the other. It comes before anything else is held.
 */
export async function bumpLogVersion(tx: Database, sectionIds: number[]): Promise<void> {
  await lockSections(tx, sectionIds);
  await incrementLogVersion(tx, sectionIds);
}

/** The first half of a change: holds sections, of which it is not known yet whether anything in them changes. */
export async function lockSections(tx: Database, sectionIds: number[]): Promise<void> {
  const those = inArray(sections.id, sectionIds);
  await tx.select({ id: sections.id }).from(sections).where(those).orderBy(sections.id).for('no key update');
}

/** The second half of a change, of sections that are held: before anything carries its number. */
export async function incrementLogVersion(tx: Database, sectionIds: number[]): Promise<void> {
  await tx
    .update(sections)
    .set({ logChange: sql`${sections.logChange} + 1` })
    .where(inArray(sections.id, sectionIds));
}

/** Begins another change, of which nothing can be told in parts: whoever knows these sections' logs reads all of them again. */
export async function invalidateLogs(tx: Database, sectionIds: number[]): Promise<void> {
  await bumpLogVersion(tx, sectionIds);
  await tx.update(sections).set({ deletionsSince: sections.logChange }).where(inArray(sections.id, sectionIds));
}

/** Remembers detections that the same transaction deletes, for those who have them still. */
export async function recordDeletions(tx: Database, those: SQL | undefined): Promise<void> {
  await tx.insert(deletedDetections).select(
    tx
      .select({
        sectionId: detections.sectionId,
        change: currentLogVersion.as('change'),
        detectionId: detections.id,
        deletedAt: sql`now()`.as('deleted_at'),
      })
      .from(detections)
      .where(those),
  );
}

/** @returns the present change of a section */
export async function readLogVersion(db: Database, sectionId: number): Promise<number> {
  const [row] = await db.select({ present: sections.logChange }).from(sections).where(eq(sections.id, sectionId));
  return row?.present ?? 0;
}

/**
 * What was deleted in the changes after this one, at most so many. One statement reads both, so that no deletion is forgotten between.
 * @returns the ids, and since which change the section's deletions are remembered
 */
export async function listDeletions(
  db: Database,
  sectionId: number,
  since: number,
  most: number,
): Promise<{ deleted: number[]; deletionsSince: number }> {
  const { deletionsSince } = sections;
  const rows = await db
    .select({ id: deletedDetections.detectionId, deletionsSince })
    .from(sections)
    .leftJoin(deletedDetections, and(eq(deletedDetections.sectionId, sections.id), gt(deletedDetections.change, since)))
    .where(eq(sections.id, sectionId))
    .limit(most);
  return {
    deleted: rows.flatMap(({ id }) => id ?? []),
    deletionsSince: rows[0]?.deletionsSince ?? 0,
  };
}

/**
 * Forgets some of what was deleted before a time.
 * @returns how many were forgotten
 */
export async function pruneDeletions(db: Database, before: Date, most: number): Promise<unknown[]> {
  const some = db
    .select({ row: sql`ctid` })
    .from(deletedDetections)
    .where(sql`${deletedDetections.deletedAt} < ${before.toISOString()}`)
    .limit(most);
  return db.transaction(async (tx) => {
    const ids = sql`any(array(${some}))`;
    const forgotten = await tx
      .delete(deletedDetections)
      .where(sql`ctid = ${ids}`)
      .returning({ sectionId: deletedDetections.sectionId, change: deletedDetections.change });
    const latest = new Map<number, number>();
    for (const { sectionId, change } of forgotten) latest.set(sectionId, Math.max(change, latest.get(sectionId) ?? 0));
    for (const [sectionId, change] of [...latest].sort(([one], [other]) => one - other)) {
      const { deletionsSince } = sections;
      await tx
        .update(sections)
        .set({ deletionsSince: sql`greatest(${deletionsSince}, ${change})` })
        .where(eq(sections.id, sectionId));
    }
    return forgotten;
  });
}
