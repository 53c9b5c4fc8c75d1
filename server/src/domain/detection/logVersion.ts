import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { anyOf } from '../../platform/database/rows';
import { deletedDetections, detections } from '../tables/detection';
import { sections } from '../tables/section';

/** SQL: the current log version of a detection's section. */
export const currentLogVersion = sql`(select ${sections.logChange} from ${sections} where ${sections.id} = ${detections.sectionId})`;

/**
 * Starts a new log version of sections. Detections recorded, reviewed or deleted afterwards carry it. The sections stay locked until the
 * transaction ends, so that versions become visible in order: a reader who has seen one has seen all before it. Take this lock first.
 */
export async function bumpLogVersion(tx: Database, sectionIds: number[]): Promise<void> {
  await lockSections(tx, sectionIds);
  await incrementLogVersion(tx, sectionIds);
}

/** First half of `bumpLogVersion`, for when it is not known yet whether anything will change. */
export async function lockSections(tx: Database, sectionIds: number[]): Promise<void> {
  const isListed = inArray(sections.id, sectionIds);
  await tx.select({ id: sections.id }).from(sections).where(isListed).orderBy(sections.id).for('no key update');
}

/** Second half of `bumpLogVersion`, on locked sections. */
export async function incrementLogVersion(tx: Database, sectionIds: number[]): Promise<void> {
  await tx
    .update(sections)
    .set({ logChange: sql`${sections.logChange} + 1` })
    .where(inArray(sections.id, sectionIds));
}

/** Starts a new log version that makes clients read all logs again, because the change cannot be sent as a difference. */
export async function invalidateLogs(tx: Database, sectionIds: number[]): Promise<void> {
  await bumpLogVersion(tx, sectionIds);
  await tx.update(sections).set({ deletionsSince: sections.logChange }).where(inArray(sections.id, sectionIds));
}

/** Records detections that this transaction deletes, for clients that still show them. */
export async function recordDeletions(tx: Database, condition: SQL | undefined): Promise<void> {
  await tx.insert(deletedDetections).select(
    tx
      .select({
        sectionId: detections.sectionId,
        change: currentLogVersion.as('change'),
        detectionId: detections.id,
        deletedAt: sql`now()`.as('deleted_at'),
      })
      .from(detections)
      .where(condition),
  );
}

/**
 * Lists detections deleted after a version. One statement reads both results, so that pruning cannot come between them.
 * @returns the ids and the version after which deletions are complete
 */
export async function listDeletions(
  db: Database,
  { sectionId, since, limit }: { sectionId: number; since: number; limit: number },
): Promise<{ deleted: number[]; deletionsSince: number }> {
  const { deletionsSince } = sections;
  const rows = await db
    .select({ id: deletedDetections.detectionId, deletionsSince })
    .from(sections)
    .leftJoin(deletedDetections, and(eq(deletedDetections.sectionId, sections.id), gt(deletedDetections.change, since)))
    .where(eq(sections.id, sectionId))
    .limit(limit);
  return {
    deleted: rows.flatMap(({ id }) => id ?? []),
    deletionsSince: rows[0]?.deletionsSince ?? 0,
  };
}

/** Prunes a batch of the deletions recorded before a time. @returns the pruned rows */
export async function pruneDeletions(db: Database, before: Date, limit: number): Promise<unknown[]> {
  const batch = db
    .select({ row: sql`ctid` })
    .from(deletedDetections)
    .where(sql`${deletedDetections.deletedAt} < ${before.toISOString()}`)
    .limit(limit);
  return db.transaction(async (tx) => {
    const pruned = await tx
      .delete(deletedDetections)
      .where(sql`ctid = ${anyOf(batch)}`)
      .returning({ sectionId: deletedDetections.sectionId, change: deletedDetections.change });
    const latest = new Map<number, number>();
    for (const { sectionId, change } of pruned) latest.set(sectionId, Math.max(change, latest.get(sectionId) ?? 0));
    for (const [sectionId, change] of [...latest].sort(([one], [other]) => one - other)) {
      await tx
        .update(sections)
        .set({ deletionsSince: sql`greatest(${sections.deletionsSince}, ${change})` })
        .where(eq(sections.id, sectionId));
    }
    return pruned;
  });
}
