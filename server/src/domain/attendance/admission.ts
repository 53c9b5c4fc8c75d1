import { and, asc, eq, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError } from '../../platform/http/httpError';
import type { Settings } from '../../settings';
import { bumpLogVersion, recordDeletions } from '../detection/logVersion';
import { addNewStudents, hasEmailOf } from '../section/directory';
import { isSameName } from '../section/names';
import { addMembers } from '../section/sections';
import { attendanceSpans, attendances, openEpisodes } from '../tables/attendance';
import { detections } from '../tables/detection';
import { students } from '../tables/section';
import type { ActiveLesson } from './lessonCodes';
import { endSpans } from './spans';
import { readWaiting } from './waiting';

export interface NotAdmitted {
  id: number;
  detail: string;
}

export interface Admission {
  /** The students admitted now. */
  studentIds: number[];
  notAdmitted: NotAdmitted[];
  /** Devices that were somebody else's, and what they had reported, which is deleted. */
  disowned: { attendanceIds: number[]; detectionIds: number[] };
  /** Students added to the section, and to the directory. */
  membersAdded: number[];
  directoryAdded: number[];
}

/** The ids of refused devices, and what was disowned. */
export interface Refusal {
  refused: number[];
  disowned?: Admission['disowned'];
}

type Waiting = typeof attendances.$inferSelect;

const onlyAdministrators =
  'Only administrators add people to the directory at your school, and this email is not in it. Ask them, then admit again.';
const otherName = (typed: string, known: string) =>
  `“${typed}” was typed with the email of ${known}. Admit them alone if you know that it is ${known}.`;
const sameStudent = 'Another device with this name was admitted. Admit this one to replace it.';
const contested = 'Somebody else knocks under this name, too. Ask which number the student sees, and admit that one.';

interface Admitted {
  /** Of the devices. */
  ids: number[];
  directory: Settings['students'];
  /** The teacher knows that another name was typed than that of the student who is admitted. */
  namesSeen?: boolean | undefined;
  /** The devices that are replaced were not the students'. */
  wasSomebodyElse?: boolean | undefined;
}

/**
 * Admits devices that knock or were refused. People who are not in the section are added to it, and to the directory where teachers may.
 * A student's device that was admitted before is replaced, and disowned if it was somebody else's. The teacher's row, the section and the lesson must be locked.
 *
 * @throws HttpError 409 above a cap
 */
export async function admit(
  tx: Database,
  lesson: ActiveLesson,
  { ids, directory, namesSeen = false, wasSomebodyElse = false }: Admitted,
): Promise<Admission> {
  const { sessionId } = lesson;
  const found = await tx
    .select()
    .from(attendances)
    .where(isOneOf(sessionId, ids, ['knocking', 'refused']))
    .orderBy(asc(attendances.id))
    .for('update');
  const notAdmitted: NotAdmitted[] = namesSeen ? [] : await listOtherNames(tx, found);
  const waiting = found.filter(({ id }) => !notAdmitted.some((one) => one.id === id));
  const strangers = waiting.filter(({ studentId }) => studentId === null);
  const { idOf, membersAdded, directoryAdded } = await addStrangers(tx, lesson, { strangers, directory });
  const chosen = new Map<number, Waiting>();
  for (const one of waiting) {
    const studentId = one.studentId ?? idOf.get(one.email);
    if (studentId === undefined) notAdmitted.push({ id: one.id, detail: onlyAdministrators });
    else if (chosen.has(studentId)) notAdmitted.push({ id: one.id, detail: sameStudent });
    else chosen.set(studentId, one);
  }
  const isStranger = (email: string) =>
    and(eq(attendances.sessionId, sessionId), isNull(attendances.studentId), eq(attendances.email, email));
  for (const [email, studentId] of idOf)
    if (email !== null) await tx.update(attendances).set({ studentId, email: null }).where(isStranger(email));
  const studentIds = [...chosen.keys()];
  // Also students who were removed from the section after they had knocked.
  const chosenStudents = await tx
    .select({ email: students.email })
    .from(students)
    .where(inArray(students.id, studentIds));
  const chosenEmails = chosenStudents.map(({ email }) => email);
  const rejoined = await addMembers(tx, lesson, chosenEmails);
  const disowned: Admission['disowned'] = { attendanceIds: [], detectionIds: [] };
  if (studentIds.length > 0) {
    const now = new Date();
    const isReplaced = and(
      eq(attendances.sessionId, sessionId),
      eq(attendances.status, 'admitted'),
      inArray(attendances.studentId, studentIds),
    );
    await endSpans(tx, isReplaced, now);
    const replaced = await tx
      .update(attendances)
      .set({ status: 'taken over', since: now })
      .where(isReplaced)
      .returning({ id: attendances.id });
    if (wasSomebodyElse) {
      disowned.attendanceIds = idsOf(replaced);
      disowned.detectionIds = await disown(tx, lesson, disowned.attendanceIds);
    }
    await tx
      .update(attendances)
      .set({ status: 'admitted', name: null, watch: null, reason: '', since: now, admittedAt: now })
      .where(inArray(attendances.id, idsOf(chosen.values())));
  }
  return { studentIds, notAdmitted, disowned, membersAdded: [...membersAdded, ...rejoined.added], directoryAdded };
}

