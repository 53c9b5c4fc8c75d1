import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, isMissingPartition } from '../../platform/database/database';
import {
  detectionSessions,
  detections,
  recordedEvents,
  screenshots,
  sectionStudents,
  sections,
  students,
} from '../../platform/database/schema';
import { type ErrorBody, HttpError, wrongField } from '../../platform/http/httpError';
import { readerOf } from '../../platform/http/shapes';
import { requireStorable } from '../../platform/http/storableText';
import type { Publish } from '../../platform/live/transactAndPublish';
import { normaliseEmail } from '../../platform/mail/email';
import type { components } from '../../schema';
import type { Agent, Reach } from '../agent/agent';
import { readEpoch } from '../agent/epoch';
import { type AgentSignal, type Heartbeats, inReach } from '../agent/heartbeats';
import type { RefusalReason } from '../agent/watch';
import { bounds } from '../bounds';
import { hasEmailOf } from '../section/directory';
import { isMadeUp } from '../section/madeUpStudents';
import { studentsOf } from '../section/sections';
import { incrementLogVersion, lockSections } from './logVersion';
import { MissingMonths } from './months';
import { type Picture, readPicture } from './screenshots';

type Schemas = components['schemas'];

/** How much the clocks of an agent and of the server may differ. */
const clockSkewMilliseconds = 2 * 60_000;
/** How long an event without a time of its own may have taken to arrive. */
const travelMilliseconds = 5000;
/** How long after a session's end what was seen in it may still arrive. */
const lateMilliseconds = 2 * 60_000;
/** A corrected clock that was off by more is mentioned. */
const mentionedMilliseconds = 60_000;
/** So long an agent may send an event again. */
const repetitionMilliseconds = 86_400_000;

const readShape = readerOf('DetectionEvent');

/** What an event says, once it can be read. */
interface ParsedEvent {
  eventId: string;
  sectionId: number;
  email: string;
  activityType: string;
  details: string | undefined;
  seenAt: Date;
  /** By how much that may be off. */
  offMilliseconds: number;
  /** See the column. */
  clockOffSeconds: number | null;
  screenshot: { url?: string; picture?: Picture };
}

interface Session {
  id: number;
  startedAt: Date;
  endedAt: Date | null;
}

/** An event that can be read and is refused. */
class RejectedEvent extends HttpError {
  constructor(
    readonly reason: RefusalReason,
    status: number,
    body: ErrorBody,
  ) {
    super(status, body);
  }
}

const outsideSession = (reason: RefusalReason = 'unreadable') =>
  new RejectedEvent(reason, 400, { timestamp: ['Enter when it was seen, during the session.'] });

/** Returns why an event was refused. */
export const reasonOf = (refusal: HttpError): RefusalReason =>
  refusal instanceof RejectedEvent ? refusal.reason : 'unreadable';

/** What became of an event: recorded now or before, or refused. */
export type Outcome = 'recorded' | 'repeated' | HttpError;

/** What an agent sent at once, in any shape. */
export interface Report {
  agent: Agent;
  events: unknown[];
}

/** A event, and who reports it. */
type ReportedEvent = ParsedEvent & { agent: Agent };

/** Ids of events are each agent's own. */
const keyOf = (source: string, eventId: string) => `${source}\0${eventId}`;

/**
 * Records what agents saw, inside a transaction, each event by itself, and notes that they were heard from.
 * @returns of each report what became of each of its events, in their order; the sections of which something was recorded, by teacher; and
 * what to call once the transaction has committed
 * @throws MissingMonths when there is no place yet for what was seen in a month
 */
