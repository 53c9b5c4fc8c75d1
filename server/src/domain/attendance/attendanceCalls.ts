import type { components } from '@vigil/contract';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { numbered } from '../audit/audit';
import type { Handlers } from '../calls';
import { endExcuse, excuse } from '../detection/excuses';
import { type Place, requireAccess, requireReadable } from '../section/access';
import type { ChangingSection } from '../section/change';
import {
  admit,
  findNumber,
  type NotAdmitted,
  type Refusal,
  refuse,
  refuseWaiting,
  splitContested,
  withTheirNames,
} from './admission';
import { listAttendees } from './attendees';
import { type ChangingLesson, createLessonChanges } from './changeLesson';
import { readCoverage } from './coverage';

type Schemas = components['schemas'];

/** Devices that an entry of the audit trail lists by id: a flood does not fill it. */
const mostNamed = 50;

/** Whom teachers see in a lesson, admit, turn away and excuse. */
export function attendanceCalls(context: Context) {
  const { settings, db } = context;
  const { changeLesson, changeAttendance } = createLessonChanges(context);

  /** Admits devices. @param choose returns which, which not, and which are turned away if the first are admitted */
  function admitChosen(
    place: Place,
    { names_seen: namesSeen, was_somebody_else: wasSomebodyElse }: Omit<Schemas['WaitingNumber'], 'number'>,
    choose: (
      tx: Database,
      sessionId: number,
    ) => Promise<{ ids: number[]; contested: NotAdmitted[]; instead?: number[] }>,
  ) {
    return changeLesson(place, async (changing) => {
      const { tx, lesson, changed, noteStudents } = changing;
      const { ids, contested, instead = [] } = await choose(tx, lesson.sessionId);
      const admission = await admit(tx, lesson, { ids, directory: settings.students, namesSeen, wasSomebodyElse });
      const isDone = admission.notAdmitted.length === 0;
      const { refused } = await refuse(tx, lesson, { ids: isDone ? instead : [] });
      changed('attendance');
      if (admission.membersAdded.length > 0) changed('sections');
      noteStudents('added to directory', admission.directoryAdded);
      noteStudents('students added', admission.membersAdded);
      noteStudents('students admitted', admission.studentIds);
      noteRefusal(changing, { refused, disowned: admission.disowned });
      const notAdmitted = [...contested, ...admission.notAdmitted];
      const list = await listAttendees(tx, place.sectionId);
      return notAdmitted.length > 0 ? { ...list, not_admitted: notAdmitted } : list;
    });
  }

  const refuseChosen = (place: Place, work: (changing: ChangingLesson) => Promise<Refusal>) =>
    changeAttendance(place, async (changing) => noteRefusal(changing, await work(changing)));

  return {
    async listAttendees({ path: { sectionId }, teacher }) {
      await requireAccess(db, { teacherId: teacher.id, sectionId }, 'read now');
      return listAttendees(db, sectionId);
    },

    async getCoverage({ path: { sectionId, sessionId }, teacher }) {
      const access = await requireAccess(db, { teacherId: teacher.id, sectionId }, 'read now');
      await requireReadable(db, access, sessionId);
      return readCoverage(db, { sectionId, sessionId });
    },

    admitStudents: ({ body, teacher }) =>
      admitChosen({ teacherId: teacher.id, sectionId: body.section_id }, body, async (tx, sessionId) =>
        body.only_uncontested ? splitContested(tx, sessionId, body.ids) : { ids: body.ids, contested: [] },
      ),

    admitNumber: ({ body, teacher }) =>
      admitChosen({ teacherId: teacher.id, sectionId: body.section_id }, body, async (tx, sessionId) => {
        const id = await findNumber(tx, sessionId, body.number);
        const alike = await withTheirNames(tx, sessionId, [id]);
        return { ids: [id], contested: [], instead: alike.filter((one) => one !== id) };
      }),

    refuseStudents: ({ body: { section_id: sectionId, ids, was_somebody_else: wasSomebodyElse }, teacher }) =>
      refuseChosen({ teacherId: teacher.id, sectionId }, async ({ tx, lesson }) =>
        refuse(tx, lesson, { ids: await withTheirNames(tx, lesson.sessionId, ids), wasSomebodyElse }),
      ),

    refuseWaiting: ({ body: { section_id: sectionId, up_to: upTo }, teacher }) =>
      refuseChosen({ teacherId: teacher.id, sectionId }, ({ tx, lesson }) => refuseWaiting(tx, lesson.sessionId, upTo)),

    excuseStudent: ({ body, teacher }) =>
      changeAttendance({ teacherId: teacher.id, sectionId: body.section_id }, async ({ tx, lesson, note }) => {
        await excuse(tx, lesson.sessionId, body);
        note({ action: 'student excused', detail: `student ${body.student_id}: ${body.minutes} min` });
      }),

    endExcuse: ({ body: { section_id: sectionId, student_id: studentId }, teacher }) =>
      changeAttendance({ teacherId: teacher.id, sectionId }, async ({ tx, lesson, noteStudents }) => {
        noteStudents(
          'excuse ended',
          (await endExcuse(tx, { sessionId: lesson.sessionId, studentId })) ? [studentId] : [],
        );
      }),
  } satisfies Partial<Handlers>;
}

/** Publishes and records who was turned away, and what was deleted with them. */
function noteRefusal({ changed, note }: ChangingSection, { refused, disowned }: Refusal): void {
  if (disowned && disowned.attendanceIds.length > 0) {
    changed('logs');
    const devices = numbered('attendance', disowned.attendanceIds);
    note({ action: 'deletion', detail: `${disowned.detectionIds.length} logs of somebody else: ${devices}` });
  }
  if (refused.length === 0) return;
  const detail = refused.length > mostNamed ? `${refused.length} devices at the door` : numbered('attendance', refused);
  note({ action: 'students turned away', detail });
}
