import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { normaliseEmail } from '../account/teachers';
import type { Agent, Reach } from '../agent/agent';
import { type Hearing, inReach } from '../agent/hearing';
import { type Database, isMissingPartition } from '../database/database';
import {
  detectionSessions,
  detections,
  recordedEvents,
  screenshots,
  sectionStudents,
  sections,
  students,
} from '../database/schema';
import { notFound, Refusal, wrongField } from '../http/refusal';
import { readerOf } from '../http/shapes';
import type { Tell } from '../memory/change';
import type { components } from '../schema';
import { isMadeUp } from '../section/madeUpStudents';
import { studentsOf } from '../section/sections';
import { beginChange } from './changes';
import { MissingMonths } from './months';
import { type Picture, readPicture } from './screenshots';

type Schemas = components['schemas'];

/** How much the clocks of an agent and of the server may differ. */
const clockSkewMilliseconds = 2 * 60_000;
/** So long an agent may send an event again. */
const repetitionMilliseconds = 86_400_000;

const readShape = readerOf('DetectionEvent');

/** What an event says, once it can be read. */
interface Sighting {
  eventId: string;
  sectionId: number;
  email: string;
  activityType: string;
  details: string | undefined;
  seenAt: Date;
  screenshot: { url?: string; picture?: Picture };
}

interface Session {
  id: number;
  startedAt: Date;
}

/** What became of an event: recorded now or before, or refused. */
type Outcome = 'recorded' | 'repeated' | Refusal;

/**
 * Records what an agent saw, inside a transaction, each event by itself, and notes that the agent was heard from.
 * @param events in any shape
 * @returns what became of each, in their order, and the sections of which something was recorded, by teacher
 * @throws MissingMonths when there is no place yet for what was seen in a month
 */
export async function recordDetections(
  tx: Database,
  tell: Tell,
  hearing: Hearing,
  agent: Agent,
  events: unknown[],
): Promise<{ outcomes: Outcome[]; changed: Recorded[] }> {
  const arrivedAt = new Date();
  const read = events.map((event) => attempt(() => readSighting(event, arrivedAt)));
  const sightings = read.flatMap((one) => (one instanceof Refusal ? [] : [one]));
  const before = await findRecorded(tx, agent.name, sightings);
  const fresh = sightings.filter(({ eventId }) => !before.has(eventId));

  const sectionIds = [...new Set(fresh.map(({ sectionId }) => sectionId))].filter((id) => reaches(agent.reach, id));
  if (sectionIds.length > 0) await beginChange(tx, sectionIds);
  const sessions = await lockActiveSessions(tx, sectionIds);
  const judge = await createJudge(tx, agent.reach, sessions, fresh, arrivedAt);
  const judged = read.map((one) => {
    if (one instanceof Refusal) return one;
    return before.has(one.eventId) ? 'repeated' : attempt(() => judge(one));
  });
  const accepted = judged.flatMap((one) => (one === 'repeated' || one instanceof Refusal ? [] : [one]));
  // Of two reports of the same event at once, the later one finds it claimed here.
  const claimed = await claim(tx, agent.name, accepted, arrivedAt);
  const recorded = new Set(accepted.filter(({ eventId }) => claimed.delete(eventId)));
  await insert(tx, [...recorded], { source: agent.name, arrivedAt });
  await hearing.note(
    tx,
    tell,
    [...sessions.values()].map(({ id }) => id),
  );
  const outcomes = judged.map((one) => {
    if (one === 'repeated' || one instanceof Refusal) return one;
    return recorded.has(one) ? 'recorded' : 'repeated';
  });
  return { outcomes, changed: await byTeacher(tx, [...new Set([...recorded].map(({ sectionId }) => sectionId))]) };
}

/** A teacher's sections of which something was recorded. */
interface Recorded {
  teacherId: number;
  sectionIds: number[];
}

/** What the agent is answered. */
export function reportOf(events: unknown[], outcomes: Outcome[]): Schemas['DetectionReport'] {
  return {
    recorded: outcomes.filter((outcome) => outcome === 'recorded').length,
    results: outcomes.map((outcome, index) => {
      const id = idOf(events[index]);
      if (outcome instanceof Refusal) return { id, status: outcome.status, refusal: outcome.body };
      return { id, status: outcome === 'recorded' ? 201 : 200 };
    }),
  };
}

const idOf = (event: unknown) =>
  typeof event === 'object' && event !== null && 'id' in event && typeof event.id === 'string' ? event.id : null;

function attempt<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function readSighting(given: unknown, arrivedAt: Date): Sighting {
  const event = readShape(given);
  const { id, student_email, activity_type, details = '' } = event;
  // The database would refuse all that came with it.
  if ([id, student_email, activity_type, details].some((text) => text.includes('\0'))) {
    throw new Refusal(400, { detail: 'The text has a character that cannot be kept.' });
  }
  return {
    eventId: id,
    sectionId: event.section_id,
    email: normaliseEmail(student_email),
    activityType: activity_type,
    details: event.details,
    seenAt: event.timestamp === undefined ? arrivedAt : new Date(event.timestamp),
    screenshot: screenshotOf(event),
  };
}

