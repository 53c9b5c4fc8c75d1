import { randomInt } from 'node:crypto';
import type { components } from '@vigil/contract';
import { and, desc, eq, gte, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { HttpError, wrongField } from '../../platform/http/httpError';
import { teacherName } from '../account/teachers';
import { bounds } from '../bounds';
import { silentSince } from '../detection/silence';
import { ListedStudent } from '../section/listedStudent';
import { isSameName, numberNamesakes } from '../section/names';
import { type Section, studentsOf } from '../section/sections';
import { teachers } from '../tables/account';
import { attendances, lessonCodes } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';
import { sectionStudents, sections, students } from '../tables/section';
import { normaliseCode } from './lessonCodes';
import { createToken, findSeat } from './tokens';

type Schemas = components['schemas'];

export interface Lesson {
  id: number;
  section: Pick<Section, 'id' | 'name' | 'subject' | 'students' | 'asks_for_pictures'>;
  teacher: { id: number; name: string };
}

/** Returns the teacher of the active lesson with a code. */
export async function findTeacherOf(db: Database, typed: string): Promise<number | undefined> {
  const [lesson] = await db
    .select({ teacherId: sections.teacherId })
    .from(lessonCodes)
    .innerJoin(detectionSessions, eq(detectionSessions.id, lessonCodes.sessionId))
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .where(and(eq(lessonCodes.code, normaliseCode(typed)), isNull(detectionSessions.endedAt)));
  return lesson?.teacherId;
}

/** Returns the active lesson with a code. @throws HttpError 404 when there is none */
export async function findLesson(db: Database, typed: string): Promise<Lesson> {
  const [lesson] = await db
    .select({
      id: detectionSessions.id,
      section: {
        id: sections.id,
        name: sections.name,
        subject: sections.subject,
        students: studentsOf(sections.id),
        asks_for_pictures: sections.asksForPictures,
      },
      teacher: { id: teachers.id, name: teacherName },
    })
    .from(lessonCodes)
    .innerJoin(detectionSessions, eq(detectionSessions.id, lessonCodes.sessionId))
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .where(and(eq(lessonCodes.code, normaliseCode(typed)), isNull(detectionSessions.endedAt)));
  return lesson ?? throwWrongCode();
}

function throwWrongCode(): never {
  throw new HttpError(404, { detail: 'No lesson has this code now. Check it against the board, or ask your teacher.' });
}

/** Returns the seat of a device that is at the door or in the lesson. */
export async function readSeat(
  db: Database,
  lesson: Lesson,
  token: string | undefined,
): Promise<Pick<Schemas['Door'], 'seat'>> {
  const seat = await findSeat(db, lesson.id, token);
  return seat?.status === 'knocking' || seat?.status === 'admitted' ? { seat: { student: seat.name } } : {};
}

/** Returns what a student sees at the door: names only. */
export function doorOf({ section, teacher }: Lesson): Schemas['Door'] {
  const numbers = numberNamesakes(section.students);
  return {
    section: section.name,
    subject: section.subject,
    teacher: teacher.name,
    students: section.students.map(({ id, name }) => {
      const number = numbers.get(id);
      return { id, name: number === undefined ? name : `${name} (${number})` };
    }),
    screenshots: section.asks_for_pictures,
  };
}

/** A student of the section, with the name that was typed if it is another one; or anybody else. */
export type Visitor = { studentId: number; name?: string } | { name: string; email: string };

/**
 * Returns who knocks: a student of the section, by id or email, or anybody else.
 * @throws HttpError 400 when nobody is named, or the student is not in the section
 */
export function visitorOf({ section }: Lesson, { student_id, name, email }: Schemas['Knock']): Visitor {
  if (student_id !== undefined) {
    if (section.students.some(({ id }) => id === student_id)) return { studentId: student_id };
    throw wrongField('student_id', 'This student is no longer in the section. Enter the code again.');
  }
  if (name === undefined || email === undefined)
    throw wrongField('student_id', 'Pick your name, or enter your name and email.');
  const given = v.safeParse(ListedStudent, { name, email });
  if (!given.success) {
    const [{ message, path }] = given.issues;
    throw wrongField(String(path?.[0].key), `${message[0]?.toUpperCase()}${message.slice(1)}.`);
  }
  const member = section.students.find((student) => student.email === given.output.email);
  if (member === undefined) return given.output;
  return { studentId: member.id, ...(!isSameName(given.output.name, member.name) && { name: given.output.name }) };
}

interface Arrival {
  visitor: Visitor;
  /** See `browserIn`. */
  browser: string | null;
  /** Made by the device. */
  token?: string | undefined;
  /** What it comes with past the door. */
  cameBy?: 'link' | 'badge';
}

/**
 * Adds a device to those at the door, in place of an earlier one of the same browser with the same name, or returns the one with the
 * token if it has knocked before. However many wait, it is let in: a flood chooses its names. Locks the student,
 * or the lesson for outsiders, so that parallel knocks cannot take two seats.
 * @throws HttpError 404 when the lesson has just ended, 409 when the token is somebody else's
 */
export async function knock(
  tx: Database,
  lesson: { id: number; section: { id: number } },
  { visitor, browser, token, cameBy }: Arrival,
): Promise<Schemas['Knocked']> {
  const [active] = await tx
    .select({ id: detectionSessions.id })
    .from(detectionSessions)
    .where(and(eq(detectionSessions.id, lesson.id), isNull(detectionSessions.endedAt)))
    .for('studentId' in visitor ? 'share' : 'no key update');
  if (!active) throwWrongCode();
  // The visitor may have been removed from the directory meanwhile.
  if ('studentId' in visitor && !(await isMember(tx, { sectionId: lesson.section.id, studentId: visitor.studentId })))
    throw wrongField('student_id', 'This student is no longer in the section. Enter the code again.');
  const seat = await findSeat(tx, lesson.id, token);
  if (seat !== undefined && token !== undefined) {
    if ('studentId' in visitor ? seat.studentId === visitor.studentId : seat.email === visitor.email)
      return { token, attendee_id: seat.id };
    throw new HttpError(409, {
      detail: 'This device has asked to join as somebody else. Reload the page, then ask again.',
    });
  }
  const { sessionId, studentId, status } = attendances;
  const isAlike = 'studentId' in visitor ? eq(studentId, visitor.studentId) : isNull(studentId);
  if (browser !== null)
    await tx
      .delete(attendances)
      .where(and(eq(sessionId, lesson.id), eq(status, 'knocking'), isAlike, eq(attendances.browser, browser)));
  const now = new Date();
  const times = { since: now, heardAt: now, knockedAt: now };
  for (;;) {
    const number = await drawNumber(tx, lesson.id);
    const [added] = await tx
      .insert(attendances)
      .values({ ...visitor, ...times, sessionId: lesson.id, status: 'knocking', cameBy, number, browser })
      .onConflictDoNothing()
      .returning({ id: attendances.id });
    // Else another device has just drawn the same number.
    if (added) return { token: await createToken(tx, { attendanceId: added.id, token }), attendee_id: added.id };
  }
}

/** Draws a number that nobody at the door has: of two digits, while no more than half of those are taken. */
async function drawNumber(tx: Database, lessonId: number): Promise<number> {
  const { number, sessionId, status } = attendances;
  const rows = await tx
    .select({ number })
    .from(attendances)
    .where(and(eq(sessionId, lessonId), eq(status, 'knocking')));
  const taken = new Set(rows.map((row) => row.number));
  let least = 10;
  while (taken.size > 5 * least) least *= 10;
  for (;;) {
    const drawn = randomInt(least, 10 * least);
    if (!taken.has(drawn)) return drawn;
  }
}

/**
 * Keeps the door bounded: of devices that gave up or were turned away, only the last ones are kept.
 * @throws HttpError 429 while as many wait as a door holds; they leave by falling silent, or when the teacher turns them away
 */
export async function makeRoom(db: Database, lessonId: number): Promise<void> {
  const { id, status, heardAt, admittedAt, sessionId } = attendances;
  const since = silentSince(new Date());
  const isOutside = and(eq(sessionId, lessonId), inArray(status, ['knocking', 'refused']), isNull(admittedAt));
  const isWaiting = and(eq(status, 'knocking'), gte(heardAt, since));
  const [{ waiting, gone } = { waiting: 0, gone: 0 }] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${isWaiting})`.mapWith(Number),
      gone: sql<number>`count(*) filter (where not ${isWaiting})`.mapWith(Number),
    })
    .from(attendances)
    .where(isOutside);
  if (gone > 2 * bounds.atTheDoor.gone) {
    const isGone = and(isOutside, lt(heardAt, since));
    const kept = db.select({ id }).from(attendances).where(isGone).orderBy(desc(heardAt)).limit(bounds.atTheDoor.gone);
    await db.delete(attendances).where(and(isGone, notInArray(id, kept)));
  }
  if (waiting < bounds.atTheDoor.waiting) return;
  const detail = 'The door is full. Your teacher can turn others away; then ask again.';
  throw new HttpError(429, { detail }, { 'Retry-After': '5' });
}

/** Returns whether a student is in a section, and locks the student. */
async function isMember(
  tx: Database,
  { sectionId, studentId }: { sectionId: number; studentId: number },
): Promise<boolean> {
  const isThis = and(eq(sectionStudents.sectionId, sectionId), eq(sectionStudents.studentId, studentId));
  const found = await tx
    .select({ id: students.id })
    .from(students)
    .innerJoin(sectionStudents, eq(sectionStudents.studentId, students.id))
    .where(isThis)
    .for('no key update', { of: students });
  return found.length > 0;
}
