import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { hashToken, newToken } from '../../platform/config/secrets';
import { batched } from '../../platform/database/batched';
import type { Database } from '../../platform/database/database';
import { teacherName } from '../account/teachers';
import { excusedUntil } from '../detection/excuses';
import { teachers } from '../tables/account';
import { attendances, attendanceTokens } from '../tables/attendance';
import { detectionSessions, excuses, interruptions } from '../tables/detection';
import { sections, students } from '../tables/section';

/** A student's device, as its token identifies it. */
export interface TokenHolder {
  attendance: typeof attendances.$inferSelect;
  lesson: { startedAt: Date; endedAt: Date | null; endsAt: Date | null };
  section: Pick<typeof sections.$inferSelect, 'id' | 'name' | 'asksForPictures' | 'ignoredKinds'>;
  teacher: { id: number; name: string };
  /** Null for somebody who is not in the section. */
  studentEmail: string | null;
  /** See `students.language`. */
  studentLanguage: string | null;
  /** The simulated class calls. */
  isSimulated: boolean;
  /** When the student's excuse ends by itself; null without one. */
  excusedUntil: Date | null;
  /** Why the teacher has paused the class; null if it is not paused. */
  pausedFor: string | null;
}

interface NewToken {
  attendanceId: number;
  /** Made by the device. */
  token: string | undefined;
}

/** Stores the hash of a device's token and returns the token. */
export async function createToken(tx: Database, { attendanceId, token = newToken() }: NewToken): Promise<string> {
  await tx.insert(attendanceTokens).values({ tokenHash: hashToken(token), attendanceId });
  return token;
}

const tokenPattern = /^[\w-]{43}$/;

/** Returns a function that finds the device with a token, even if it was refused or replaced, or its lesson has ended. */
export function createTokenFinder(
  db: Database,
): (token: string) => Promise<Omit<TokenHolder, 'isSimulated'> | undefined> {
  const find = batched((hashes: string[]) => findHolders(db, hashes));
  return async (token) => (tokenPattern.test(token) ? find(hashToken(token)) : undefined);
}

/** Returns the device with a token in a lesson, and its student's name and email. */
export async function findSeat(db: Database, sessionId: number, token: string | undefined) {
  if (token === undefined) return undefined;
  const [seat] = await db
    .select({
      id: attendances.id,
      status: attendances.status,
      studentId: attendances.studentId,
      name: sql<string>`coalesce(${students.name}, ${attendances.name}, '')`,
      email: sql<string>`coalesce(${students.email}, ${attendances.email}, '')`,
    })
    .from(attendanceTokens)
    .innerJoin(attendances, eq(attendances.id, attendanceTokens.attendanceId))
    .leftJoin(students, eq(students.id, attendances.studentId))
    .where(and(eq(attendanceTokens.tokenHash, hashToken(token)), eq(attendances.sessionId, sessionId)));
  return seat;
}

async function findHolders(db: Database, hashes: string[]) {
  const { tokenHash } = attendanceTokens;
  const rows = await db
    .select({
      tokenHash,
      attendance: attendances,
      lesson: {
        startedAt: detectionSessions.startedAt,
        endedAt: detectionSessions.endedAt,
        endsAt: detectionSessions.endsAt,
      },
      section: {
        id: sections.id,
        name: sections.name,
        asksForPictures: sections.asksForPictures,
        ignoredKinds: sections.ignoredKinds,
      },
      teacher: { id: teachers.id, name: teacherName },
      studentEmail: students.email,
      studentLanguage: students.language,
      excusedUntil: sql<Date | null>`${excusedUntil(attendances.sessionId, attendances.studentId, new Date())}`.mapWith(
        excuses.until,
      ),
      pausedFor: interruptions.reason,
    })
    .from(attendanceTokens)
    .innerJoin(attendances, eq(attendances.id, attendanceTokens.attendanceId))
    .innerJoin(detectionSessions, eq(detectionSessions.id, attendances.sessionId))
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .leftJoin(students, eq(students.id, attendances.studentId))
    .leftJoin(interruptions, and(eq(interruptions.sessionId, attendances.sessionId), isNull(interruptions.endedAt)))
    .where(inArray(tokenHash, hashes));
  const byHash = new Map(rows.map(({ tokenHash, ...holder }) => [tokenHash, holder]));
  return hashes.map((hash) => byHash.get(hash));
}
