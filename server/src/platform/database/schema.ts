import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** The schema of both drivers, PGlite and PostgreSQL. After a change, `npx drizzle-kit generate` in server/ writes the migration. */

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** Foreign key with cascading deletes. */
const idOf = (column: () => AnyPgColumn) => integer().notNull().references(column, { onDelete: 'cascade' });
/** More than 32 bits, but exact in JavaScript and JSON. */
const longId = () => bigint({ mode: 'number' });
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
/** What students' devices report. */
export const deviceKinds = ['no_face', 'multiple_faces', 'suspicious_application'] as const;
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const teachers = pgTable('teachers', {
  id: id(),
  /** As `normaliseEmail` leaves it. */
  email: text().notNull().unique(),
  firstName: text().notNull(),
  lastName: text().notNull(),
  /** Null when the teacher signs in with Google only. */
  passwordHash: text(),
  /** Google's `sub`. Unlike the email there, it never changes or passes to somebody else. */
  googleSubject: text().unique('teachers_google_subject_unique'),
  verifiedAt: moment(),
  /** When the administrator disabled the account. */
  disabledAt: moment(),
  /** Last registration, while the account is unverified. */
  createdAt: moment().notNull().defaultNow(),
  /** Network of the registration; only while the account is unverified. */
  registeredFrom: text(),
  /** Whether a registration without an invitation replaced an earlier one; only while the account is unverified. */
  registeredAgain: boolean().notNull().default(false),
  /** Wrong codes since the last pause, over all codes of the account; only while it is unverified. */
  wrongCodes: integer().notNull().default(0),
  /** No code is accepted until then. */
  codesPausedUntil: moment(),
});

/** Emails that only the holder of a mailed token may register. Deleted once the email is verified. */
export const invitations = pgTable('invitations', {
  /** As `normaliseEmail` leaves it. */
  email: text().primaryKey(),
  tokenHash: text().notNull(),
  expiresAt: moment().notNull(),
});

/** The current code that verifies an email. */
export const emailCodes = pgTable('email_codes', {
  teacherId: idOf(() => teachers.id).primaryKey(),
  codeHash: text().notNull(),
  expiresAt: moment().notNull(),
  triesLeft: integer().notNull(),
});

/** The current mailed token that allows setting a new password. */
export const passwordResets = pgTable('password_resets', {
  teacherId: idOf(() => teachers.id).primaryKey(),
  tokenHash: text().notNull().unique(),
  expiresAt: moment().notNull(),
});

/** One sign-in on one browser. Deleting the row ends it: its access and refresh tokens stop working. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: uuid().primaryKey().defaultRandom(),
    teacherId: idOf(() => teachers.id),
    expiresAt: moment().notNull(),
    /** Upper bound of `expiresAt`. */
    endsAt: moment().notNull(),
  },
  (table) => [index().on(table.teacherId)],
);

/** Used tokens are kept until they expire, to detect reuse. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text().primaryKey(),
    signInId: uuid()
      .notNull()
      .references(() => signIns.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index().on(table.signInId)],
);

export const sections = pgTable(
  'sections',
  {
    id: id(),
    teacherId: idOf(() => teachers.id),
    name: text().notNull(),
    subject: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Log version, incremented with each change of the section's detections. */
    logChange: integer().notNull().default(0),
    /** Deletions are known completely only for versions after this one. */
    deletionsSince: integer().notNull().default(0),
    /** How long the teacher last chose a lesson to be; null for no end time. */
    lessonMinutes: integer(),
    /** Whether the teacher asks students' devices for pictures. */
    asksForPictures: boolean().notNull().default(false),
    /** What students' devices are not to report. Agents of the school are not affected. */
    ignoredKinds: text({ enum: deviceKinds }).array().notNull().default([]),
  },
  (table) => [index().on(table.teacherId)],
);

/** The directory that sections draw their students from. */
export const students = pgTable(
  'students',
  {
    id: id(),
    name: text().notNull(),
    /** As `normaliseEmail` leaves it. */
    email: text().notNull().unique(),
    /** Name and email on a line each, for the search. The database function `folded` removes case and accents. */
    searched: text().generatedAlwaysAs(sql`folded("name") || E'\\n' || folded("email")`),
    /** The teacher who added the student; null for an import, or once the teacher is deleted. */
    addedBy: integer().references(() => teachers.id, { onDelete: 'set null' }),
    /** Null for an import. */
    addedAt: moment(),
  },
  (table) => [
    index('students_by_searched').using('gin', table.searched.op('gin_trgm_ops')),
    index().on(table.addedBy, table.addedAt),
  ],
);

