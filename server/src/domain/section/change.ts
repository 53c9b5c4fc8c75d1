import type { Context } from '../../context';
import { lockTeacher } from '../account/teachers';
import { type AuditAction, type AuditEvent, numbered } from '../audit/audit';
import type { LiveEvent } from '../live/events';
import type { Publishing } from '../live/transactAndPublish';
import { lockOwnedSection, type OwnedSection } from './sections';

/** A teacher, and the section in which they change something. */
export type Place = Pick<OwnedSection, 'teacherId'> & Partial<OwnedSection>;

/** What the teacher's pages read again after a change. */
type Changed = 'sections' | 'attendance' | 'logs';

/** A change in progress. */
export interface Changing extends Publishing {
  /** Publishes that the section, or the teacher's list of sections, has changed. */
  changed(what: Changed): void;
  /** Adds an entry to the audit trail after the commit. */
  note(entry: Pick<AuditEvent, 'action' | 'sectionId' | 'detail'>): void;
  /** Adds an entry about students after the commit, unless there are none. */
  noteStudents(action: AuditAction, ids: number[]): void;
}

/** @param work may run again after a deadlock */
export type Change = <Result>(place: Place, work: (changing: Changing) => Promise<Result>) => Promise<Result>;

/**
 * Returns the function that makes every change of a signed-in teacher, in one transaction. It locks the teacher's row and the section, if
 * one is named; publishes what has changed with the commit; and records it in the audit trail.
 * @throws HttpError 404 unless the section is the teacher's
 */
export const createChange =
  ({ transactAndPublish, audit }: Pick<Context, 'transactAndPublish' | 'audit'>): Change =>
  async (place, work) => {
    const { teacherId, sectionId } = place;
    let entries: AuditEvent[] = [];
    const result = await transactAndPublish(async ({ tx, publish }) => {
      entries = [];
      const what = new Set<Changed>();
      const note: Changing['note'] = (entry) => {
        entries.push({ ...place, ...entry });
      };
      await lockTeacher(tx, teacherId);
      if (sectionId !== undefined) await lockOwnedSection(tx, { teacherId, sectionId });
      const result = await work({
        tx,
        publish,
        note,
        changed(one) {
          what.add(one);
        },
        noteStudents(action, ids) {
          if (ids.length > 0) note({ action, detail: numbered('student', ids) });
        },
      });
      for (const one of what) await publish(eventOf(one, place));
      return result;
    });
    for (const entry of entries) audit.note(entry);
    return result;
  };

function eventOf(what: Changed, { teacherId, sectionId }: Place): LiveEvent {
  if (what === 'sections') return { kind: 'sectionsChanged', teacherId, ...(sectionId !== undefined && { sectionId }) };
  if (sectionId === undefined) throw new Error(`The section whose ${what} changed is not named.`);
  return what === 'logs'
    ? { kind: 'logsChanged', teacherId, sectionIds: [sectionId] }
    : { kind: 'attendanceChanged', teacherId, sectionId, isDecision: true };
}
