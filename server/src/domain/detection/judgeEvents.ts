import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError } from '../../platform/http/httpError';
import type { Reach } from '../agent/agent';
import { lateMilliseconds } from '../bounds';
import { hasEmailOf } from '../section/directory';
import { isMadeUp } from '../section/madeUpStudents';
import { detectionSessions, recordedEvents } from '../tables/detection';
import { sectionStudents, sections, students } from '../tables/section';
import { findExcuses } from './excuses';
import { lockSections } from './logVersion';
import {
  attempt,
  clockSkewMilliseconds,
  latencyMilliseconds,
  outsideSession,
  type ParsedEvent,
  RejectedEvent,
  type ReportedEvent,
} from './parseEvents';

export interface Session {
  id: number;
  startedAt: Date;
  endedAt: Date | null;
}

/** Event ids are unique per agent. */
export const keyOf = (source: string, eventId: string) => `${source}\0${eventId}`;

/** An event to be stored, or what has become of it already. */
export type Judged = Accepted | 'repeated' | 'excused' | HttpError;

/**
 * Judges events against the sections, sessions and students they name, which it locks. Events recorded earlier are not judged again.
 * @returns the judged events in their order, and the sessions of their sections
 */
export async function judgeEvents(
  tx: Database,
  read: readonly (ReportedEvent | HttpError)[],
  arrivedAt: Date,
): Promise<{ judged: Judged[]; sessions: Map<number, Session[]> }> {
  const reported = read.flatMap((one) => (one instanceof HttpError ? [] : [one]));
  const before = await findRecorded(tx, reported);
  const isRecorded = ({ agent, eventId }: ReportedEvent) => before.has(keyOf(agent.name, eventId));
  // A device sends an event again when the episode has ended.
  const fresh = reported.filter((one) => !isRecorded(one) || one.endedAt);
  const reached = fresh.filter(({ agent, sectionId }) => reaches(agent.reach, sectionId));
  const sectionIds = [...new Set(reached.map(({ sectionId }) => sectionId))];
  if (sectionIds.length > 0) await lockSections(tx, sectionIds);
  const sessions = await lockSessions(tx, sectionIds, arrivedAt);
  const judge = await createJudge(tx, sessions, { fresh, arrivedAt });
  const judged = read.map((one): Judged => {
    if (one instanceof HttpError) return one;
    if (!isRecorded(one)) return attempt(() => judge(one));
    // What began before an excuse may end during it.
    const end = one.endedAt ? attempt(() => judge(one)) : 'repeated';
    return end instanceof HttpError ? 'repeated' : end;
  });
  return { judged, sessions };
}

/** @returns the keys of events recorded earlier */
async function findRecorded(tx: Database, reported: ReportedEvent[]): Promise<Set<string>> {
  const { source, eventId } = recordedEvents;
  const sources = [...new Set(reported.map(({ agent }) => agent.name))];
  const ids = reported.map((one) => one.eventId);
  const rows = await tx
    .select({ source, eventId })
    .from(recordedEvents)
    .where(and(inArray(source, sources), inArray(eventId, ids)));
  return new Set(rows.map((row) => keyOf(row.source, row.eventId)));
}

export const reaches = ({ sectionIds }: Reach, sectionId: number) => sectionIds?.includes(sectionId) ?? true;

