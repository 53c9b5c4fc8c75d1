import type { components } from '@vigil/contract';
import { agentSilenceMs, resumableMs } from '@vigil/contract/values';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError } from '../../platform/http/httpError';
import type { Reach } from '../agent/agent';
import { agentStatusOf, noActivity, noAgents, refusalMilliseconds, type SessionActivity } from '../agent/agentStatus';
import { inReach, readAgentActivity } from '../agent/heartbeats';
import type { LiveEvent } from '../live/events';
import type { Publishing } from '../live/transactAndPublish';
import { type Access, isOpenTo, isReadable, type OwnedSection } from '../section/access';
import { isMadeUp } from '../section/madeUpStudents';
import { studentsOf } from '../section/sections';
import { detectionSessions, heardAgents, interruptions, watchedSessions } from '../tables/detection';
import { sections } from '../tables/section';
import { beginPause, endPause, readPauses } from './interruptions';
import { countWaiting } from './silence';
import { countToLookAt } from './toLookAt';

type AnySessionStatus = components['schemas']['SessionStatus'];
type Optional = 'to_look_at' | 'waiting' | 'resumable_until' | 'paused';
type SessionStatus = Required<Omit<AnySessionStatus, Optional>> & Pick<AnySessionStatus, Optional>;

const resumableUntil = (endedAt: Date) => new Date(endedAt.getTime() + resumableMs);
function resumable(endedAt: Date): Pick<SessionStatus, 'resumable_until'> {
  const until = resumableUntil(endedAt);
  return { resumable_until: until > new Date() ? until.toISOString() : null };
}

/** How long a resumed lesson lasts after its planned end. */
const overtimeMinutes = 5;

const isActiveIn = (sectionId: number) =>
  and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt));

/** Lists the active sessions that match, by section. */
export const listActive = (db: Database, condition: SQL | undefined) =>
  db
    .select({ sessionId: detectionSessions.id, sectionId: sections.id, teacherId: sections.teacherId })
    .from(detectionSessions)
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .where(and(isNull(detectionSessions.endedAt), condition))
    .orderBy(sections.id);

interface Times {
  startedAt: Date;
  endsAt: Date | null;
}

/** @param times of the active session, or null */
const statusOf = (times: Times | null, activity: SessionActivity = noActivity): SessionStatus => ({
  is_active: times !== null,
  started_at: times?.startedAt.toISOString() ?? null,
  ends_at: times?.endsAt?.toISOString() ?? null,
  ...(times === null ? noAgents(false) : agentStatusOf(activity, new Date())),
});

const columns = {
  id: detectionSessions.id,
  startedAt: detectionSessions.startedAt,
  endsAt: detectionSessions.endsAt,
};

/** A section's status, and whether this call changed it. */
export interface Changed {
  status: SessionStatus;
  isChanged: boolean;
}

const minutesAfter = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000);

/**
 * Starts a session unless one is active.
 * @param teacherId who starts it
 * @param minutes until it ends itself, which the section remembers; null for no end time; undefined for none that is remembered
 */
export async function startSession(
  { tx, publish }: Publishing,
  owned: OwnedSection,
  { teacherId: startedBy, minutes }: { teacherId: number; minutes?: number | null | undefined },
): Promise<Changed> {
  const { sectionId } = owned;
  const now = new Date();
  const [started] = await tx
    .insert(detectionSessions)
    .values({
      ...{ sectionId, startedBy, startedAt: now },
      endsAt: typeof minutes === 'number' ? minutesAfter(now, minutes) : null,
    })
    .onConflictDoNothing()
    .returning(columns);
  if (!started) return { status: await readStatus(tx, sectionId), isChanged: false };
  await tx.insert(watchedSessions).values({ sessionId: started.id });
  await deleteOldActivity(tx, sectionId);
  if (minutes !== undefined && (await rememberMinutes(tx, sectionId, minutes)))
    await publish({ kind: 'sectionsChanged', teacherId: owned.teacherId });
  const status = { ...statusOf(started), paused: null };
  const times = { startedAt: started.startedAt.toISOString(), endsAt: status.ends_at };
  await publish({ kind: 'session', ...owned, isActive: true, ...times });
  return { status, isChanged: true };
}

