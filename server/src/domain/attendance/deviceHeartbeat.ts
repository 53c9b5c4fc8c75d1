import type { components } from '@vigil/contract';
import { isLanguage } from '@vigil/languages';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context';
import { batched } from '../../platform/database/batched';
import type { Database } from '../../platform/database/database';
import { anyOf } from '../../platform/database/rows';
import { cleanLine } from '../../platform/http/visibleText';
import { type AgentSignal, type Heartbeats, lockActiveSessions } from '../agent/heartbeats';
import { lateMilliseconds } from '../bounds';
import { isOffline } from '../detection/silence';
import type { TransactAndPublish } from '../live/transactAndPublish';
import { attendances } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';
import { students } from '../tables/section';
import { nameOf } from './deviceReport';
import { endSpans, follow, pastOf, storeSpans, throttleMilliseconds } from './spans';
import type { TokenHolder } from './tokens';

type Schemas = components['schemas'];

/** Returns what a device is told about its attendance. */
function stateFor({ attendance: { status }, lesson }: TokenHolder): Schemas['AttendHeartbeat']['state'] {
  // Also after the lesson: what ended the attendance first is why.
  if (status === 'taken over') return 'taken_over';
  if (status === 'refused') return 'refused';
  return lesson.endedAt !== null || status === 'left' ? 'ended' : status;
}

/** Returns a function that stores a device's heartbeat, and returns what the device is told about its attendance. */
export function createStoreHeartbeat(
  { db, transactAndPublish }: Pick<Context, 'db' | 'transactAndPublish'>,
  heartbeats: Heartbeats,
) {
  const storing = { transactAndPublish, storeHeard: createStoreHeard(db) };
  const noteWatched = createNoteWatched(transactAndPublish, heartbeats);
  return async (holder: TokenHolder, reported: Schemas['AttendeeState']) => {
    const state = stateFor(holder);
    if (state === 'knocking' || state === 'admitted') await storeState(storing, holder, reported);
    else await storeLastPeriods(transactAndPublish, holder, reported);
    if (state === 'admitted' && reported.state === 'watching') await noteWatched(holder);
    if (state === 'admitted') await storeLanguage(db, holder, reported.language);
    return state;
  };
}

/** Returns a function that stores the time of a heartbeat without news, many at a time. */
const createStoreHeard = (db: Database) =>
  batched(async (ids: number[]) => {
    const isHeard = and(inArray(attendances.id, ids), inArray(attendances.status, ['knocking', 'admitted']));
    // In one order for all instances.
    const locked = db.select({ id: attendances.id }).from(attendances).where(isHeard).orderBy(attendances.id);
    await db
      .update(attendances)
      .set({ heardAt: new Date() })
      .where(sql`${attendances.id} = ${anyOf(locked.for('no key update'))}`);
    return ids;
  });

interface Storing {
  transactAndPublish: TransactAndPublish;
  storeHeard(attendanceId: number): Promise<unknown>;
}

/** Stores a device's state, and publishes when it changes. */
async function storeState(
  { transactAndPublish, storeHeard }: Storing,
  { attendance, section, teacher }: TokenHolder,
  reported: Schemas['AttendeeState'],
): Promise<void> {
  const now = new Date();
  const isAdmitted = attendance.status === 'admitted';
  const watch = isAdmitted && reported.state !== 'waiting' ? reported.state : null;
  const past = isAdmitted ? pastOf(reported.past) : [];
  const reason = watch === 'paused' ? cleanLine(reported.reason ?? '') : '';
  const sendsPictures = isAdmitted && reported.sends_pictures === true;
  const isNews =
    watch !== attendance.watch ||
    reason !== attendance.reason ||
    sendsPictures !== attendance.sendsPictures ||
    past.length > 0 ||
    isOffline(attendance.heardAt, now);
  if (isNews) {
    await transactAndPublish(async ({ tx, publish }) => {
      // Not if the teacher has just decided.
      const isThis = and(eq(attendances.id, attendance.id), eq(attendances.status, attendance.status));
      const [known] = await tx.select().from(attendances).where(isThis).for('no key update');
      if (!known) return;
      const isNewState = watch !== known.watch || isOffline(known.heardAt, now);
      const { ended, since } = follow(known, { watch, past }, now);
      await storeSpans(tx, known.id, ended);
      await tx
        .update(attendances)
        .set({ watch, reason, sendsPictures, heardAt: now, ...((isNewState || ended.length > 0) && { since }) })
        .where(isThis);
      await publish({ kind: 'attendanceChanged', teacherId: teacher.id, sectionId: section.id });
    });
  } else if (now.getTime() - attendance.heardAt.getTime() >= throttleMilliseconds) await storeHeard(attendance.id);
}

