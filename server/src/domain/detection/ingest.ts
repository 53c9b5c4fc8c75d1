import type { components } from '@vigil/contract';
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, isMissingPartition } from '../../platform/database/database';
import { rowsOf } from '../../platform/database/rows';
import { readerOf } from '../../platform/http/contract';
import { normaliseEmail } from '../../platform/http/email';
import { type ErrorBody, HttpError, wrongField } from '../../platform/http/httpError';
import { requireStorable } from '../../platform/http/storableText';
import { cleanLine, cleanLines, isVisible } from '../../platform/http/visibleText';
import { type Agent, type Device, momentAfter, type Reach } from '../agent/agent';
import type { RefusalReason } from '../agent/agentStatus';
import { type AgentSignal, type Heartbeats, inReach } from '../agent/heartbeats';
import { openEpisodes } from '../attendance/tables';
import { bounds, lateMilliseconds } from '../bounds';
import type { Publish } from '../live/transactAndPublish';
import { hasEmailOf } from '../section/directory';
import { isMadeUp } from '../section/madeUpStudents';
import { type SectionsOfTeacher, sectionsByTeacher, studentsOf } from '../section/sections';
import { sectionStudents, sections, students } from '../section/tables';
import { earliestEnd, endReplaced, judgeEpisodes } from './deviceEpisodes';
import { findExcuses } from './excuses';
import { currentLogVersion, incrementLogVersion, lockSections } from './logVersion';
import { MissingMonths } from './months';
import { type Picture, readPicture } from './screenshots';
import { detectionSessions, detections, recordedEvents, screenshots } from './tables';

type Schemas = components['schemas'];

/** Tolerated difference between the clocks of an agent and the server. */
const clockSkewMilliseconds = 2 * 60_000;
/** Assumed latency of an event without a time of its own. */
const latencyMilliseconds = 5000;
/** Smallest correction of an agent's clock that is stored. */
const reportedOffsetMilliseconds = 60_000;
/** How long an event's id is remembered, so that agents may resend it. */
const resendMilliseconds = 86_400_000;

const readAgentEvent = readerOf('DetectionEvent');
const readDeviceEvent = readerOf('AttendEvent');

interface ParsedEvent {
  eventId: string;
  sectionId: number;
  email: string;
  activityType: string;
  details: string | undefined;
  seenAt: Date;
  /** Only from students' devices: when the episode ended; null while it goes on. */
  endedAt?: Date | null;
  toleranceMilliseconds: number;
  /** See `detections`. */
  clockOffSeconds: number | null;
  screenshot: { url?: string; picture?: Picture };
}

interface Session {
  id: number;
  startedAt: Date;
  endedAt: Date | null;
}

/** A valid event that is refused. */
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

export const reasonOf = (refusal: HttpError): RefusalReason =>
  refusal instanceof RejectedEvent ? refusal.reason : 'unreadable';

/** An event's outcome: recorded, recorded earlier, not recorded because the teacher has excused the student, or refused. */
export type Outcome = 'recorded' | 'repeated' | 'excused' | HttpError;

/** Events that an agent sent in one request, not yet validated. */
export interface Report {
  agent: Agent;
  events: unknown[];
}

type ReportedEvent = ParsedEvent & { agent: Agent };

/** Event ids are unique per agent. */
const keyOf = (source: string, eventId: string) => `${source}\0${eventId}`;

/**
 * Records reports, accepting or refusing each event on its own, and stores the agents' signals.
 * @returns the outcomes per report and event, in order; the sections with new detections; and a function to call after the commit
 * @throws MissingMonths when a month has no partition
 */
