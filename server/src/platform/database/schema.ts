import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** The one schema of both drivers: embedded PGlite and PostgreSQL. `npx drizzle-kit generate` in server/ turns a change into a migration. */

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** A number that stays exact in JavaScript and JSON: there are more than fit into 32 bits, but not than into 53. */
const longId = () => bigint({ mode: 'number' });
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const teachers = pgTable('teachers', {
  id: id(),
  /** As `normaliseEmail` leaves it. */
  email: text().notNull().unique(),
  firstName: text().notNull(),
  lastName: text().notNull(),
  /** Missing for one who has only ever signed in with Google. */
  passwordHash: text(),
  /** By what Google knows the person (`sub`); the e-mail may change there, and pass to another. */
  googleSubject: text().unique('teachers_google_subject_unique'),
  verifiedAt: moment(),
  /** Since when the administrator lets the account sign in no more. */
  disabledAt: moment(),
  /** Of an unverified account: when it was last registered. */
  createdAt: moment().notNull().defaultNow(),
  /** The network that registered the account; only while the account is unverified. */
  registeredFrom: text(),
  /** Whether somebody without an invitation replaced an earlier registration; only while the account is unverified. */
  registeredAgain: boolean().notNull().default(false),
  /** Wrong codes since the last pause, over all codes; only while the account is unverified. */
  wrongCodes: integer().notNull().default(0),
  /** No code verifies the account until then. */
  codesPausedUntil: moment(),
});

/** Emails that only the holder of a mailed token may register. The row is deleted once the email is verified. */
export const invitations = pgTable('invitations', {
  /** As `normaliseEmail` leaves it. */
  email: text().primaryKey(),
  tokenHash: text().notNull(),
  expiresAt: moment().notNull(),
});

/** The code that verifies an e-mail; a newer one replaces it. */
export const emailCodes = pgTable('email_codes', {
  teacherId: integer()
    .primaryKey()
    .references(() => teachers.id, { onDelete: 'cascade' }),
  codeHash: text().notNull(),
  expiresAt: moment().notNull(),
  triesLeft: integer().notNull(),
});

/** The right to set a new password, by a mailed token; a newer one replaces it. */
export const passwordResets = pgTable('password_resets', {
  teacherId: integer()
    .primaryKey()
    .references(() => teachers.id, { onDelete: 'cascade' }),
  tokenHash: text().notNull().unique(),
  expiresAt: moment().notNull(),
});

/** One sign-in on one browser. Deleting the row ends it: its access and refresh tokens stop working. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: uuid().primaryKey().defaultRandom(),
    teacherId: integer()
      .notNull()
      .references(() => teachers.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
    /** No renewal extends `expiresAt` beyond this. */
    endsAt: moment().notNull(),
  },
  (table) => [index().on(table.teacherId)],
);

/** Used ones are kept until they expire, so that a replayed one is recognised. */
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
    teacherId: integer()
      .notNull()
      .references(() => teachers.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    subject: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Grows with each change of the section's detections, which carry it. */
    logChange: integer().notNull().default(0),
    /** Of changes before this one, nothing tells any more what they deleted. */
    deletionsSince: integer().notNull().default(0),
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
    /** What the search looks at, a line each. The function `folded` in the database takes away letter case and accents. */
    searched: text().generatedAlwaysAs(sql`folded("name") || E'\\n' || folded("email")`),
  },
  // What a text contains is found by its groups of three letters.
  (table) => [index('students_by_searched').using('gin', table.searched.op('gin_trgm_ops'))],
);

export const sectionStudents = pgTable(
  'section_students',
  {
    sectionId: integer()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    studentId: integer()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.studentId] }), index().on(table.studentId)],
);

/** One lesson. It stays when it has ended, until it is deleted or nothing detected in it is kept any more. */
export const detectionSessions = pgTable(
  'detection_sessions',
  {
    id: id(),
    sectionId: integer()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    startedAt: moment().notNull(),
    endedAt: moment(),
  },
  (table) => [
    index().on(table.sectionId, table.id),
    uniqueIndex('one_active_session').on(table.sectionId).where(sql`${table.endedAt} is null`),
  ],
);

/**
 * Partitioned by the month (UTC) of `seen_at`; the function `make_month` in the database makes the partitions of a month, of the pictures as
 * well. A query that says nothing of the time looks into every month.
 */
