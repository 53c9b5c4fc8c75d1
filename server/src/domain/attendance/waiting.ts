import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { silentSince } from '../detection/silence';
import { attendances } from '../tables/attendance';
import { students } from '../tables/section';

/** Of knocks under one name by several browsers. */
const recentMilliseconds = 10 * 60_000;
/** As many names under which several browsers knock are no accident: somebody knocks as others. */
const floodedNames = 3;

/** Students whom the door knows by the email that was typed. */
const known = alias(students, 'known');

/** A device at the door. */
export interface WaitingDevice {
  id: number;
  studentId: number | null;
  /** The directory's name, as whom they would be admitted; else the typed one. */
  name: string;
  /** The name that was typed; null where one was picked. */
  typed: string | null;
  email: string;
  since: Date;
  number: number | null;
  browser: string | null;
  cameBy: (typeof attendances.$inferSelect)['cameBy'];
}

/** A student of the section, with the devices that wait under their name, the first to knock first. */
export interface WaitingStudent {
  studentId: number;
  devices: [WaitingDevice, ...WaitingDevice[]];
  /** Another device of the student attends. */
  isTaken: boolean;
  /** Nothing speaks for it that the student knocks, and not somebody else. */
  isContested: boolean;
}

export interface Waiting {
  students: WaitingStudent[];
  outsiders: WaitingDevice[];
  isFlooded: boolean;
}

/** Lists who waits at a lesson's door, without those who fell silent. */
export async function readWaiting(db: Database, sessionId: number, now: Date): Promise<Waiting> {
  const isOfLesson = eq(attendances.sessionId, sessionId);
  const { studentId, status, browser, email } = attendances;
  const devices: WaitingDevice[] = await db
    .select({
      ...{ id: attendances.id, studentId, since: attendances.since, number: attendances.number, browser },
      cameBy: attendances.cameBy,
      name: sql<string>`coalesce(${students.name}, ${known.name}, ${attendances.name}, '')`,
      typed: attendances.name,
      email: sql<string>`coalesce(${students.email}, ${email}, '')`,
    })
    .from(attendances)
    .leftJoin(students, eq(students.id, studentId))
    .leftJoin(known, and(isNull(studentId), eq(known.email, email)))
    .where(and(isOfLesson, eq(status, 'knocking'), gte(attendances.heardAt, silentSince(now))))
    .orderBy(asc(attendances.id));
  if (devices.length === 0) return { students: [], outsiders: [], isFlooded: false };
  const since = new Date(now.getTime() - recentMilliseconds);
  const isRecent = and(gte(attendances.knockedAt, since), inArray(status, ['knocking', 'refused', 'admitted']));
  const names = await db
    .select({
      studentId,
      recent:
        sql<number>`count(distinct coalesce(${browser}, ${attendances.id}::text)) filter (where ${isRecent})`.mapWith(
          Number,
        ),
      isTaken: sql<boolean>`bool_or(${status} = 'admitted')`,
      isRefused: sql<boolean>`bool_or(${status} = 'refused')`,
    })
    .from(attendances)
    .where(and(isOfLesson, isNotNull(studentId)))
    .groupBy(studentId);
  const impostors = await db
    .select({ browser })
    .from(attendances)
    .where(and(isOfLesson, isNotNull(browser)))
    .groupBy(browser)
    .having(sql`count(distinct coalesce(${studentId}::text, ${email})) > 1`);
  const namedBy = new Map(names.map((name) => [name.studentId, name]));
  const isImpostor = new Set(impostors.map((one) => one.browser));
  const isFlooded = names.filter(({ recent }) => recent > 1).length >= floodedNames;
  const waiting = new Map<number, WaitingStudent>();
  for (const device of devices) {
    const { studentId, browser } = device;
    if (studentId === null) continue;
    const earlier = waiting.get(studentId);
    if (earlier) {
      earlier.devices.push(device);
      earlier.isContested = true;
      continue;
    }
    const { isTaken = false, isRefused = false } = namedBy.get(studentId) ?? {};
    const isContested = isFlooded || isTaken || isRefused || browser === null || isImpostor.has(browser);
    waiting.set(studentId, { studentId, devices: [device], isTaken, isContested });
  }
  return { students: [...waiting.values()], outsiders: devices.filter((one) => one.studentId === null), isFlooded };
}
