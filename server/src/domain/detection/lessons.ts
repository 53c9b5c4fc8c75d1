import type { components } from '@vigil/contract';
import { agentSilenceMs } from '@vigil/contract/values';
import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { countOf } from '../../platform/database/rows';
import { HttpError, notFound } from '../../platform/http/httpError';
import { cleanLine, cleanLines } from '../../platform/http/visibleText';
import { teacherName } from '../account/teachers';
import { bounds } from '../bounds';
import { deletedBy } from '../retention';
import { type Access, isReadable, lockSections, type OwnedSection, refuseHistory } from '../section/access';
import { teachers } from '../tables/account';
import { detectionSessions, detections, watchedSessions } from '../tables/detection';
import { bumpLogVersion, recordDeletions } from './logVersion';

type LessonPage = components['schemas']['LessonPage'];

const ofLesson = sql`from ${detections} where ${detections.sessionId} = ${detectionSessions.id}`;
const logs = countOf();
/** Rank 1 is the commonest. */
const byActivityType = sql`
  select ${detections.activityType} as activity_type, ${logs} as logs,
    row_number() over (order by ${logs} desc, ${detections.activityType}) as rank
  ${ofLesson} group by ${detections.activityType}`;
const isSeparate = sql`rank <= ${sql.raw(String(bounds.lessons.activityTypes))}`;
const counts = sql`(
  select json_build_object(
    'counts', coalesce(json_object_agg(activity_type, logs order by activity_type) filter (where ${isSeparate}), '{}'),
    'others', coalesce(sum(logs) filter (where not ${isSeparate}), 0)
  ) from (${byActivityType}) as counted)`;
const students = sql`(select ${countOf(sql`distinct ${detections.studentId}`)} ${ofLesson})`;

/**
 * Lists a page of a section's sessions that a teacher sees, with their counts, newest first.
 * @param before the last session of the previous page
 */
export async function listLessons(
  { db, settings: { retentionDays } }: Pick<Context, 'db' | 'settings'>,
  access: Access,
  before: number | undefined,
): Promise<LessonPage> {
  const { id, startedAt, endedAt, startedBy, endedBy, title, note } = detectionSessions;
  const { sectionId } = access.section;
  const rows = await db
    .select({
      ...{ id, startedAt, endedAt, startedBy, endedBy, title, note },
      // Drizzle qualifies columns with their tables only in nested fragments.
      counted: sql<{ counts: Record<string, number>; others: number }>`${counts}`,
      students: sql<number>`coalesce(${students}, 0)`,
      watched: watchedSessions,
    })
    .from(detectionSessions)
    .leftJoin(watchedSessions, eq(watchedSessions.sessionId, id))
    .where(
      and(
        eq(detectionSessions.sectionId, sectionId),
        before === undefined ? undefined : lt(id, before),
        isReadable(db, access, id),
      ),
    )
    .orderBy(desc(id))
    .limit(bounds.lessons.page + 1);
  const page = rows.slice(0, bounds.lessons.page);
  const last = rows.length > bounds.lessons.page ? page.at(-1) : undefined;
  const nameOf = await findOthers(db, access.teacherId, page);
  return {
    results: page.map((lesson) => ({
      id: lesson.id,
      section: sectionId,
      started_at: lesson.startedAt.toISOString(),
      ended_at: lesson.endedAt?.toISOString() ?? null,
      ...named('started_by', nameOf.get(lesson.startedBy)),
      ...named('stopped_by', nameOf.get(lesson.endedBy)),
      counts: lesson.counted.counts,
      ...(lesson.counted.others > 0 && { other_count: lesson.counted.others }),
      student_count: lesson.students,
      watched_seconds: lesson.watched && watchedSeconds(lesson.watched, lesson.endedAt),
      ...{ title: lesson.title, note: lesson.note },
      ...(lesson.endedAt && { deleted_by: deletedBy(lesson.endedAt, retentionDays) }),
    })),
    next: last ? `/detection/sessions/?section=${sectionId}&before=${last.id}` : null,
  };
}