export const sectionStudents = pgTable(
  'section_students',
  {
    sectionId: idOf(() => sections.id),
    studentId: idOf(() => students.id),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.studentId] }), index().on(table.studentId)],
);

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
    /** The teacher's review: all three or none. */
    reviewState: text({ enum: ['seen', 'dismissed'] }),
    reviewNote: text(),
    reviewedAt: moment(),
    /** What the student has said about it after the lesson. */
    answer: text(),
    /** Log version that recorded it, last reviewed it or added its answer. */
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

/** Programs that report detections, authenticated by a key. Deleting the row revokes it. */
export const agents = pgTable('agents', {
  id: id(),
  /** Stored with everything it reports. */
  name: text().notNull().unique(),
  keyHash: text().notNull().unique(),
  /** Rate limit. */
  eventsPerMinute: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  /** The sections it may list and report on; null for the whole school. */
  sectionIds: integer().array(),
  /** Last accepted heartbeat or report, to ten seconds. */
  acceptedAt: moment(),
  /** Last refused report, and why. */
  refusedAt: moment(),
  refusal: text(),
});

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
    watch: text({ enum: ['watching', 'no_picture', 'unwatched', 'paused', 'dark', 'hidden'] }),
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
    state: text({ enum: ['watching', 'no_picture', 'unwatched', 'paused', 'dark', 'hidden'] }).notNull(),
    startedAt: moment().notNull(),
    endedAt: moment().notNull(),
  },
  (table) => [index().on(table.attendanceId)],
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

/** Tokens of students' devices, apart from the attendances so that a restored backup does not have them. */
export const attendanceTokens = pgTable(
  'attendance_tokens',
  {
    tokenHash: text().primaryKey(),
    attendanceId: idOf(() => attendances.id),
    /** Later than any lesson's receipt. The lesson's end ends the token for all else. */
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.attendanceId), index().on(table.expiresAt)],
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

/** Unused. Older instances still write it during a rolling update; a later version will drop it. */
export const heardSessions = pgTable('heard_sessions', {
  sessionId: idOf(() => detectionSessions.id).primaryKey(),
  agentsSeenAt: moment(),
  recordedAt: moment(),
  refusedAt: moment(),
  refusal: text(),
});

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

/** Mails kept here because no mail server is set. */
export const developmentMails = pgTable('development_mails', {
  id: id(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  code: text(),
  link: text(),
  sentAt: moment().notNull(),
});

/** Mails not yet accepted by the mail server. Deleted once accepted or expired. */
export const queuedMails = pgTable(
  'queued_mails',
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** When the code or link in it expires. */
    expiresAt: moment().notNull(),
    nextTryAt: moment().notNull(),
    tries: integer().notNull().default(0),
    /** The link in it, if the teacher sees what becomes of the mail. The mail goes with it. */
    attendanceLinkId: integer().references(() => attendanceLinks.id, { onDelete: 'cascade' }),
    /** When it was given up. Only mails with such a link are kept then. */
    lostAt: moment(),
  },
  (table) => [index().on(table.nextTryAt), index().on(table.attendanceLinkId)],
);

/** Counters of rate-limiter-flexible, shared by all instances. It prescribes the column names. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: moment(),
  },
  (table) => [index().on(table.expire)],
);

/** The audit trail. It stores teachers without foreign keys, so that it outlives their accounts. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    /** Key of aggregated entries, otherwise a random one. */
    bundle: text().primaryKey(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    times: integer().notNull(),
    action: text({
      enum: [
        'sign-in',
        'sign-in refused',
        'logs read',
        'screenshots read',
        'deletion',
        'export',
        'command',
        'report refused',
        'refused',
        'password changed',
        'refresh token reused',
        'directory searched',
        'added to directory',
        'students added',
        'students removed',
        'pictures asked for',
        'reports chosen',
        'detection started',
        'detection extended',
        'detection stopped',
        'logs reviewed',
        'students admitted',
        'students turned away',
        'student excused',
        'excuse ended',
        'links sent',
        'links revoked',
        'joined by link',
        'badges made',
        'badges revoked',
        'joined by badge',
        'knocked',
        'code replaced',
      ],
    }).notNull(),
    teacherId: integer(),
    teacherEmail: text(),
    sectionId: integer(),
    /** Network address; only for account events, refusals and knocks. */
    address: text(),
    detail: text(),
  },
  (table) => [index().on(table.firstAt, table.bundle), index().on(table.lastAt)],
);
