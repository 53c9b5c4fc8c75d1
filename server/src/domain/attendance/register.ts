import type { components } from '@vigil/contract';
import { activityKinds } from '@vigil/contract/values';
import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { notFound, wrongField } from '../../platform/http/httpError';
import { cleanLine, isVisible } from '../../platform/http/visibleText';
import { teacherName } from '../account/teachers';
import { endOf } from '../detection/excuses';
import { listInterruptions } from '../detection/interruptions';
import { isOffline } from '../detection/silence';
import { teachers } from '../tables/account';
import { attendanceSpans, attendances, registerCorrections } from '../tables/attendance';
import { detectionSessions, detections, excuses } from '../tables/detection';
import { formerMembers, sectionStudents, students } from '../tables/section';
import {
  type AgentEvidence,
  type Recorded,
  type RegisterExcuse,
  type RegisterLesson,
  recordedOf,
  type Seat,
} from './registerRule';

type Schemas = components['schemas'];
const hourMilliseconds = 3_600_000;

/** Whether a report of this kind is evidence that the student was there. */
const showsSomebody: Record<Schemas['ActivityKind'], boolean> = {
  no_face: false,
  multiple_faces: true,
  suspicious_application: true,
  left_page: true,
};
const sawNobody = activityKinds.filter((kind) => !showsSomebody[kind]);

export type LessonRow = typeof detectionSessions.$inferSelect;

interface Registered {
  sectionId: number;
  lessons: readonly LessonRow[];
  /** Only their lines; everybody's without. */
  studentId?: number;
}

/** Returns the registers of lessons of a section, in their order. */
export async function readRegisters(
  db: Database,
  { sectionId, lessons, studentId }: Registered,
): Promise<Schemas['Register'][]> {
  const now = new Date();
  const ids = idsOf(lessons);
  if (ids.length === 0) return [];
  const admitted = await listAdmitted(db, ids, studentId);
  const taken = await listTaken(db, ids);
  const excused = await listExcused(db, ids, studentId);
  const evidence = await listEvidence(db, lessons, studentId);
  const gaps = await listInterruptions(db, ids);
  const corrections = await listCorrections(db, ids, studentId);
  const memberships = await listMemberships(db, sectionId, studentId);
  const current = new Set(memberships.filter(({ leftAt }) => leftAt === null).map((one) => one.studentId));
  const names = await listStudents(
    db,
    [...memberships, ...admitted].map((one) => one.studentId),
  );

  return lessons.map(({ id, startedAt, endedAt }): Schemas['Register'] => {
    const until = endedAt ?? now;
    const lesson: RegisterLesson = {
      ...{ from: startedAt.getTime(), to: until.getTime() },
      ...{ isOver: endedAt !== null, isTaken: taken.has(id) },
      breaks: gaps
        .filter(({ sessionId, reason }) => sessionId === id && reason === null)
        .map((gap) => ({ from: gap.startedAt.getTime(), to: (gap.endedAt ?? until).getTime() })),
    };
    const ofLesson = admitted.filter(({ attendance }) => attendance.sessionId === id);
    const wasMember = ({ joinedAt, leftAt }: Membership) =>
      (joinedAt === null || joinedAt < until) && (leftAt === null || leftAt >= until);
    const listed = new Set([...memberships.filter(wasMember), ...ofLesson].map((one) => one.studentId));
    return {
      session_id: id,
      started_at: startedAt.toISOString(),
      until: until.toISOString(),
      is_over: lesson.isOver,
      is_taken: lesson.isTaken,
      rows: names
        .filter((student) => listed.has(student.id))
        .map((student) => {
          const seats = ofLesson.filter((one) => one.studentId === student.id).map((one) => seatOf(one, until));
          const theirs = excused.filter((one) => one.sessionId === id && one.studentId === student.id).map(excuseOf);
          const correction = corrections.find((one) => one.sessionId === id && one.studentId === student.id);
          return {
            student_id: student.id,
            ...{ name: student.name, email: student.email, is_member: current.has(student.id) },
            entry: entryOf(recordedOf(lesson, seats, theirs, evidence(id, student.id)), correction),
          };
        }),
    };
  });
}

type Membership = Awaited<ReturnType<typeof listMemberships>>[number];