/** Returns a function that assigns an event its student and session, or throws HttpError 400, 404 or 409. */
async function createJudge(
  tx: Database,
  sessions: Map<number, Session[]>,
  { fresh, arrivedAt }: { fresh: ReportedEvent[]; arrivedAt: Date },
) {
  const memberIds = await findMembers(tx, fresh);
  const others = fresh.map(({ sectionId }) => sectionId).filter((id) => !sessions.has(id));
  const known = new Set(idsOf(await tx.select({ id: sections.id }).from(sections).where(inArray(sections.id, others))));
  const isExcused = await findExcuses(tx, [...sessions.values()].flatMap(idsOf));

  return (event: ReportedEvent) => {
    const { sectionId, email, seenAt, endedAt } = event;
    const { reach, device } = event.agent;
    const candidates = sessions.get(sectionId)?.filter(({ id }) => device === undefined || id === device.sessionId);
    if (!reaches(reach, sectionId) || !(candidates || known.has(sectionId)))
      throw new RejectedEvent('section', 404, { detail: `Section ${sectionId} not found.` });
    const session = sessionFor(candidates, event, arrivedAt);
    if (!session) throw new RejectedEvent('session', 409, { detail: `Section ${sectionId} has no active session.` });
    const studentId = memberIds.get(`${sectionId} ${email}`);
    if (studentId === undefined || (reach.onlyMadeUp && !isMadeUp({ email }))) {
      throw new RejectedEvent('student', 400, {
        student_email: [`${email} is not a student of section ${sectionId}.`],
      });
    }
    // An event from the past may be resent from an earlier session. One from the future means that the clock is wrong.
    if (seenAt.getTime() < session.startedAt.getTime() - clockSkewMilliseconds) throw outsideSession('earlier');
    if (seenAt.getTime() > arrivedAt.getTime() + clockSkewMilliseconds) throw outsideSession('clock');
    if (isExcused(session.id, studentId, seenAt)) return 'excused' as const;
    if (!device) return { ...event, sessionId: session.id, studentId };
    // Counted from an epoch, which precedes its arrival at the device: the tolerance is for the clocks of several instances.
    if (seenAt.getTime() < device.admittedAt.getTime() - latencyMilliseconds) throw outsideSession('earlier');
    if ((endedAt ?? seenAt).getTime() > arrivedAt.getTime() + latencyMilliseconds) throw outsideSession('clock');
    const isOver = endedAt && session.endedAt && endedAt > session.endedAt;
    return { ...event, ...(isOver && { endedAt: session.endedAt }), sessionId: session.id, studentId };
  };
}

/** An event with its student and session. */
export type Accepted = Exclude<ReturnType<Awaited<ReturnType<typeof createJudge>>>, 'excused'>;

/** Locks sections' active and just ended sessions until the transaction ends, so that none is stopped or deleted half-way. */
async function lockSessions(tx: Database, sectionIds: number[], now: Date): Promise<Map<number, Session[]>> {
  const { id, sectionId, startedAt, endedAt } = detectionSessions;
  const locked = await tx
    .select({ id, sectionId, startedAt, endedAt })
    .from(detectionSessions)
    .where(
      and(inArray(sectionId, sectionIds), or(isNull(endedAt), gt(endedAt, new Date(now.getTime() - lateMilliseconds)))),
    )
    .orderBy(asc(sectionId), asc(id))
    .for('share');
  const bySection = new Map<number, Session[]>();
  for (const session of locked)
    bySection.set(session.sectionId, [...(bySection.get(session.sectionId) ?? []), session]);
  return bySection;
}

export const activeOf = (sessions: Session[] | undefined) => sessions?.find(({ endedAt }) => endedAt === null);

/**
 * Returns the session of an event: a just ended one that was active at its time; else the active one if it fits; else the last ended one
 * that fits within the tolerance. An event dated after the end counts only if it arrives within seconds of Stop, so that nothing seen
 * later is recorded. An event that fits none gets the active session, which refuses it.
 */
function sessionFor(
  sessions: Session[] | undefined,
  { seenAt, toleranceMilliseconds }: ParsedEvent,
  arrivedAt: Date,
): Session | undefined {
  const fits = (tolerance: number, { startedAt, endedAt }: Session) =>
    seenAt.getTime() >= startedAt.getTime() - tolerance &&
    (endedAt === null || seenAt.getTime() <= endedAt.getTime() + tolerance);
  const isInTime = ({ endedAt }: Session) =>
    endedAt === null || seenAt <= endedAt || arrivedAt.getTime() <= endedAt.getTime() + latencyMilliseconds;
  const ended = sessions?.filter(({ endedAt }) => endedAt !== null);
  const active = activeOf(sessions);
  return (
    ended?.find((session) => fits(0, session)) ??
    (active && fits(clockSkewMilliseconds, active) ? active : undefined) ??
    ended?.findLast((session) => fits(toleranceMilliseconds, session) && isInTime(session)) ??
    active
  );
}

/** Returns student ids by section and email. */
async function findMembers(tx: Database, reported: ReportedEvent[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ sectionId: sectionStudents.sectionId, studentId: students.id, email: students.email })
    .from(sectionStudents)
    .innerJoin(students, eq(students.id, sectionStudents.studentId))
    .where(
      and(
        inArray(sectionStudents.sectionId, [...new Set(reported.map(({ sectionId }) => sectionId))]),
        hasEmailOf([...new Set(reported.map(({ email }) => email))]),
      ),
    );
  return new Map(rows.map(({ sectionId, studentId, email }) => [`${sectionId} ${email}`, studentId]));
}
