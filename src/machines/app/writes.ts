import { messages } from '../../messages';
import type { Problem } from '../../problem';
import type {
  Admitted,
  Contract,
  DeviceKind,
  LogsChange,
  MadeBadge,
  Noted,
  Refused,
  RegisterChange,
  Room,
  Section,
  SectionRole,
  Student,
} from '../../services/app/types';
import { type Notice, noticeOfProblem } from './noticeMachine';

/** What is needed to send a write. */
export interface SentWrite {
  id: string;
  kind: WriteKind;
}

/** The result of a successful write. */
export interface WriteAnswer {
  /** The success message of the backend or service, if any. */
  sentence: string | null;
  /** The section after the write; null if the backend does not return it. */
  section: Section | null;
  /** The change of the section's logs, if any. */
  logs: LogsChange | null;
  /** Why the room, or some of the logs, are unchanged; null if all was changed. */
  left: Problem | null;
  /** Of a stop: until when it can be taken back; see `StatusAnswer`. */
  resumableUntil?: number | null | undefined;
  /** How many of the students to add are in the section now. */
  takenCount: number;
  /** The page that made the write is still shown. */
  isOnItsPage: boolean;
  /** Time of the answer by this device's clock, in milliseconds since the epoch. */
  doneAt: number;
  /** Milliseconds to add for the server's time. */
  clockOffset: number;
}

/** The outcome of a write. After some problems it may have happened nevertheless (`mayHaveHappened`). */
export type WriteOutcome = ({ type: 'done' } & WriteAnswer) | { type: 'failed'; problem: Problem };

/** Sent to the parent once. */
export type WriteReport = { type: 'write.settled'; id: string; outcome: WriteOutcome };

/** A write as the session holds it: without its payload, which may contain a password. */
export interface Write extends SentWrite {
  sectionId: string | null;
  /** The section's name, for a notice on another page; empty while unknown. */
  sectionName: string;
  /** The e-mails of the students to add or remove, or what stands for them. */
  studentEmails: readonly string[];
  /** A screen waits for the outcome and reports it. */
  isWatched: boolean;
  isSent: boolean;
}

/** A write for the session, which adds the name of a listed section. */
export type NewWrite = Omit<Write, 'isSent'>;

interface InSection {
  sectionId: string;
}

/** What a kind of write changes, so that it may be outdated afterwards; `payload` stands in its type only. */
interface Kind<C extends string, P> {
  changed: C;
  payload?: P;
}
const changing =
  <C extends string>(changed: C) =>
  <P>(): Kind<C, P> => ({ changed });

const list = changing('list');
const teachers = changing('teachers');
const detection = changing('detection');
const logs = changing('logs');
const lessons = changing('lessons');
const door = changing('door');
const register = changing('register');
const badges = changing('badges');
const account = changing('account');
const school = changing('school');

/**
 * The kinds of writes: what each changes, and its payload. Those at the door are told by its own fetches. Each is performed in
 * `src/writes.ts`, and named in the texts; neither can be forgotten.
 */
