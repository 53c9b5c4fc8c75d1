import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { detections } from '../tables/detection';
import { namedStudents, sectionStudents, students } from '../tables/section';
import type { OwnedSection } from './access';
import { requireDailyCap } from './directory';
import { handleOfRow } from './handles';
import { isSameName } from './names';
import { requireCaps } from './sections';

/** Inserts students without an email. @returns their ids, in the order of the names */
export async function insertWithoutEmail(
  tx: Database,
  names: string[],
  values: Pick<typeof students.$inferInsert, 'addedBy' | 'addedAt'> = {},
): Promise<number[]> {
  if (names.length === 0) return [];
  // The handle is made of the id, which is not known before.
  const inserted = await tx
    .insert(students)
    .values(names.map((name) => ({ ...values, name, email: randomUUID() })))
    .returning({ id: students.id });
  const ids = idsOf(inserted);
  await tx.update(students).set({ email: handleOfRow }).where(inArray(students.id, ids));
  return ids;
}

/**
 * Makes students of a section from names. A name that somebody in the section has is taken for them, so that a repeated call adds nobody
 * twice; one who was removed from it comes back. The teacher's row must be locked.
 * @returns the ids of the students added to the section
 * @throws HttpError 409 above a cap
 */
export async function addNamed(
  tx: Database,
  { addedBy, ...owned }: OwnedSection & { addedBy: number },
  names: string[],
): Promise<number[]> {
  const { sectionId } = owned;
  if (names.length === 0) return [];
  const isMember = and(eq(sectionStudents.studentId, students.id), eq(sectionStudents.sectionId, sectionId));
  const shape = { id: students.id, name: students.name };
  const members = await tx.select(shape).from(students).innerJoin(sectionStudents, isMember);
  const former = await tx
    .select(shape)
    .from(students)
    .innerJoin(namedStudents, and(eq(namedStudents.studentId, students.id), eq(namedStudents.sectionId, sectionId)))
    .leftJoin(sectionStudents, isMember)
    .where(isNull(sectionStudents.studentId));
  const fresh = names.filter((name) => !members.some((one) => isSameName(name, one.name)));
  const backAgain = fresh.flatMap((name) => former.find((one) => isSameName(name, one.name)) ?? []);
  const unknown = fresh.filter((name) => !backAgain.some((one) => isSameName(name, one.name)));
  const made = await insertWithoutEmail(tx, unknown, { addedBy, addedAt: new Date() });
  if (made.length > 0) {
    await tx.insert(namedStudents).values(made.map((studentId) => ({ studentId, sectionId })));
    await requireDailyCap(tx, addedBy, made.length);
  }
  const added = [...idsOf(backAgain), ...made];
  if (added.length === 0) return [];
  await tx.insert(sectionStudents).values(added.map((studentId) => ({ sectionId, studentId })));
  await requireCaps(tx, owned);
  return added;
}

/** Selects students made from names whose section is gone, and of whom nothing else is left. */
export function forgotten(db: Database) {
  const isMember = db
    .select({ one: sql`1` })
    .from(sectionStudents)
    .where(eq(sectionStudents.studentId, namedStudents.studentId));
  const isRecorded = db
    .select({ one: sql`1` })
    .from(detections)
    .where(eq(detections.studentId, namedStudents.studentId));
  return db
    .select({ id: namedStudents.studentId })
    .from(namedStudents)
    .where(and(isNull(namedStudents.sectionId), notExists(isMember), notExists(isRecorded)));
}
