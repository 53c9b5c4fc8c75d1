import type { WriteRequest } from '../app/writes';
import type { DoorChange } from './doorMachine';

/** Returns the write of a change at the door. */
export function writeOf(sectionId: string, change: DoorChange): WriteRequest {
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