/** Stores the language in which a student reads the page. Only of admitted devices: anybody can knock under a name. */
async function storeLanguage(
  db: Database,
  { attendance: { studentId }, studentLanguage }: TokenHolder,
  language: string | undefined,
): Promise<void> {
  if (studentId === null || language === undefined || language === studentLanguage || !isLanguage(language)) return;
  await db.update(students).set({ language }).where(eq(students.id, studentId));
}

/** Stores what a device did until the end of its lesson, if it was offline then and is back in time. */
async function storeLastPeriods(
  transactAndPublish: TransactAndPublish,
  { attendance, lesson: { endedAt } }: TokenHolder,
  reported: Schemas['AttendeeState'],
): Promise<void> {
  const past = pastOf(reported.past);
  if (endedAt === null || past.length === 0 || Date.now() - endedAt.getTime() > lateMilliseconds) return;
  await transactAndPublish(async ({ tx }) => {
    const isThis = and(eq(attendances.id, attendance.id), eq(attendances.status, 'admitted'));
    const [known] = await tx.select().from(attendances).where(isThis).for('no key update');
    if (!known || known.heardAt >= endedAt) return;
    const { ended } = follow(known, { watch: null, past }, endedAt);
    await storeSpans(tx, known.id, ended);
    await tx.update(attendances).set({ since: endedAt, heardAt: endedAt }).where(isThis);
  });
}

/** Returns a function that notes that a device's lesson is watched, as an agent's heartbeat does: many at a time. */
function createNoteWatched(
  transactAndPublish: TransactAndPublish,
  heartbeats: Heartbeats,
): (holder: TokenHolder) => Promise<void> {
  const note = batched(async (signals: AgentSignal[]) => {
    const different = new Map(signals.map((signal) => [`${signal.sessionId} ${signal.agent}`, signal]));
    // A class calls at once: the batch before may have noted its lesson.
    const due = [...different.values()].filter(heartbeats.isDue);
    if (due.length > 0) await record(due);
    return signals;
  });

  async function record(signals: AgentSignal[]): Promise<void> {
    const ids = signals.map(({ sessionId }) => sessionId);
    const committed = await transactAndPublish(async (publishing) => {
      const active = new Set(await lockActiveSessions(publishing.tx, inArray(detectionSessions.id, ids)));
      return heartbeats.record(
        publishing,
        signals.filter(({ sessionId }) => active.has(sessionId)),
      );
    });
    committed();
  }

  return async (holder) => {
    const signal: AgentSignal = { sessionId: holder.attendance.sessionId, agent: nameOf(holder), kind: 'heartbeat' };
    if (heartbeats.isDue(signal)) await note(signal);
  };
}

/** Ends a device's attendance. Its token reads the receipt; those still at the door are forgotten with theirs. */
export async function leave(tx: Database, { attendance: { id, status } }: TokenHolder): Promise<void> {
  const isAs = (one: typeof status) => and(eq(attendances.id, id), eq(attendances.status, one));
  await tx.delete(attendances).where(isAs('knocking'));
  const now = new Date();
  await endSpans(tx, isAs('admitted'), now);
  await tx.update(attendances).set({ status: 'left', reason: '', since: now }).where(isAs('admitted'));
}
