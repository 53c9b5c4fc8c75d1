import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detectionSessions, heardSessions, sections } from '../database/schema';
import { publish } from '../live/messages';
import type { components } from '../schema';

type SessionStatus = Required<components['schemas']['SessionStatus']>;

const isActiveIn = (sectionId: number) =>
  and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt));

/** @param startedAt of the active session, if there is one */
const statusOf = (startedAt: Date | null, agentsSeenAt: Date | null): SessionStatus => ({
  is_active: startedAt !== null,
  started_at: startedAt?.toISOString() ?? null,
  agents_seen_at: agentsSeenAt?.toISOString() ?? null,
});

const times = { startedAt: detectionSessions.startedAt, agentsSeenAt: heardSessions.agentsSeenAt };
const ofSession = eq(heardSessions.sessionId, detectionSessions.id);

/** Starts a session unless one is active, and tells the teacher's sockets. */
export async function startSession(db: Database, teacherId: number, sectionId: number): Promise<SessionStatus> {
  const [started] = await db
    .insert(detectionSessions)
    .values({ sectionId, startedAt: new Date() })
    .onConflictDoNothing()
    .returning({ startedAt: detectionSessions.startedAt });
  if (!started) return readStatus(db, sectionId);
  const startedAt = started.startedAt.toISOString();
  await publish(db, { kind: 'session', teacherId, sectionId, isActive: true, startedAt });
  return statusOf(started.startedAt, null);
}

/** Ends the active session, if there is one, and tells the teacher's sockets. */
export async function stopSession(db: Database, teacherId: number, sectionId: number): Promise<SessionStatus> {
  const ended = await db
    .update(detectionSessions)
    .set({ endedAt: new Date() })
    .where(isActiveIn(sectionId))
    .returning({ id: detectionSessions.id });
  if (ended.length > 0) await publish(db, { kind: 'session', teacherId, sectionId, isActive: false });
  return statusOf(null, null);
}

export async function readStatus(db: Database, sectionId: number): Promise<SessionStatus> {
  const [active] = await db
    .select(times)
    .from(detectionSessions)
    .leftJoin(heardSessions, ofSession)
    .where(isActiveIn(sectionId));
  return statusOf(active?.startedAt ?? null, active?.agentsSeenAt ?? null);
}

/** Of each of the teacher's sections what its session is. */
export async function listStatuses(
  db: Database,
  teacherId: number,
): Promise<{ sectionId: number; status: SessionStatus }[]> {
  const rows = await db
    .select({ sectionId: sections.id, ...times })
    .from(sections)
    .leftJoin(detectionSessions, and(eq(detectionSessions.sectionId, sections.id), isNull(detectionSessions.endedAt)))
    .leftJoin(heardSessions, ofSession)
    .where(eq(sections.teacherId, teacherId))
    .orderBy(sections.id);
  return rows.map(({ sectionId, startedAt, agentsSeenAt }) => ({
    sectionId,
    status: statusOf(startedAt, agentsSeenAt),
  }));
}