const kinds = {
  createSection: list<{ name: string; subject: string }>(),
  renameSection: list<InSection & { name: string; subject: string }>(),
  askForPictures: list<InSection & { asks: boolean }>(),
  chooseReportedKind: list<InSection & { reported: DeviceKind; isReported: boolean }>(),
  arrangeRoom: list<InSection & { room: Room }>(),
  deleteSection: list<InSection & { password: string }>(),
  shareSection: teachers<InSection & { email: string; role: SectionRole; until: Date | null }>(),
  removeTeacher: teachers<InSection & { email: string }>(),
  /** The teacher removes themselves. */
  leaveSection: teachers<InSection & { email: string }>(),
  /** Those of the directory, and those without an id, whom the backend makes. */
  addStudents: list<InSection & { students: readonly Student[] }>(),
  giveStudentEmail: list<InSection & { studentId: string; email: string }>(),
  removeStudent: list<InSection & { email: string }>(),
  /** Minutes until the lesson ends itself; null for no end time; undefined where lessons cannot. */
  startDetection: detection<InSection & { minutes: number | null | undefined }>(),
  stopDetection: detection<InSection>(),
  extendLesson: detection<InSection>(),
  /** The reason may be empty. */
  pauseLesson: detection<InSection & { reason: string }>(),
  resumeLesson: detection<InSection>(),
  reviewLogs: logs<InSection & { logIds: string[]; noted: Noted }>(),
  replyToAnswer: logs<InSection & { logId: string; text: string }>(),
  deleteLogs: logs<InSection & { logIds: string[] }>(),
  describeLesson: lessons<InSection & { lessonId: string; title: string; note: string }>(),
  deleteLesson: lessons<InSection & { lessonId: string }>(),
  inviteStudents: door<InSection & { replaces: boolean }>(),
  admitStudents: door<InSection & { chosen: Admitted }>(),
  refuseStudents: door<InSection & { chosen: Refused }>(),
  excuseStudent: door<InSection & { studentId: string; minutes: number; reason: string }>(),
  endExcuse: door<InSection & { studentId: string }>(),
  correctRegister: register<InSection & RegisterChange>(),
  sendLinks: door<InSection & { studentIds: readonly string[] }>(),
  revokeLink: door<InSection & { studentId: string }>(),
  /** `onMade` takes the badges: as an answer, their secrets would pass through the charts. */
  makeBadges: badges<InSection & { studentIds: readonly string[]; onMade: (badges: readonly MadeBadge[]) => void }>(),
  revokeBadges: badges<InSection & { studentIds: readonly string[] }>(),
  changePassword: account<{ passwords: Contract['PasswordChange'] }>(),
  /** A change of an administrator. `about` names it; `perform` sends it and returns the server's sentence. */
  administer: school<{ about: string; perform: (signal: AbortSignal) => Promise<string> }>(),
};

/** The kinds of writes. */
export type WriteKind = keyof typeof kinds;

/** Payloads by kind. */
type Payloads = { [K in WriteKind]: NonNullable<(typeof kinds)[K]['payload']> };

/** A write with its payload. */
export type WriteRequest<K extends WriteKind = WriteKind> = { [P in K]: { kind: P } & Payloads[P] }[K];

/** Submits a write to the session and waits for its outcome. */
export type SendWrite = (request: WriteRequest, signal: AbortSignal) => Promise<WriteAnswer>;
/** Submits a write whose outcome the session reports. */
export type SubmitWrite = (request: WriteRequest) => void;

type Changed = (typeof kinds)[WriteKind]['changed'];

/** The changes of detection. */
export type ChangeKind = { [K in WriteKind]: (typeof kinds)[K]['changed'] extends 'detection' ? K : never }[WriteKind];

/** Returns whether the write changes one of these. */
export const changes = (kind: WriteKind, ...changed: Changed[]): boolean => changed.includes(kinds[kind].changed);

export const isOfDetection = (kind: WriteKind): kind is ChangeKind => changes(kind, 'detection');

/**
 * Returns whether the write is sent again until it is answered: reviews with their notes, and what the teacher decides at the door.
 * For others the teacher decides whether to try again.
 */
export const waits = ({ kind }: Pick<SentWrite, 'kind'>): boolean => waiting.includes(kind);
const waiting: readonly WriteKind[] = ['reviewLogs', 'admitStudents', 'refuseStudents', 'excuseStudent', 'endExcuse'];

/**
 * Returns whether one of a section's writes must not overtake the other. Reviews and decisions at the door may wait for the network; a stop
 * does not wait for them.
 */
export const isBehind = (later: Write, earlier: Write): boolean =>
  later.sectionId !== null && later.sectionId === earlier.sectionId && lineOf(later.kind) === lineOf(earlier.kind);
const lineOf = (kind: WriteKind) => (changes(kind, 'logs', 'door') ? kinds[kind].changed : 'section');

/** Returns whether only some of the students were added, or only some of the logs changed, or not the room. */
export const isDoneInPart = (
  { kind, studentEmails }: Write,
  { left, takenCount }: Pick<WriteAnswer, 'left' | 'takenCount'>,
): boolean => left !== null || (kind === 'addStudents' && takenCount < studentEmails.length);

/** The server's message may name no section. */
const failureOf = ({ kind, sectionName }: Write, problem: Problem): Notice =>
  noticeOfProblem({
    ...problem,
    sentence: messages.writes.failed(
      changes(kind, 'account') ? messages.changePassword.title : sectionName,
      problem.sentence,
    ),
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
