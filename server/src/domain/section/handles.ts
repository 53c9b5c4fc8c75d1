import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { namedStudents, students } from '../tables/section';

/*
 * A student without an email has a handle in its place, in the column and in every call: `id:17`. It is no email, and never passes for one.
 * So whatever identifies students by email, the version before included, also works for those who have none.
 */

const prefix = 'id:';

/** SQL: the handle of a student of a query. */
export const handleOfRow: SQL = sql`${prefix}::text || ${students.id}`;

/** SQL: a student's email; empty if they have none. */
export const emailOfRow = sql<string>`case when starts_with(${students.email}, ${prefix}) then '' else ${students.email} end`;

/**
 * SQL: whether a student of a query was given their email in a section, and nobody else uses it: a second section or an import moves them to
 * the directory.
 */
export const isGivenIn = (sectionId: AnyPgColumn | number): SQL<boolean> =>
  sql`(not starts_with(${students.email}, ${prefix}) and exists (
    select from ${namedStudents} where ${namedStudents.studentId} = ${students.id} and ${namedStudents.sectionId} = ${sectionId}))`;

/** Returns whether a student has an email. */
export const hasEmail = ({ email }: { email: string }): boolean => !email.startsWith(prefix);
