import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { normaliseEmail } from '../account/teachers';
import type { Database } from '../database/database';
import { detectionSessions, detections, screenshots, sectionStudents, sections, students } from '../database/schema';
import { notFound, Refusal, wrongField } from '../http/refusal';
import type { components } from '../schema';
import { studentsOf } from '../section/sections';
import { beginChange } from './changes';
import { type Picture, readPicture } from './screenshots';

export type DetectionEvent = components['schemas']['DetectionEvent'];

const earliest = Date.UTC(2000, 0);
const clockSkewMilliseconds = 86_400_000;

/** A teacher's sections of which something was recorded. */
interface Recorded {
  teacherId: number;
  sectionIds: number[];
}

/**
 * Records what agents saw, inside a transaction: all of it or nothing.
 * @throws Refusal 400 for a student who is not in the section, a wrong time or picture; 404 and 409 for the section
 */
export async function recordDetections(tx: Database, events: DetectionEvent[]): Promise<Recorded[]> {
  const seen = events.map((event) => ({
    sectionId: event.section_id,
    email: normaliseEmail(event.student_email),
    activityType: event.activity_type,
    details: event.details,
    seenAt: timeOf(event),
    screenshot: screenshotOf(event),
  }));
  const sectionIds = [...new Set(seen.map(({ sectionId }) => sectionId))];
  await beginChange(tx, sectionIds);
  const sessionIds = await lockActiveSessions(tx, sectionIds);
  const memberIds = await findMembers(tx, seen);
  const rows = seen.map(({ sectionId, email, activityType, details, seenAt, screenshot }) => ({
    sectionId,
    sessionId: sessionIds.get(sectionId),
    studentId: memberIds.get(`${sectionId} ${email}`) ?? notIn(sectionId, email),
    activityType,
    details,
    seenAt,
    screenshotUrl: screenshot.url,
    screenshotType: screenshot.picture?.type,
    change: sql`(select ${sections.logChange} from ${sections} where ${sections.id} = ${sectionId})`,
  }));
  // The rows come back in the order in which they were given.
  const ids = await tx.insert(detections).values(rows).returning({ id: detections.id });
  const pictures = ids.flatMap(({ id }, index) => {
    const picture = seen[index]?.screenshot.picture;
    return picture ? [{ detectionId: id, bytes: picture.bytes }] : [];
  });
  if (pictures.length > 0) await tx.insert(screenshots).values(pictures);
  const { teacherId } = sections;
  return tx
    .select({ teacherId, sectionIds: sql<number[]>`json_agg(${sections.id})` })
    .from(sections)
    .where(inArray(sections.id, sectionIds))
    .groupBy(teacherId);
}

function timeOf({ timestamp }: DetectionEvent): Date {
  const now = Date.now();
  const time = timestamp === undefined ? now : Date.parse(timestamp);
  if (time >= earliest && time <= now + clockSkewMilliseconds) return new Date(time);
  throw wrongField('timestamp', 'Enter when it was seen.');
}

function screenshotOf({ screenshot }: DetectionEvent): { url?: string; picture?: Picture } {
  if (screenshot === undefined) return {};
  if (URL.canParse(screenshot) && new URL(screenshot).protocol === 'https:') return { url: new URL(screenshot).href };
  const picture = readPicture(screenshot);
  if (picture) return { picture };
  throw wrongField('screenshot', 'Give an https address, or a data URL of a PNG, JPEG, WebP or GIF.');
}

/** Holds the sessions until the transaction ends, so that none is stopped or deleted half-way. @returns their ids by section */
async function lockActiveSessions(tx: Database, sectionIds: number[]): Promise<Map<number, number>> {
  const active = await tx
    .select({ id: detectionSessions.id, sectionId: detectionSessions.sectionId })
    .from(detectionSessions)
    .where(and(inArray(detectionSessions.sectionId, sectionIds), isNull(detectionSessions.endedAt)))
    .orderBy(detectionSessions.sectionId)
    .for('share');
  const sessionIds = new Map(active.map(({ id, sectionId }) => [sectionId, id]));
  const inactive = sectionIds.filter((id) => !sessionIds.has(id));
  if (inactive.length === 0) return sessionIds;
  const existing = await tx.select({ id: sections.id }).from(sections).where(inArray(sections.id, inactive));
  const missing = inactive.find((sectionId) => !existing.some(({ id }) => id === sectionId));
  if (missing !== undefined) throw notFound(`Section ${missing}`);
  throw new Refusal(409, { detail: `Section ${inactive[0]} has no active session.` });
}

/** Student ids by section and e-mail. */
async function findMembers(tx: Database, seen: { sectionId: number; email: string }[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ sectionId: sectionStudents.sectionId, studentId: students.id, email: students.email })
    .from(sectionStudents)
    .innerJoin(students, eq(students.id, sectionStudents.studentId))
    .where(
      and(
        inArray(sectionStudents.sectionId, [...new Set(seen.map(({ sectionId }) => sectionId))]),
        inArray(students.email, [...new Set(seen.map(({ email }) => email))]),
      ),
    );
  return new Map(rows.map(({ sectionId, studentId, email }) => [`${sectionId} ${email}`, studentId]));
}

function notIn(sectionId: number, email: string): never {
  throw wrongField('student_email', `${email} is not a student of section ${sectionId}.`);
}

/** Every section with an active session and its students, for agents. */
export async function listWatchedSections(db: Database): Promise<components['schemas']['WatchedSection'][]> {
  return db
    .select({ section_id: detectionSessions.sectionId, students: studentsOf(detectionSessions.sectionId) })
    .from(detectionSessions)
    .where(isNull(detectionSessions.endedAt))
    .orderBy(detectionSessions.sectionId);
}
