import type { components } from '@vigil/contract';
import { and, asc, desc, eq, inArray, max, min } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { notFound } from '../../platform/http/httpError';
import { teacherName } from '../account/teachers';
import { numbered } from '../audit/audit';
import { bounds } from '../bounds';
import { listInterruptions } from '../detection/interruptions';
import { listLogsOfStudent } from '../detection/logs';
import { deletedBy } from '../retention';
import type { Access } from '../section/access';
import { teachers } from '../tables/account';
import { attendanceSpans, attendances } from '../tables/attendance';
import { auditEntries } from '../tables/audit';
import { detectionSessions } from '../tables/detection';
import { students } from '../tables/section';
import { currentOf, periodsIn } from './coverage';
import { lengthOf, type Period } from './periods';
import { isInSection, type LessonRow, readRegisters } from './register';
import type { Span } from './spans';

type Schemas = components['schemas'];

/** Names a student in the audit trail as one who was looked at. */
export const lookAt = (studentId: number): string => numbered('student', [studentId]);

/**
 * Returns what is kept of a student in a section.
 * @throws HttpError 404 for a student of whom the section has nothing
 */
export async function readStudentRecord(
  { db, keys, settings }: Pick<Context, 'db' | 'keys' | 'settings'>,
  access: Access,
  studentId: number,
): Promise<Schemas['StudentRecord']> {
  const { sectionId } = access.section;
  const [student] = await db
    .select({ id: students.id, name: students.name, email: students.email })
    .from(students)
    .where(eq(students.id, studentId));
  if (!student) throw notFound('Student');
  const lessons = await db
    .select()
    .from(detectionSessions)
    .where(eq(detectionSessions.sectionId, sectionId))
    .orderBy(desc(detectionSessions.id))
    .limit(bounds.studentRecord.lessons);
  const count =
    lessons.length < bounds.studentRecord.lessons
      ? lessons.length
      : await db.$count(detectionSessions, eq(detectionSessions.sectionId, sectionId));
  const registers = await readRegisters(db, { sectionId, lessons, studentId });
  const { logs, count: logCount } = await listLogsOfStudent({ db, keys }, access, {
    studentId,
    limit: bounds.studentRecord.logs,
  });
  const observed = await readObserved(db, lessons, studentId);
  const rows = registers.flatMap(({ rows, session_id }) => rows.map((row) => ({ ...row, session_id })));
  const isMember = await isInSection(db, sectionId, studentId);
  // Nothing of them is in this section: it is not told whether they are in another.
  if (!isMember && rows.length === 0 && logCount === 0) throw notFound('Student');
  const now = new Date();
  return {
    student: { ...student, is_member: isMember },
    lessons: lessons.flatMap((lesson): Schemas['LessonOfStudent'][] => {
      const row = rows.find((one) => one.session_id === lesson.id);
      const { length, watched, breaks } = observed(lesson, now);
      if (!row) return [];
      return [
        {
          session_id: lesson.id,
          started_at: lesson.startedAt.toISOString(),
          ended_at: lesson.endedAt?.toISOString() ?? null,
          length_seconds: Math.floor(length / 1000),
          observed_seconds: registers.some((one) => one.session_id === lesson.id && one.is_taken)
            ? Math.floor(lengthOf(watched) / 1000)
            : null,
          entry: row.entry,
          deleted_by: deletedBy(lesson.endedAt ?? now, settings.retentionDays),
          ...{ title: lesson.title, observed: watched.map(spanOf), interruptions: breaks.map(spanOf) },
        },
      ];
    }),
    more_lessons: count - lessons.length,
    logs,
    more_logs: logCount - logs.length,
    looks: await listLooks(db, sectionId, studentId),
    looks_days: settings.auditDays,
  };
}

const spanOf = ({ from, to }: Period): Schemas['Span'] => ({
  started_at: new Date(from).toISOString(),
  ended_at: new Date(to).toISOString(),
});

/** Returns a function that tells how long a lesson was, in milliseconds, and when devices of the student watched it. */
async function readObserved(db: Database, lessons: readonly LessonRow[], studentId: number) {
  const ids = idsOf(lessons);
  const isTheirs = and(inArray(attendances.sessionId, ids), eq(attendances.studentId, studentId));
  const devices = await db.select().from(attendances).where(isTheirs).orderBy(asc(attendances.id));
  const stored = await db
    .select()
    .from(attendanceSpans)
    .where(inArray(attendanceSpans.attendanceId, idsOf(devices)));
  const gaps = await listInterruptions(db, ids);
  return ({ id, startedAt, endedAt }: LessonRow, now: Date) => {
    const lesson = { from: startedAt.getTime(), to: (endedAt ?? now).getTime() };
    const breaks = gaps
      .filter(({ sessionId }) => sessionId === id)
      .map((gap) => ({ from: gap.startedAt.getTime(), to: gap.endedAt?.getTime() ?? lesson.to }));
    const spans = devices
      .filter(({ sessionId }) => sessionId === id)
      .flatMap((device): Span[] => [
        ...stored
          .filter(({ attendanceId }) => attendanceId === device.id)
          .map((span) => ({ state: span.state, from: span.startedAt.getTime(), to: span.endedAt.getTime() })),
        ...currentOf(device, endedAt, now),
      ]);
    return {
      length: Math.max(0, lengthOf([lesson]) - lengthOf(breaks)),
      watched: periodsIn(lesson, spans, breaks).filter(({ state }) => state === 'watching'),
      breaks,
    };
  };
}

/** Lists which teachers have opened the student's record, and read the logs of the section, the last first. */
async function listLooks(db: Database, sectionId: number, studentId: number): Promise<Schemas['Look'][]> {
  const { action, detail, firstAt, lastAt, teacherId } = auditEntries;
  const isHere = eq(auditEntries.sectionId, sectionId);
  const records = await db
    .select({ teacherId: teachers.id, by: teacherName, firstAt, lastAt })
    .from(auditEntries)
    .leftJoin(teachers, eq(teachers.id, teacherId))
    .where(and(isHere, eq(action, 'student looked at'), eq(detail, lookAt(studentId))))
    .orderBy(desc(lastAt))
    .limit(bounds.studentRecord.looks);
  const logs = await db
    .select({ teacherId: teachers.id, by: teacherName, firstAt: min(firstAt), lastAt: max(lastAt) })
    .from(auditEntries)
    .leftJoin(teachers, eq(teachers.id, teacherId))
    .where(and(isHere, eq(action, 'logs read')))
    .groupBy(teachers.id);
  const lookOf =
    (what: Schemas['Look']['what']) =>
    (look: { teacherId: number | null; by: string | null; firstAt: Date | null; lastAt: Date | null }) =>
      look.firstAt === null || look.lastAt === null
        ? []
        : [
            {
              ...{ what, by: look.teacherId === null ? null : look.by },
              ...{ first_at: look.firstAt.toISOString(), last_at: look.lastAt.toISOString() },
            },
          ];
  return [...records.flatMap(lookOf('record')), ...logs.flatMap(lookOf('logs'))]
    .toSorted((one, other) => other.last_at.localeCompare(one.last_at))
    .slice(0, bounds.studentRecord.looks);
}
