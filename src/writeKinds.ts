import { EXTENSION_MINUTES } from './constants';
import { handleOf, identityOf, isAmong } from './machines/students/identity';
import type { Problem } from './problem';
import type { AccountService } from './services/account/accountService';
import type { TokenStore } from './services/account/tokenStore';
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
} from './services/app/types';
import type { AttendanceService } from './services/attendance/attendanceService';
import type { DetectionService } from './services/lesson/detectionService';
import type { RecordsService } from './services/records/recordsService';
import type { SectionService } from './services/students/sectionService';

/** What sends the writes. */
export interface WritePorts {
  account: AccountService;
  tokens: TokenStore;
  sectionService: SectionService;
  detectionService: DetectionService;
  recordsService: RecordsService;
  attendanceService: AttendanceService;
}

/** What a success brings. */
export interface WriteResult {
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
}

/** What a notice names. The session adds the section's name. */
export interface About {
  /** Empty unless the write is about none that is listed. */
  sectionName: string;
  /** The e-mails of the students to add or remove, or what stands for them. */
  studentEmails: readonly string[];
}

interface Kind<C extends string, P> {
  /** What it changes, so that it may be outdated afterwards. */
  changed: C;
  send(ports: WritePorts, request: P & { kind: string }, signal: AbortSignal): Promise<Partial<WriteResult>>;
  /** It is sent again until it is answered. For others the teacher decides whether to try again. */
  waits: boolean;
  /** What its notice names besides the section. */
  about(request: P): Partial<About>;
}
const changing =
  <C extends string>(changed: C) =>
  <P>(send: Kind<C, P>['send'], rest: Partial<Pick<Kind<C, P>, 'waits' | 'about'>> = {}): Kind<C, P> => ({
    ...{ changed, send, waits: false, about: () => ({}) },
    ...rest,
  });

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

interface InSection {
  sectionId: string;
}

/** Discards an answer without data. */
const nothingOf = (call: Promise<unknown>) => call.then(() => ({}));

/**
 * The kinds of writes: what each changes, its payload, and how it is sent. What a kind at the door changes is told by the door's own fetches. The
 * sentence of each is in `messages.writes`; the compiler asks for it.
 */