export async function recordDetections(
  tx: Database,
  publish: Publish,
  heartbeats: Heartbeats,
  reports: Report[],
): Promise<{ outcomes: Outcome[][]; changed: ChangedSections[]; committed: () => void }> {
  const arrivedAt = new Date();
  const read = reports.map(({ agent, events }) =>
    events.map((event): ReportedEvent | HttpError => attempt(() => ({ ...parseEvent(event, arrivedAt), agent }))),
  );
  const reported = read.flat().flatMap((one) => (one instanceof HttpError ? [] : [one]));
  const before = await findRecorded(tx, reported);
  const isRecorded = ({ agent, eventId }: ReportedEvent) => before.has(keyOf(agent.name, eventId));
  const fresh = reported.filter((one) => !isRecorded(one));

  const reached = fresh.filter(({ agent, sectionId }) => reaches(agent.reach, sectionId));
  const sectionIds = [...new Set(reached.map(({ sectionId }) => sectionId))];
  if (sectionIds.length > 0) await lockSections(tx, sectionIds);
  const sessions = await lockSessions(tx, sectionIds, arrivedAt);
  const judge = await createJudge(tx, sessions, fresh, arrivedAt);
  const judged = read.map((report) =>
    report.map((one) => {
      if (one instanceof HttpError) return one;
      return isRecorded(one) ? 'repeated' : attempt(() => judge(one));
    }),
  );
  const accepted = judged.flat().flatMap((one) => (one === 'repeated' || one instanceof HttpError ? [] : [one]));
  // Of two reports of the same event at once, the later one finds it claimed here.
  const claimed = await claim(tx, accepted, arrivedAt);
  const recorded = new Set(accepted.filter(({ agent, eventId }) => claimed.delete(keyOf(agent.name, eventId))));
  const changedIds = [...new Set([...recorded].map(({ sectionId }) => sectionId))];
  if (changedIds.length > 0) await incrementLogVersion(tx, changedIds);
  await insert(tx, [...recorded], arrivedAt);
  const committed = await heartbeats.record(tx, publish, signalsOf(sessions, read.flat(), judged.flat(), recorded));
  const outcomes = judged.map((report) =>
    report.map((one) => {
      if (one === 'repeated' || one instanceof HttpError) return one;
      return recorded.has(one) ? 'recorded' : 'repeated';
    }),
  );
  return { outcomes, changed: await byTeacher(tx, changedIds), committed };
}

/** What each agent did in active sessions. Where something was recorded, what was refused beside it does not matter. */
function signalsOf(
  sessions: Map<number, Session[]>,
  reported: readonly (ReportedEvent | HttpError)[],
  judged: readonly (Accepted | 'repeated' | HttpError)[],
  recorded: ReadonlySet<Accepted>,
): AgentSignal[] {
  const signals = new Map<string, AgentSignal>();
  const add = (signal: AgentSignal) => signals.set(`${signal.sessionId} ${signal.agent}`, signal);
  for (const [index, event] of reported.entries()) {
    const refusal = judged[index];
    if (event instanceof HttpError || !(refusal instanceof HttpError)) continue;
    const session = activeOf(sessions.get(event.sectionId));
    if (session && reaches(event.agent.reach, event.sectionId))
      add({ sessionId: session.id, agent: event.agent.name, kind: reasonOf(refusal) });
  }
  for (const { agent, sectionId, sessionId } of recorded)
    if (activeOf(sessions.get(sectionId))?.id === sessionId) add({ sessionId, agent: agent.name, kind: 'recorded' });
  return [...signals.values()];
}

/** A teacher's sections of which something was recorded. */
interface ChangedSections {
  teacherId: number;
  sectionIds: number[];
}

/** What the agent is answered. */
export function reportOf(events: unknown[], outcomes: Outcome[]): Schemas['DetectionReport'] {
  return {
    recorded: outcomes.filter((outcome) => outcome === 'recorded').length,
    results: outcomes.map((outcome, index) => {
      const id = idOf(events[index]);
      if (outcome instanceof HttpError) return { id, status: outcome.status, refusal: outcome.body };
      return { id, status: outcome === 'recorded' ? 201 : 200 };
    }),
  };
}

const idOf = (event: unknown) =>
  typeof event === 'object' && event !== null && 'id' in event && typeof event.id === 'string' ? event.id : null;

