import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { type Page, readPage } from '../../platform/database/pages';
import { idsOf, rowsOf } from '../../platform/database/rows';
import { formerMembers, sectionStudents, students } from '../tables/section';
import { contains } from './directory';

/** SQL condition: a student is in no section. */
export const isInNone = sql`not exists (select from ${sectionStudents} where ${sectionStudents.studentId} = ${students.id})`;

/**
 * Notes since when students are in no section. Once a day, not with each change: sections lose students in many ways, and an import may
 * take them out of one before it puts them into the next.
 */
export async function noteLeavers(db: Database): Promise<void> {
  await db.execute(sql`update ${students} set left_at = null where left_at is not null and not ${isInNone}`);
  const lastLeft = sql`(select max(${formerMembers.leftAt}) from ${formerMembers} where ${formerMembers.studentId} = ${students.id})`;
  await db.execute(
    sql`update ${students} set left_at = coalesce(${lastLeft}, now()) where left_at is null and ${isInNone}`,
  );
}

/** Students who were in no section before a day, and are in none. */
const leaversBefore = (day: Date) =>
  sql`select id, name, email, left_at from ${students} where left_at < ${day.toISOString()}::timestamptz and ${isInNone}`;

const Leaver = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  left_at: v.pipe(
    v.union([v.date(), v.string()]),
    v.transform((at) => new Date(at).toISOString()),
  ),
});
type Leaver = v.InferOutput<typeof Leaver>;

/** Lists those who left before a day, by name; only whose name or email contains the text. */
export const findLeavers = (
  db: Database,
  { leftBefore, q = '', page }: { leftBefore: Date; q?: string | undefined; page?: number | undefined },
): Promise<Page<Leaver>> =>
  readPage(db, Leaver, {
    rows: sql`select * from (${leaversBefore(leftBefore)}) as leavers where ${contains(sql`name || ' ' || email`, q.trim())}`,
    order: sql`name, id`,
    page,
  });

/** Returns the ids of those who left before a day. */
export const idsOfLeavers = async (db: Database, leftBefore: Date): Promise<number[]> =>
  idsOf(await rowsOf(db, v.object({ id: v.number() }), leaversBefore(leftBefore)));