/** @returns whether the section remembered others */
async function rememberMinutes(tx: Database, sectionId: number, minutes: number | null): Promise<boolean> {
  const isOther = sql`${sections.lessonMinutes} is distinct from ${minutes}::int`;
  const changed = await tx
    .update(sections)
    .set({ lessonMinutes: minutes })
    .where(and(eq(sections.id, sectionId), isOther))
    .returning({ id: sections.id });
  return changed.length > 0;
}

/** @throws HttpError 409 without an active session */
async function lockActive(tx: Database, sectionId: number) {
  const [active] = await tx.select(columns).from(detectionSessions).where(isActiveIn(sectionId)).for('no key update');
  if (!active) throw new HttpError(409, { detail: 'The lesson has already ended.' });
  return active;
}

/**
 * Moves the end time of the active session, if it has one.
 * @throws HttpError 409 without an active session
 */
export async function extendSession(
  { tx, publish }: Publishing,
  owned: OwnedSection,
  minutes: number,
): Promise<Changed> {
  const active = await lockActive(tx, owned.sectionId);
  if (active.endsAt === null) return { status: await readStatus(tx, owned.sectionId), isChanged: false };
  const endsAt = minutesAfter(active.endsAt, minutes);
  await tx.update(detectionSessions).set({ endsAt }).where(eq(detectionSessions.id, active.id));
  return tellStatus({ tx, publish }, owned, { endsAt: endsAt.toISOString() });
}

/** Publishes what has changed of the active session. @returns its status */
async function tellStatus(
  { tx, publish }: Publishing,
  owned: OwnedSection,
  news: Pick<Extract<LiveEvent, { kind: 'agentsHeard' }>, 'endsAt' | 'paused'>,
): Promise<Changed> {
  const status = await readStatus(tx, owned.sectionId);
  const { started_at: startedAt, agents_seen_at: agentsSeenAt, agents_state: state, agents_refusal: refusal } = status;
  if (startedAt !== null)
    await publish({ kind: 'agentsHeard', ...owned, ...news, ...{ startedAt, agentsSeenAt, state, refusal } });
  return { status, isChanged: true };
}

/**
 * Pauses the active session for the whole class, unless it is paused.
 * @throws HttpError 409 without an active session
 */
export async function pauseSession(publishing: Publishing, owned: OwnedSection, reason: string): Promise<Changed> {
  const { tx } = publishing;
  const active = await lockActive(tx, owned.sectionId);
  const isChanged = await beginPause(tx, active.id, reason);
  const paused = (await readPauses(tx, [active.id])).get(active.id) ?? null;
  return isChanged
    ? tellStatus(publishing, owned, { paused })
    : { status: await readStatus(tx, owned.sectionId), isChanged };
}

/** Deletes agents' activity in a section's ended sessions. */
async function deleteOldActivity(db: Database, sectionId: number): Promise<void> {
  const ended = db
    .select({ id: detectionSessions.id })
    .from(detectionSessions)
    .where(and(eq(detectionSessions.sectionId, sectionId), isNotNull(detectionSessions.endedAt)));
  await db.delete(heardAgents).where(inArray(heardAgents.sessionId, ended));
}

/** Returns the event that tells of the end of a session. */
export const endOfLesson = (owned: OwnedSection, endedAt: Date): LiveEvent => ({
  ...{ kind: 'session', ...owned, isActive: false },
  resumableUntil: resumableUntil(endedAt).toISOString(),
});

/** Ends the active session, if any. @param endedBy the teacher who stops it; null if nobody does */
export async function stopSession(
  { tx, publish }: Publishing,
  owned: OwnedSection,
  endedBy: number | null,
): Promise<Changed> {
  const endedAt = new Date();
  const ended = await tx
    .update(detectionSessions)
    .set({ endedAt, endedBy })
    .where(isActiveIn(owned.sectionId))
    .returning({ id: detectionSessions.id });
  const isChanged = ended.length > 0;
  if (isChanged) await publish(endOfLesson(owned, endedAt));
  return { status: await readStatus(tx, owned.sectionId), isChanged };
}