function attempt<T>(work: () => T): T | HttpError {
  try {
    return work();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function parseEvent(given: unknown, arrivedAt: Date): ParsedEvent {
  const event = readShape(given);
  const { id, student_email, activity_type, details } = event;
  // The database would refuse all that came with it.
  requireStorable([id, student_email, activity_type, details]);
  return {
    eventId: id,
    sectionId: event.section_id,
    email: normaliseEmail(student_email),
    activityType: activity_type,
    details,
    ...timeOf(event, arrivedAt),
    screenshot: screenshotOf(event),
  };
}

/** Returns when an event was seen: by its epoch, else by the agent's clock, else it is taken to have just happened. */
function timeOf(
  { timestamp, epoch, elapsed_ms }: Schemas['DetectionEvent'],
  arrivedAt: Date,
): Pick<ParsedEvent, 'seenAt' | 'offMilliseconds' | 'clockOffSeconds'> {
  const told = timestamp === undefined ? undefined : new Date(timestamp);
  if (epoch === undefined || elapsed_ms === undefined) {
    // A leap second, which the contract's format allows.
    if (told && Number.isNaN(told.getTime())) throw outsideSession();
    return told
      ? { seenAt: told, offMilliseconds: clockSkewMilliseconds, clockOffSeconds: null }
      : { seenAt: arrivedAt, offMilliseconds: travelMilliseconds, clockOffSeconds: null };
  }
  const start = readEpoch(epoch);
  if (start === undefined) throw wrongField('epoch', 'Give the epoch of a heartbeat.');
  const seenAt = new Date(start + elapsed_ms);
  const off = told ? told.getTime() - seenAt.getTime() : 0;
  const isMentioned = Math.abs(off) > mentionedMilliseconds && Math.abs(off) < 2 ** 31 * 1000;
  return { seenAt, offMilliseconds: 0, clockOffSeconds: isMentioned ? Math.round(off / 1000) : null };
}

/** @returns the keys of those that were recorded before */
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

const reaches = ({ sectionIds }: Reach, sectionId: number) => sectionIds?.includes(sectionId) ?? true;

/** Judges a event by the sessions, the members and the agent's reach. The judge gives it a student and a session, or throws HttpError 400, 404 or 409. */
async function createJudge(tx: Database, sessions: Map<number, Session[]>, reported: ReportedEvent[], arrivedAt: Date) {
  const memberIds = await findMembers(tx, reported);
  const known = await findSections(
    tx,
    reported.map(({ sectionId }) => sectionId).filter((id) => !sessions.has(id)),
  );

  return (event: ReportedEvent) => {
    const { sectionId, email, seenAt } = event;
    const { reach } = event.agent;
    const held = sessions.get(sectionId);
    if (!reaches(reach, sectionId) || !(held || known.has(sectionId)))
      throw new RejectedEvent('section', 404, { detail: `Section ${sectionId} not found.` });
    const session = sessionFor(held, event, arrivedAt);
    if (!session) throw new RejectedEvent('session', 409, { detail: `Section ${sectionId} has no active session.` });
    const studentId = memberIds.get(`${sectionId} ${email}`);
    if (studentId === undefined || (reach.onlyMadeUp && !isMadeUp({ email }))) {
      throw new RejectedEvent('student', 400, {
        student_email: [`${email} is not a student of section ${sectionId}.`],
      });
    }
    // It may be of an earlier session, and sent again: that says nothing of a clock. What comes from the future does.
    if (seenAt.getTime() < session.startedAt.getTime() - clockSkewMilliseconds) throw outsideSession('earlier');
    if (seenAt.getTime() > arrivedAt.getTime() + clockSkewMilliseconds) throw outsideSession('clock');
    return { ...event, sessionId: session.id, studentId };
  };
}
type Accepted = ReturnType<Awaited<ReturnType<typeof createJudge>>>;

/** @returns those of the sections that there are */
async function findSections(tx: Database, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const existing = await tx.select({ id: sections.id }).from(sections).where(inArray(sections.id, ids));
  return new Set(existing.map(({ id }) => id));
}

/** Remembers events as recorded. @returns the keys of those that nobody had remembered */
async function claim(tx: Database, accepted: Accepted[], arrivedAt: Date): Promise<Set<string>> {
  if (accepted.length === 0) return new Set();
  const expiresAt = new Date(arrivedAt.getTime() + repetitionMilliseconds);
  const byKey = new Map(accepted.map((one) => [keyOf(one.agent.name, one.eventId), one]));
  const claimed = await tx
    .insert(recordedEvents)
    .values(
      [...byKey.entries()]
        // In one order, so that two transactions never wait for each other.
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { agent, eventId }]) => ({ source: agent.name, eventId, expiresAt })),
    )
    .onConflictDoNothing()
    .returning({ source: recordedEvents.source, eventId: recordedEvents.eventId });
  return new Set(claimed.map(({ source, eventId }) => keyOf(source, eventId)));
}

/** Inserts detections and their pictures, which know each other by ids that are made beforehand. */
async function insert(tx: Database, accepted: Accepted[], arrivedAt: Date): Promise<void> {
  if (accepted.length === 0) return;
  const next = sql<number>`nextval(pg_get_serial_sequence('detections', 'id'))::double precision`;
  const ids = await tx.select({ id: next }).from(sql`generate_series(1, ${accepted.length}::integer)`);
  const rows = accepted.map(
    (
      { agent, sectionId, sessionId, studentId, activityType, details, seenAt, clockOffSeconds, screenshot },
      index,
    ) => ({
      id: idAt(ids, index),
      source: agent.name,
      ...{ arrivedAt, sectionId, sessionId, studentId, activityType, details, seenAt, clockOffSeconds },
      screenshotUrl: screenshot.url,
      screenshotType: screenshot.picture?.type,
      change: sql`(select ${sections.logChange} from ${sections} where ${sections.id} = ${sectionId})`,
    }),
  );
  await tx
    .insert(detections)
    .overridingSystemValue()
    .values(rows)
    .catch((error: unknown) => {
      throw isMissingPartition(error) ? new MissingMonths(accepted.map(({ seenAt }) => seenAt)) : error;
    });
  const pictures = accepted.flatMap(({ seenAt, screenshot: { picture } }, index) =>
    picture ? [{ detectionId: idAt(ids, index), seenAt, bytes: picture.bytes }] : [],
  );
  if (pictures.length > 0) await tx.insert(screenshots).values(pictures);
}