const named = <Field extends string>(field: Field, name: string | undefined) =>
  name === undefined ? {} : { [field]: name };

/** Returns the names of the other teachers who started or stopped lessons, by id. */
async function findOthers(
  db: Database,
  readerId: number,
  lessons: { startedBy: number | null; endedBy: number | null }[],
): Promise<ReadonlyMap<number | null, string>> {
  const ids = new Set(lessons.flatMap(({ startedBy, endedBy }) => [startedBy ?? readerId, endedBy ?? readerId]));
  ids.delete(readerId);
  if (ids.size === 0) return new Map();
  const others = await db
    .select({ id: teachers.id, name: teacherName })
    .from(teachers)
    .where(inArray(teachers.id, [...ids]));
  return new Map(others.map(({ id, name }) => [id, name]));
}

type Watched = typeof watchedSessions.$inferSelect;

/** Returns how long agents watched: until the end, unless they were silent by then. A single signal counts as a second. */
function watchedSeconds({ seenAt, watchedMilliseconds }: Watched, endedAt: Date | null): number {
  if (seenAt === null) return 0;
  const rest = endedAt === null ? 0 : endedAt.getTime() - seenAt.getTime();
  const isWatched = rest > 0 && rest <= agentSilenceMs;
  return Math.max(1, Math.round((watchedMilliseconds + (isWatched ? rest : 0)) / 1000));
}

/**
 * Deletes a session with its logs and their screenshots.
 * @returns its section's id
 * @throws HttpError 404 unless the section is open to the teacher, 403 unless it is theirs, 409 while the lesson is active
 */
export async function deleteLesson(
  tx: Database,
  { teacherId, lessonId }: { teacherId: number; lessonId: number },
): Promise<number> {
  const isLesson = eq(detectionSessions.id, lessonId);
  const section = tx.select({ id: detectionSessions.sectionId }).from(detectionSessions).where(isLesson);
  const [access] = await lockSections(tx, { teacherId, ids: section }, 'delete');
  if (!access) throw notFound('Lesson');
  const { sectionId } = access.section;
  await bumpLogVersion(tx, [sectionId]);
  await recordDeletions(tx, eq(detections.sessionId, lessonId));
  const deleted = await tx
    .delete(detectionSessions)
    .where(and(isLesson, isNotNull(detectionSessions.endedAt)))
    .returning({ id: detectionSessions.id });
  if (deleted.length > 0) return sectionId;
  // Another request may have deleted it while this one waited for the lock.
  if ((await section).length === 0) throw notFound('Lesson');
  throw new HttpError(409, { detail: 'This lesson is still running. Please stop detection first.' });
}

/**
 * Names a session, and notes something about it. What is not given stays.
 * @returns its section
 * @throws HttpError 404 unless the section is open to the teacher, 403 when they do not see the lesson
 */
export async function describeLesson(
  tx: Database,
  { teacherId, lessonId }: { teacherId: number; lessonId: number },
  { title, note }: components['schemas']['LessonDescription'],
): Promise<OwnedSection> {
  const { id, sectionId } = detectionSessions;
  const isLesson = eq(id, lessonId);
  const ids = tx.select({ id: sectionId }).from(detectionSessions).where(isLesson);
  const [access] = await lockSections(tx, { teacherId, ids }, 'teach');
  if (!access) throw notFound('Lesson');
  const isShown = isReadable(tx, access, id);
  if (isShown && (await tx.$count(detectionSessions, and(isLesson, isShown))) === 0) throw refuseHistory(access);
  const described = {
    ...(title !== undefined && { title: cleanLine(title) }),
    ...(note !== undefined && { note: cleanLines(note) }),
  };
  if (Object.keys(described).length > 0) await tx.update(detectionSessions).set(described).where(isLesson);
  return access.section;
}
