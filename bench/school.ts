import { sql } from 'drizzle-orm';
import { hashPassword } from '../server/src/domain/account/passwords';
import { makeMonths } from '../server/src/domain/detection/months';
import { teachers } from '../server/src/domain/tables/account';
import { agents } from '../server/src/domain/tables/agent';
import { detectionSessions, detections } from '../server/src/domain/tables/detection';
import { sectionStudents, sections, students } from '../server/src/domain/tables/section';
import { hashToken } from '../server/src/platform/config/secrets';
import type { Database } from '../server/src/platform/database/database';

/** Key of the one agent, which has no limit. */
export const agentKey = 'k'.repeat(43);
/** Every teacher's password. */
export const password = 'correct horse battery';
const teacherCount = 2500;
/** Number of concurrently busy teachers, one connection each. */
export const busyCount = 32;
const sectionsOfBusy = 10;
const studentsInSection = 30;
/** Detections in a lesson: one page of the log table. */
const lessonRows = 20;

export interface Teacher {
  email: string;
  /** Oldest first: ten sections with thirty students each for busy teachers, else one empty section. */
  sectionIds: number[];
}

/** Section indexes of a busy teacher: a lesson's logs, and an active session for agents. */
export const places = { lesson: 0, reporting: 1 };

/** Returns the emails of the students in a busy teacher's section. */
export const studentsIn = (place: number) =>
  numbers(studentsInSection).map((number) => studentEmail(place * studentsInSection + number));

const studentEmail = (number: number) => `student${number}@students.example`;

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Adds the agent. */
export async function addAgent(db: Database): Promise<void> {
  await db.insert(agents).values({ name: 'Benchmark', keyHash: hashToken(agentKey), eventsPerMinute: 1_000_000_000 });
}

/** Fills an empty database with a school. @returns its teachers, busy ones first */
export async function foundSchool(db: Database): Promise<Teacher[]> {
  const passwordHash = await hashPassword(password);
  const verifiedAt = new Date();
  await addAgent(db);
  const staff = await db
    .insert(teachers)
    .values(
      numbers(teacherCount).map((number) => ({
        email: `teacher${number}@school.example`,
        firstName: 'Ada',
        lastName: `Muster ${number}`,
        passwordHash,
        verifiedAt,
      })),
    )
    .returning({ id: teachers.id, email: teachers.email });
  const directory = await db
    .insert(students)
    .values(
      numbers(sectionsOfBusy * studentsInSection).map((number) => ({
        name: `Kim Sample ${number}`,
        email: studentEmail(number),
      })),
    )
    .returning({ id: students.id });
  const made = await db
    .insert(sections)
    .values(
      staff.flatMap(({ id: teacherId }, index) =>
        numbers(index < busyCount ? sectionsOfBusy : 1).map((place) => ({
          teacherId,
          name: `Class ${place}`,
          subject: 'Physics',
        })),
      ),
    )
    .returning({ id: sections.id, teacherId: sections.teacherId });
  const school = staff.map(({ id, email }) => ({
    email,
    sectionIds: made.filter(({ teacherId }) => teacherId === id).map((section) => section.id),
  }));
  const studentIds = directory.map(({ id }) => id);
  for (const { sectionIds } of school.slice(0, busyCount)) await fillSections(db, sectionIds, studentIds);
  // A missing picture would make the page refetch all logs.
  await db.execute(sql`insert into screenshots (detection_id, seen_at, bytes)
    select id, seen_at, decode(${onePixel}, 'base64') from detections where screenshot_type is not null`);
  // PostgreSQL's own analyze would come a minute later.
  await db.execute(sql`analyze`);
  return school;
}

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function fillSections(db: Database, sectionIds: number[], studentIds: number[]): Promise<void> {
  const classes = sectionIds.map((sectionId, place) => ({
    sectionId,
    members: studentIds.slice(place * studentsInSection, (place + 1) * studentsInSection),
    rows: place === places.lesson ? lessonRows : 0,
  }));
  await db
    .insert(sectionStudents)
    .values(classes.flatMap(({ sectionId, members }) => members.map((studentId) => ({ sectionId, studentId }))));
  const logs = classes.flatMap(logsOf);
  await makeMonths(
    db,
    logs.map(({ seenAt }) => seenAt),
  );
  await db.insert(detections).values(logs);
  const reporting = sectionIds.filter((_, place) => place === places.reporting);
  await db.insert(detectionSessions).values(reporting.map((sectionId) => ({ sectionId, startedAt: new Date() })));
}

function logsOf({ sectionId, members, rows }: { sectionId: number; members: number[]; rows: number }) {
  const now = Date.now();
  return Array.from({ length: Math.ceil(rows / studentsInSection) }, () => members)
    .flat()
    .slice(0, rows)
    .map((studentId, number) => ({
      sectionId,
      studentId,
      activityType: 'no_face',
      details: `Nobody in view for ${5 + (number % 35)} seconds`,
      seenAt: new Date(now - number * 10_000),
      // Every third has a picture, whose address is signed for each answer.
      ...(number % 3 === 0 && { screenshotType: 'image/png' }),
    }));
}
