import { reviewStates } from '@vigil/contract/values';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, idOf, longId, moment } from '../../platform/database/columns';
import { sections, students } from './section';

/** A lesson. Kept until it is deleted, or until its last detection is past the retention. */
export const detectionSessions = pgTable(
  'detection_sessions',
  {
    id: id(),
    sectionId: idOf(() => sections.id),
    startedAt: moment().notNull(),
    endedAt: moment(),
    /** When it ends itself; null for no end time. */
    endsAt: moment(),
    /** The teacher. Null in old rows, or once the account is deleted. */
    startedBy: integer('started_by_teacher_id'),
    /** The teacher. Null while it is active, if it ended itself, in old rows, or once the account is deleted. */
    endedBy: integer('ended_by_teacher_id'),
    /** The teacher's name for it, and a note. Empty without. */
    title: text().notNull().default(''),
    note: text().notNull().default(''),
  },
  (table) => [
    index().on(table.sectionId, table.id),
    uniqueIndex('one_active_session').on(table.sectionId).where(sql`${table.endedAt} is null`),
  ],
);

/**
 * Partitioned by the month (UTC) of `seen_at`. The database function `make_month` creates a month's partitions, also of the screenshots.
 * A query without a range of `seen_at` scans every partition.
 */
export const detections = pgTable(
  'detections',
  {
    id: longId().notNull().generatedAlwaysAsIdentity(),
    sectionId: idOf(() => sections.id),
    /** Null in old rows, from outside any session. */
    sessionId: integer().references(() => detectionSessions.id, { onDelete: 'cascade' }),
    studentId: idOf(() => students.id),
    activityType: text().notNull(),
    /** Null also for students' devices, whose sentence is made from kind and times. */
    details: text(),
    /** The student's device that reported it: a row of `attendances`, not referenced because that would slow recording down. */
    attendanceId: integer(),
    seenAt: moment().notNull(),
    /** When the episode ended, if its agent reports ends. */
    endedAt: moment(),
    /** When the report arrived. Null, as is `source`, in old rows. */
    arrivedAt: moment(),
    /** The agent's name. */
    source: text(),
    /** How far the agent's clock was ahead, when `seen_at` was corrected by more than a minute. */
    clockOffSeconds: integer(),
    /** An https URL from the agent. */
    screenshotUrl: text(),
    /** Media type of the picture in `screenshots`, so that lists need no join. */
    screenshotType: text(),
    /** A teacher's review: all or none. Old rows lack `reviewedBy`; it and `repliedBy` are null once the account is deleted. */
    reviewState: text({ enum: reviewStates }),
    reviewNote: text(),
    reviewedAt: moment(),
    reviewedBy: integer('reviewed_by_teacher_id'),
    /** What the student has said about it after the lesson. Answers of old rows have no time. */
    answer: text(),
    answeredAt: moment(),
    /** What a teacher has said to the answer, for the student to read. */
    reply: text(),
    repliedBy: integer('replied_by_teacher_id'),
    /** Log version that recorded it, last reviewed it, or added its answer or the reply. */
    change: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.seenAt] }),
    index('changed_detections').on(table.sectionId, table.change),
    // PostgreSQL sorts descending with nulls first. An index in any other order would not be used for sorting.
    index('newest_detections').on(table.sectionId, table.seenAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().on(table.studentId),
    // Covers the counts of a lesson.
    index('detections_of_sessions').on(table.sessionId, table.activityType, table.studentId),
  ],
);

/** Partitioned like the detections. `make_month` adds the foreign key to each month's detections, with cascading deletes. */
export const screenshots = pgTable(
  'screenshots',
  {
    detectionId: longId().notNull(),
    /** The detection's. */
    seenAt: moment().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.detectionId, table.seenAt] })],
);

/** Recent deletions, for clients that still show the detections. */
export const deletedDetections = pgTable(
  'deleted_detections',
  {
    sectionId: idOf(() => sections.id),
    /** Log version that deleted it. */
    change: integer().notNull(),
    detectionId: longId().notNull(),
    deletedAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.change, table.detectionId] }), index().on(table.deletedAt)],
);

/** Agents' ids of recorded events, so that resent events are not recorded twice. */
export const recordedEvents = pgTable(
  'recorded_events',
  {
    /** The agent's name. */
    source: text().notNull(),
    eventId: text().notNull(),
    /** Agents do not resend events after this. */
    expiresAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.eventId] }), index().on(table.expiresAt)],
);

/** Agents' activity per session, to ten seconds. Not in the sessions' rows, which are locked while reports are recorded. */
export const heardAgents = pgTable(
  'heard_agents',
  {
    sessionId: idOf(() => detectionSessions.id),
    /** The agent's name. */
    agent: text().notNull(),
    /** The last heartbeat or recorded event. */
    seenAt: moment(),
    recordedAt: moment(),
    /** Last report without a recorded event, and why. */
    refusedAt: moment(),
    refusal: text(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.agent] })],
);

/** How long agents watched a session, to ten seconds. Apart from the sessions' rows, for the same reason. */
export const watchedSessions = pgTable('watched_sessions', {
  sessionId: idOf(() => detectionSessions.id).primaryKey(),
  /** The last heartbeat or recorded event of any agent. */
  seenAt: moment(),
  /** Until then. */
  watchedMilliseconds: integer().notNull().default(0),
});

/** Unused. Older instances still write it during a rolling update; a later version will drop it. */
export const heardSessions = pgTable('heard_sessions', {
  sessionId: idOf(() => detectionSessions.id).primaryKey(),
  agentsSeenAt: moment(),
  recordedAt: moment(),
  refusedAt: moment(),
  refusal: text(),
});

/** When a lesson was interrupted, so that nothing was recorded: pauses of the class, and ends that were taken back. */
export const interruptions = pgTable(
  'interruptions',
  {
    sessionId: idOf(() => detectionSessions.id),
    /** Of a pause; null for an end that was taken back. */
    reason: text(),
    startedAt: moment().notNull(),
    /** Null while it lasts. */
    endedAt: moment(),
  },
  (table) => [
    index().on(table.sessionId),
    uniqueIndex('one_current_interruption').on(table.sessionId).where(sql`${table.endedAt} is null`),
  ],
);

/** Periods of a lesson in which no detections of a student are recorded, because the teacher has excused them. */
export const excuses = pgTable(
  'excuses',
  {
    sessionId: idOf(() => detectionSessions.id),
    studentId: idOf(() => students.id),
    reason: text().notNull(),
    startedAt: moment().notNull(),
    until: moment().notNull(),
    /** When the teacher ended it early, or gave another one. */
    endedAt: moment(),
  },
  (table) => [index().on(table.sessionId, table.studentId), index().on(table.studentId)],
);
