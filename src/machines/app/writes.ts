import { messages } from '../../messages';
import type { Problem } from '../../problem';
import { type About, type WriteKind, type WriteRequest, type WriteResult, writeKinds } from '../../writeKinds';
import { type Notice, noticeOfProblem } from './noticeMachine';

/** What is needed to send a write. */
export interface SentWrite {
  id: string;
  kind: WriteKind;
}

/** The result of a successful write. */
export interface WriteAnswer extends WriteResult {
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
export interface Write extends SentWrite, About {
  sectionId: string | null;
  /** A screen waits for the outcome and reports it. */
  isWatched: boolean;
  isSent: boolean;
}

/** A write for the session, which adds the name of a listed section. */
export type NewWrite = Omit<Write, 'isSent'>;

/** Submits a write to the session and waits for its outcome. */
export type SendWrite = (request: WriteRequest, signal: AbortSignal) => Promise<WriteAnswer>;
/** Submits a write whose outcome the session reports. */
export type SubmitWrite = (request: WriteRequest) => void;

type Changed = (typeof writeKinds)[WriteKind]['changed'];

/** The changes of detection. */
export type ChangeKind = {
  [K in WriteKind]: (typeof writeKinds)[K]['changed'] extends 'detection' ? K : never;
}[WriteKind];

/** Returns whether the write changes one of these. */
export const changes = (kind: WriteKind, ...changed: Changed[]): boolean => changed.includes(writeKinds[kind].changed);

export const isOfDetection = (kind: WriteKind): kind is ChangeKind => changes(kind, 'detection');

/** Returns whether the write is sent again until it is answered, as reviews are, and what the teacher decides at the door. */
export const waits = ({ kind }: Pick<SentWrite, 'kind'>): boolean => writeKinds[kind].waits;

/**
 * Returns whether one of a section's writes must not overtake the other. Reviews and decisions at the door may wait for the network; a stop
 * does not wait for them.
 */
export const isBehind = (later: Write, earlier: Write): boolean =>
  later.sectionId !== null && later.sectionId === earlier.sectionId && lineOf(later.kind) === lineOf(earlier.kind);
const lineOf = (kind: WriteKind) => (changes(kind, 'logs', 'door') ? writeKinds[kind].changed : 'section');

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