/** Selects a section's last lesson. */
const selectLast = (db: Database, sectionId: number) =>
  db
    .select({ ...columns, endedAt: detectionSessions.endedAt })
    .from(detectionSessions)
    .where(eq(detectionSessions.sectionId, sectionId))
    .orderBy(desc(detectionSessions.id))
    .limit(1);

/**
 * Ends the pause of the active session. Without one, takes back the end of the last one, which continues until the end it had, or for five
 * minutes if that is past.
 * @param leaveGap ends what devices did until the lesson's end, while it is still known
 * @throws HttpError 409 if there is none, or it ended more than an hour ago
 */
export async function resumeSession(
  publishing: Publishing,
  owned: OwnedSection,
  leaveGap: (sessionId: number, now: Date) => Promise<void>,
): Promise<Changed> {
  const { tx, publish } = publishing;
  const { sectionId } = owned;
  const now = new Date();
  const [last] = await selectLast(tx, sectionId).for('update');
  if (!last) throw new HttpError(409, { detail: 'There is no lesson to resume.' });
  const { id, endedAt } = last;
  if (endedAt === null) {
    if (await endPause(tx, id, now)) return tellStatus(publishing, owned, { paused: null });
    return { status: await readStatus(tx, sectionId), isChanged: false };
  }
  if (now.getTime() - endedAt.getTime() >= resumableMs)
    throw new HttpError(409, { detail: 'This lesson ended more than an hour ago. Start a new one.' });
  await leaveGap(id, now);
  // It may have ended while it was paused.
  if (!(await endPause(tx, id, now)))
    await tx.insert(interruptions).values({ sessionId: id, startedAt: endedAt, endedAt: now });
  const endsAt = last.endsAt && last.endsAt <= now ? minutesAfter(now, overtimeMinutes) : last.endsAt;
  await tx.update(detectionSessions).set({ endedAt: null, endedBy: null, endsAt }).where(eq(detectionSessions.id, id));
  const status = await readStatus(tx, sectionId);
  const times = { startedAt: last.startedAt.toISOString(), endsAt: status.ends_at };
  await publish({ kind: 'session', ...owned, isActive: true, ...times });
  return { status, isChanged: true };
}

export async function readStatus(db: Database, sectionId: number): Promise<SessionStatus> {
  const [last] = await selectLast(db, sectionId);
  if (!last) return { ...statusOf(null), resumable_until: null };
  const { id, endedAt } = last;
  if (endedAt !== null) return { ...statusOf(null), ...resumable(endedAt) };
  const paused = (await readPauses(db, [id])).get(id) ?? null;
  return { ...statusOf(last, (await readAgentActivity(db, [id])).get(id)), paused };
}

/** Returns whether the section's last lesson is one that a teacher sees. */
export async function seesLast(db: Database, access: Access): Promise<boolean> {
  const [last] = await selectLast(db, access.section.sectionId);
  const isThis = last && and(eq(detectionSessions.id, last.id), isReadable(db, access, detectionSessions.id));
  return isThis !== undefined && (await db.$count(detectionSessions, isThis)) > 0;
}

/** For so long after a session it is counted whom the teacher has not looked at. */
const reviewHours = 24;

/**
 * Lists the last sessions of a teacher's sections without an active one that ended a short while ago, by section. Of a section where they
 * are a substitute, only one that they started or stopped.
 */
async function listJustEnded(
  db: Database,
  teacherId: number,
): Promise<ReadonlyMap<number, { id: number; endedAt: Date }>> {
  const { id, sectionId, endedAt, startedBy, endedBy } = detectionSessions;
  const seesAll = sql<boolean>`coalesce(${isOpenTo(db, teacherId, 'co-teacher')}, false)`;
  const rows = await db
    .selectDistinctOn([sectionId], { id, sectionId, endedAt, startedBy, endedBy, seesAll })
    .from(detectionSessions)
    .innerJoin(sections, eq(sections.id, sectionId))
    .where(
      and(
        isOpenTo(db, teacherId),
        or(isNull(endedAt), gt(endedAt, sql`now() - interval '1 hour' * ${reviewHours}::int`)),
      ),
    )
    .orderBy(sectionId, desc(id));
  const isReadable = (row: (typeof rows)[number]) => row.seesAll || [row.startedBy, row.endedBy].includes(teacherId);
  return new Map(
    rows.flatMap((row) => {
      const { id, sectionId, endedAt } = row;
      return endedAt === null || !isReadable(row) ? [] : [[sectionId, { id, endedAt }]];
    }),
  );
}

