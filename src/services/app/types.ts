import type { components } from '@vigil/contract';
import type { Problem } from '../../problem';

/**
 * Types of the front end, independent of the backend's spelling: the contract's types with text ids, which may arrive
 * as numbers.
 */
export type Contract = components['schemas'];

/** A session's tokens. A backend may omit the refresh token (Google sign-in). */
export type Tokens = Contract['Tokens'];

export interface Student extends Pick<Contract['Student'], 'name' | 'email'> {
  id: string;
  /** Identifies the student while name and email are hidden. */
  studentKey?: string;
  /** Tells them from another student of the same name; undefined if the name is unique. */
  distinction?: string;
  /** Stands for the name while names are hidden. */
  number?: number;
  /** Stands for the email in calls if there is none (an extension); undefined with one. */
  handle?: string;
  /** The email was given in the section, and can be changed there (an extension). */
  emailGiven?: true;
}

/** The result of a search. */
export interface FoundStudents {
  /** The students in the answer. */
  students: Student[];
  /** Total number of matches; null if the backend does not say. */
  total: number | null;
  /** The teacher may add people to the directory (an extension). */
  mayAdd: boolean;
}

/** Someone to make a student of. Without an email they belong to the section (an extension). */
export type NewStudent = Contract['NamedStudent'];

export interface Section extends Pick<Contract['Section'], 'name' | 'subject'> {
  id: string;
  students: Student[];
  /** Detection was ever started in it; undefined if the backend does not say (an extension). */
  wasStarted?: boolean | undefined;
  /** When its lessons of the past weeks started, the newest first; undefined if the backend does not say (an extension). */
  recentStarts?: readonly number[] | undefined;
  /** The section can be renamed (an extension). */
  renamable?: boolean | undefined;
  /** Students can attend its lessons on devices of their own (an extension). */
  attendable?: boolean | undefined;
  /** The time after which the last started lesson ended itself; null for none, undefined if lessons cannot (an extension). */
  lessonMinutes?: number | null | undefined;
  /** Students' own devices are asked for pictures; undefined if the backend cannot (an extension). */
  asksForPictures?: boolean | undefined;
  /** What students' own devices do not report; undefined if that cannot be chosen (an extension). */
  ignoredKinds?: readonly DeviceKind[] | undefined;
  /** Where its students sit; undefined if that cannot be arranged (an extension). */
  room?: Room | undefined;
  /** It can be shared with further teachers (an extension). */
  shareable?: boolean | undefined;
  /** Students can be made from names (an extension). */
  takesNames?: boolean | undefined;
  /** Whose it is; undefined for the teacher's own (an extension). */
  shared?: Shared | undefined;
}

/** A cell of a room, from its front left, facing the front. */
export type Cell = Pick<Contract['RoomPlace'], 'row' | 'column'>;

export interface RoomPlace extends Cell {
  studentId: string;
}

/** Where the students of a section sit (an extension). */
export interface Room {
  /** Grows with each arrangement; 0 before the first. */
  version: number;
  places: readonly RoomPlace[];
}

/** What a further teacher of a section is. */
export type SectionRole = Contract['SectionRole'];

/** How another teacher's section is shared with the teacher. */
export interface Shared extends Pick<Contract['Shared'], 'role' | 'owner'> {
  /** Milliseconds since the epoch; null without an end. */
  until: number | null;
}

/** Who teaches a section (an extension). */
export interface SectionTeachers extends Pick<Contract['SectionTeachers'], 'owner'> {
  teachers: readonly SectionTeacher[];
}

/** A further teacher of a section. */
export interface SectionTeacher extends Pick<Contract['SectionTeacher'], 'email' | 'role'> {
  /** Milliseconds since the epoch; null without an end. */
  until: number | null;
}

