import { and, count, desc, eq, gte, lt } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { bounds } from '../bounds';
import type { Handlers } from '../calls';
import { type Access, isReadable, type Place, refuseHistory, requireAccess, requireReadable } from '../section/access';
import { type ChangingSection, createChanges } from '../section/change';
import { detectionSessions } from '../tables/detection';
import { correctRegister, findLesson, readRegister, readRegisters, takeBackCorrection } from './register';
import { lookAt, readStudentRecord } from './studentRecord';

/** The attendance registers of a section's lessons, and what is kept of each student. */
export function registerCalls(context: Context) {
  const { db, audit } = context;
  const { changeSection } = createChanges(context);

  /** Changes a register. @returns it afterwards */
  const changeRegister = (place: Place, sessionId: number, work: (changing: ChangingSection) => Promise<void>) =>
    changeSection(place, 'teach', async (changing) => {
      await requireCorrectable(changing.tx, changing.access, sessionId);
      await work(changing);
      return readRegister(changing.tx, place.sectionId, sessionId);
    });

  return {
    async getRegister({ path: { sectionId, sessionId }, teacher }) {
      const access = await requireAccess(db, { teacherId: teacher.id, sectionId }, 'read now');
      await requireReadable(db, access, sessionId);
      return readRegister(db, sectionId, sessionId);
    },

    correctRegister: ({ path, body, teacher: { id: teacherId } }) =>
      changeRegister({ teacherId, sectionId: path.sectionId }, path.sessionId, async ({ tx, note }) => {
        await correctRegister(tx, path, { ...body, teacherId });
        const detail = `lesson ${path.sessionId}, student ${path.studentId}: ${body.state}`;
        note({ action: 'register corrected', detail });
      }),

    takeBackCorrection: ({ path, teacher: { id: teacherId } }) =>
      changeRegister({ teacherId, sectionId: path.sectionId }, path.sessionId, async ({ tx, note }) => {
        const detail = `lesson ${path.sessionId}, student ${path.studentId}`;
        if (await takeBackCorrection(tx, path)) note({ action: 'correction taken back', detail });
      }),

    async listRegisters({ path: { sectionId }, query, teacher }) {
      const access = await requireAccess(db, { teacherId: teacher.id, sectionId }, 'read now');
      const { id, startedAt } = detectionSessions;
      const isListed = and(
        eq(detectionSessions.sectionId, sectionId),
        gte(startedAt, new Date(query.from)),
        lt(startedAt, new Date(query.to)),
        isReadable(db, access, id),
      );
      const max = bounds.registers.lessons;
      const newest = await db.select().from(detectionSessions).where(isListed).orderBy(desc(id)).limit(max);
      const [all] =
        newest.length < max ? [] : await db.select({ count: count() }).from(detectionSessions).where(isListed);
      return {
        registers: await readRegisters(db, { sectionId, lessons: newest.toReversed() }),
        more: (all?.count ?? newest.length) - newest.length,
      };
    },

    async getStudentRecord({ path: { sectionId, studentId }, teacher }) {
      const access = await requireAccess(db, { teacherId: teacher.id, sectionId }, 'history');
      const record = await readStudentRecord(context, access, studentId);
      audit.note({ action: 'student looked at', teacherId: teacher.id, sectionId, detail: lookAt(studentId) });
      return record;
    },
  } satisfies Partial<Handlers>;
}

/** @throws HttpError 403 for a substitute unless the lesson is running */
async function requireCorrectable(tx: Database, access: Access, sessionId: number): Promise<void> {
  if (access.role !== 'substitute') return;
  const { endedAt } = await findLesson(tx, access.section.sectionId, sessionId);
  if (endedAt !== null) throw refuseHistory(access);
}
