import type { Problem } from '../../failure';
import type {
  CameraList,
  Door,
  Kept,
  KeptReceipt,
  KnockAs,
  Lesson,
  Receipt,
  ShownReport,
  Told,
  Watched,
} from '../../services/types';
import type { CallsReport } from '../callsMachine';
import type { ResumptionReport } from '../resumptionMachine';
import type { WatchReport } from '../watch/types';

export interface AttendanceContext extends Kept {
  code: string;
  door: Door | null;
  /** The student's name, as they chose or typed it. */
  name: string;
  /** What was opened is a badge, not a link. */
  isBadge: boolean;
  problem: Problem | null;
  lesson: Lesson | null;
  cameras: CameraList;
  /** What the next heartbeat says. */
  told: Told;
  /** Since when, in monotonic milliseconds; null: since it was told. */
  toldSince: number | null;
  /** How often the camera and the detector were started again since the last picture. */
  restarts: number;
  beatEvery: number;
  /** The wait that the last failed attempt was asked for; 0 without one. */
  retryAfterMs: number;
  /** At the door, tells this device from others that wait under the same name; null if the server gives none. */
  number: string | null;
  /** When the teacher's excuse ends, in milliseconds since the epoch; null without one. */
  excusedUntil: number | null;
  /** Why the teacher has paused the class; null if it is not paused. */
  pausedFor: string | null;
  /** Milliseconds until the lesson ends itself, at the last heartbeat; null if it will not. */
  endsIn: number | null;
  reports: ShownReport[];
  /** What an earlier page of the tab knew of the student, until this one watches. */
  earlier: Watched | null;
  /** What the server has recorded of the lesson, once it is over. */
  receipt: Receipt | null;
  /** Earlier lessons whose receipts this browser can read, the latest first. */
  receipts: readonly KeptReceipt[];
  /** Id of the log that was answered last. */
  answered: string | null;
}

export type AttendanceEvent =
  | { type: 'code.submit'; code: string }
  /** The student wants to type another code. */
  | { type: 'code.again' }
  | { type: 'link.retry' }
  | { type: 'link.redeem' }
  | { type: 'knock.submit'; as: KnockAs; name: string }
  /** The student is somebody else. */
  | { type: 'name.again' }
  | { type: 'consent.give'; pictures: boolean }
  | { type: 'consent.decline' }
  | { type: 'consent.review' }
  | { type: 'pictures.choose'; pictures: boolean }
  | { type: 'camera.retry' }
  | { type: 'camera.choose'; cameraId: string }
  | { type: 'cameras.changed'; cameras: CameraList }
  | { type: 'pause.submit'; reason: string }
  | { type: 'pause.end' }
  | { type: 'leave.submit' }
  /** The student attends in this tab instead of the other one. */
  | { type: 'tab.use' }
  /** Another tab of this browser has taken the lesson. */
  | { type: 'tab.lost' }
  | { type: 'network.online' }
  | { type: 'reports.changed'; reports: ShownReport[] }
  /** The student reads what was recorded in an earlier lesson, or removes it from this device. */
  | { type: 'receipt.open'; id: string }
  | { type: 'receipt.drop'; id: string }
  | { type: 'receipt.refresh' }
  | { type: 'answer.submit'; logId: string; text: string }
  /** The teacher has let the student in. */
  | { type: 'door.opened' }
  /** The teacher has excused the student, or the excuse is over. */
  | { type: 'excuse.began' }
  | { type: 'excuse.ended' }
  /** There is something to say before the next heartbeat. */
  | { type: 'beat.due' }
  | { type: 'beat.now' }
  | CallsReport
  | ResumptionReport
  | WatchReport;

/** What a heartbeat says. */
export interface BeatInput extends Pick<AttendanceContext, 'told' | 'toldSince' | 'pictures'> {
  /** Of a pause. */
  reason: string;
}