/** Lists who is and was in a section. */
async function listMemberships(db: Database, sectionId: number, studentId: number | undefined) {
  const isOf = ({ sectionId: section, studentId: student }: typeof sectionStudents | typeof formerMembers) =>
    and(eq(section, sectionId), studentId === undefined ? undefined : eq(student, studentId));
  const current = await db
    .select({
      studentId: sectionStudents.studentId,
      joinedAt: sectionStudents.joinedAt,
      leftAt: sql<Date | null>`null`,
    })
    .from(sectionStudents)
    .where(isOf(sectionStudents));
  const former = await db
    .select({
      studentId: formerMembers.studentId,
      joinedAt: formerMembers.joinedAt,
      leftAt: formerMembers.leftAt,
    })
    .from(formerMembers)
    .where(isOf(formerMembers));
  return [...current, ...former];
}

/** Lists students, by name without case and accents. */
const listStudents = (db: Database, ids: number[]) =>
  db
    .select({ id: students.id, name: students.name, email: students.email })
    .from(students)
    .where(inArray(students.id, [...new Set(ids)]))
    .orderBy(sql`split_part(${students.searched}, E'\\n', 1)`, students.id);

async function listTaken(db: Database, ids: number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectDistinct({ id: attendances.sessionId })
    .from(attendances)
    .where(and(inArray(attendances.sessionId, ids), isNotNull(attendances.admittedAt)));
  return new Set(idsOf(rows));
}

type Admitted = Awaited<ReturnType<typeof listAdmitted>>[number];

/** Lists the devices that students had in lessons, and whether each of them watched. */
async function listAdmitted(db: Database, ids: number[], studentId: number | undefined) {
  const watched = sql`select from ${attendanceSpans} where ${attendanceSpans.attendanceId} = ${attendances.id} and ${attendanceSpans.state} = 'watching'`;
  const rows = await db
    // Drizzle qualifies columns with their tables only in nested fragments.
    .select({ attendance: attendances, hasWatched: sql<boolean>`exists (${watched})` })
    .from(attendances)
    .where(
      and(
        inArray(attendances.sessionId, ids),
        isNotNull(attendances.admittedAt),
        studentId === undefined ? isNotNull(attendances.studentId) : eq(attendances.studentId, studentId),
      ),
    );
  return rows.flatMap((row) => {
    const { studentId: id } = row.attendance;
    return id === null ? [] : [{ ...row, studentId: id }];
  });
}

/** Returns a function that tells what programs of the school reported of a student in a lesson. */
async function listEvidence(db: Database, lessons: readonly LessonRow[], studentId: number | undefined) {
  const { sessionId, seenAt, attendanceId, activityType } = detections;
  const times = lessons.flatMap(({ startedAt, endedAt }) => [startedAt.getTime(), (endedAt ?? new Date()).getTime()]);
  const rows = await db
    .select({
      sessionId,
      studentId: detections.studentId,
      sawSomebody: sql<boolean>`bool_or(${notInArray(activityType, sawNobody)})`,
    })
    .from(detections)
    .where(
      and(
        inArray(sessionId, idsOf(lessons)),
        isNull(attendanceId),
        studentId === undefined ? undefined : eq(detections.studentId, studentId),
        // The times are for the partitions; clocks differ by minutes at most.
        gte(seenAt, new Date(Math.min(...times) - hourMilliseconds)),
        lte(seenAt, new Date(Math.max(...times) + hourMilliseconds)),
      ),
    )
    .groupBy(sessionId, detections.studentId);
  const found = new Map(rows.map((row) => [`${row.sessionId} ${row.studentId}`, row.sawSomebody]));
  return (lessonId: number, id: number): AgentEvidence => {
    const sawSomebody = found.get(`${lessonId} ${id}`);
    if (sawSomebody === undefined) return null;
    return sawSomebody ? 'somebody' : 'nobody';
  };
}

function seatOf({ attendance, hasWatched }: Admitted, until: Date): Seat {
  const { status, knockedAt, since, heardAt, watch } = attendance;
  const isHere = status === 'admitted';
  const end = isHere ? until : since;
  return {
    cameAt: knockedAt.getTime(),
    wentAt: isOffline(heardAt, end) ? heardAt.getTime() : isHere ? null : since.getTime(),
    watched: hasWatched || (isHere && watch === 'watching'),
  };
}

const listExcused = (db: Database, ids: number[], studentId: number | undefined) =>
  db
    .select()
    .from(excuses)
    .where(and(inArray(excuses.sessionId, ids), studentId === undefined ? undefined : eq(excuses.studentId, studentId)))
    .orderBy(asc(excuses.startedAt));

