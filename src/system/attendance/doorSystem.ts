import { type ActorRefFrom, fromCallback, fromPromise, type SnapshotFrom, type Subscription } from 'xstate';
import type { AppSystem } from '../../appSystem';
import type { WriteRequest } from '../../machines/app/writes';
import { type DoorChange, doorMachine } from '../../machines/attendance/doorMachine';
import { type detectionMachine, isActive } from '../../machines/lesson/detectionMachine';
import type { sessionMachine } from '../../machines/session/sessionMachine';

function writeOf(sectionId: string, change: DoorChange): WriteRequest {
  switch (change.type) {
    case 'students.invite':
      return { kind: 'inviteStudents', sectionId, replaces: false };
    case 'code.replace':
      return { kind: 'inviteStudents', sectionId, replaces: true };
    case 'students.admitAll':
      return { kind: 'admitStudents', sectionId, chosen: { ids: change.ids, isCareful: true } };
    case 'students.admit':
    case 'number.admit': {
      const { type: _, ...chosen } = change;
      return { kind: 'admitStudents', sectionId, chosen };
    }
    case 'students.refuse':
    case 'waiting.refuse': {
      const { type: _, ...chosen } = change;
      return { kind: 'refuseStudents', sectionId, chosen };
    }
    case 'student.excuse': {
      const { studentId, minutes, reason } = change;
      return { kind: 'excuseStudent', sectionId, studentId, minutes, reason };
    }
    case 'excuse.end':
      return { kind: 'endExcuse', sectionId, studentId: change.studentId };
    case 'links.send':
      return { kind: 'sendLinks', sectionId, studentIds: change.studentIds };
    case 'link.revoke':
      return { kind: 'revokeLink', sectionId, studentId: change.studentId };
  }
}

const isTold = (session: SnapshotFrom<typeof sessionMachine>) => session.matches({ channel: 'told' });

/** Tells whether something holds for an actor, once it does and at each change. */
function follow<Snapshot>(
  actor: { getSnapshot(): Snapshot; subscribe(next: (snapshot: Snapshot) => void): Subscription },
  holds: (snapshot: Snapshot) => boolean,
  tell: (now: boolean) => void,
): Subscription {
  let held = false;
  const check = (snapshot: Snapshot) => {
    const now = holds(snapshot);
    if (now === held) return;
    held = now;
    tell(now);
  };
  check(actor.getSnapshot());
  return actor.subscribe(check);
}

/** Provides the door of a section's lessons. @param isOffered the backend has doors */
export const provideDoor =
  (
    session: ActorRefFrom<typeof sessionMachine>,
    detection: ActorRefFrom<typeof detectionMachine>,
    isOffered: boolean,
  ) =>
  ({ attendanceService, sendWrite, showNotice }: AppSystem) =>
    doorMachine.provide({
      actors: {
        watchLesson: fromCallback(({ sendBack }) => {
          if (!isOffered) return;
          const { sectionId } = detection.getSnapshot().context;
          // The channel first: a fetch that begins while it is open lacks nothing.
          const subscriptions = [
            follow(session, isTold, (told) => sendBack({ type: told ? 'live.opened' : 'live.lost' })),
            follow(detection, isActive, (active) => sendBack({ type: active ? 'lesson.began' : 'lesson.ended' })),
            session.on('live.attendanceAnnounced', (news) => {
              if (news.sectionId === sectionId) sendBack({ type: 'attendance.announced' });
            }),
          ];
          return () => {
            for (const subscription of subscriptions) subscription.unsubscribe();
          };
        }),
        fetchAttendance: fromPromise(({ input, signal }) => attendanceService.fetchAttendance(input.sectionId, signal)),
        changeAttendance: fromPromise(async ({ input: { sectionId, change }, signal }) => {
          if (change !== null) await sendWrite(writeOf(sectionId, change), signal);
        }),
      },
      actions: { showNotice: (_, notice) => showNotice(notice) },
    });
