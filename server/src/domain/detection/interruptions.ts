import type { components } from '@vigil/contract';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { cleanLine } from '../../platform/http/visibleText';
import { interruptions } from '../tables/detection';

type Pause = components['schemas']['Pause'];

const isCurrent = (sessionId: number) => and(eq(interruptions.sessionId, sessionId), isNull(interruptions.endedAt));

/** Pauses a lesson. @returns whether it was not paused */
export async function beginPause(tx: Database, sessionId: number, reason: string): Promise<boolean> {
  const pause = { sessionId, reason: cleanLine(reason), startedAt: new Date() };
  return (await tx.insert(interruptions).values(pause).onConflictDoNothing().returning()).length > 0;
}

/** Ends the pause of a lesson, also of one that has ended meanwhile. @returns whether it was paused */
export const endPause = async (tx: Database, sessionId: number, now: Date): Promise<boolean> =>
  (await tx.update(interruptions).set({ endedAt: now }).where(isCurrent(sessionId)).returning()).length > 0;

/** Returns the current pauses of active lessons, by lesson. */
export async function readPauses(db: Database, sessionIds: readonly number[]): Promise<ReadonlyMap<number, Pause>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(interruptions)
    .where(and(inArray(interruptions.sessionId, [...sessionIds]), isNull(interruptions.endedAt)));
  return new Map(
    rows.map(({ sessionId, reason, startedAt }) => [
      sessionId,
      { reason: reason ?? '', since: startedAt.toISOString() },
    ]),
  );
}

/** Lists what interrupted lessons, in order. */
export const listInterruptions = (db: Database, sessionIds: readonly number[]) =>
  db
    .select()
    .from(interruptions)
    .where(inArray(interruptions.sessionId, [...sessionIds]))
    .orderBy(asc(interruptions.startedAt));

export type Interruption = Awaited<ReturnType<typeof listInterruptions>>[number];

/** Returns whether something happened during an interruption. */
export const isDuring = ({ startedAt, endedAt }: Interruption, at: Date): boolean =>
  startedAt <= at && (endedAt === null || at < endedAt);