const excuseOf = (excuse: typeof excuses.$inferSelect): RegisterExcuse => ({
  ...{ reason: excuse.reason, from: excuse.startedAt.getTime(), to: endOf(excuse).getTime() },
});

type Correction = Awaited<ReturnType<typeof listCorrections>>[number];

const listCorrections = (db: Database, ids: number[], studentId: number | undefined) =>
  db
    .select({
      sessionId: registerCorrections.sessionId,
      studentId: registerCorrections.studentId,
      state: registerCorrections.state,
      reason: registerCorrections.reason,
      correctedAt: registerCorrections.correctedAt,
      teacherId: teachers.id,
      by: teacherName,
    })
    .from(registerCorrections)
    .leftJoin(teachers, eq(teachers.id, registerCorrections.correctedBy))
    .where(
      and(
        inArray(registerCorrections.sessionId, ids),
        studentId === undefined ? undefined : eq(registerCorrections.studentId, studentId),
      ),
    );

const isoOf = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** A correction is of the whole line: who is present by hand was neither late nor early. */
function entryOf(recorded: Recorded, correction: Correction | undefined): Schemas['RegisterEntry'] {
  return {
    state: correction?.state ?? recorded.state,
    recorded_state: recorded.state,
    from: isoOf(recorded.from),
    to: isoOf(recorded.to),
    late_minutes: correction ? 0 : recorded.lateMinutes,
    early_minutes: correction ? 0 : recorded.earlyMinutes,
    excused: recorded.excused,
    excuse_reason: recorded.excuseReason,
    correction: correction
      ? {
          ...{ state: correction.state, reason: correction.reason },
          by: correction.teacherId === null ? null : correction.by,
          corrected_at: correction.correctedAt.toISOString(),
        }
      : null,
  };
}

/** Returns a lesson of a section. @throws HttpError 404 without one */
export async function findLesson(db: Database, sectionId: number, sessionId: number): Promise<LessonRow> {
  const isThis = and(eq(detectionSessions.id, sessionId), eq(detectionSessions.sectionId, sectionId));
  const [lesson] = await db.select().from(detectionSessions).where(isThis);
  if (!lesson) throw notFound('Lesson');
  return lesson;
}

/** Returns the register of a lesson. @throws HttpError 404 unless it is the section's lesson */
export async function readRegister(db: Database, sectionId: number, sessionId: number): Promise<Schemas['Register']> {
  const lesson = await findLesson(db, sectionId, sessionId);
  const [register] = await readRegisters(db, { sectionId, lessons: [lesson] });
  if (!register) throw notFound('Lesson');
  return register;
}

interface Line {
  sectionId: number;
  sessionId: number;
  studentId: number;
}

/**
 * Corrects a line of a register, instead of an earlier correction.
 * @throws HttpError 400 for an empty reason, 404 without such a line
 */
export async function correctRegister(
  tx: Database,
  { sectionId, sessionId, studentId }: Line,
  { state, reason: typed, teacherId }: Schemas['NewCorrection'] & { teacherId: number },
): Promise<void> {
  const reason = cleanLine(typed);
  if (!isVisible(reason)) throw wrongField('reason', 'Write why.');
  const lesson = await findLesson(tx, sectionId, sessionId);
  const [register] = await readRegisters(tx, { sectionId, lessons: [lesson], studentId });
  if (register?.rows.length !== 1) throw notFound('Student');
  const correction = { state, reason, correctedBy: teacherId, correctedAt: new Date() };
  const { sessionId: ofLesson, studentId: ofStudent } = registerCorrections;
  await tx
    .insert(registerCorrections)
    .values({ sessionId, studentId, ...correction })
    .onConflictDoUpdate({ target: [ofLesson, ofStudent], set: correction });
}

/** Takes back the correction of a line, if there is one. @returns whether there was */
export async function takeBackCorrection(tx: Database, { sectionId, sessionId, studentId }: Line): Promise<boolean> {
  await findLesson(tx, sectionId, sessionId);
  const isThis = and(eq(registerCorrections.sessionId, sessionId), eq(registerCorrections.studentId, studentId));
  return (await tx.delete(registerCorrections).where(isThis).returning()).length > 0;
}

/** Returns whether a student is in a section now. */
export const isInSection = async (db: Database, sectionId: number, studentId: number): Promise<boolean> =>
  (await db.$count(
    sectionStudents,
    and(eq(sectionStudents.sectionId, sectionId), eq(sectionStudents.studentId, studentId)),
  )) > 0;
