import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/database/columns';

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
        'student email added',
        'pictures asked for',
        'reports chosen',
        'room arranged',
        'detection started',
        'detection extended',
        'detection stopped',
        'detection paused',
        'detection resumed',
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
        'administration',
        'section shared',
        'sharing ended',
        'register corrected',
        'correction taken back',
        'student looked at',
      ],
    }).notNull(),
    teacherId: integer(),
    teacherEmail: text(),
    sectionId: integer(),
    /** Network address; only for account events, refusals and knocks. */
    address: text(),
    detail: text(),
  },
  (table) => [
    index().on(table.firstAt, table.bundle),
    index().on(table.lastAt),
    // For who has looked at a student.
    index('audited_looks').on(table.sectionId).where(sql`${table.action} in ('student looked at', 'logs read')`),
  ],
);