/** Lists those who typed another name than that of the student as whom they would be admitted. */
async function listOtherNames(tx: Database, waiting: Waiting[]): Promise<NotAdmitted[]> {
  const typed = waiting.filter(({ name }) => name !== null);
  if (typed.length === 0) return [];
  const ids = typed.flatMap(({ studentId }) => studentId ?? []);
  const emails = typed.flatMap(({ email }) => email ?? []);
  const known = await tx
    .select()
    .from(students)
    .where(or(inArray(students.id, ids), inArray(students.email, emails)));
  return typed.flatMap(({ id, studentId, name, email }) => {
    const student = known.find((one) => one.id === studentId || one.email === email);
    if (name === null || student === undefined || isSameName(name, student.name)) return [];
    return [{ id, detail: otherName(name, student.name) }];
  });
}

/** @returns the ids of the people who are in the section now, by email */
async function addStrangers(
  tx: Database,
  lesson: ActiveLesson,
  { strangers, directory }: { strangers: Waiting[]; directory: Settings['students'] },
) {
  const named = new Map<string, string>();
  for (const { name, email } of strangers)
    if (name !== null && email !== null && !named.has(email)) named.set(email, name);
  const emails = [...named.keys()];
  const idOf = new Map<string | null, number>();
  if (emails.length === 0) return { idOf, membersAdded: [], directoryAdded: [] };
  const given = [...named].map(([email, name]) => ({ email, name }));
  const { added } = directory === 'teachers' ? await addNewStudents(tx, lesson.changedBy, given) : { added: [] };
  const found = await tx.select({ id: students.id, email: students.email }).from(students).where(hasEmailOf(emails));
  for (const { id, email } of found) idOf.set(email, id);
  const members = await addMembers(tx, lesson, emails);
  return { idOf, membersAdded: members.added, directoryAdded: idsOf(added) };
}

/** Splits devices into those that may be admitted without asking for their number, and those that may not. */
export async function splitContested(
  tx: Database,
  sessionId: number,
  ids: number[],
): Promise<{ ids: number[]; contested: NotAdmitted[] }> {
  const { students } = await readWaiting(tx, sessionId, new Date());
  const clear = new Set(students.flatMap(({ devices, isContested }) => (isContested ? [] : idsOf(devices))));
  const doubtful = ids.filter((id) => !clear.has(id));
  return { ids: ids.filter((id) => clear.has(id)), contested: doubtful.map((id) => ({ id, detail: contested })) };
}

/** Returns the device that waits with a number. @throws HttpError 409 without one */
export async function findNumber(tx: Database, sessionId: number, number: string): Promise<number> {
  const isThis = and(eq(attendances.sessionId, sessionId), eq(attendances.number, Number(number)));
  const [found] = await tx
    .select({ id: attendances.id })
    .from(attendances)
    .where(and(isThis, eq(attendances.status, 'knocking')));
  if (found) return found.id;
  throw new HttpError(409, { detail: `No device waits with the number ${number}.` });
}

