import { eq } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { lockTeacher } from '../account/teachers';
import { type AuditAction, type AuditEvent, numbered } from '../audit/audit';
import type { LiveEvent } from '../live/events';
import type { Publishing } from '../live/transactAndPublish';
import { sections } from '../tables/section';
import { type Access, listTeacherIds, lockAccess, type Need, type OwnedSection, type Place } from './access';

/** A change in progress. */
export interface Changing extends Publishing {
  /** Publishes that the teacher's list of sections has changed. */
  changedList(): void;
  /** Adds an entry to the audit trail after the commit. */
  note(entry: Pick<AuditEvent, 'action' | 'sectionId' | 'detail'>): void;
  /** Adds an entry about students after the commit, unless there are none. */
  noteStudents(action: AuditAction, ids: number[]): void;
}

/** What the pages of a section's teachers read again after a change. */
type Changed = 'sections' | 'attendance' | 'logs';

/** A change of a section in progress. */
export interface ChangingSection extends Changing {
  /** Publishes to all teachers of the section that it, or their lists of sections, has changed. */
  changed(what: Changed): void;
  /** What the teacher who makes the change has to do with the section. */
  access: Access;
  section: OwnedSection;
}

/** @param work may run again after a deadlock */
export type Change = <Result>(teacherId: number, work: (changing: Changing) => Promise<Result>) => Promise<Result>;

/** @param work may run again after a deadlock */
export type ChangeSection = <Result>(
  place: Place,
  need: Need,
  work: (changing: ChangingSection) => Promise<Result>,
) => Promise<Result>;

/**
 * Returns the functions that make every change of a signed-in teacher, in one transaction. They lock the row of the teacher, and the section
 * with the row of its owner if one is named; publish what has changed with the commit; and record it in the audit trail.
 */
export function createChanges({ transactAndPublish, audit }: Pick<Context, 'transactAndPublish' | 'audit'>): {
  change: Change;
  changeSection: ChangeSection;
} {
  async function run<Result>(
    place: { teacherId: number; sectionId?: number },
    work: (changing: Changing) => Promise<Result>,
  ): Promise<Result> {
    let entries: AuditEvent[] = [];
    const result = await transactAndPublish(async ({ tx, publish }) => {
      entries = [];
      let isListChanged = false;
      const note: Changing['note'] = (entry) => {
        entries.push({ ...place, ...entry });
      };
      for (const id of await teachersToLock(tx, place)) await lockTeacher(tx, id);
      const result = await work({
        tx,
        publish,
        note,
        changedList() {
          isListChanged = true;
        },
        noteStudents(action, ids) {
          if (ids.length > 0) note({ action, detail: numbered('student', ids) });
        },
      });
      if (isListChanged) await publish({ kind: 'sectionsChanged', teacherId: place.teacherId });
      return result;
    });
    for (const entry of entries) audit.note(entry);
    return result;
  }

  return {
    change: (teacherId, work) => run({ teacherId }, work),
    changeSection: (place, need, work) =>
      run(place, async (changing) => {
        const { tx, publish } = changing;
        const access = await lockAccess(tx, place, need);
        const { section } = access;
        // Those who hear of it are known before the section may be deleted.
        const teacherIds = await listTeacherIds(tx, section);
        const what = new Set<Changed>();
        const result = await work({
          ...changing,
          access,
          section,
          changed(one) {
            what.add(one);
          },
        });
        for (const one of what) {
          for (const event of eventsOf(one, section, teacherIds)) await publish(event);
        }
        return result;
      }),
  };
}

/** Returns the ids of the rows to lock, in one order for all: caps on a section's students are its owner's. */
async function teachersToLock(tx: Database, { teacherId, sectionId }: { teacherId: number; sectionId?: number }) {
  if (sectionId === undefined) return [teacherId];
  const [section] = await tx.select({ ownerId: sections.teacherId }).from(sections).where(eq(sections.id, sectionId));
  return [...new Set([teacherId, section?.ownerId ?? teacherId])].toSorted((one, other) => one - other);
}

function eventsOf(what: Changed, { teacherId, sectionId }: OwnedSection, teacherIds: number[]): LiveEvent[] {
  // Only the owner's calls the devices.
  if (what === 'sections')
    return teacherIds.map((id) => ({ kind: 'sectionsChanged', teacherId: id, ...(id === teacherId && { sectionId }) }));
  return what === 'logs'
    ? [{ kind: 'logsChanged', teacherId, sectionIds: [sectionId] }]
    : [{ kind: 'attendanceChanged', teacherId, sectionId, isDecision: true }];
}
