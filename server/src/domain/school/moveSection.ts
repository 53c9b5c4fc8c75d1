import { and, eq, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { type Page, readPage } from '../../platform/database/pages';
import { notFound } from '../../platform/http/httpError';
import { OperatorError } from '../../platform/operatorError';
import { findTeacher, lockTeacher } from '../account/teachers';
import { bounds } from '../bounds';
import type { Publishing } from '../live/transactAndPublish';
import { listTeacherIds } from '../section/access';
import { contains } from '../section/directory';
import { countMembersOf } from '../section/sections';
import { endSharing } from '../section/sharing';
import { detectionSessions } from '../tables/detection';
import { sections } from '../tables/section';
import type { Listing } from './administration';

const ListedSection = v.object({
  id: v.number(),
  name: v.string(),
  subject: v.string(),
  teacher_email: v.string(),
  students: v.number(),
  is_active: v.boolean(),
});

/** Lists the sections whose name, subject or teacher's email contains a text, by teacher. */
export const findSections = (
  db: Database,
  { q = '', page }: Listing = {},
): Promise<Page<v.InferOutput<typeof ListedSection>>> =>
  readPage(db, ListedSection, {
    rows: sql`
      select sections.id, sections.name, sections.subject, teachers.email as teacher_email,
        (select count(*) from section_students where section_id = sections.id)::double precision as students,
        exists (select from detection_sessions where section_id = sections.id and ended_at is null) as is_active
      from sections join teachers on teachers.id = sections.teacher_id
      where ${contains(sql`sections.name || ' ' || sections.subject || ' ' || teachers.email`, q.trim())}`,
    order: sql`teacher_email, id`,
    page,
  });

/**
 * Gives a section, with everything recorded in it, to another teacher.
 * @throws OperatorError that says why it was not moved
 */
export async function moveSection({ tx, publish }: Publishing, sectionId: number, email: string): Promise<void> {
  const [section] = await tx.select({ from: sections.teacherId }).from(sections).where(eq(sections.id, sectionId));
  if (!section) throw notFound('Section');
  const into = await findTeacher(tx, email);
  if (!into?.verifiedAt || into.disabledAt) {
    throw new OperatorError(`Nothing was moved: ${email} has no account that can be used.`);
  }
  // The same locks as a start of detection and a new section, always in the same order.
  for (const id of [section.from, into.id].toSorted((one, other) => one - other)) await lockTeacher(tx, id);
  const isActive = and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt));
  if ((await tx.$count(detectionSessions, isActive)) > 0) {
    throw new OperatorError('Nothing was moved: detection is active in the section. Its teacher must stop it first.');
  }
  if ((await tx.$count(sections, eq(sections.teacherId, into.id))) >= bounds.sections.perTeacher) {
    throw new OperatorError(
      `Nothing was moved: ${email} has ${bounds.sections.perTeacher} sections, the most there can be.`,
    );
  }
  await tx.update(sections).set({ teacherId: into.id }).where(eq(sections.id, sectionId));
  if ((await countMembersOf(tx, into.id)) > bounds.students.perTeacher) {
    throw new OperatorError(`Nothing was moved: the sections of ${email} would have too many students.`);
  }
  // What was shared with them is theirs.
  await endSharing({ tx, publish }, { sectionId, teacherId: into.id }, into.email);
  const further = await listTeacherIds(tx, { teacherId: section.from, sectionId });
  for (const teacherId of new Set([...further, into.id])) await publish({ kind: 'sectionsChanged', teacherId });
  // No instance answers the teacher who had it from its cache.
  await publish({ kind: 'logsChanged', teacherId: into.id, sectionIds: [sectionId] });
}