/** Lists the session status of each section that is a teacher's or shared with them, who waits, and how many students there are to look at. */
export async function listStatuses(
  db: Database,
  teacherId: number,
): Promise<{ sectionId: number; status: SessionStatus }[]> {
  const rows = await db
    .select({ sectionId: sections.id, session: columns })
    .from(sections)
    .leftJoin(detectionSessions, and(eq(detectionSessions.sectionId, sections.id), isNull(detectionSessions.endedAt)))
    .where(isOpenTo(db, teacherId))
    .orderBy(sections.id);
  const ids = rows.flatMap(({ session }) => session?.id ?? []);
  const activity = await readAgentActivity(db, ids);
  const ended = await listJustEnded(db, teacherId);
  const toLookAt = await countToLookAt(db, [...ids, ...idsOf([...ended.values()])]);
  const waiting = await countWaiting(db, ids);
  const pauses = await readPauses(db, ids);
  const countIn = (sessionId: number) => ({ to_look_at: toLookAt.get(sessionId) ?? 0 });
  return rows.map(({ sectionId, session }) => {
    const last = ended.get(sectionId);
    if (session === null)
      return {
        sectionId,
        status: { ...statusOf(null), ...(last && { ...countIn(last.id), ...resumable(last.endedAt) }) },
      };
    const counted = { ...countIn(session.id), waiting: waiting.get(session.id) ?? 0 };
    const paused = pauses.get(session.id) ?? null;
    return { sectionId, status: { ...statusOf(session, activity.get(session.id)), ...counted, paused } };
  });
}

/** Lists sections with an active session, and their students, within an agent's reach. */
export async function listWatchedSections(
  db: Database,
  reach: Reach,
): Promise<components['schemas']['WatchedSection'][]> {
  const watched = await db
    .select({ section_id: detectionSessions.sectionId, students: studentsOf(detectionSessions.sectionId) })
    .from(detectionSessions)
    .where(and(isNull(detectionSessions.endedAt), inReach(reach)))
    .orderBy(detectionSessions.sectionId);
  if (!reach.onlyMadeUp) return watched;
  return watched.map((section) => ({
    ...section,
    students: section.students.filter(({ email }) => isMadeUp({ email })),
  }));
}

/**
 * Lists active sessions in which an agent fell silent, its last refusal became too old, or nothing was heard for too long after an
 * interruption, between two moments.
 */
export async function listNewlySilent(
  db: Database,
  after: Date,
  until: Date,
): Promise<{ teacherId: number; sectionId: number; status: SessionStatus }[]> {
  const crossed = (moment: AnyPgColumn, milliseconds: number) =>
    and(gt(moment, new Date(after.getTime() - milliseconds)), lte(moment, new Date(until.getTime() - milliseconds)));
  const affected = db
    .select({ id: heardAgents.sessionId })
    .from(heardAgents)
    .where(or(crossed(heardAgents.seenAt, agentSilenceMs), crossed(heardAgents.refusedAt, refusalMilliseconds)));
  const resumed = db
    .select({ id: interruptions.sessionId })
    .from(interruptions)
    .where(crossed(interruptions.endedAt, agentSilenceMs));
  const rows = await db
    .select({ teacherId: sections.teacherId, sectionId: sections.id, ...columns })
    .from(detectionSessions)
    .innerJoin(sections, eq(detectionSessions.sectionId, sections.id))
    .where(
      and(
        isNull(detectionSessions.endedAt),
        or(inArray(detectionSessions.id, affected), inArray(detectionSessions.id, resumed)),
      ),
    );
  const activity = await readAgentActivity(db, idsOf(rows));
  return rows.map(({ teacherId, sectionId, id, ...times }) => ({
    teacherId,
    sectionId,
    status: statusOf(times, activity.get(id)),
  }));
}
