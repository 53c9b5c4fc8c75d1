import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detectionSessions, sections } from '../database/schema';
import { publish } from '../live/messages';

const isActiveIn = (sectionId: number) =>
  and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt));

/** Starts a session unless one is active, and tells the teacher's sockets. */
export async function startSession(db: Database, teacherId: number, sectionId: number): Promise<void> {
  const started = await db
    .insert(detectionSessions)
    .values({ sectionId, startedAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: detectionSessions.id });
  if (started.length > 0) await publish(db, { kind: 'session', teacherId, sectionId, isActive: true });
}

/** Ends the active session, if there is one, and tells the teacher's sockets. */
export async function stopSession(db: Database, teacherId: number, sectionId: number): Promise<void> {
  const ended = await db
    .update(detectionSessions)
    .set({ endedAt: new Date() })
    .where(isActiveIn(sectionId))
    .returning({ id: detectionSessions.id });
  if (ended.length > 0) await publish(db, { kind: 'session', teacherId, sectionId, isActive: false });
}

export async function isSessionActive(db: Database, sectionId: number): Promise<boolean> {
  const active = await db.select({ id: detectionSessions.id }).from(detectionSessions).where(isActiveIn(sectionId));
  return active.length > 0;
}

/** Of each of the teacher's sections whether its session is active. */
export async function listStatuses(
  db: Database,
  teacherId: number,
): Promise<{ sectionId: number; isActive: boolean }[]> {
  const rows = await db
    .select({ sectionId: sections.id, sessionId: detectionSessions.id })
    .from(sections)
    .leftJoin(detectionSessions, and(eq(detectionSessions.sectionId, sections.id), isNull(detectionSessions.endedAt)))
    .where(eq(sections.teacherId, teacherId))
    .orderBy(sections.id);
  return rows.map(({ sectionId, sessionId }) => ({ sectionId, isActive: sessionId !== null }));
}