/** Returns the devices that wait under the same name as one of these, with these. */
export async function withTheirNames(tx: Database, sessionId: number, ids: number[]): Promise<number[]> {
  const { id, studentId, email, status } = attendances;
  const isOfLesson = eq(attendances.sessionId, sessionId);
  const named = await tx
    .select({ studentId, email })
    .from(attendances)
    .where(and(isOfLesson, inArray(id, ids)));
  const studentIds = named.flatMap((one) => one.studentId ?? []);
  const emails = named.flatMap((one) => one.email ?? []);
  const isAlike = or(inArray(studentId, studentIds), inArray(email, emails));
  const alike = await tx
    .select({ id })
    .from(attendances)
    .where(and(isOfLesson, eq(status, 'knocking'), isAlike));
  return [...new Set([...ids, ...alike.map((one) => one.id)])];
}

/** Refuses all devices that knock, up to one. */
export async function refuseWaiting(tx: Database, sessionId: number, upTo: number): Promise<Refusal> {
  const { id, status } = attendances;
  const isRefused = and(eq(attendances.sessionId, sessionId), eq(status, 'knocking'), lte(id, upTo));
  return { refused: await markRefused(tx, isRefused) };
}

/**
 * Refuses devices that knock, and ends the attendance of admitted ones.
 * @param devices `wasSomebodyElse`: those who attended were not the students, and are disowned. The section must be locked
 * @returns the ids of the refused devices, and what was disowned
 */
export async function refuse(
  tx: Database,
  lesson: ActiveLesson,
  { ids, wasSomebodyElse = false }: { ids: number[]; wasSomebodyElse?: boolean | undefined },
): Promise<Refusal> {
  const { sessionId } = lesson;
  const isRefused = isOneOf(sessionId, ids, ['knocking', 'admitted']);
  const attending = await tx
    .select({ id: attendances.id })
    .from(attendances)
    .where(isOneOf(sessionId, ids, ['admitted']));
  await endSpans(tx, isRefused, new Date());
  const refused = await markRefused(tx, isRefused);
  const attendanceIds = wasSomebodyElse ? idsOf(attending) : [];
  const detectionIds = await disown(tx, lesson, attendanceIds);
  return { refused, disowned: { attendanceIds, detectionIds } };
}

/**
 * Takes devices of a lesson from their students, because they were somebody else's: deletes what they reported and when they watched,
 * and turns them away. The section must be locked.
 * @returns the ids of the deleted detections
 */
async function disown(
  tx: Database,
  { sectionId, sessionId }: ActiveLesson,
  attendanceIds: number[],
): Promise<number[]> {
  if (attendanceIds.length === 0) return [];
  await bumpLogVersion(tx, [sectionId]);
  const isTheirs = and(eq(detections.sessionId, sessionId), inArray(detections.attendanceId, attendanceIds));
  await recordDeletions(tx, isTheirs);
  await tx.delete(openEpisodes).where(inArray(openEpisodes.attendanceId, attendanceIds));
  const deleted = await tx.delete(detections).where(isTheirs).returning({ id: detections.id });
  await tx.delete(attendanceSpans).where(inArray(attendanceSpans.attendanceId, attendanceIds));
  await tx
    .update(attendances)
    .set({
      ...{ studentId: null, name: null, email: null, admittedAt: null },
      ...{ status: 'refused', watch: null, reason: '', sendsPictures: false, since: new Date() },
    })
    .where(and(eq(attendances.sessionId, sessionId), inArray(attendances.id, attendanceIds)));
  return idsOf(deleted);
}

async function markRefused(tx: Database, isRefused: SQL | undefined): Promise<number[]> {
  const refused = await tx
    .update(attendances)
    .set({ status: 'refused', reason: '', since: new Date() })
    .where(isRefused)
    .returning({ id: attendances.id });
  return idsOf(refused);
}

const isOneOf = (sessionId: number, ids: number[], statuses: Waiting['status'][]) =>
  and(eq(attendances.sessionId, sessionId), inArray(attendances.id, ids), inArray(attendances.status, statuses));
