import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { hashToken, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError } from '../../platform/http/httpError';
import { teacherName } from '../account/teachers';
import { bounds } from '../bounds';
import type { Limits } from '../limits';
import type { Mail } from '../mail/mail';
import { teachers } from '../tables/account';
import { attendanceLinks } from '../tables/attendance';
import { sectionStudents, sections, students } from '../tables/section';
import type { ActiveLesson } from './lessonCodes';
import { linkMail } from './linkMail';
import { endLinks } from './links';

const hourMilliseconds = 3_600_000;

/** A student to whom no link is sent, with a sentence for the teacher. */
export interface NotSent {
  studentId: number;
  detail: string;
  /** In seconds; undefined if waiting does not help. */
  retryAfter?: string | undefined;
}

const tooSoon = 'A link was sent to this student less than a minute ago. Wait a minute, then send another one.';
const tooMany = 'This student has been sent too many links today. They can type the code instead.';
const tooManyInLesson = `This student has been sent ${bounds.linksPerLesson} links in this lesson, which is the most. They can type the code instead.`;
export const noEmail = 'This student has no email. Add one on Manage Students, or let them type the code.';
const notMember = 'This student is no longer in the section.';

/** @throws HttpError with the first reason */
export function throwNotSent([first]: NotSent[]): never {
  const { detail, retryAfter } = first ?? { detail: notMember };
  if (retryAfter === undefined) throw new HttpError(409, { detail });
  throw new HttpError(429, { detail }, { 'Retry-After': retryAfter });
}

/**
 * Counts one mail to each student, no matter which teacher sends it.
 * @returns those who were mailed too recently or too often
 */
export async function chargeMails(limits: Limits, studentIds: number[]): Promise<NotSent[]> {
  const refused = studentIds.map(async (studentId): Promise<NotSent[]> => {
    for (const [rule, detail] of [
      ['linksToStudent', tooSoon],
      ['linksToStudentADay', tooMany],
    ] as const) {
      try {
        await limits.consume(rule, String(studentId));
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        return [{ studentId, detail, retryAfter: error.headers['Retry-After'] }];
      }
    }
    return [];
  });
  return (await Promise.all(refused)).flat();
}

/** Undoes `chargeMails` for students to whom nothing was sent. */
export async function forgiveMails(limits: Limits, studentIds: number[]): Promise<void> {
  for (const id of studentIds) {
    await limits.forgive('linksToStudent', String(id));
    await limits.forgive('linksToStudentADay', String(id));
  }
}

/** Splits students into those who are in a section, whom the transaction keeps there, and the others. */
export async function findMembers(
  db: Database,
  sectionId: number,
  studentIds: number[],
): Promise<{ members: { id: number; email: string; language: string | null }[]; strangers: NotSent[] }> {
  const members = await db
    .select({ id: students.id, email: students.email, language: students.language })
    .from(sectionStudents)
    .innerJoin(students, eq(students.id, sectionStudents.studentId))
    .where(and(eq(sectionStudents.sectionId, sectionId), inArray(sectionStudents.studentId, studentIds)))
    .orderBy(asc(students.id))
    .for('key share');
  const known = new Set(idsOf(members));
  const unknown = studentIds.filter((id) => !known.has(id));
  return { members, strangers: unknown.map((studentId) => ({ studentId, detail: notMember })) };
}

/**
 * Creates a link to an active lesson for each student, instead of their earlier one, with its mail. The lesson must be locked.
 * @param given the students, the address of the students’ page, the longest lesson, and the school’s language
 */
export async function createLinks(
  tx: Database,
  { sessionId, sectionId }: ActiveLesson,
  {
    studentIds,
    attendUrl,
    maxHours,
    schoolLanguage,
  }: { studentIds: number[]; attendUrl: string; maxHours: number; schoolLanguage: string },
): Promise<{ mails: Mail[]; sentTo: number[]; notSent: NotSent[] }> {
  const { members, strangers } = await findMembers(tx, sectionId, studentIds);
  const earlier = await tx
    .select({ studentId: attendanceLinks.studentId, links: count() })
    .from(attendanceLinks)
    .where(and(eq(attendanceLinks.sessionId, sessionId), inArray(attendanceLinks.studentId, studentIds)))
    .groupBy(attendanceLinks.studentId);
  const full = new Set(earlier.flatMap(({ studentId, links }) => (links < bounds.linksPerLesson ? [] : studentId)));
  const receivers = members.filter(({ id }) => !full.has(id));
  const sentTo = idsOf(receivers);
  await endLinks(tx, { sessionId, studentIds: sentTo, status: 'replaced' });
  const [lesson] = await tx
    .select({ section: sections.name, teacher: teacherName })
    .from(sections)
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .where(eq(sections.id, sectionId));
  const mails: Mail[] = [];
  for (const { id: studentId, email: to, language } of receivers) {
    const secret = newToken();
    const sentAt = new Date();
    const expiresAt = new Date(sentAt.getTime() + (maxHours + 24) * hourMilliseconds);
    const [link] = await tx
      .insert(attendanceLinks)
      .values({ ...{ sessionId, studentId, sentAt, expiresAt }, tokenHash: hashToken(secret), status: 'open' })
      .returning({ id: attendanceLinks.id });
    if (!link || !lesson) throw new Error('The link was not inserted.');
    const mail = linkMail({ to, language, schoolLanguage, lesson, link: `${attendUrl}#link=${secret}` });
    mails.push({ ...mail, attendanceLinkId: link.id });
  }
  return {
    mails,
    sentTo,
    notSent: [...strangers, ...[...full].map((studentId) => ({ studentId, detail: tooManyInLesson }))],
  };
}
