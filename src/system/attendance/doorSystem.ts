import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { type DoorChange, doorMachine } from '../../machines/attendance/doorMachine';
import { type detectionMachine, isActive } from '../../machines/section/detectionMachine';
import type { AppSystem } from '../app/appSystem';
import type { WriteRequest } from '../session/writes';

function writeOf(sectionId: string, change: DoorChange): WriteRequest {
  switch (change.type) {
    case 'students.invite':
      return { kind: 'inviteStudents', sectionId };
    case 'students.admit':
      return { kind: 'admitStudents', sectionId, attendeeIds: change.ids };
    case 'students.refuse':
      return { kind: 'refuseStudents', sectionId, attendeeIds: change.ids };
    case 'student.excuse': {
      const { studentId, minutes, reason } = change;
      return { kind: 'excuseStudent', sectionId, studentId, minutes, reason };
    }
    case 'excuse.end':
      return { kind: 'endExcuse', sectionId, studentId: change.studentId };
  }
}

/** Provides the door of a section's lessons. @param isOffered the backend has doors */
export const provideDoor =
  (detection: ActorRefFrom<typeof detectionMachine>, isOffered: boolean) =>
  ({ attendanceService, sendWrite, showNotice }: AppSystem) =>
    doorMachine.provide({
      actors: {
        watchLesson: fromCallback(({ sendBack }) => {
          if (!isOffered) return;
          let active = false;
          const tell = (now: boolean) => {
            if (now !== active) sendBack({ type: now ? 'lesson.began' : 'lesson.ended' });
            active = now;
          };
          tell(isActive(detection.getSnapshot()));
          const { unsubscribe } = detection.subscribe((snapshot) => tell(isActive(snapshot)));
          return unsubscribe;
        }),
        fetchAttendance: fromPromise(({ input, signal }) => attendanceService.fetchAttendance(input.sectionId, signal)),
        changeAttendance: fromPromise(async ({ input: { sectionId, change }, signal }) => {
          if (change !== null) await sendWrite(writeOf(sectionId, change), signal);
        }),
      },
      actions: { showNotice: (_, notice) => showNotice(notice) },
    });
