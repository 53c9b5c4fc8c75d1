import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, idOf, moment } from '../../platform/database/columns';

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
  /** May use the administrator's page. Only of verified, enabled accounts. */
  isAdministrator: boolean().notNull().default(false),
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
