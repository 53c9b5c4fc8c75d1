import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import { lockActiveSessions } from '../agent/heartbeats';
import type { OwnedSection } from '../section/access';
import { lessonCodes } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';

/** Without those that look alike on a projector: 0 and O, 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 6;
/** Two lessons draw the same code about once in a billion times. */
const maxDraws = 5;

const newCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a code as it is stored, whatever its case, width, spaces, hyphens and invisible characters. */
export const normaliseCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Identifies an active lesson. */
export interface ActiveLesson extends OwnedSection {
  sessionId: number;
  /** The teacher who changes it. */
  changedBy: number;
}

/** Returns the id of a section's active lesson and keeps it from ending until the transaction does. @throws HttpError 409 without one */
export async function lockActiveLesson(tx: Database, sectionId: number): Promise<number> {
  const [sessionId] = await lockActiveSessions(tx, eq(detectionSessions.sectionId, sectionId));
  if (sessionId !== undefined) return sessionId;
  throw new HttpError(409, { detail: 'Detection is not active in this section. Start it, then let students in.' });
}

/** Returns a lesson's code, the same until it ends or is replaced. @param replaces draws another one, and the last one opens nothing */
export async function issueCode(
  tx: Database,
  { sessionId, replaces = false }: { sessionId: number; replaces?: boolean | undefined },
): Promise<{ code: string; isNew: boolean }> {
  if (replaces) await tx.delete(lessonCodes).where(eq(lessonCodes.sessionId, sessionId));
  for (let draw = 0; draw < maxDraws; draw++) {
    const code = newCode();
    const added = await tx.insert(lessonCodes).values({ sessionId, code }).onConflictDoNothing().returning();
    if (added.length > 0) return { code, isNew: true };
    const [issued] = await tx.select().from(lessonCodes).where(eq(lessonCodes.sessionId, sessionId));
    if (issued) return { code: issued.code, isNew: false };
  }
  throw new Error('No unused code was drawn.');
}
