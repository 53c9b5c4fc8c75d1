import { and, asc, eq, getTableColumns, gt, or, sql } from 'drizzle-orm';
import { type Database, readSnapshot } from '../../platform/database/database';
import { normaliseEmail } from '../../platform/http/email';
import { bounds } from '../bounds';
import { detailsOf } from '../detection/deviceEpisodes';
import { reviewOf } from '../detection/reviews';
import { findPicture } from '../detection/screenshots';
import { emailOfRow } from '../section/handles';
import { teachers } from '../tables/account';
import { attendanceLinks, attendanceSpans, attendances, badges, registerCorrections } from '../tables/attendance';
import { detectionSessions, detections, excuses } from '../tables/detection';
import { formerMembers, sectionStudents, sections, students } from '../tables/section';

/** Last text of every complete export, found nowhere else in it. */
export const exportEnd = '\n]}\n';

/** @returns the id of the student with an email, or null */
export async function findStudent(db: Database, email: string): Promise<number | null> {
  const [student] = await db
    .select({ id: students.id })
    .from(students)
    .where(eq(students.email, normaliseEmail(email)));
  return student?.id ?? null;
}

/**
 * Exports everything stored about a student as JSON, including pictures.
 * @param use consumes the text in chunks while the transaction is open
 */
export const exportStudent = <T>(
  db: Database,
  studentId: number,
  use: (text: AsyncIterable<string>) => Promise<T>,
): Promise<T> => readSnapshot(db, (tx) => use(chunksOf(tx, studentId)));

