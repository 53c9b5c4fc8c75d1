import { messages } from '../../messages';
import type { Problem } from '../../problem';
import type { Admitted, Contract, DeviceKind, MadeBadge, NewStudent, Noted, Refused } from '../../services/app/types';
import { type Notice, noticeOfProblem } from './noticeMachine';
import type { ChangeKind, SentWrite, WriteAnswer, WriteKind, WriteOutcome } from './writeMachine';

/** A write as the session holds it: without its payload, which may contain a password. */
export interface Write extends SentWrite {
  /** The section's name, for a notice on another page; empty while unknown. */
  sectionName: string;
  /** The e-mails of the students to add or remove. */
  studentEmails: readonly string[];
  /** A screen waits for the outcome and reports it. */
  isWatched: boolean;
  isSent: boolean;
}

/** A write for the session, which adds the name of a listed section. */
export type NewWrite = Omit<Write, 'isSent'>;

export interface InSection {
  sectionId: string;
}

/** Payloads by kind. */
interface Payloads {
  createSection: { name: string; subject: string };
  renameSection: InSection & { name: string; subject: string };
  askForPictures: InSection & { asks: boolean };
  chooseReportedKind: InSection & { reported: DeviceKind; isReported: boolean };
  deleteSection: InSection & { password: string };
  addToDirectory: { people: NewStudent[] };
  addStudents: InSection & { emails: string[] };
  removeStudent: InSection & { email: string };
  startDetection: InSection & Pick<SentWrite, 'minutes'>;
  stopDetection: InSection;
  extendLesson: InSection;
  reviewLogs: InSection & { logIds: string[]; noted: Noted };
  deleteLogs: InSection & { logIds: string[] };
  deleteLesson: InSection & { lessonId: string };
  inviteStudents: InSection & { replaces: boolean };
  admitStudents: InSection & { chosen: Admitted };
  refuseStudents: InSection & { chosen: Refused };
  excuseStudent: InSection & { studentId: string; minutes: number; reason: string };
  endExcuse: InSection & { studentId: string };
  sendLinks: InSection & { studentIds: readonly string[] };
  revokeLink: InSection & { studentId: string };
  /** `onMade` takes the badges: as an answer, their secrets would pass through the charts. */
  makeBadges: InSection & { studentIds: readonly string[]; onMade: (badges: readonly MadeBadge[]) => void };
  revokeBadges: InSection & { studentIds: readonly string[] };
  changePassword: { passwords: Contract['PasswordChange'] };
}

/** A write with its payload. */
export type WriteRequest<K extends WriteKind = WriteKind> = { [P in K]: { kind: P } & Payloads[P] }[K];

/** Submits a write to the session and waits for its outcome. */
export type SendWrite = (request: WriteRequest, signal: AbortSignal) => Promise<WriteAnswer>;
/** Submits a write whose outcome the session reports. */
export type SubmitWrite = (request: WriteRequest) => void;

/** Returns the id of a change of detection. A section has at most one of each kind. */
export const idOfChange = (kind: ChangeKind, sectionId: string) => `${kind} ${sectionId}`;

/** Returns whether the write changes logs; see {@link LogsChange}. */
export const isOfLogs = (kind: WriteKind) => kind === 'reviewLogs' || kind === 'deleteLogs';

export const isOfDetection = (kind: WriteKind): kind is ChangeKind =>
  kind === 'startDetection' || kind === 'stopDetection' || kind === 'extendLesson';

/** Returns whether the write changes a section's records but not the list. */
export const isOfRecords = (kind: WriteKind) => isOfLogs(kind) || kind === 'deleteLesson';

/** Returns whether the write changes only the teacher's account. */
const isOfAccount = (kind: WriteKind) => kind === 'changePassword';

/** Returns whether the write changes no section. Those admitted at the door are announced when they are new to it. */
export const isBesideSections = (kind: WriteKind) =>
  isOfAccount(kind) ||
  [
    'addToDirectory',
    'inviteStudents',
    'admitStudents',
    'refuseStudents',
    'excuseStudent',
    'endExcuse',
    'sendLinks',
    'revokeLink',
    'makeBadges',
    'revokeBadges',
  ].includes(kind);

/** Returns whether only some of the students were added, or only some of the logs changed. */
export const isDoneInPart = (
  { kind, studentEmails }: Write,
  { left, takenCount }: Pick<WriteAnswer, 'left' | 'takenCount'>,
): boolean => left !== null || (kind === 'addStudents' && takenCount < studentEmails.length);

/** The server's message may name no section. */
const failureOf = ({ kind, sectionName }: Write, problem: Problem): Notice =>
  noticeOfProblem({
    ...problem,
    sentence: messages.writes.failed(isOfAccount(kind) ? messages.changePassword.title : sectionName, problem.sentence),
  });

/** Returns the notice of an unwatched write, with its outcome and section. */
export function noticeOf(write: Write, outcome: WriteOutcome): Notice {
  const { kind, sectionName, studentEmails } = write;
  if (outcome.type === 'failed') return failureOf(write, outcome.problem);
  if (outcome.left !== null) return failureOf(write, outcome.left);
  if (isDoneInPart(write, outcome)) {
    const { takenCount } = outcome;
    return { kind: 'error', sentence: messages.writes.partlyAdded(sectionName, takenCount, studentEmails.length) };
  }
  const count = outcome.logs?.kind === 'deleted' ? outcome.logs.ids.length : studentEmails.length;
  return { kind: 'success', sentence: messages.writes[kind](sectionName, count) };
}
