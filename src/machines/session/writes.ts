import { messages } from '../../messages';
import { type Notice, noticeOfProblem } from '../app/noticeMachine';
import type { ChangeKind, SentWrite, WriteAnswer, WriteKind, WriteOutcome } from './writeMachine';

/** What the session knows of a change under way. What is sent is not in it: there may be a password. */
export interface Write extends SentWrite {
  /** The section's name, for a teacher who is somewhere else when it settles; empty while it is not known. */
  sectionName: string;
  /** Who is to be added or removed, by e-mail. */
  studentEmails: readonly string[];
  /** Somebody on the screen waits for what becomes of it, and tells the teacher. */
  isWatched: boolean;
  isSent: boolean;
}

/** A write that is handed to the session, which adds the name of a section that is listed. */
export type NewWrite = Omit<Write, 'isSent'>;

/** Returns the id of a start or stop: there is one of each at a time in a section. */
export const idOfChange = (kind: ChangeKind, sectionId: string) => `${kind} ${sectionId}`;

/** Changes to what was detected; see {@link LogsChange}. */
export const isOfLogs = (kind: WriteKind) => kind === 'reviewLogs' || kind === 'deleteLog';

export const isOfDetection = (kind: WriteKind): kind is ChangeKind =>
  kind === 'startDetection' || kind === 'stopDetection';

/** Changes what is recorded in a section, and not the list of the sections. */
export const isOfRecords = (kind: WriteKind) => isOfLogs(kind) || kind === 'deleteLesson';

/** Changes the teacher's account, and nothing of the sections. */
export const isOfAccount = (kind: WriteKind) => kind === 'changePassword';

/** Whether the backend has taken only some of the students. */
export const isDoneInPart = (
  { kind, studentEmails }: Write,
  { takenCount }: Pick<WriteAnswer, 'takenCount'>,
): boolean => kind === 'addStudents' && takenCount < studentEmails.length;

/** What is told of a write that nobody watches: what became of it, and where. */
export function noticeOf(write: Write, outcome: WriteOutcome): Notice {
  const { kind, sectionName, studentEmails } = write;
  if (outcome.type === 'failed') {
    const { problem } = outcome;
    // The server's own words may name nothing.
    const about = isOfAccount(kind) ? messages.changePassword.title : sectionName;
    return noticeOfProblem({ ...problem, sentence: messages.writes.failed(about, problem.sentence) });
  }
  if (isDoneInPart(write, outcome)) {
    const { takenCount } = outcome;
    return { kind: 'error', sentence: messages.writes.partlyAdded(sectionName, takenCount, studentEmails.length) };
  }
  return { kind: 'success', sentence: messages.writes[kind](sectionName, studentEmails.length) };
}