async function* chunksOf(tx: Database, studentId: number): AsyncGenerator<string> {
  const addedBy = { first_name: teachers.firstName, last_name: teachers.lastName };
  const [student] = await tx
    .select({
      id: students.id,
      name: students.name,
      email: emailOfRow,
      language: students.language,
      added_at: students.addedAt,
      added_by: addedBy,
    })
    .from(students)
    .leftJoin(teachers, eq(teachers.id, students.addedBy))
    .where(eq(students.id, studentId));
  if (!student) throw new Error(`There is no student ${studentId}.`);
  const { id, name, subject } = sections;
  const memberships = await tx
    .select({
      ...{ id, name, subject },
      room_row: sectionStudents.roomRow,
      room_column: sectionStudents.roomColumn,
      joined_at: sectionStudents.joinedAt,
      teacher: { first_name: teachers.firstName, last_name: teachers.lastName },
    })
    .from(sectionStudents)
    .innerJoin(sections, eq(sections.id, sectionStudents.sectionId))
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .where(eq(sectionStudents.studentId, studentId))
    .orderBy(asc(sections.id));
  const head = {
    exported_at: new Date().toISOString(),
    student,
    sections: memberships,
    attendances: await listAttendances(tx, student),
    excuses: await listExcuses(tx, studentId),
    former_sections: await listFormerSections(tx, studentId),
    register_corrections: await listCorrections(tx, studentId),
    links: await listLinks(tx, studentId),
    badges: await listBadges(tx, studentId),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "detections": [`;
  let separator = '\n';
  for await (const detection of detectionsOf(tx, studentId)) {
    yield `${separator}${JSON.stringify(detection)}`;
    separator = ',\n';
  }
  yield exportEnd;
}

const ofLesson = { section_id: detectionSessions.sectionId, lesson_started_at: detectionSessions.startedAt };

const earlierStates = sql`(
  select coalesce(json_agg(json_build_object(
    'state', ${attendanceSpans.state}, 'started_at', ${attendanceSpans.startedAt}, 'ended_at', ${attendanceSpans.endedAt}
  ) order by ${attendanceSpans.startedAt}), '[]')
  from ${attendanceSpans} where ${attendanceSpans.attendanceId} = ${attendances.id})`;

/** Lists a student's devices in lessons, and those that knocked with their email where they are not in the section. */
const listAttendances = (tx: Database, student: { id: number; email: string }) =>
  tx
    .select({
      ...ofLesson,
      /** Only of those that are not known to be theirs. */
      typed_name: attendances.name,
      typed_email: attendances.email,
      knocked_at: attendances.knockedAt,
      admitted_at: attendances.admittedAt,
      last_heard_at: attendances.heardAt,
      status: attendances.status,
      last_state: attendances.watch,
      reason: attendances.reason,
      sends_pictures: attendances.sendsPictures,
      // Drizzle qualifies columns with their tables only in nested fragments.
      earlier_states: sql<{ state: string; started_at: string; ended_at: string }[]>`${earlierStates}`,
    })
    .from(attendances)
    .innerJoin(detectionSessions, eq(detectionSessions.id, attendances.sessionId))
    .where(or(eq(attendances.studentId, student.id), eq(attendances.email, student.email)))
    .orderBy(asc(attendances.id));

const listExcuses = (tx: Database, studentId: number) =>
  tx
    .select({
      ...ofLesson,
      reason: excuses.reason,
      started_at: excuses.startedAt,
      until: excuses.until,
      ended_at: excuses.endedAt,
    })
    .from(excuses)
    .innerJoin(detectionSessions, eq(detectionSessions.id, excuses.sessionId))
    .where(eq(excuses.studentId, studentId))
    .orderBy(asc(excuses.startedAt));

const listFormerSections = (tx: Database, studentId: number) =>
  tx
    .select({ section_id: formerMembers.sectionId, joined_at: formerMembers.joinedAt, left_at: formerMembers.leftAt })
    .from(formerMembers)
    .where(eq(formerMembers.studentId, studentId))
    .orderBy(asc(formerMembers.leftAt));

/** Lists what teachers corrected of a student in registers of lessons. */
const listCorrections = (tx: Database, studentId: number) =>
  tx
    .select({
      ...ofLesson,
      state: registerCorrections.state,
      reason: registerCorrections.reason,
      corrected_at: registerCorrections.correctedAt,
    })
    .from(registerCorrections)
    .innerJoin(detectionSessions, eq(detectionSessions.id, registerCorrections.sessionId))
    .where(eq(registerCorrections.studentId, studentId))
    .orderBy(asc(detectionSessions.id));

/** Lists the links to lessons mailed to a student of late. */
const listLinks = (tx: Database, studentId: number) =>
  tx
    .select({
      ...ofLesson,
      sent_at: attendanceLinks.sentAt,
      status: attendanceLinks.status,
    })
    .from(attendanceLinks)
    .innerJoin(detectionSessions, eq(detectionSessions.id, attendanceLinks.sessionId))
    .where(eq(attendanceLinks.studentId, studentId))
    .orderBy(asc(attendanceLinks.id));

const listBadges = (tx: Database, studentId: number) =>
  tx
    .select({ section_id: badges.sectionId, made_at: badges.madeAt, used_at: badges.usedAt })
    .from(badges)
    .where(eq(badges.studentId, studentId))
    .orderBy(asc(badges.sectionId));

/** Yields detections with one picture or over-long URL in memory at a time. */
async function* detectionsOf(tx: Database, studentId: number) {
  const { screenshotUrl, ...rest } = getTableColumns(detections);
  const isLong = sql<boolean | null>`octet_length(${screenshotUrl}) > ${bounds.addressCharacters}`;
  const address = sql<string | null>`case when not ${isLong} then ${screenshotUrl} end`;
  for (let last = 0, isLast = false; !isLast; ) {
    const rows = await tx
      .select({
        detection: { ...rest, screenshotUrl: address, isLong },
        section: { name: sections.name },
        lesson: detectionSessions,
      })
      .from(detections)
      .innerJoin(sections, eq(sections.id, detections.sectionId))
      .leftJoin(detectionSessions, eq(detectionSessions.id, detections.sessionId))
      .where(and(eq(detections.studentId, studentId), gt(detections.id, last)))
      .orderBy(asc(detections.id))
      .limit(bounds.exportRows);
    isLast = rows.length < bounds.exportRows;
    for (const { detection, section, lesson } of rows) {
      last = detection.id;
      const picture = detection.screenshotType ? await findPicture(tx, detection) : undefined;
      yield {
        id: detection.id,
        timestamp: detection.seenAt.toISOString(),
        ended_at: detection.endedAt?.toISOString() ?? null,
        arrived_at: detection.arrivedAt?.toISOString() ?? null,
        source: detection.source,
        section_id: detection.sectionId,
        section: section.name,
        lesson_started_at: lesson?.startedAt.toISOString() ?? null,
        lesson_ended_at: lesson?.endedAt?.toISOString() ?? null,
        activity_type: detection.activityType,
        details: detailsOf(detection),
        screenshot: picture
          ? `data:${picture.type};base64,${picture.bytes.toString('base64')}`
          : detection.isLong
            ? await readAddress(tx, detection.id)
            : detection.screenshotUrl,
        review: reviewOf(detection),
        answer: detection.answer,
      };
    }
  }
}

async function readAddress(tx: Database, detectionId: number): Promise<string | null> {
  const { id, screenshotUrl } = detections;
  const [row] = await tx.select({ screenshotUrl }).from(detections).where(eq(id, detectionId));
  return row?.screenshotUrl ?? null;
}