/** A student's device at the door or in the lesson (an extension). */
export interface Attendee extends Pick<Contract['Attendee'], 'name' | 'email' | 'state' | 'reason'> {
  id: string;
  /** Null for somebody who is not in the section. */
  studentId: string | null;
  /** When the state began, in milliseconds since the epoch; null if unreadable. */
  since: number | null;
  /** Knocks for a student who is admitted on another device. */
  isTaken: boolean;
  /** What was typed at the door, if the directory has another name (an extension). */
  typedName?: string | undefined;
  /** The number behind the name at the students' door, if there is a namesake (an extension). */
  namesake?: number | undefined;
  /** What the screens of the devices that wait under this name show; empty where they show none (an extension). */
  numbers: readonly string[];
  /** It may be somebody else who knocks, so the teacher has to ask (an extension). */
  isContested: boolean;
  /** What the device came with past the door; undefined for the code (an extension). */
  cameBy?: Contract['Attendee']['came_by'] | undefined;
}

/** What students' own devices report. */
export type DeviceKind = Contract['DeviceKind'];
export type ActivityKind = Contract['ActivityKind'];

export type ReviewState = Contract['ReviewState'];

/** What a teacher has said about devices that they admit or turn away. */
export interface Answers {
  /** They have seen that another name was typed than that of the student. */
  namesSeen?: boolean | undefined;
  /** The device that attended until now was not the student's. What it reported is deleted. */
  wasSomebodyElse?: boolean | undefined;
}

/** Those at a door that tells them apart by numbers. */
export interface Crowd {
  /** How many people wait who are not in the section. Not all are listed. */
  outsiders: number;
  /** The last device that waits; null for none. */
  upTo: string | null;
  /** Somebody knocks under several names, so that all are contested. */
  isFlooded: boolean;
}

/** Who attends a lesson. */
export interface Attendance {
  /** The lesson that is running; null for none. */
  lessonId: string | null;
  /** What students type to attend; null until the teacher invites. */
  code: string | null;
  attendees: readonly Attendee[];
  /** The flood that the backend can withstand; undefined if it cannot (an extension). */
  crowd?: Crowd | undefined;
  /** Who is excused now; undefined if the backend cannot excuse students (an extension). */
  excuses?: readonly Excuse[] | undefined;
  /** The latest link mailed to each student; undefined if the backend mails none (an extension). */
  links?: readonly MailedLink[] | undefined;
  /** The live channel announces every change (an extension). */
  isAnnounced?: boolean;
  /** A device that attended can be declared somebody else's (an extension). */
  canDisown?: boolean;
}

/** A link with which a student joins the lesson, once. */
export interface MailedLink extends Pick<Contract['AttendanceLink'], 'state'> {
  studentId: string;
  sentAt: number;
}

/** A student's printed way into every lesson of the section (an extension). */
export interface Badge {
  studentId: string;
  madeAt: number;
  /** When somebody last joined with it; null for never. */
  usedAt: number | null;
}

/** A badge to print. Its address is a secret that is told only once. */
export interface MadeBadge {
  studentId: string;
  address: string;
}

/** Nothing is recorded of the student until then, in milliseconds since the epoch. */
export interface Excuse {
  studentId: string;
  reason: string;
  until: number;
}

/** A period in which a device watched its student. Milliseconds since the epoch. */
export interface ObservedSpan {
  from: number;
  to: number;
}

export interface PastExcuse extends ObservedSpan {
  studentKey: string;
  reason: string;
}

/** When students' own devices watched in a lesson (an extension). */
export interface Coverage {
  startedAt: number;
  /** The lesson's end, or when it was asked while it was running. */
  until: number;
  isOver: boolean;
  /** Those who were admitted. */
  students: readonly { studentKey: string; observed: readonly ObservedSpan[] }[];
  /** When the teacher had excused students, in order. */
  excuses: readonly PastExcuse[];
  /** When nothing was recorded, in order. */
  interruptions: readonly Interruption[];
}

export type RegisterState = Contract['RegisterState'];

/** What a student did in a lesson. Times are milliseconds since the epoch. */
export interface RegisterEntry {
  /** By hand, else as recorded. `unknown` in a lesson that students did not attend on devices. */
  state: RegisterState | 'unknown';
  recordedState: RegisterState | 'unknown';
  from: number | null;
  /** Null if they stayed until the end, or are still there. */
  to: number | null;
  /** 0 within the grace, and after a correction. */
  lateMinutes: number;
  earlyMinutes: number;
  excused: 'whole' | 'part' | null;
  excuseReason: string;
  /** @property by null once that teacher is deleted */
  correction: { state: RegisterState; reason: string; by: string | null; at: number } | null;
}

