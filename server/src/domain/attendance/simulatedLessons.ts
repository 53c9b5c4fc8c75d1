import type { components } from '@vigil/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import { isOffline } from '../detection/silence';
import { isMadeUp } from '../section/madeUpStudents';
import { attendances, lessonCodes } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';
import { sections } from '../tables/section';
import type { Lesson, Visitor } from './door';
import { issueCode, lockActiveLesson } from './lessonCodes';

type WatchedSection = components['schemas']['WatchedSection'];

/** Adds the codes of active lessons with made-up students, as if their teachers had invited. */
export async function withCodes(
  { db, transactAndPublish }: Pick<Context, 'db' | 'transactAndPublish'>,
  watched: WatchedSection[],
): Promise<WatchedSection[]> {
  const ids = watched.flatMap(({ section_id, students }) => (students.length > 0 ? [section_id] : []));
  if (ids.length === 0) return watched;
  const lessons = await db
    .select({ sectionId: detectionSessions.sectionId, teacherId: sections.teacherId, code: lessonCodes.code })
    .from(detectionSessions)
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .leftJoin(lessonCodes, eq(lessonCodes.sessionId, detectionSessions.id))
    .where(and(isNull(detectionSessions.endedAt), inArray(detectionSessions.sectionId, ids)));
  const codes = new Map<number, string>();
  for (const { sectionId, teacherId, code } of lessons) {
    const issue = () =>
      transactAndPublish(async ({ tx, publish }) => {
        const issued = await issueCode(tx, { sessionId: await lockActiveLesson(tx, sectionId) });
        await publish({ kind: 'attendanceChanged', teacherId, sectionId });
        return issued.code;
      });
    codes.set(sectionId, code ?? (await issue()));
  }
  return watched.map((section) => {
    const code = codes.get(section.section_id);
    return code === undefined ? section : { ...section, code };
  });
}

/**
 * Checks that a made-up student may be let in without the teacher.
 * @param isSimulated tells whether a device was let in so before; another simulation may replace it
 * @throws HttpError 403 for somebody else, 409 while another device of the student is in the lesson
 */
export async function requireMadeUp(
  tx: Database,
  { id, section }: Lesson,
  { visitor, isSimulated }: { visitor: Visitor; isSimulated: (attendanceId: number) => boolean },
): Promise<void> {
  const student = 'studentId' in visitor ? section.students.find((one) => one.id === visitor.studentId) : undefined;
  if (!student || !isMadeUp(student)) throw new HttpError(403, { detail: 'Only made-up students are simulated.' });
  const isTheirs = and(eq(attendances.sessionId, id), eq(attendances.studentId, student.id));
  const [present] = await tx
    .select()
    .from(attendances)
    .where(and(isTheirs, eq(attendances.status, 'admitted')));
  if (present && !isSimulated(present.id) && !isOffline(present.heardAt, new Date()))
    throw new HttpError(409, { detail: 'This student attends on another device.' });
}
