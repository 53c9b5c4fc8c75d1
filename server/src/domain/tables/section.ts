import { deviceKinds } from '@vigil/contract/values';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { id, idOf, moment } from '../../platform/database/columns';
import { teachers } from './account';

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
    /** Incremented with each arrangement of the room, so that a teacher does not overwrite another's unseen. */
    roomVersion: integer().notNull().default(0),
  },
  (table) => [index().on(table.teacherId)],
);

/** With whom sections are shared. By email, so that a teacher can be invited before they register: the verified email is the key. */
export const sectionTeachers = pgTable(
  'section_teachers',
  {
    sectionId: idOf(() => sections.id),
    /** As `normaliseEmail` leaves it. */
    email: text().notNull(),
    role: text({ enum: ['co-teacher', 'substitute'] }).notNull(),
    /** When it ends; null without an end. */
    until: moment(),
    /** Null once that teacher is deleted. */
    invitedBy: integer().references(() => teachers.id, { onDelete: 'set null' }),
    invitedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sectionId, table.email] }),
    index().on(table.email),
    index().on(table.until),
  ],
);

/** With whom sections were shared lately, so that these teachers can be told that it ended. */
export const endedSharings = pgTable(
  'ended_sharings',
  {
    sectionId: idOf(() => sections.id),
    /** As `normaliseEmail` leaves it. */
    email: text().notNull(),
    endedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sectionId, table.email] }),
    index().on(table.email),
    index().on(table.endedAt),
  ],
);

/** The directory that sections draw their students from. */
export const students = pgTable(
  'students',
  {
    id: id(),
    name: text().notNull(),
    /** As `normaliseEmail` leaves it; see `handles.ts` for a student who has none. */
    email: text().notNull().unique(),
    /** Name and email on a line each, for the search. The database function `folded` removes case and accents. */
    searched: text().generatedAlwaysAs(sql`folded("name") || E'\\n' || folded("email")`),
    /** The teacher who added the student; null for an import, or once the teacher is deleted. */
    addedBy: integer().references(() => teachers.id, { onDelete: 'set null' }),
    /** Null for an import. */
    addedAt: moment(),
    /** Since when the student is in no section; null in one, and until housekeeping has seen it. */
    leftAt: moment(),
    /** In which the student last read the students' page; null before. Mails to them are in it. */
    language: text(),
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
    /** The place in the room, from its front left; null until a teacher has arranged it. */
    roomRow: smallint(),
    roomColumn: smallint(),
    /** Null in old rows. */
    joinedAt: moment().$defaultFn(() => new Date()),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.studentId] }), index().on(table.studentId)],
);

/** Who was in a section earlier, so that the registers of its lessons have who was in it then. */
export const formerMembers = pgTable(
  'former_members',
  {
    sectionId: idOf(() => sections.id),
    studentId: idOf(() => students.id),
    /** Null if that is not known. */
    joinedAt: moment(),
    leftAt: moment().notNull(),
  },
  (table) => [index().on(table.sectionId), index().on(table.studentId), index().on(table.leftAt)],
);

/** Students whom a teacher made from names. They belong to one section: the directory's search does not list them. */
export const namedStudents = pgTable(
  'named_students',
  {
    studentId: idOf(() => students.id).primaryKey(),
    /** Null once the section is deleted. */
    sectionId: integer().references(() => sections.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.sectionId)],
);

/** Sections that `npm run roster` imported, by their ids in the school's system. */
export const rosterSections = pgTable(
  'roster_sections',
  { sourcedId: text().primaryKey(), sectionId: idOf(() => sections.id) },
  (table) => [index().on(table.sectionId)],
);

/** Students whom it imported. */
export const rosterStudents = pgTable(
  'roster_students',
  { sourcedId: text().primaryKey(), studentId: idOf(() => students.id) },
  (table) => [index().on(table.studentId)],
);

/** Teachers whom it imported, who need not have an account yet. */
export const rosterTeachers = pgTable('roster_teachers', {
  sourcedId: text().primaryKey(),
  /** As `normaliseEmail` leaves it. */
  email: text().notNull(),
});