export async function recordDetections(
  tx: Database,
  publish: Publish,
  heartbeats: Heartbeats,
  reports: Report[],
): Promise<{ outcomes: Outcome[][]; changed: SectionsOfTeacher[]; committed: () => void }> {
  const arrivedAt = new Date();
  const read = reports.map(({ agent, events }) =>
    events.map((event): ReportedEvent | HttpError =>
      attempt(() => {
        const parsed = agent.device ? parseDeviceEvent(event, agent.device, arrivedAt) : parseEvent(event, arrivedAt);
        return { ...parsed, agent };
      }),
    ),
  );
  const reported = read.flat().flatMap((one) => (one instanceof HttpError ? [] : [one]));
  const before = await findRecorded(tx, reported);
  const isRecorded = ({ agent, eventId }: ReportedEvent) => before.has(keyOf(agent.name, eventId));
  // A device sends an event again when the episode has ended.
  const fresh = reported.filter((one) => !isRecorded(one) || one.endedAt);

  const reached = fresh.filter(({ agent, sectionId }) => reaches(agent.reach, sectionId));
  const sectionIds = [...new Set(reached.map(({ sectionId }) => sectionId))];
  if (sectionIds.length > 0) await lockSections(tx, sectionIds);
  const sessions = await lockSessions(tx, sectionIds, arrivedAt);
  const judge = await createJudge(tx, sessions, fresh, arrivedAt);
  const judged = read.map((report) =>
    report.map((one) => {
      if (one instanceof HttpError) return one;
      if (!isRecorded(one)) return attempt(() => judge(one));
      // What began before an excuse may end during it.
      const end = one.endedAt ? attempt(() => judge(one)) : 'repeated';
      return end instanceof HttpError ? 'repeated' : end;
    }),
  );
  const accepted = judged.flat().flatMap((one) => (isSettled(one) ? [] : [one]));
  // When two transactions report the same event, only the first one claims it.
  const claimed = await claim(tx, accepted, arrivedAt);
  const recorded = new Set(accepted.filter(({ agent, eventId }) => claimed.delete(keyOf(agent.name, eventId))));
  const { refused, replaced } = await judgeEpisodes(tx, accepted, (one) => recorded.has(one));
  for (const one of refused.keys()) recorded.delete(one);
  await unclaim(tx, [...refused.keys()]);
  const ending = accepted.filter((one) => !recorded.has(one) && !refused.has(one) && one.endedAt);
  const changedIds = [...new Set([...recorded, ...ending].map(({ sectionId }) => sectionId))];
  if (changedIds.length > 0) await incrementLogVersion(tx, changedIds);
  await insert(tx, [...recorded], arrivedAt);
  await endReplaced(tx, replaced, currentLogVersion);
  const ended = await endEpisodes(tx, ending);
  const committed = await heartbeats.record(tx, publish, signalsOf(sessions, read.flat(), judged.flat(), recorded));
  const outcomes = judged.map((report) =>
    report.map((one) => {
      if (isSettled(one)) return one;
      const refusal = refused.get(one);
      if (refusal) return refusal;
      return recorded.has(one) || ended.delete(one.eventId) ? 'recorded' : 'repeated';
    }),
  );
  return { outcomes, changed: await sectionsByTeacher(tx, inArray(sections.id, changedIds)), committed };
}

/** An event with which nothing remains to be done. */
const isSettled = (one: Accepted | Exclude<Outcome, 'recorded'>): one is Exclude<Outcome, 'recorded'> =>
  typeof one === 'string' || one instanceof HttpError;

/** Returns one signal per agent and active session. A recorded event outweighs refused ones. */
function signalsOf(
  sessions: Map<number, Session[]>,
  reported: readonly (ReportedEvent | HttpError)[],
  judged: readonly (Accepted | Exclude<Outcome, 'recorded'>)[],
  recorded: ReadonlySet<Accepted>,
): AgentSignal[] {
  const signals = new Map<string, AgentSignal>();
  const add = (signal: AgentSignal) => signals.set(`${signal.sessionId} ${signal.agent}`, signal);
  for (const [index, event] of reported.entries()) {
    const refusal = judged[index];
    if (event instanceof HttpError || !(refusal instanceof HttpError)) continue;
    // One student could make all devices of the lesson look refused.
    if (event.agent.device) continue;
    const session = activeOf(sessions.get(event.sectionId));
    if (session && reaches(event.agent.reach, event.sectionId))
      add({ sessionId: session.id, agent: event.agent.name, kind: reasonOf(refusal) });
  }
  for (const { agent, sectionId, sessionId } of recorded)
    if (activeOf(sessions.get(sectionId))?.id === sessionId) add({ sessionId, agent: agent.name, kind: 'recorded' });
  return [...signals.values()];
}

/** Builds the answer to an agent. */
export function reportOf(events: unknown[], outcomes: Outcome[]): Schemas['DetectionReport'] {
  return {
    recorded: outcomes.filter((outcome) => outcome === 'recorded').length,
    results: outcomes.map((outcome, index) => {
      const event = events[index];
      const id = v.is(WithId, event) ? event.id : null;
      if (outcome instanceof HttpError) return { id, status: outcome.status, refusal: outcome.body };
      if (outcome === 'excused') return { id, status: 200, excused: true };
      return { id, status: outcome === 'recorded' ? 201 : 200 };
    }),
  };
}

const WithId = v.object({ id: v.string() });

