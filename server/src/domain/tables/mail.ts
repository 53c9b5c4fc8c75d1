import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, moment } from '../../platform/database/columns';
import { attendanceLinks } from './attendance';

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
