import type { Answers } from '../../services/app/types';
import type { WriteRequest } from '../../writeKinds';

/** What a teacher does about those who attend. */
export type DoorChange =
  | { type: 'students.invite' }
  /** Another code, so that the last one opens nothing. */
  | { type: 'code.replace' }
  | ({ type: 'students.admit'; ids: readonly string[] } & Answers)
  /** Admits those whom nobody contests when this arrives. */
  | { type: 'students.admitAll'; ids: readonly string[] }
  /** Admits the device whose screen shows the number, and turns the others of its name away. */
  | ({ type: 'number.admit'; number: string } & Answers)
  | ({ type: 'students.refuse'; ids: readonly string[] } & Pick<Answers, 'wasSomebodyElse'>)
  /** Turns all away who wait, up to a device. */
  | { type: 'waiting.refuse'; upTo: string }
  | { type: 'student.excuse'; studentId: string; minutes: number; reason: string }
  | { type: 'excuse.end'; studentId: string }
  | { type: 'links.send'; studentIds: readonly string[] }
  | { type: 'link.revoke'; studentId: string };

/** Who is let in, and who is not. */
export type DoorDecision = Extract<DoorChange, { type: 'students.admit' | 'number.admit' | 'students.refuse' }>;

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