export const detections = pgTable(
  'detections',
  {
    id: longId().notNull().generatedAlwaysAsIdentity(),
    sectionId: integer()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    /** What was recorded before this column came, outside any session, has none. */
    sessionId: integer().references(() => detectionSessions.id, { onDelete: 'cascade' }),
    studentId: integer()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    activityType: text().notNull(),
    details: text(),
    seenAt: moment().notNull(),
    /** When the report came; what was recorded before this column came has none, and none of the next. */
    arrivedAt: moment(),
    /** The agent's name. */
    source: text(),
    /** How far the agent's clock was fast, when `seen_at` was corrected by more than a minute. */
    clockOffSeconds: integer(),
    /** An https address that the agent gave. */
    screenshotUrl: text(),
    /** Media type of the picture in `screenshots`, so that a list need not look there. */
    screenshotType: text(),
    /** What the teacher made of it; all three or none. */
    reviewState: text({ enum: ['seen', 'dismissed'] }),
    reviewNote: text(),
    reviewedAt: moment(),
    /** The section's change that recorded or reviewed it last. */
    change: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.seenAt] }),
    index('changed_detections').on(table.sectionId, table.change),
    // Nulls first is what a descending order means to PostgreSQL: any other index would be sorted again.
    index('newest_detections').on(table.sectionId, table.seenAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().on(table.studentId),
    // All that the counts of a lesson are made of.
    index('detections_of_sessions').on(table.sessionId, table.activityType, table.studentId),
  ],
);

/** Programs that report what they detect. Whoever shows the key is the agent; deleting the row ends that. */
export const agents = pgTable('agents', {
  id: id(),
  /** Stands beside everything that it reports. */
  name: text().notNull().unique(),
  keyHash: text().notNull().unique(),
  /** How many events it may report in a minute. */
  eventsPerMinute: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  /** The sections that it may know and report of; null for the whole school. */
  sectionIds: integer().array(),
  /** When a heartbeat or a report of it was last accepted, give or take ten seconds. */
  acceptedAt: moment(),
  /** When, and why, a report of it was last refused. */
  refusedAt: moment(),
  refusal: text(),
});

/** The agents' own ids of events that were recorded, so that one which is sent again is not recorded again. */
export const recordedEvents = pgTable(
  'recorded_events',
  {
    /** The agent's name. */
    source: text().notNull(),
    eventId: text().notNull(),
    /** Nobody sends it again that late. */
    expiresAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.eventId] }), index().on(table.expiresAt)],
);

/**
 * What each agent did in a session, give or take ten seconds. Apart from the sessions, whose rows reports hold while they are
 * recorded.
 */
export const heardAgents = pgTable(
  'heard_agents',
  {
    sessionId: integer()
      .notNull()
      .references(() => detectionSessions.id, { onDelete: 'cascade' }),
    /** Its name. */
    agent: text().notNull(),
    /** The last heartbeat or recorded event. */
    seenAt: moment(),
    recordedAt: moment(),
    /** The last report of which nothing was recorded, and why. */
    refusedAt: moment(),
    refusal: text(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.agent] })],
);

/** Nothing reads it. Older instances write it while instances are being updated; a later version drops it. */
export const heardSessions = pgTable('heard_sessions', {
  sessionId: integer()
    .primaryKey()
    .references(() => detectionSessions.id, { onDelete: 'cascade' }),
  agentsSeenAt: moment(),
  recordedAt: moment(),
  refusedAt: moment(),
  refusal: text(),
});

/** What was deleted lately, for those who have it still. */
export const deletedDetections = pgTable(
  'deleted_detections',
  {
    sectionId: integer()
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    /** The section's change that deleted it. */
    change: integer().notNull(),
    detectionId: longId().notNull(),
    deletedAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.change, table.detectionId] }), index().on(table.deletedAt)],
);

/** Partitioned as the detections are. Each month's refer to that month's detections, and go with them: so says `make_month`. */
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

/** What would have been sent if a mail server were set. */
export const developmentMails = pgTable('development_mails', {
  id: id(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  code: text(),
  link: text(),
  sentAt: moment().notNull(),
});

/** Mail that the mail server has not taken yet. A row goes when it has, or when what it says is no longer good. */
export const queuedMails = pgTable(
  'queued_mails',
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** When the code or link in it ends. */
    expiresAt: moment().notNull(),
    nextTryAt: moment().notNull(),
    tries: integer().notNull().default(0),
  },
  (table) => [index().on(table.nextTryAt)],
);

/** How often somebody tried, counted by rate-limiter-flexible for all instances; the columns are named as it wants them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: moment(),
  },
  (table) => [index().on(table.expire)],
);

/** Who did what. It names teachers by themselves, so that an account's end takes nothing of it along. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    /** What is counted together, or any text that nothing else has. */
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
        'students added',
        'students removed',
        'detection started',
        'detection stopped',
        'logs reviewed',
      ],
    }).notNull(),
    teacherId: integer(),
    teacherEmail: text(),
    sectionId: integer(),
    /** Network address; of what concerns an account, and of refusals. */
    address: text(),
    detail: text(),
  },
  (table) => [index().on(table.firstAt, table.bundle), index().on(table.lastAt)],
);
