import type { components } from '@vigil/contract';
import type { watchedPages, watchedViews } from '../watched';

/** What can be reported, in the contract's words. */
export type ActivityType = components['schemas']['DeviceKind'];

/** A change of an episode. Times are monotonic milliseconds since the epoch, never the device's clock. */
export type EpisodeEvent =
  | { type: 'episode.started'; kind: ActivityType; at: number }
  | { type: 'episode.ended'; kind: ActivityType; at: number };

/** Orders to the outbox. */
export type OutboxOrder =
  | (Extract<EpisodeEvent, { type: 'episode.started' }> & { withPicture: boolean; isIgnored: boolean })
  | Extract<EpisodeEvent, { type: 'episode.ended' }>
  | { type: 'episodes.close' }
  /** Deletes pictures that are not sent yet. */
  | { type: 'pictures.drop' };

/** A report as the student sees it. */
export interface ShownReport {
  id: string;
  kind: ActivityType;
  /** Milliseconds since the epoch of the device's clock, for display only. */
  startedAt: number;
  /** Milliseconds; null while the episode lasts. */
  lastedMs: number | null;
  status: 'kept' | 'sent' | 'excused' | 'dropped';
  hasPicture: boolean;
}

/** The moment of a heartbeat's answer, as the server names it and as the monotonic clock of this page says. */
export interface Epoch {
  epoch: string;
  at: number;
}

/** What a device did between two heartbeats. */
export type PastPeriod = components['schemas']['PastPeriod'];

/** What a page knows of the student, for the page that is loaded next in the same lesson. Times are monotonic. */
export interface Watched {
  /** What the camera was showing. */
  view: (typeof watchedViews)[number] | null;
  /** Where the student was. */
  page: (typeof watchedPages)[number] | null;
  isReady: boolean;
  since: number;
  lasted: number;
  pageSince: number;
  pageLasted: number;
  lookedAt: number | null;
  changedAt: number | null;
}

/** What the server says about the student's place. */
export type Admission = 'knocking' | 'admitted' | 'refused' | 'ended' | 'taken_over';

/** What a heartbeat says about the student. */
export type Told = 'waiting' | components['schemas']['WatchState'];

export interface Lesson {
  section: string;
  teacher: string;
  /** When its logs will have been deleted; null if they are kept until somebody deletes them, undefined if the server does not say. */
  deletedBy: number | null | undefined;
  /** The teacher asks for pictures with reports. */
  asksForPictures: boolean;
  /** What the teacher does not want reported. */
  ignored: readonly ActivityType[];
}

/** A lesson whose receipt this browser can read. */
export interface KeptReceipt {
  /** Of the ticket. */
  id: string;
  section: string;
  /** When the student was let in, in milliseconds since the epoch. */
  since: number;
}

/** What the student has agreed to in a lesson. */
export interface Consent {
  /** Null before they were asked. */
  choice: 'camera' | 'none' | null;
  /** To pictures with reports, if the teacher asks for them. */
  pictures: boolean;
}

/** What the student has chosen in a lesson. It holds after a reload. */
export interface Kept extends Consent {
  /** The reason of the student's pause, perhaps empty; null without a pause. */
  pause: string | null;
  /** Id of the camera that the student has chosen; null for the browser's own choice. */
  cameraId: string | null;
}

/** The cameras that the browser lists. It lists none before the student has allowed one. */
export interface CameraList {
  options: readonly { id: string; label: string }[];
  /** The open one. */
  usedId: string | null;
}

/** A period in milliseconds since the epoch by the server's clock. */
export interface Period {
  from: number;
  to: number;
}

/** What was recorded of the student in a lesson. */
export interface Receipt {
  section: string;
  teacher: string;
  /** What the student's devices did. Time between was not watched. */
  periods: (Period & { state: Exclude<Told, 'waiting'> })[];
  excuses: (Period & { reason: string })[];
  logs: ReceiptLog[];
  /** Number of later logs that are left out. */
  more: number;
  /** When it will have been deleted; null if it is kept until somebody deletes it. */
  deletedBy: number | null;
}

export interface ReceiptLog {
  id: string;
  /** What was noticed. Other agents than this page have words of their own. */
  kind: string;
  details: string;
  from: number;
  /** Null if it is not known. */
  to: number | null;
  /** The agent that reported it. */
  source: string;
  hasPicture: boolean;
  /** Address of the picture that the server keeps; null without one. */
  picture: string | null;
  review: { state: components['schemas']['ReviewState']; by: string | null } | null;
  answer: string | null;
  /** What a teacher has said to the answer. */
  reply: { text: string; by: string | null } | null;
}

/** An answer as the server has stored it. */
export interface Answer {
  logId: string;
  answer: string;
}

/** A lesson, seen from its door. */
export interface Door {
  section: string;
  subject: string;
  teacher: string;
  students: { id: number; name: string }[];
}

/** What the server says about a code. */
export interface Opened {
  door: Door;
  /** The name under which this browser is in the lesson or at its door already; null if it is not. */
  seat: string | null;
}

/** Who asks to join. */
export type KnockAs = { studentId: number } | { name: string; email: string };

/** The server's answer to a heartbeat. */
export interface Beat {
  admission: Admission;
  lesson: Lesson | null;
  /** Milliseconds until the next one. */
  every: number;
  /** When the teacher's excuse ends, in milliseconds since the epoch by the server's clock; null without one. */
  excusedUntil: number | null;
  /** Why the teacher has paused the class; null if it is not paused. */
  pausedFor: string | null;
  /** Milliseconds until the lesson ends itself; null if it will not. */
  endsIn: number | null;
  /** At the door, what the student tells the teacher; null from a server that knows no numbers. */
  number: string | null;
}

/** A mailed link or a badge: the lesson, and the name of the student whom it lets in. */
export interface Linked extends Opened {
  name: string;
  isBadge: boolean;
  /** False while no lesson of the badge's section runs. */
  isRunning: boolean;
}

/** What the tab has stored, or what the address says. */
export type Recalled =
  | { kind: 'new' }
  /** The address had a mailed link or a badge. */
  | { kind: 'linked' }
  | { kind: 'invited'; code: string }
  | ({ kind: 'joined'; name: string; code: string; earlier: Watched | null } & Kept);