/** A teacher's correction of a line of a register; null takes it back. */
export interface RegisterChange {
  lessonId: string;
  studentId: string;
  correction: { state: RegisterState; reason: string } | null;
}

export interface RegisterRow {
  studentId: string;
  studentKey: string;
  name: string;
  email: string;
  isMember: boolean;
  entry: RegisterEntry;
}

/** Who attended a lesson (an extension). */
export interface Register {
  lessonId: string;
  startedAt: number;
  /** The lesson's end, or when it was asked while it was running. */
  until: number;
  isOver: boolean;
  /** Somebody was admitted, so that absence says something. */
  isTaken: boolean;
  rows: readonly RegisterRow[];
}

/** A lesson as it was for one student. */
export interface LessonOfStudent extends Pick<Lesson, 'id' | 'startedAt' | 'endedAt'> {
  /** Empty without one. */
  title: string;
  /** Milliseconds in which something could be observed. */
  length: number;
  /** Milliseconds; null if nobody attended on a device of their own. */
  observed: number | null;
  /** When devices of the student watched, and when nothing could be recorded. */
  spans: readonly ObservedSpan[];
  interruptions: readonly ObservedSpan[];
  entry: RegisterEntry;
  /** When it is deleted at the latest; null if it is kept until somebody deletes it. */
  deletedBy: number | null;
}

/** A look of a teacher at the student's record, or at the logs of the whole section. */
export interface Look {
  /** Null once the teacher is deleted. */
  by: string | null;
  what: 'record' | 'logs';
  firstAt: number;
  lastAt: number;
}

/** What is kept of a student in a section (an extension): nothing of classmates. */
export interface StudentRecord {
  student: Student & { isMember: boolean };
  /** No lesson is running. */
  isOver: boolean;
  /** Newest first. */
  lessons: readonly LessonOfStudent[];
  moreLessons: number;
  /** Newest first, without pictures and notes. */
  logs: readonly DetectionLog[];
  moreLogs: number;
  looks: readonly Look[];
  looksDays: number;
}

/** A pause of the class, or an end of the lesson that was taken back. */
export interface Interruption extends ObservedSpan {
  /** Of a pause, perhaps empty; null for an end. */
  reason: string | null;
}

export interface DetectionLog {
  id: string;
  /** Milliseconds since the epoch; null if missing or unreadable. */
  time: number | null;
  studentName: string;
  studentEmail: string;
  /** Identifies the student while name and email are hidden. */
  studentKey?: string;
  /** Tells the student from another one of the same name; undefined if the name is unique. */
  distinction?: string;
  /** As sent by the server; null if missing. */
  activityType: string | null;
  details: string;
  /** An address that is safe to show, or null. */
  screenshot: string | null;
  /** The lesson it was recorded in (an extension); null if unknown. */
  sessionId: string | null;
  /** The agent that reported it (an extension); empty if unknown. */
  source: string;
  /** Seconds that the agent's clock was fast, if corrected (an extension). Negative: slow. */
  clockOffSeconds?: number;
  /** The teacher's review; null if there is none yet, undefined if the backend keeps no reviews (an extension). */
  review: Review | null | undefined;
  /** What the student has answered after the lesson (an extension). */
  answer?: string;
  /** Milliseconds since the epoch; undefined if unknown. */
  answeredAt?: number;
  /** What a teacher has said to the answer (an extension). */
  reply?: string;
}

export interface Review extends Pick<Contract['Review'], 'state' | 'note'> {
  /** Milliseconds since the epoch; null if missing or unreadable. */
  reviewedAt: number | null;
}

/** A review to save. A null state deletes the review with its note. Without a note the existing one stays. */
export type Noted = Pick<Contract['ReviewRequest'], 'state' | 'note'>;

/** How a local change affects the logs: new reviews by log id, logs deleted, or a lesson's logs deleted. */
export type LogsChange =
  | { kind: 'reviewed'; reviews: Readonly<Record<string, Review | null>> }
  /** An undefined reply was taken back. */
  | { kind: 'replied'; id: string; reply: string | undefined; review: Review | null }
  | { kind: 'deleted'; ids: readonly string[] }
  | { kind: 'lessonDeleted'; lessonId: string };