export const writeKinds = {
  createSection: list<{ name: string; subject: string }>(
    ({ sectionService }, { kind, ...section }, signal) => nothingOf(sectionService.createSection(section, signal)),
    { about: ({ name }) => ({ sectionName: name }) },
  ),
  renameSection: list<InSection & { name: string; subject: string }>(
    async ({ sectionService }, { kind, sectionId, ...names }, signal) => ({
      section: await sectionService.renameSection(sectionId, names, signal),
    }),
  ),
  askForPictures: list<InSection & { asks: boolean }>(async ({ sectionService }, { sectionId, asks }, signal) => ({
    section: await sectionService.askForPictures(sectionId, asks, signal),
  })),
  chooseReportedKind: list<InSection & { reported: DeviceKind; isReported: boolean }>(
    async ({ sectionService }, { sectionId, reported: kind, isReported }, signal) => ({
      section: await sectionService.chooseReportedKind(sectionId, { kind, isReported }, signal),
    }),
  ),
  arrangeRoom: list<InSection & { room: Room }>(({ sectionService }, { sectionId, room }, signal) =>
    sectionService.arrangeRoom(sectionId, room, signal),
  ),
  deleteSection: list<InSection & { password: string }>(({ sectionService }, { sectionId, password }, signal) =>
    nothingOf(sectionService.deleteSection(sectionId, password, signal)),
  ),
  shareSection: teachers<InSection & { email: string; role: SectionRole; until: Date | null }>(
    ({ sectionService }, { kind, sectionId, ...sharing }, signal) =>
      nothingOf(sectionService.shareSection(sectionId, sharing, signal)),
  ),
  removeTeacher: teachers<InSection & { email: string }>(({ sectionService }, { sectionId, email }, signal) =>
    nothingOf(sectionService.removeTeacher(sectionId, email, signal)),
  ),
  /** The teacher removes themselves. */
  leaveSection: teachers<InSection & { email: string }>(({ sectionService }, { sectionId, email }, signal) =>
    nothingOf(sectionService.removeTeacher(sectionId, email, signal)),
  ),
  /** Those of the directory, and those without an id, whom the backend makes. */
  addStudents: list<InSection & { students: readonly Student[] }>(
    async ({ sectionService }, { sectionId, students }, signal) => {
      const isNew = (student: Student) => student.id === '';
      const newStudents = students.filter(isNew).map(({ name, email }) => ({ name, ...(email !== '' && { email }) }));
      const emails = students.filter((student) => !isNew(student)).map(handleOf);
      const section = await sectionService.addStudents(sectionId, { emails, newStudents }, signal);
      const taken = students.filter((student) => isAmong(section.students, student));
      return { section, takenCount: taken.length };
    },
    { about: ({ students }) => ({ studentEmails: students.map(identityOf) }) },
  ),
  giveStudentEmail: list<InSection & { studentId: string; email: string }>(
    async ({ sectionService }, { sectionId, studentId: id, email }, signal) => ({
      section: await sectionService.giveStudentEmail(sectionId, { id, email }, signal),
    }),
  ),
  removeStudent: list<InSection & { email: string }>(
    async ({ sectionService }, { sectionId, email }, signal) => ({
      section: await sectionService.removeStudent(sectionId, email, signal),
    }),
    { about: ({ email }) => ({ studentEmails: [email] }) },
  ),
  /** Minutes until the lesson ends itself; null for no end time; undefined where lessons cannot. */
  startDetection: detection<InSection & { minutes: number | null | undefined }>(
    ({ detectionService }, { sectionId, minutes }, signal) =>
      nothingOf(detectionService.startDetection(sectionId, minutes, signal)),
  ),
  stopDetection: detection<InSection>(({ detectionService }, { sectionId }, signal) =>
    detectionService.stopDetection(sectionId, signal),
  ),
  extendLesson: detection<InSection>(({ detectionService }, { sectionId }, signal) =>
    nothingOf(detectionService.extendLesson(sectionId, EXTENSION_MINUTES, signal)),
  ),
  /** The reason may be empty. */
  pauseLesson: detection<InSection & { reason: string }>(({ detectionService }, { sectionId, reason }, signal) =>
    nothingOf(detectionService.pauseLesson(sectionId, reason, signal)),
  ),
  resumeLesson: detection<InSection>(({ detectionService }, { sectionId }, signal) =>
    nothingOf(detectionService.resumeLesson(sectionId, signal)),
  ),
  reviewLogs: logs<InSection & { logIds: string[]; noted: Noted }>(
    async ({ recordsService }, { logIds, noted }, signal) => {
      const { change, left } = await recordsService.reviewLogs(logIds, noted, signal);
      return { logs: change, left };
    },
    { waits: true },
  ),
  replyToAnswer: logs<InSection & { logId: string; text: string }>(
    async ({ recordsService }, { logId, text }, signal) => ({
      logs: await recordsService.replyToAnswer(logId, text, signal),
    }),
  ),
  deleteLogs: logs<InSection & { logIds: string[] }>(async ({ recordsService }, { logIds }, signal) => {
    const { change, left } = await recordsService.deleteLogs(logIds, signal);
    return { logs: change, left };
  }),
  describeLesson: lessons<InSection & { lessonId: string; title: string; note: string }>(
    ({ recordsService }, { kind, sectionId, lessonId, ...words }, signal) =>
      nothingOf(recordsService.describeLesson(lessonId, words, signal)),
  ),
  deleteLesson: lessons<InSection & { lessonId: string }>(async ({ recordsService }, { lessonId }, signal) => ({
    logs: await recordsService.deleteLesson(lessonId, signal),
  })),
  inviteStudents: door<InSection & { replaces: boolean }>(({ attendanceService }, { sectionId, replaces }, signal) =>
    nothingOf(attendanceService.invite(sectionId, replaces, signal)),
  ),
  admitStudents: door<InSection & { chosen: Admitted }>(
    ({ attendanceService }, { sectionId, chosen }, signal) =>
      nothingOf(attendanceService.admit(sectionId, chosen, signal)),
    { waits: true },
  ),
  refuseStudents: door<InSection & { chosen: Refused }>(
    ({ attendanceService }, { sectionId, chosen }, signal) =>
      nothingOf(attendanceService.refuse(sectionId, chosen, signal)),
    { waits: true },
  ),
  excuseStudent: door<InSection & { studentId: string; minutes: number; reason: string }>(
    ({ attendanceService }, { kind, sectionId, ...excuse }, signal) =>
      nothingOf(attendanceService.excuse(sectionId, excuse, signal)),
    { waits: true },
  ),
  endExcuse: door<InSection & { studentId: string }>(
    ({ attendanceService }, { sectionId, studentId }, signal) =>
      nothingOf(attendanceService.endExcuse(sectionId, studentId, signal)),
    { waits: true },
  ),
  correctRegister: register<InSection & RegisterChange>(
    ({ attendanceService }, { kind, sectionId, ...change }, signal) =>
      nothingOf(attendanceService.correctRegister(sectionId, change, signal)),
  ),
  sendLinks: door<InSection & { studentIds: readonly string[] }>(
    ({ attendanceService }, { sectionId, studentIds }, signal) =>
      nothingOf(attendanceService.sendLinks(sectionId, studentIds, signal)),
  ),
  revokeLink: door<InSection & { studentId: string }>(({ attendanceService }, { sectionId, studentId }, signal) =>
    nothingOf(attendanceService.revokeLink(sectionId, studentId, signal)),
  ),
  /** `onMade` takes the badges: as an answer, their secrets would pass through the charts. */
  makeBadges: badges<InSection & { studentIds: readonly string[]; onMade: (badges: readonly MadeBadge[]) => void }>(
    async ({ attendanceService }, { sectionId, studentIds, onMade }, signal) => {
      onMade(await attendanceService.makeBadges(sectionId, studentIds, signal));
      return {};
    },
  ),
  revokeBadges: badges<InSection & { studentIds: readonly string[] }>(
    ({ attendanceService }, { sectionId, studentIds }, signal) =>
      nothingOf(attendanceService.revokeBadges(sectionId, studentIds, signal)),
  ),
  changePassword: account<{ passwords: Contract['PasswordChange'] }>(
    async ({ account, tokens }, { passwords }, signal) => {
      const signIn = tokens.signIn();
      const changed = await account.changePassword(passwords, signal);
      // The old access token may have been revoked with the old password.
      if (changed.tokens !== undefined && tokens.signIn() === signIn) tokens.replace(tokens.read(), changed.tokens);
      return { sentence: changed.sentence };
    },
  ),
  /** A change of an administrator. `about` names it; `perform` sends it and returns the server's sentence. */
  administer: school<{ about: string; perform: (signal: AbortSignal) => Promise<string> }>(
    async (_, { perform }, signal) => ({ sentence: await perform(signal) }),
    { about: ({ about }) => ({ sectionName: about }) },
  ),
};

/** The kinds of writes. */
export type WriteKind = keyof typeof writeKinds;

/** A write with its payload. */
export type WriteRequest<K extends WriteKind = WriteKind> = {
  [P in K]: { kind: P } & Parameters<(typeof writeKinds)[P]['about']>[0];
}[K];

/** The table as a caller sees it who has any request. */
const byKind: {
  [K in WriteKind]: Pick<Kind<string, WriteRequest<K>>, 'send' | 'about'>;
} = writeKinds;

/** Sends a write. */
export const sendByKind = <K extends WriteKind>(ports: WritePorts, request: WriteRequest<K>, signal: AbortSignal) =>
  byKind[request.kind].send(ports, request, signal);

/** Returns what a write's notice names besides the section. */
export const aboutOf = <K extends WriteKind>(request: WriteRequest<K>): About => ({
  ...{ sectionName: '', studentEmails: [] },
  ...byKind[request.kind].about(request),
});
