import { and, eq, gte, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import {
  attendances,
  detectionSessions,
  lessonCodes,
  sectionStudents,
  sections,
  students,
  teachers,
} from '../../platform/database/schema';
import { HttpError, wrongField } from '../../platform/http/httpError';
import type { components } from '../../schema';
import { bounds } from '../bounds';
import { ListedStudent } from '../section/importStudents';
import { type Section, studentsOf } from '../section/sections';
import { normaliseCode } from './lessonCodes';
import { isSameName, numberNamesakes } from './names';
import { silentSince } from './silence';
import { createToken, findSeat, teacherName } from './tokens';

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
  /** Longest lesson. */
  maxHours: number;
  /** False for a device that is admitted in the same transaction: it needs no room at the door. */
  waits: boolean;
  /** Made by the device. */
  token?: string | undefined;
  /** What it comes with past the door. */
  cameBy?: 'link' | 'badge';
}

/**
 * Adds a device to those at the door, or returns the one with the token if it has knocked before. Locks the student, or the lesson for
 * outsiders, so that parallel knocks cannot pass the bound or take two seats.
 * @throws HttpError 404 when the lesson has just ended, 409 when too many wait or the token is somebody else's
 */
export async function knock(
  tx: Database,
  lesson: { id: number; section: { id: number } },
  visitor: Visitor,
  { maxHours, waits, token, cameBy }: Arrival,
): Promise<Schemas['Knocked']> {
  const [active] = await tx
    .select({ id: detectionSessions.id })
    .from(detectionSessions)
    .where(and(eq(detectionSessions.id, lesson.id), isNull(detectionSessions.endedAt)))
    .for('studentId' in visitor ? 'share' : 'no key update');
  if (!active) throwWrongCode();
  // The visitor may have been removed from the directory meanwhile.
  if ('studentId' in visitor && !(await isMember(tx, lesson.section.id, visitor.studentId)))
    throw wrongField('student_id', 'This student is no longer in the section. Enter the code again.');
  const seat = await findSeat(tx, lesson.id, token);
  if (seat !== undefined && token !== undefined) {
    if ('studentId' in visitor ? seat.studentId === visitor.studentId : seat.email === visitor.email)
      return { token, attendee_id: seat.id };
    throw new HttpError(409, {
      detail: 'This device has asked to join as somebody else. Reload the page, then ask again.',
    });
  }
  const now = new Date();
  if (waits) await requireRoom(tx, lesson.id, visitor, now);
  const [added] = await tx
    .insert(attendances)
    .values({ ...visitor, sessionId: lesson.id, cameBy, status: 'knocking', since: now, heardAt: now, knockedAt: now })
    .returning({ id: attendances.id });
  if (!added) throw new Error('The attendance was not inserted.');
  return { token: await createToken(tx, added.id, maxHours, token), attendee_id: added.id };
}

async function requireRoom(tx: Database, lessonId: number, visitor: Visitor, now: Date): Promise<void> {
  const { sessionId, studentId, status, heardAt } = attendances;
  const isKnown = 'studentId' in visitor;
  const isAlike = isKnown ? eq(studentId, visitor.studentId) : isNull(studentId);
  const isAtDoor = and(eq(sessionId, lessonId), isAlike, eq(status, 'knocking'), gte(heardAt, silentSince(now)));
  const waiting = await tx.$count(attendances, isAtDoor);
  if (waiting < (isKnown ? bounds.atTheDoor.perStudent : bounds.atTheDoor.outsiders)) return;
  // The same sentence for both, or it would tell who is in the class.
  throw new HttpError(409, { detail: 'Too many devices are waiting like this one. Please tell your teacher.' });
}

/** Returns whether a student is in a section, and locks the student. */
async function isMember(tx: Database, sectionId: number, studentId: number): Promise<boolean> {
  const isThis = and(eq(sectionStudents.sectionId, sectionId), eq(sectionStudents.studentId, studentId));
  const found = await tx
    .select({ id: students.id })
    .from(students)
    .innerJoin(sectionStudents, eq(sectionStudents.studentId, students.id))
    .where(isThis)
    .for('no key update', { of: students });
  return found.length > 0;
}
