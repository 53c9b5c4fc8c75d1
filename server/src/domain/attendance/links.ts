import type { components } from '@vigil/contract';
import { and, desc, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import { hashToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError } from '../../platform/http/httpError';
import type { Settings } from '../../settings';
import { teacherName } from '../account/teachers';
import { silentSince } from '../detection/silence';
import { teachers } from '../tables/account';
import { attendanceLinks, attendances, badges } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';
import { queuedMails } from '../tables/mail';
import { sections, students } from '../tables/section';
import { admit } from './admission';
import { browserIn } from './browserCookie';
import { knock } from './door';
import { findSeat } from './tokens';

type Schemas = components['schemas'];
type Status = (typeof attendanceLinks.$inferSelect)['status'];

/** Lists the latest link of each student of a lesson, by student. */
export async function listLinks(db: Database, sessionId: number): Promise<Schemas['AttendanceLink'][]> {
  const { id, studentId, status, sentAt } = attendanceLinks;
  const rows = await db
    .selectDistinctOn([studentId], { studentId, status, sentAt, mailId: queuedMails.id, lostAt: queuedMails.lostAt })
    .from(attendanceLinks)
    .leftJoin(queuedMails, eq(queuedMails.attendanceLinkId, id))
    .where(eq(attendanceLinks.sessionId, sessionId))
    .orderBy(studentId, desc(id));
  return rows.map((row) => ({ student_id: row.studentId, state: stateOf(row), sent_at: row.sentAt.toISOString() }));
}

type Sent = { status: Status; mailId: number | null; lostAt: Date | null };

function stateOf({ status, mailId, lostAt }: Sent): Schemas['AttendanceLink']['state'] {
  if (status === 'used') return 'used';
  if (status !== 'open') return 'revoked';
  if (mailId === null) return 'sent';
  return lostAt === null ? 'waiting' : 'failed';
}

/** Ends open links of a lesson, and drops their mails that still wait. @returns the ids of the students who had one */
export async function endLinks(
  tx: Database,
  { sessionId, studentIds, status }: { sessionId: number; studentIds: number[]; status: 'replaced' | 'revoked' },
): Promise<number[]> {
  const ended = await tx
    .update(attendanceLinks)
    .set({ status })
    .where(
      and(
        eq(attendanceLinks.sessionId, sessionId),
        inArray(attendanceLinks.studentId, studentIds),
        eq(attendanceLinks.status, 'open'),
      ),
    )
    .returning({ id: attendanceLinks.id, studentId: attendanceLinks.studentId });
  const ids = idsOf(ended);
  await tx.delete(queuedMails).where(inArray(queuedMails.attendanceLinkId, ids));
  return ended.map(({ studentId }) => studentId);
}

/** A link or a badge that admits its student, unless it ends meanwhile. */
export interface OpenLink {
  /** Null while no lesson of the badge's section runs. */
  sessionId: number | null;
  /** Null for a link. */
  badgeId: number | null;
  student: { id: number; name: string };
  section: { id: number; name: string; subject: string };
  teacher: { id: number; name: string };
  /** The device with the token has used it, and repeats the request. */
  isJoined: boolean;
}

const reasons = {
  over: 'The lesson of this link is over.',
  used: 'This link has been used. It works once, and on one device. If you joined with it in another window, continue there.',
  replaced: 'Your teacher has sent you a newer link. Open that one.',
  revoked: 'Your teacher has withdrawn this link.',
} as const;

const notValid =
  'This link is not valid. Check that you opened all of it. If it is a badge, your teacher may have revoked or replaced it.';

const gone = (reason: keyof typeof reasons) => new HttpError(410, { detail: reasons[reason], link_ended: reason });

/** Returns the badge with a secret, and the lesson of its section that runs. */
async function findBadge(db: Database, secret: string, token: string | undefined): Promise<OpenLink | undefined> {
  const [badge] = await db
    .select({
      badgeId: badges.id,
      sessionId: detectionSessions.id,
      student: { id: students.id, name: students.name },
      section: { id: sections.id, name: sections.name, subject: sections.subject },
      teacher: { id: teachers.id, name: teacherName },
    })
    .from(badges)
    .innerJoin(students, eq(students.id, badges.studentId))
    .innerJoin(sections, eq(sections.id, badges.sectionId))
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .leftJoin(detectionSessions, and(eq(detectionSessions.sectionId, sections.id), isNull(detectionSessions.endedAt)))
    .where(eq(badges.tokenHash, hashToken(secret)));
  if (!badge) return undefined;
  const seat = badge.sessionId === null ? undefined : await findSeat(db, badge.sessionId, token);
  const isThere = seat?.status === 'knocking' || seat?.status === 'admitted';
  return { ...badge, isJoined: isThere && seat.studentId === badge.student.id };
}

/**
 * Returns the link or badge with a secret.
 * @param token of the device that asks, which may have used the link
 * @throws HttpError 404 when there is none, 410 when it has ended
 */
export async function findLink(db: Database, secret: string, token: string | undefined): Promise<OpenLink> {
  const [found] = await db
    .select({
      status: attendanceLinks.status,
      endedAt: detectionSessions.endedAt,
      sessionId: attendanceLinks.sessionId,
      student: { id: students.id, name: students.name },
      section: { id: sections.id, name: sections.name, subject: sections.subject },
      teacher: { id: teachers.id, name: teacherName },
    })
    .from(attendanceLinks)
    .innerJoin(students, eq(students.id, attendanceLinks.studentId))
    .innerJoin(detectionSessions, eq(detectionSessions.id, attendanceLinks.sessionId))
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .where(eq(attendanceLinks.tokenHash, hashToken(secret)));
  if (!found) {
    const badge = await findBadge(db, secret, token);
    if (badge) return badge;
    throw new HttpError(404, { detail: notValid });
  }
  const { status, endedAt, ...link } = found;
  if (endedAt !== null) throw gone('over');
  const seat = status === 'used' ? await findSeat(db, link.sessionId, token) : undefined;
  const isJoined = seat?.studentId === link.student.id;
  if (status !== 'open' && !isJoined) throw gone(status);
  return { ...link, badgeId: null, isJoined };
}

export const noLesson = () =>
  new HttpError(409, { detail: 'No lesson is running now. Keep this page open, or scan your badge again later.' });

/** Returns what its student sees before they join. */
export const linkOf = ({ section, teacher, student, ...link }: OpenLink): Schemas['LinkedDoor'] => ({
  ...{ section: section.name, subject: section.subject, teacher: teacher.name, student: student.name },
  ...{ is_joined: link.isJoined, is_badge: link.badgeId !== null, is_running: link.sessionId !== null },
});

/**
 * Uses a link up, or a badge, or returns the seat of the device that has. Its student is admitted on this device, or waits at the door if
 * they attend on another one, or were turned away with the badge. Who knocked under the name or was turned away there does not count:
 * anybody with the code can bring that about. The teacher's row, the section and its active lesson must be locked.
 * @throws HttpError 404 or 410 when the link has ended meanwhile
 */
export async function redeemLink(
  tx: Database,
  { link: secret, token, cookie }: Schemas['LinkSecret'] & { cookie: string | undefined },
  { students: directory }: Pick<Settings, 'students'>,
): Promise<{ knocked: Schemas['Knocked']; became: 'admitted' | 'waiting' | 'unchanged' }> {
  const isThis = eq(attendanceLinks.tokenHash, hashToken(secret));
  // A parallel request of the same device waits here.
  await tx.select({ id: attendanceLinks.id }).from(attendanceLinks).where(isThis).for('update');
  const isBadge = eq(badges.tokenHash, hashToken(secret));
  await tx.select({ id: badges.id }).from(badges).where(isBadge).for('update');
  const { sessionId, student, section, teacher, isJoined, badgeId } = await findLink(tx, secret, token);
  if (sessionId === null) throw noLesson();
  const arrival = {
    visitor: { studentId: student.id },
    token,
    browser: browserIn(sessionId, cookie),
    cameBy: badgeId === null ? 'link' : 'badge',
  } as const;
  if (isJoined) {
    const knocked = await knock(tx, { id: sessionId, section }, arrival);
    return { knocked, became: 'unchanged' };
  }
  if (badgeId === null) {
    const [used] = await tx.update(attendanceLinks).set({ status: 'used' }).where(isThis).returning();
    if (!used) throw gone('used');
  } else await tx.update(badges).set({ usedAt: new Date() }).where(isBadge);
  const isTurnedAway =
    badgeId === null ? undefined : and(eq(attendances.status, 'refused'), eq(attendances.cameBy, 'badge'));
  const isElsewhere = or(
    and(eq(attendances.status, 'admitted'), gte(attendances.heardAt, silentSince(new Date()))),
    isTurnedAway,
  );
  const isTheirs = and(eq(attendances.sessionId, sessionId), eq(attendances.studentId, student.id));
  const isAdmitted = (await tx.$count(attendances, and(isTheirs, isElsewhere))) === 0;
  const knocked = await knock(tx, { id: sessionId, section }, arrival);
  const lesson = { teacherId: teacher.id, sectionId: section.id, sessionId, changedBy: teacher.id };
  if (isAdmitted) await admit(tx, lesson, { ids: [knocked.attendee_id], directory });
  return { knocked, became: isAdmitted ? 'admitted' : 'waiting' };
}