/** What a change of many logs has achieved. */
export interface LogsOutcome {
  change: LogsChange;
  /** Why some of the logs are unchanged; null if all were changed. */
  left: Problem | null;
}

/** A section's logs, newest first: all of them, or the ones added, corrected and deleted since an earlier answer. */
export type LogsAnswer = ({ kind: 'all' } | { kind: 'newer'; deletedIds: string[] }) & {
  logs: DetectionLog[];
  /** Address of later changes (an extension); null if the backend has none. */
  newer: string | null;
};

/** A lesson, active or ended (an extension). Times in milliseconds since the epoch. */
export interface Lesson {
  id: string;
  startedAt: number;
  /** Null while it is active. */
  endedAt: number | null;
  /** How long any agent watched it; 0 if none ever did, undefined if unknown. In milliseconds. */
  watchedFor?: number | undefined;
  /** The other teacher who started it; undefined for the reader, or if the backend does not say (an extension). */
  startedBy?: string | undefined;
  /** The other teacher who stopped it; undefined for the reader, or if nobody did (an extension). */
  stoppedBy?: string | undefined;
  /** What the teacher calls it, and a note; undefined if the backend has none, else empty without (an extension). */
  title?: string | undefined;
  note?: string | undefined;
  /** When everything in it is deleted; null if it is kept until somebody deletes it, undefined if unknown (an extension). */
  deletedBy?: number | null | undefined;
}

/** How a section of another teacher was shared with this one. */
export interface EndedSharing {
  owner: string;
  /** In milliseconds since the epoch. */
  endedAt: number;
}

/**
 * State of an active lesson's agents. `awaited`: none reported yet; `watching`: one reported recently; `silent`: not
 * recently; `refused`: every report is refused; `misdated`: refused because a clock is off.
 */
export type AgentsState = 'awaited' | 'watching' | 'silent' | 'refused' | 'misdated';

/** A pause of the whole class. */
export interface LessonPause {
  /** Empty if none was given. */
  reason: string;
  since: number;
}

/** A detection status and when it was read. Times in milliseconds since the epoch. */
export interface StatusAnswer {
  isActive: boolean;
  /** Start time; null if the backend does not know, undefined if it never reports it (an extension). */
  startedAt: number | null | undefined;
  /** When the lesson will end itself; null if it will not, undefined if it is not part of the answer (an extension). */
  endsAt?: number | null | undefined;
  /** Until when the end of the last lesson can be taken back; null if it cannot, undefined if it is not part of the answer (an extension). */
  resumableUntil?: number | null | undefined;
  /** The pause of the class; null if it is not paused, undefined if it is not part of the answer (an extension). */
  paused?: LessonPause | null | undefined;
  /** Agents' state; undefined while inactive, or if the backend never reports it (an extension). */
  agents?: AgentsState | undefined;
  /** Number of students to look at, for some time also after the lesson, if it is part of the answer (an extension). */
  toLookAt?: number | undefined;
  /** Number of people at the door, if it is part of the answer (an extension). */
  waiting?: number | undefined;
  /** By this device's clock. */
  saidAt: number;
  /** Offset from this device's clock to the server's, in milliseconds. */
  clockOffset?: number;
}

/** A validated message of the live channel. */
export type LiveNews =
  /** A section's detection has started, or this is its status. */
  | { type: 'live.message'; sectionId: string; status: StatusAnswer; isStart: boolean }
  /** The logs of a section have changed (an extension). */
  | { type: 'logs.changed'; sectionId: string }
  /** Who attends a section's lesson has changed (an extension). */
  | { type: 'attendance.changed'; sectionId: string }
  /** The list of sections was changed elsewhere (an extension). */
  | { type: 'sections.changed' }
  /** A heartbeat of the server, at least every 25 s (an extension). */
  | { type: 'heartbeat.received' };

/** Devices to admit: some of those listed, or the one whose screen shows a number. Careful leaves out names that are contested by now. */
export type Admitted = Answers & ({ ids: readonly string[]; isCareful?: boolean } | { number: string });

/** Devices to turn away: some of those listed, or all that wait up to one. */
export type Refused = (Pick<Answers, 'wasSomebodyElse'> & { ids: readonly string[] }) | { upTo: string };
