import { messages } from '../../messages';
import { type Notice, noticeOfProblem } from '../app/noticeMachine';
import type { WriteAnswer, WriteKind, WriteOutcome } from './writeMachine';

/** What the session knows of a change under way. Of what is sent only the students are in it: there may be a password. */
export interface Write {
  id: string;
  kind: WriteKind;
  /** The section it changes; null for one that is being created, and for the teacher's password. */
  sectionId: string | null;
  /** What it is about, for a teacher who is somewhere else when it settles: the section's name, if it is about one. */
  sectionName: string;
  /** Who is to be added or removed, by e-mail. */
  studentEmails: readonly string[];
  /** Somebody on the screen waits for what becomes of it, and tells the teacher. */
  isWatched: boolean;
  isSent: boolean;
  /** When, since its turn came, something last said what a start or stop is for, as a live message that outruns its answer. */
  saidAt: number | null;
}

/** Changes from here of what was detected; see {@link LogsChange}. */
export const isOfLogs = (kind: WriteKind | undefined) => kind === 'reviewLogs' || kind === 'deleteLog';

export const isOfDetection = (kind: WriteKind | undefined) => kind === 'startDetection' || kind === 'stopDetection';

/** A start or stop of which nothing has said after `sentAt` that it has come about. */
export const isUnsaidMove = (write: Write | undefined, sentAt: number) =>
  isOfDetection(write?.kind) && (write?.saidAt ?? -Infinity) <= sentAt;

/** What is recorded in a section changes, and not the list of the sections. */
export const isOfRecords = (kind: WriteKind | undefined) => isOfLogs(kind) || kind === 'deleteLesson';

/** The teacher's account changes, and nothing of her sections. */
export const isOfAccount = (kind: WriteKind | undefined) => kind === 'changePassword';

/** Whether the backend has taken only some of the students. */
const isDoneInPart = ({ kind, studentEmails }: Write, { takenCount }: Pick<WriteAnswer, 'takenCount'>): boolean =>
  kind === 'addStudents' && takenCount < studentEmails.length;

/** Whether it has failed, as far as anybody knows: not if something has said that a start or stop has come about. */
export const hasFailed = (write: Write, outcome: WriteOutcome): boolean =>
  outcome.type === 'done' ? isDoneInPart(write, outcome) : !isOfDetection(write.kind) || write.saidAt === null;

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
