import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { heardColumns } from '../agent/hearing';
import { type Heard, refusalMilliseconds, silenceMilliseconds, unwatched, watchOf } from '../agent/watch';
import type { Database } from '../database/database';
import { detectionSessions, heardSessions, sections } from '../database/schema';
import { publish } from '../live/messages';
import type { components } from '../schema';

type SessionStatus = Required<components['schemas']['SessionStatus']>;

const isActiveIn = (sectionId: number) =>
  and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt));

/** @param startedAt of the active session, if there is one */
const statusOf = (startedAt: Date | null, heard: Heard | null): SessionStatus => ({
  is_active: startedAt !== null,
  started_at: startedAt?.toISOString() ?? null,
  ...(startedAt === null ? unwatched(false) : watchOf(heard, new Date())),
});

const known = { startedAt: detectionSessions.startedAt, heard: heardColumns };
const ofSession = eq(heardSessions.sessionId, detectionSessions.id);

/** A section's status, and whether this call changed it. */
interface Change {
  status: SessionStatus;
  isChanged: boolean;
}

/** Starts a session unless one is active, and tells the teacher's sockets. */
export async function startSession(db: Database, teacherId: number, sectionId: number): Promise<Change> {
  const [started] = await db
    .insert(detectionSessions)
    .values({ sectionId, startedAt: new Date() })
    .onConflictDoNothing()
    .returning({ startedAt: detectionSessions.startedAt });
  if (!started) return { status: await readStatus(db, sectionId), isChanged: false };
  const startedAt = started.startedAt.toISOString();
  await publish(db, { kind: 'session', teacherId, sectionId, isActive: true, startedAt });
  return { status: statusOf(started.startedAt, null), isChanged: true };
}

/** Ends the active session, if there is one, and tells the teacher's sockets. */
export async function stopSession(db: Database, teacherId: number, sectionId: number): Promise<Change> {
  const ended = await db
    .update(detectionSessions)
    .set({ endedAt: new Date() })
    .where(isActiveIn(sectionId))
    .returning({ id: detectionSessions.id });
  const isChanged = ended.length > 0;
  if (isChanged) await publish(db, { kind: 'session', teacherId, sectionId, isActive: false });
  return { status: statusOf(null, null), isChanged };
}

export async function readStatus(db: Database, sectionId: number): Promise<SessionStatus> {
  const [active] = await db
    .select(known)
    .from(detectionSessions)
    .leftJoin(heardSessions, ofSession)
    .where(isActiveIn(sectionId));
  return statusOf(active?.startedAt ?? null, active?.heard ?? null);
}

/** Of each of the teacher's sections what its session is. */
export async function listStatuses(
  db: Database,
  teacherId: number,
): Promise<{ sectionId: number; status: SessionStatus }[]> {
  const rows = await db
    .select({ sectionId: sections.id, ...known })
    .from(sections)
    .leftJoin(detectionSessions, and(eq(detectionSessions.sectionId, sections.id), isNull(detectionSessions.endedAt)))
    .leftJoin(heardSessions, ofSession)
    .where(eq(sections.teacherId, teacherId))
    .orderBy(sections.id);
  return rows.map(({ sectionId, startedAt, heard }) => ({ sectionId, status: statusOf(startedAt, heard) }));
}

/** Lists the active sessions whose agents have fallen silent between two moments, or whose last refusal stopped to matter. */
export async function listFallenSilent(
  db: Database,
  after: Date,
  until: Date,
): Promise<{ teacherId: number; sectionId: number; status: SessionStatus }[]> {
  const crossed = (moment: AnyPgColumn, milliseconds: number) =>
    and(gt(moment, new Date(after.getTime() - milliseconds)), lte(moment, new Date(until.getTime() - milliseconds)));
  const rows = await db
    .select({ teacherId: sections.teacherId, sectionId: sections.id, ...known })
    .from(detectionSessions)
    .innerJoin(sections, eq(detectionSessions.sectionId, sections.id))
    .innerJoin(heardSessions, ofSession)
    .where(
      and(
        isNull(detectionSessions.endedAt),
        or(
          crossed(heardSessions.agentsSeenAt, silenceMilliseconds),
          crossed(heardSessions.refusedAt, refusalMilliseconds),
        ),
      ),
    );
  return rows.map(({ teacherId, sectionId, startedAt, heard }) => ({
    teacherId,
    sectionId,
    status: statusOf(startedAt, heard),
  }));
}