function attempt<T>(work: () => T): T | HttpError {
  try {
    return work();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function parseEvent(value: unknown, arrivedAt: Date): ParsedEvent {
  const event = readAgentEvent(value);
  const { id, student_email, activity_type, details } = event;
  // One NUL makes PostgreSQL reject the whole batch.
  requireStorable([id, student_email, activity_type, details]);
  const activityType = cleanLine(activity_type);
  if (!isVisible(activityType)) throw wrongField('activity_type', 'This field is required.');
  return {
    eventId: id,
    sectionId: event.section_id,
    email: normaliseEmail(student_email),
    activityType,
    details: details === undefined ? undefined : cleanLines(details),
    ...timeOf(event, arrivedAt),
    screenshot: screenshotOf(event),
  };
}

/** Parses an event of a student's device, which is about that student and lesson whatever it says. */
function parseDeviceEvent(value: unknown, device: Device, arrivedAt: Date): ParsedEvent {
  const { id, activity_type, epoch, elapsed_ms, ended_elapsed_ms, screenshot } = readDeviceEvent(value);
  requireStorable([id]);
  if (ended_elapsed_ms !== undefined && ended_elapsed_ms < elapsed_ms)
    throw wrongField('ended_elapsed_ms', 'This must not be before elapsed_ms.');
  return {
    ...timeOf({ epoch, elapsed_ms }, arrivedAt),
    eventId: `${device.attendanceId} ${id}`,
    sectionId: device.sectionId,
    email: device.studentEmail,
    activityType: activity_type,
    details: undefined,
    endedAt: ended_elapsed_ms === undefined ? null : requireMoment(epoch, ended_elapsed_ms),
    screenshot: screenshotOf({ screenshot }),
  };
}

/** @throws HttpError 400 unless there is such a moment */
function requireMoment(epoch: string, elapsedMilliseconds: number): Date {
  const moment = momentAfter(epoch, elapsedMilliseconds);
  if (moment) return moment;
  throw wrongField('epoch', 'Give the epoch of a heartbeat.');
}

/** Determines when an event was seen: by its epoch, else by the agent's clock, else by its arrival. */
function timeOf(
  { timestamp, epoch, elapsed_ms }: Pick<Schemas['DetectionEvent'], 'timestamp' | 'epoch' | 'elapsed_ms'>,
  arrivedAt: Date,
): Pick<ParsedEvent, 'seenAt' | 'toleranceMilliseconds' | 'clockOffSeconds'> {
  const stated = timestamp === undefined ? undefined : new Date(timestamp);
  if (epoch === undefined || elapsed_ms === undefined) {
    // A leap second, which the contract's format allows.
    if (stated && Number.isNaN(stated.getTime())) throw outsideSession();
    return stated
      ? { seenAt: stated, toleranceMilliseconds: clockSkewMilliseconds, clockOffSeconds: null }
      : { seenAt: arrivedAt, toleranceMilliseconds: latencyMilliseconds, clockOffSeconds: null };
  }
  const seenAt = requireMoment(epoch, elapsed_ms);
  const off = stated ? stated.getTime() - seenAt.getTime() : 0;
  const isReported = Math.abs(off) > reportedOffsetMilliseconds && Math.abs(off) < 2 ** 31 * 1000;
  return { seenAt, toleranceMilliseconds: 0, clockOffSeconds: isReported ? Math.round(off / 1000) : null };
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

const reaches = ({ sectionIds }: Reach, sectionId: number) => sectionIds?.includes(sectionId) ?? true;

/** Returns a function that assigns an event its student and session, or throws HttpError 400, 404 or 409. */
async function createJudge(tx: Database, sessions: Map<number, Session[]>, reported: ReportedEvent[], arrivedAt: Date) {
  const memberIds = await findMembers(tx, reported);
  const known = await findSections(
    tx,
    reported.map(({ sectionId }) => sectionId).filter((id) => !sessions.has(id)),
  );

  const isExcused = await findExcuses(
    tx,
    [...sessions.values()].flatMap((ofSection) => ofSection.map(({ id }) => id)),
  );

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
type Accepted = Exclude<ReturnType<Awaited<ReturnType<typeof createJudge>>>, 'excused'>;

/** @returns the ids that exist */
async function findSections(tx: Database, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const existing = await tx.select({ id: sections.id }).from(sections).where(inArray(sections.id, ids));
  return new Set(existing.map(({ id }) => id));
}

/** Stores the events' ids. @returns the keys of events whose ids were not stored yet */
async function claim(tx: Database, accepted: Accepted[], arrivedAt: Date): Promise<Set<string>> {
  if (accepted.length === 0) return new Set();
  const expiresAt = new Date(arrivedAt.getTime() + resendMilliseconds);
  const byKey = new Map(accepted.map((one) => [keyOf(one.agent.name, one.eventId), one]));
  const claimed = await tx
    .insert(recordedEvents)
    .values(
      [...byKey.entries()]
        // A fixed order prevents deadlocks.
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { agent, eventId }]) => ({ source: agent.name, eventId, expiresAt })),
    )
    .onConflictDoNothing()
    .returning({ source: recordedEvents.source, eventId: recordedEvents.eventId });
  return new Set(claimed.map(({ source, eventId }) => keyOf(source, eventId)));
}

/** Forgets the ids of events that are refused after all, so that another try is refused as well. */
async function unclaim(tx: Database, refused: readonly Accepted[]): Promise<void> {
  if (refused.length === 0) return;
  const { source, eventId } = recordedEvents;
  const isRefused = ({ agent, ...one }: Accepted) => and(eq(source, agent.name), eq(eventId, one.eventId));
  await tx.delete(recordedEvents).where(or(...refused.map(isRefused)));
}

/** Inserts detections and their pictures, with ids generated beforehand to link the two. */
async function insert(tx: Database, accepted: Accepted[], arrivedAt: Date): Promise<void> {
  if (accepted.length === 0) return;
  const next = sql<number>`nextval(pg_get_serial_sequence('detections', 'id'))::double precision`;
  const ids = await tx.select({ id: next }).from(sql`generate_series(1, ${accepted.length}::integer)`);
  const rows = accepted.map(
    (
      { agent, sectionId, sessionId, studentId, activityType, details, seenAt, endedAt, clockOffSeconds, screenshot },
      index,
    ) => ({
      id: idAt(ids, index),
      source: agent.name,
      attendanceId: agent.device?.attendanceId,
      ...{ arrivedAt, sectionId, sessionId, studentId, activityType, details, seenAt, endedAt, clockOffSeconds },
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
  const open = accepted.flatMap(({ agent: { device }, eventId, seenAt, endedAt }, index) =>
    device && !endedAt ? [{ eventId, attendanceId: device.attendanceId, detectionId: idAt(ids, index), seenAt }] : [],
  );
  if (open.length > 0) await tx.insert(openEpisodes).values(open);
}

/** Adds the ends of episodes that were recorded without. @returns the ids of the events whose episodes ended now */
async function endEpisodes(tx: Database, ending: readonly Accepted[]): Promise<Set<string>> {
  if (ending.length === 0) return new Set();
  const given = ending.map(({ eventId, endedAt }) => ({ eventId, endedAt }));
  // The limit tells the planner how few there are. It would expect a hundred, and read all detections for them.
  const ended = await rowsOf(
    tx,
    v.object({ eventId: v.string() }),
    sql`
      with given as (
        select distinct on ("eventId") * from json_to_recordset(${JSON.stringify(given)}::json)
          as given("eventId" text, "endedAt" timestamptz)
        limit ${given.length}
      ), closed as (
        delete from ${openEpisodes} using given where ${openEpisodes.eventId} = given."eventId"
        returning given.*, ${openEpisodes.detectionId}, ${openEpisodes.seenAt}
      )
      update ${detections} set
        ended_at = greatest(closed."endedAt", ${earliestEnd}),
        change = ${currentLogVersion}
      from closed where ${detections.id} = closed.detection_id and ${detections.seenAt} = closed.seen_at
      returning closed."eventId"`,
  );
  return new Set(ended.map(({ eventId }) => eventId));
}

function idAt(ids: { id: number }[], index: number): number {
  const row = ids[index];
  if (!row) throw new Error('The database generated too few ids.');
  return row.id;
}

function screenshotOf({ screenshot }: { screenshot?: string | undefined }): { url?: string; picture?: Picture } {
  if (screenshot === undefined) return {};
  if (/^https:/i.test(screenshot.trim()) && URL.canParse(screenshot)) {
    // Measured as stored: encoding non-ASCII characters makes it longer.
    const url = screenshot.length <= bounds.addressCharacters ? new URL(screenshot).href : screenshot;
    if (url.length > bounds.addressCharacters) {
      const max = bounds.addressCharacters.toLocaleString('en');
      throw wrongField('screenshot', `Use at most ${max} characters for an address.`);
    }
    return { url };
  }
  const picture = readPicture(screenshot);
  if (picture) return { picture };
  throw wrongField('screenshot', 'Give an https address, or a data URL of a PNG, JPEG, WebP or GIF.');
}

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

const activeOf = (sessions: Session[] | undefined) => sessions?.find(({ endedAt }) => endedAt === null);

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

/** Lists sections with an active session, and their students, within an agent's reach. */
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