function idAt(ids: { id: number }[], index: number): number {
  const made = ids[index];
  if (!made) throw new Error('The database made too few ids.');
  return made.id;
}

async function byTeacher(tx: Database, sectionIds: number[]): Promise<ChangedSections[]> {
  const { teacherId } = sections;
  return tx
    .select({ teacherId, sectionIds: sql<number[]>`json_agg(${sections.id})` })
    .from(sections)
    .where(inArray(sections.id, sectionIds))
    .groupBy(teacherId);
}

function screenshotOf({ screenshot }: Schemas['DetectionEvent']): { url?: string; picture?: Picture } {
  if (screenshot === undefined) return {};
  if (/^https:/i.test(screenshot.trim()) && URL.canParse(screenshot)) {
    // As it is kept, which may be longer than it was sent: other letters than ASCII are encoded.
    const url = screenshot.length <= bounds.addressCharacters ? new URL(screenshot).href : screenshot;
    if (url.length > bounds.addressCharacters) {
      const most = bounds.addressCharacters.toLocaleString('en');
      throw wrongField('screenshot', `Use at most ${most} characters for an address.`);
    }
    return { url };
  }
  const picture = readPicture(screenshot);
  if (picture) return { picture };
  throw wrongField('screenshot', 'Give an https address, or a data URL of a PNG, JPEG, WebP or GIF.');
}

/**
 * Holds the sessions of sections that are active or have just ended, until the transaction ends, so that none is stopped or deleted
 * half-way.
 */
async function lockSessions(tx: Database, sectionIds: number[], now: Date): Promise<Map<number, Session[]>> {
  const { id, sectionId, startedAt, endedAt } = detectionSessions;
  const held = await tx
    .select({ id, sectionId, startedAt, endedAt })
    .from(detectionSessions)
    .where(
      and(inArray(sectionId, sectionIds), or(isNull(endedAt), gt(endedAt, new Date(now.getTime() - lateMilliseconds)))),
    )
    .orderBy(asc(sectionId), asc(id))
    .for('share');
  const bySection = new Map<number, Session[]>();
  for (const session of held) bySection.set(session.sectionId, [...(bySection.get(session.sectionId) ?? []), session]);
  return bySection;
}

const activeOf = (sessions: Session[] | undefined) => sessions?.find(({ endedAt }) => endedAt === null);

/**
 * Returns the session that an event belongs to: one that just ended and was active at that time; else the active one, if it fits; else
 * the last one that fits within the tolerance of the event's time. An event dated after the end counts only if it arrives within
 * seconds of Stop, so that nobody is watched longer. An event that fits none is refused by the active session.
 */
function sessionFor(
  sessions: Session[] | undefined,
  { seenAt, offMilliseconds }: ParsedEvent,
  arrivedAt: Date,
): Session | undefined {
  const fits = (off: number, { startedAt, endedAt }: Session) =>
    seenAt.getTime() >= startedAt.getTime() - off && (endedAt === null || seenAt.getTime() <= endedAt.getTime() + off);
  const isInTime = ({ endedAt }: Session) =>
    endedAt === null || seenAt <= endedAt || arrivedAt.getTime() <= endedAt.getTime() + travelMilliseconds;
  const ended = sessions?.filter(({ endedAt }) => endedAt !== null);
  const active = activeOf(sessions);
  return (
    ended?.find((session) => fits(0, session)) ??
    (active && fits(clockSkewMilliseconds, active) ? active : undefined) ??
    ended?.findLast((session) => fits(offMilliseconds, session) && isInTime(session)) ??
    active
  );
}

/** Student ids by section and e-mail. */
async function findMembers(tx: Database, seen: { sectionId: number; email: string }[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ sectionId: sectionStudents.sectionId, studentId: students.id, email: students.email })
    .from(sectionStudents)
    .innerJoin(students, eq(students.id, sectionStudents.studentId))
    .where(
      and(
        inArray(sectionStudents.sectionId, [...new Set(seen.map(({ sectionId }) => sectionId))]),
        hasEmailOf([...new Set(seen.map(({ email }) => email))]),
      ),
    );
  return new Map(rows.map(({ sectionId, studentId, email }) => [`${sectionId} ${email}`, studentId]));
}

/** The sections within reach that have an active session, and their students within reach. */
export async function listWatchedSections(db: Database, reach: Reach): Promise<Schemas['WatchedSection'][]> {
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
