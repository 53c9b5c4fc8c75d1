import { registerStates, watchStates } from '@vigil/contract/values';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, idOf, longId, moment } from '../../platform/database/columns';
import { teachers } from './account';
import { detectionSessions } from './detection';
import { sectionStudents, students } from './section';

/** The code with which students come to a lesson's door. It opens nothing once the lesson has ended. */
export const lessonCodes = pgTable('lesson_codes', {
  sessionId: idOf(() => detectionSessions.id).primaryKey(),
  code: text().notNull().unique(),
});

/** One device at a lesson's door or in the lesson. No index has `heard_at`, so that heartbeats are cheap. */
export const attendances = pgTable(
  'attendances',
  {
    id: id(),
    sessionId: idOf(() => detectionSessions.id),
    /** Null for somebody who is not in the section, until they are admitted. */
    studentId: integer().references(() => students.id, { onDelete: 'cascade' }),
    /** What was typed at the door, unless it is the student's name in the directory; null once they are admitted. */
    name: text(),
    /** The same; null as soon as the student is known. */
    email: text(),
    status: text({ enum: ['knocking', 'admitted', 'refused', 'left', 'taken over'] }).notNull(),
    /** What the admitted device last reported; null until it does. */
    watch: text({ enum: watchStates }),
    /** What it came with past the door; null for the code. */
    cameBy: text({ enum: ['link', 'badge'] }),
    /** Of a pause, else empty. */
    reason: text().notNull().default(''),
    /** Whether the student agrees to send pictures, as the device last said. */
    sendsPictures: boolean().notNull().default(false),
    /** When `status` or `watch` last changed, or the device was heard again after silence that it has not accounted for. */
    since: moment().notNull(),
    /** The last heartbeat, to five seconds. */
    heardAt: moment().notNull(),
    knockedAt: moment().notNull(),
    admittedAt: moment(),
    /** Shown on the student's screen and to the teacher while the device waits. Null from older versions. */
    number: integer(),
    /** Hash of the browser's cookie and the lesson, so that nobody is followed from one to the next. Null without a cookie. */
    browser: text(),
  },
  (table) => [
    index().on(table.sessionId),
    index().on(table.studentId),
    uniqueIndex('one_number_at_the_door').on(table.sessionId, table.number).where(sql`${table.status} = 'knocking'`),
    uniqueIndex('one_admitted_device').on(table.sessionId, table.studentId).where(sql`${table.status} = 'admitted'`),
  ],
);

/** Past states of admitted devices. The current one is in `attendances`. Time without a span was not observed. */
export const attendanceSpans = pgTable(
  'attendance_spans',
  {
    attendanceId: idOf(() => attendances.id),
    state: text({ enum: watchStates }).notNull(),
    startedAt: moment().notNull(),
    endedAt: moment().notNull(),
  },
  (table) => [index().on(table.attendanceId)],
);

/** Tokens of students' devices, apart from the attendances so that a restored backup does not have them. */
export const attendanceTokens = pgTable(
  'attendance_tokens',
  {
    tokenHash: text().primaryKey(),
    attendanceId: idOf(() => attendances.id),
    /** Of older versions. Now a token reads its lesson's receipt as long as the lesson is kept; the lesson's end ends it for all else. */
    expiresAt: moment(),
  },
  (table) => [index().on(table.attendanceId), index().on(table.expiresAt)],
);

/** Episodes whose device has not reported an end. */
export const openEpisodes = pgTable(
  'open_episodes',
  {
    /** As in `recordedEvents`. */
    eventId: text().primaryKey(),
    attendanceId: idOf(() => attendances.id),
    detectionId: longId().notNull(),
    /** The detection's. */
    seenAt: moment().notNull(),
    /** When the server ended it. The device may still correct that. */
    closedAt: moment(),
  },
  (table) => [index().on(table.attendanceId)],
);

/** Mailed links with which a student of a lesson joins it, once. Neither copied nor kept in backups. */
export const attendanceLinks = pgTable(
  'attendance_links',
  {
    id: id(),
    sessionId: idOf(() => detectionSessions.id),
    studentId: idOf(() => students.id),
    tokenHash: text().notNull().unique(),
    /** Only `open` ones admit, until the lesson ends. The others are kept to tell their holders why they do not. */
    status: text({ enum: ['open', 'used', 'replaced', 'revoked'] }).notNull(),
    sentAt: moment().notNull(),
    /** Later than any lesson's end. */
    expiresAt: moment().notNull(),
  },
  (table) => [
    index().on(table.sessionId, table.studentId),
    index().on(table.studentId),
    index().on(table.expiresAt),
    uniqueIndex('one_open_link').on(table.sessionId, table.studentId).where(sql`${table.status} = 'open'`),
  ],
);

/** Printed secrets with which a section's students join any of its lessons, one each. They end with the membership. Not kept in backups. */
export const badges = pgTable(
  'badges',
  {
    id: id(),
    sectionId: integer().notNull(),
    studentId: integer().notNull(),
    tokenHash: text().notNull().unique(),
    madeAt: moment().notNull(),
    /** When somebody last joined with it. */
    usedAt: moment(),
  },
  (table) => [
    uniqueIndex('one_badge').on(table.sectionId, table.studentId),
    foreignKey({
      columns: [table.sectionId, table.studentId],
      foreignColumns: [sectionStudents.sectionId, sectionStudents.studentId],
    }).onDelete('cascade'),
  ],
);

/** What teachers have corrected by hand in the registers of lessons. It replaces what was recorded, which is kept. */
export const registerCorrections = pgTable(
  'register_corrections',
  {
    sessionId: idOf(() => detectionSessions.id),
    studentId: idOf(() => students.id),
    state: text({ enum: registerStates }).notNull(),
    reason: text().notNull(),
    /** Null once that teacher is deleted. */
    correctedBy: integer('corrected_by_teacher_id').references(() => teachers.id, { onDelete: 'set null' }),
    correctedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.studentId] }),
    index().on(table.studentId),
    index().on(table.correctedBy),
  ],
);