/** @returns the ids of those that were recorded before */
async function findRecorded(tx: Database, source: string, sightings: Sighting[]): Promise<Set<string>> {
  const ids = sightings.map(({ eventId }) => eventId);
  const rows = await tx
    .select({ eventId: recordedEvents.eventId })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.source, source), inArray(recordedEvents.eventId, ids)));
  return new Set(rows.map(({ eventId }) => eventId));
}

const reaches = ({ sectionIds }: Reach, sectionId: number) => sectionIds?.includes(sectionId) ?? true;

/** Judges a sighting by the sessions, the members and the reach. The judge gives it a student and a session, or throws Refusal 400, 404 or 409. */
async function createJudge(
  tx: Database,
  reach: Reach,
  sessions: Map<number, Session>,
  sightings: Sighting[],
  arrivedAt: Date,
) {
  const memberIds = await findMembers(tx, sightings);
  const inactive = sightings.map(({ sectionId }) => sectionId).filter((id) => !sessions.has(id));
  const existing = await tx.select({ id: sections.id }).from(sections).where(inArray(sections.id, inactive));
  const known = new Set(existing.map(({ id }) => id));

  return (sighting: Sighting) => {
    const { sectionId, email, seenAt } = sighting;
    const session = sessions.get(sectionId);
    if (!session) {
      if (!known.has(sectionId) || !reaches(reach, sectionId)) throw notFound(`Section ${sectionId}`);
      throw new Refusal(409, { detail: `Section ${sectionId} has no active session.` });
    }
    const studentId = memberIds.get(`${sectionId} ${email}`);
    if (studentId === undefined || (reach.onlyMadeUp && !isMadeUp({ email }))) {
      throw wrongField('student_email', `${email} is not a student of section ${sectionId}.`);
    }
    const earliest = session.startedAt.getTime() - clockSkewMilliseconds;
    const latest = arrivedAt.getTime() + clockSkewMilliseconds;
    if (!(seenAt.getTime() >= earliest && seenAt.getTime() <= latest)) {
      throw wrongField('timestamp', 'Enter when it was seen, during the session.');
    }
    return { ...sighting, sessionId: session.id, studentId };
  };
}
type Accepted = ReturnType<Awaited<ReturnType<typeof createJudge>>>;

/** Remembers events as recorded. @returns the ids of those that nobody had remembered */
async function claim(tx: Database, source: string, accepted: Accepted[], arrivedAt: Date): Promise<Set<string>> {
  if (accepted.length === 0) return new Set();
  const expiresAt = new Date(arrivedAt.getTime() + repetitionMilliseconds);
  const claimed = await tx
    .insert(recordedEvents)
    // In one order, so that two reports never wait for each other.
    .values(
      [...new Set(accepted.map(({ eventId }) => eventId))].sort().map((eventId) => ({ source, eventId, expiresAt })),
    )
    .onConflictDoNothing()
    .returning({ eventId: recordedEvents.eventId });
  return new Set(claimed.map(({ eventId }) => eventId));
}

/** Inserts detections and their pictures, which know each other by ids that are made beforehand. */
async function insert(tx: Database, accepted: Accepted[], by: { source: string; arrivedAt: Date }): Promise<void> {
  if (accepted.length === 0) return;
  const next = sql<number>`nextval(pg_get_serial_sequence('detections', 'id'))::double precision`;
  const ids = await tx.select({ id: next }).from(sql`generate_series(1, ${accepted.length}::integer)`);
  const rows = accepted.map(
    ({ sectionId, sessionId, studentId, activityType, details, seenAt, screenshot }, index) => ({
      ...by,
      id: idAt(ids, index),
      ...{ sectionId, sessionId, studentId, activityType, details, seenAt },
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

async function byTeacher(tx: Database, sectionIds: number[]): Promise<Recorded[]> {
  const { teacherId } = sections;
  return tx
    .select({ teacherId, sectionIds: sql<number[]>`json_agg(${sections.id})` })
    .from(sections)
    .where(inArray(sections.id, sectionIds))
    .groupBy(teacherId);
}

function screenshotOf({ screenshot }: Schemas['DetectionEvent']): { url?: string; picture?: Picture } {
  if (screenshot === undefined) return {};
  if (URL.canParse(screenshot) && new URL(screenshot).protocol === 'https:') return { url: new URL(screenshot).href };
  const picture = readPicture(screenshot);
  if (picture) return { picture };
  throw wrongField('screenshot', 'Give an https address, or a data URL of a PNG, JPEG, WebP or GIF.');
}

/** Holds the active sessions of sections until the transaction ends, so that none is stopped or deleted half-way. */
async function lockActiveSessions(tx: Database, sectionIds: number[]): Promise<Map<number, Session>> {
  const { id, sectionId, startedAt } = detectionSessions;
  const active = await tx
    .select({ id, sectionId, startedAt })
    .from(detectionSessions)
    .where(and(inArray(sectionId, sectionIds), isNull(detectionSessions.endedAt)))
    .orderBy(asc(sectionId))
    .for('share');
  return new Map(active.map((session) => [session.sectionId, session]));
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
        inArray(students.email, [...new Set(seen.map(({ email }) => email))]),
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
