import type { components } from './schema';

/**
 * What the front end knows of the world, whatever spelling a backend uses for it: the contract's types, but ids are
 * text (they may arrive as numbers).
 */
export type Contract = components['schemas'];

/** The pair that signs a teacher in. A backend may give no refresh token (Google sign-in). */
export type Tokens = Contract['Tokens'];

export interface Student extends Pick<Contract['Student'], 'name' | 'email'> {
  id: string;
  /** Who it is, while the name and the e-mail are hidden. */
  studentKey?: string;
  /** What tells them from another student of the same name; undefined where nobody else has it. */
  distinction?: string;
}

/** What a search has found. */
export interface FoundStudents {
  /** Those whom the answer holds. */
  students: Student[];
  /** How many there are; null when the backend does not say. */
  total: number | null;
}

export interface Section extends Pick<Contract['Section'], 'name' | 'subject'> {
  id: string;
  students: Student[];
}

export interface DetectionLog {
  id: string;
  /** Milliseconds since the epoch; null when the server sent none or an unreadable one. */
  time: number | null;
  studentName: string;
  studentEmail: string;
  /** Whose log it is, while the name and the e-mail are hidden. */
  studentKey?: string;
  /** What tells the student from another one of the same name; undefined where nobody else has it. */
  distinction?: string;
  /** As the server spells it; null when missing. */
  activityType: string | null;
  details: string;
  /** An address that is safe to show, or null. */
  screenshot: string | null;
  /** The session that it was recorded in (an extension); null when nothing says so. */
  sessionId: string | null;
  /** The agent that reported it (an extension); empty when nothing says so. */
  source: string;
  /** How many seconds its clock was fast, where that was corrected (an extension). Negative: slow. */
  clockOffSeconds?: number;
  /** What the teacher made of it, null when nothing yet; undefined where the backend keeps no reviews (an extension). */
  review: Review | null | undefined;
}

export interface Review extends Pick<Contract['Review'], 'state' | 'note'> {
  /** Milliseconds since the epoch; null when the server sent no readable time. */
  reviewedAt: number | null;
}

/** What the teacher makes of a log: null takes it back with its note; without a note, the note stays. */
export type Noted = Pick<Contract['ReviewRequest'], 'state' | 'note'>;

/** What a change from here has made of the logs: other reviews, by the ids of their logs, one log less, or a lesson's logs less. */
export type LogsChange =
  | { kind: 'reviewed'; reviews: Readonly<Record<string, Review | null>> }
  | { kind: 'deleted'; id: string }
  | { kind: 'lessonDeleted'; lessonId: string };

/** The logs of a section, newest first: all there are, or what came, was corrected and was deleted since an earlier answer. */
export type LogsAnswer = ({ kind: 'all' } | { kind: 'newer'; deletedIds: string[] }) & {
  logs: DetectionLog[];
  /** The address of what changes from then on (an extension); null where the backend has none. */
  newer: string | null;
};

/** A session, also one that has ended (an extension). Times in milliseconds since the epoch. */
export interface Lesson {
  id: string;
  startedAt: number;
  /** Null while it is active. */
  endedAt: number | null;
}

/**
 * What the agents of an active session do. `awaited`: none was heard from yet; `watching`: one was, lately; `silent`: one was,
 * but not lately; `refused`: they report, and all of it is refused; `misdated`: it is refused because a clock is off.
 */
export type AgentsState = 'awaited' | 'watching' | 'silent' | 'refused' | 'misdated';

/** What was said of a session, and when, in milliseconds since the epoch. */
export interface StatusAnswer {
  isActive: boolean;
  /** Since when it is active; null when nothing says so, undefined where the backend never does (an extension). */
  startedAt: number | null | undefined;
  /** What its agents do; undefined without a session, and where the backend never says (an extension). */
  agents?: AgentsState | undefined;
  /** By this device's clock. */
  saidAt: number;
  /** What the clock lacks of the server's time, in milliseconds. */
  clockOffset?: number;
}

/** A message of the live channel that passed the boundary. One that a session has started says that it is active. */
export type LiveMessage = { type: 'detection_start' | 'status_update'; sectionId: string } & StatusAnswer;
