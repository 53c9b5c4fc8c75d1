import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Settings } from '../../platform/config/settings';
import type { Database } from '../../platform/database/database';
import { attendances, students } from '../../platform/database/schema';
import { addNewStudents, hasEmailOf } from '../section/directory';
import { addMembers } from '../section/sections';
import { endSpans } from './spans';

interface NotAdmitted {
  id: number;
  detail: string;
}

export interface Admission {
  /** The students admitted now. */
  studentIds: number[];
  notAdmitted: NotAdmitted[];
  /** Students added to the section, and to the directory. */
  membersAdded: number[];
  directoryAdded: number[];
}

type Waiting = typeof attendances.$inferSelect;

const onlyAdministrators =
  'Only administrators add people to the directory at your school, and this email is not in it. Ask them, then admit again.';
const sameStudent = 'Another device with this name was admitted. Admit this one to replace it.';

/**
 * Admits devices that knock or were refused. People who are not in the section are added to it, and to the directory where teachers may.
 * A student's device that was admitted before is replaced. The teacher's row, the section and the lesson must be locked.
 *
 * @throws HttpError 409 above a cap
 */
export async function admit(
  tx: Database,
  [teacherId, sectionId, sessionId]: [teacherId: number, sectionId: number, sessionId: number],
  ids: number[],
  directory: Settings['students'],
): Promise<Admission> {
  const waiting = await tx
    .select()
    .from(attendances)
    .where(isOneOf(sessionId, ids, ['knocking', 'refused']))
    .orderBy(asc(attendances.id))
    .for('update');
  const strangers = waiting.filter(({ studentId }) => studentId === null);
  const { idOf, membersAdded, directoryAdded } = await addStrangers(tx, [teacherId, sectionId], strangers, directory);
  const chosen = new Map<number, Waiting>();
  const notAdmitted: NotAdmitted[] = [];
  for (const one of waiting) {
    const studentId = one.studentId ?? idOf.get(one.email);
    if (studentId === undefined) notAdmitted.push({ id: one.id, detail: onlyAdministrators });
    else if (chosen.has(studentId)) notAdmitted.push({ id: one.id, detail: sameStudent });
    else chosen.set(studentId, one);
  }
  const isStranger = (email: string) =>
    and(eq(attendances.sessionId, sessionId), isNull(attendances.studentId), eq(attendances.email, email));
  for (const [email, studentId] of idOf)
    if (email !== null)
      await tx.update(attendances).set({ studentId, name: null, email: null }).where(isStranger(email));
  const studentIds = [...chosen.keys()];
  if (studentIds.length > 0) {
    const now = new Date();
    const isReplaced = and(
      eq(attendances.sessionId, sessionId),
      eq(attendances.status, 'admitted'),
      inArray(attendances.studentId, studentIds),
    );
    await endSpans(tx, isReplaced, now);
    await tx.update(attendances).set({ status: 'taken over', since: now }).where(isReplaced);
    await tx
      .update(attendances)
      .set({ status: 'admitted', watch: null, reason: '', since: now, admittedAt: now })
      .where(
        inArray(
          attendances.id,
          [...chosen.values()].map(({ id }) => id),
        ),
      );
  }
  return { studentIds, notAdmitted, membersAdded, directoryAdded };
}

/** @returns the ids of the people who are in the section now, by email */
async function addStrangers(
  tx: Database,
  [teacherId, sectionId]: [teacherId: number, sectionId: number],
  strangers: Waiting[],
  directory: Settings['students'],
) {
  const named = new Map<string, string>();
  for (const { name, email } of strangers)
    if (name !== null && email !== null && !named.has(email)) named.set(email, name);
  const emails = [...named.keys()];
  const idOf = new Map<string | null, number>();
  if (emails.length === 0) return { idOf, membersAdded: [], directoryAdded: [] };
  const given = [...named].map(([email, name]) => ({ email, name }));
  const { added } = directory === 'teachers' ? await addNewStudents(tx, teacherId, given) : { added: [] };
  const found = await tx.select({ id: students.id, email: students.email }).from(students).where(hasEmailOf(emails));
  for (const { id, email } of found) idOf.set(email, id);
  const members = await addMembers(tx, teacherId, sectionId, emails);
  return { idOf, membersAdded: members.added, directoryAdded: added.map(({ id }) => id) };
}

/** Refuses devices that knock, and ends the attendance of admitted ones. @returns whether there were any */
export async function refuse(tx: Database, sessionId: number, ids: number[]): Promise<number[]> {
  const now = new Date();
  const isRefused = isOneOf(sessionId, ids, ['knocking', 'admitted']);
  await endSpans(tx, isRefused, now);
  const refused = await tx
    .update(attendances)
    .set({ status: 'refused', reason: '', since: now })
    .where(isRefused)
    .returning({ id: attendances.id });
  return refused.map(({ id }) => id);
}

const isOneOf = (sessionId: number, ids: number[], statuses: Waiting['status'][]) =>
  and(eq(attendances.sessionId, sessionId), inArray(attendances.id, ids), inArray(attendances.status, statuses));
