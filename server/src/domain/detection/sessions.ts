import { and, eq, gt, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { detectionSessions, heardAgents, sections, watchedSessions } from '../../platform/database/schema';
import { notify } from '../../platform/live/events';
import type { components } from '../../schema';
import {
  type AgentActivity,
  agentStatusOf,
  noAgents,
  refusalMilliseconds,
  silenceMilliseconds,
} from '../agent/agentStatus';
import { readAgentActivity } from '../agent/heartbeats';
import { countToLookAt } from './toLookAt';

type AnySessionStatus = components['schemas']['SessionStatus'];
type SessionStatus = Required<Omit<AnySessionStatus, 'to_look_at'>> & Pick<AnySessionStatus, 'to_look_at'>;

const isActiveIn = (sectionId: number) =>
  and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt));

/** @param startedAt start of the active session, or null */
const statusOf = (startedAt: Date | null, activity: readonly AgentActivity[] = []): SessionStatus => ({
  is_active: startedAt !== null,
  started_at: startedAt?.toISOString() ?? null,
  ...(startedAt === null ? noAgents(false) : agentStatusOf(activity, new Date())),
});

const columns = { id: detectionSessions.id, startedAt: detectionSessions.startedAt };

/** A section's status, and whether this call changed it. */
interface Change {
  status: SessionStatus;
  isChanged: boolean;
}

/** Starts a session unless one is active. */
export async function startSession(db: Database, teacherId: number, sectionId: number): Promise<Change> {
  const [started] = await db
    .insert(detectionSessions)
    .values({ sectionId, startedAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: detectionSessions.id, startedAt: detectionSessions.startedAt });
  if (!started) return { status: await readStatus(db, sectionId), isChanged: false };
  await db.insert(watchedSessions).values({ sessionId: started.id });
  await deleteOldActivity(db, sectionId);
  const startedAt = started.startedAt.toISOString();
  await notify(db, { kind: 'session', teacherId, sectionId, isActive: true, startedAt });
  return { status: statusOf(started.startedAt), isChanged: true };
}

/** Deletes agents' activity in a section's ended sessions. */
async function deleteOldActivity(db: Database, sectionId: number): Promise<void> {
  const ended = db
    .select({ id: detectionSessions.id })
    .from(detectionSessions)
    .where(and(eq(detectionSessions.sectionId, sectionId), isNotNull(detectionSessions.endedAt)));
  await db.delete(heardAgents).where(inArray(heardAgents.sessionId, ended));
}

/** Ends the active session, if any. */
export async function stopSession(db: Database, teacherId: number, sectionId: number): Promise<Change> {
  const ended = await db
    .update(detectionSessions)
    .set({ endedAt: new Date() })
    .where(isActiveIn(sectionId))
    .returning({ id: detectionSessions.id });
  const isChanged = ended.length > 0;
  if (isChanged) await notify(db, { kind: 'session', teacherId, sectionId, isActive: false });
  return { status: statusOf(null), isChanged };
}

export async function readStatus(db: Database, sectionId: number): Promise<SessionStatus> {
  const [active] = await db.select(columns).from(detectionSessions).where(isActiveIn(sectionId));
  if (!active) return statusOf(null);
  return statusOf(active.startedAt, (await readAgentActivity(db, [active.id])).get(active.id));
}

/** Lists the session status of each of a teacher's sections, and how many students there are to look at. */
export async function listStatuses(
  db: Database,
  teacherId: number,
): Promise<{ sectionId: number; status: SessionStatus }[]> {
  const rows = await db
    .select({ sectionId: sections.id, ...columns })
    .from(sections)
    .leftJoin(detectionSessions, and(eq(detectionSessions.sectionId, sections.id), isNull(detectionSessions.endedAt)))
    .where(eq(sections.teacherId, teacherId))
    .orderBy(sections.id);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const activity = await readAgentActivity(db, ids);
  const toLookAt = await countToLookAt(db, ids);
  return rows.map(({ sectionId, id, startedAt }) => ({
    sectionId,
    status:
      id === null
        ? statusOf(startedAt)
        : { ...statusOf(startedAt, activity.get(id)), to_look_at: toLookAt.get(id) ?? 0 },
  }));
}

/** Lists active sessions in which an agent fell silent, or its last refusal became too old, between two moments. */
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
    .where(or(crossed(heardAgents.seenAt, silenceMilliseconds), crossed(heardAgents.refusedAt, refusalMilliseconds)));
  const rows = await db
    .select({ teacherId: sections.teacherId, sectionId: sections.id, ...columns })
    .from(detectionSessions)
    .innerJoin(sections, eq(detectionSessions.sectionId, sections.id))
    .where(and(isNull(detectionSessions.endedAt), inArray(detectionSessions.id, affected)));
  const activity = await readAgentActivity(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ teacherId, sectionId, id, startedAt }) => ({
    teacherId,
    sectionId,
    status: statusOf(startedAt, activity.get(id)),
  }));
}
