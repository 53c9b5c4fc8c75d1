import type { ActorRefFrom } from 'xstate';
import { EXTENSION_MINUTES } from './constants';
import type { SendWrite, SentWrite, SubmitWrite, WriteAnswer, WriteKind, WriteRequest } from './machines/app/writes';
import type { sessionMachine } from './machines/session/sessionMachine';
import { tellSession } from './machines/session/tellSession';
import { handleOf, identityOf, isAmong } from './machines/students/identity';
import { ProblemError, sessionExpired } from './problem';
import type { AccountService } from './services/account/accountService';
import type { TokenStore } from './services/account/tokenStore';
import { clockOffset } from './services/app/serverClock';
import type { Student } from './services/app/types';
import type { AttendanceService } from './services/attendance/attendanceService';
import type { DetectionService } from './services/lesson/detectionService';
import type { RecordsService } from './services/records/recordsService';
import type { SectionService } from './services/students/sectionService';

/** What a notice names. The session adds the section's name. */
interface About {
  sectionId: string | null;
  sectionName: string;
  studentEmails: readonly string[];
}

type Performers = {
  [K in WriteKind]: (request: WriteRequest<K>, signal: AbortSignal) => Promise<Partial<WriteAnswer>>;
};

interface WritesWorld {
  session(): ActorRefFrom<typeof sessionMachine> | undefined;
  /** Returns the current path. */
  page(): string;
  account: AccountService;
  tokens: TokenStore;
  sectionService: SectionService;
  detectionService: DetectionService;
  recordsService: RecordsService;
  attendanceService: AttendanceService;
}

function aboutOf(request: WriteRequest): About {
  const sectionId = 'sectionId' in request ? request.sectionId : null;
  switch (request.kind) {
    case 'createSection':
      return { sectionId, sectionName: request.name, studentEmails: [] };
    case 'administer':
      return { sectionId, sectionName: request.about, studentEmails: [] };
    case 'addStudents':
      return { sectionId, sectionName: '', studentEmails: request.students.map(identityOf) };
    case 'removeStudent':
      return { sectionId, sectionName: '', studentEmails: [request.email] };
    default:
      return { sectionId, sectionName: '', studentEmails: [] };
  }
}

/** Discards an answer without data. */
const nothingOf = (call: Promise<unknown>) => call.then(() => ({}));

/** How each kind of write is performed. Their notices are in `messages.writes`. */
const performersOf = ({
  account,
  tokens,
  sectionService,
  detectionService,
  recordsService,
  attendanceService,
}: WritesWorld): Performers => ({
  createSection: ({ kind, ...section }, signal) => nothingOf(sectionService.createSection(section, signal)),
  renameSection: async ({ kind, sectionId, ...names }, signal) => ({
    section: await sectionService.renameSection(sectionId, names, signal),
  }),
  askForPictures: async ({ sectionId, asks }, signal) => ({
    section: await sectionService.askForPictures(sectionId, asks, signal),
  }),
  chooseReportedKind: async ({ sectionId, reported: kind, isReported }, signal) => ({
    section: await sectionService.chooseReportedKind(sectionId, { kind, isReported }, signal),
  }),
  arrangeRoom: ({ sectionId, room }, signal) => sectionService.arrangeRoom(sectionId, room, signal),
  deleteSection: ({ sectionId, password }, signal) =>
    nothingOf(sectionService.deleteSection(sectionId, password, signal)),
  shareSection: ({ kind, sectionId, ...sharing }, signal) =>
    nothingOf(sectionService.shareSection(sectionId, sharing, signal)),
  removeTeacher: ({ sectionId, email }, signal) => nothingOf(sectionService.removeTeacher(sectionId, email, signal)),
  leaveSection: ({ sectionId, email }, signal) => nothingOf(sectionService.removeTeacher(sectionId, email, signal)),
  async addStudents({ sectionId, students }, signal) {
    const isNew = (student: Student) => student.id === '';
    const newStudents = students.filter(isNew).map(({ name, email }) => ({ name, ...(email !== '' && { email }) }));
    const emails = students.filter((student) => !isNew(student)).map(handleOf);
    const section = await sectionService.addStudents(sectionId, { emails, newStudents }, signal);
    const taken = students.filter((student) => isAmong(section.students, student));
    return { section, takenCount: taken.length };
  },
  giveStudentEmail: async ({ sectionId, studentId: id, email }, signal) => ({
    section: await sectionService.giveStudentEmail(sectionId, { id, email }, signal),
  }),
  removeStudent: async ({ sectionId, email }, signal) => ({
    section: await sectionService.removeStudent(sectionId, email, signal),
  }),
  startDetection: ({ sectionId, minutes }, signal) =>
    nothingOf(detectionService.startDetection(sectionId, minutes, signal)),
  stopDetection: ({ sectionId }, signal) => detectionService.stopDetection(sectionId, signal),
  extendLesson: ({ sectionId }, signal) =>
    nothingOf(detectionService.extendLesson(sectionId, EXTENSION_MINUTES, signal)),
  pauseLesson: ({ sectionId, reason }, signal) => nothingOf(detectionService.pauseLesson(sectionId, reason, signal)),
  resumeLesson: ({ sectionId }, signal) => nothingOf(detectionService.resumeLesson(sectionId, signal)),
  async reviewLogs({ logIds, noted }, signal) {
    const { change, left } = await recordsService.reviewLogs(logIds, noted, signal);
    return { logs: change, left };
  },
  replyToAnswer: async ({ logId, text }, signal) => ({ logs: await recordsService.replyToAnswer(logId, text, signal) }),
  describeLesson: ({ kind, sectionId, lessonId, ...words }, signal) =>
    nothingOf(recordsService.describeLesson(lessonId, words, signal)),
  async deleteLogs({ logIds }, signal) {
    const { change, left } = await recordsService.deleteLogs(logIds, signal);
    return { logs: change, left };
  },
  deleteLesson: async ({ lessonId }, signal) => ({ logs: await recordsService.deleteLesson(lessonId, signal) }),
  inviteStudents: ({ sectionId, replaces }, signal) => nothingOf(attendanceService.invite(sectionId, replaces, signal)),
  admitStudents: ({ sectionId, chosen }, signal) => nothingOf(attendanceService.admit(sectionId, chosen, signal)),
  refuseStudents: ({ sectionId, chosen }, signal) => nothingOf(attendanceService.refuse(sectionId, chosen, signal)),
  excuseStudent: ({ kind, sectionId, ...excuse }, signal) =>
    nothingOf(attendanceService.excuse(sectionId, excuse, signal)),
  endExcuse: ({ sectionId, studentId }, signal) => nothingOf(attendanceService.endExcuse(sectionId, studentId, signal)),
  correctRegister: ({ kind, sectionId, ...change }, signal) =>
    nothingOf(attendanceService.correctRegister(sectionId, change, signal)),
  sendLinks: ({ sectionId, studentIds }, signal) =>
    nothingOf(attendanceService.sendLinks(sectionId, studentIds, signal)),
  revokeLink: ({ sectionId, studentId }, signal) =>
    nothingOf(attendanceService.revokeLink(sectionId, studentId, signal)),
  async makeBadges({ sectionId, studentIds, onMade }, signal) {
    onMade(await attendanceService.makeBadges(sectionId, studentIds, signal));
    return {};
  },
  revokeBadges: ({ sectionId, studentIds }, signal) =>
    nothingOf(attendanceService.revokeBadges(sectionId, studentIds, signal)),
  async changePassword({ passwords }, signal) {
    const signIn = tokens.signIn();
    const changed = await account.changePassword(passwords, signal);
    // The old access token may have been revoked with the old password.
    if (changed.tokens !== undefined && tokens.signIn() === signIn) tokens.replace(tokens.read(), changed.tokens);
    return { sentence: changed.sentence };
  },
  administer: async ({ perform }, signal) => ({ sentence: await perform(signal) }),
});

const nothing = { sentence: null, section: null, logs: null, left: null, takenCount: 0 };

/**
 * The writes of the signed-in teacher. They belong to the session: callers only wait for the outcome. After an abort the
 * session reports it on any page.
 */
export function createWrites(world: WritesWorld) {
  const { session, page } = world;
  const performers = performersOf(world);
  // Payloads may contain a password, so they stay out of every chart's context. They are dropped once settled, or with their
  // session.
  const outboxes = new WeakMap<object, Map<string, { request: WriteRequest; page: string }>>();
  let count = 0;

  const performKind = <K extends WriteKind>(request: WriteRequest<K>, signal: AbortSignal) =>
    performers[request.kind](request, signal);

  const perform = async ({ id }: SentWrite, signal: AbortSignal): Promise<WriteAnswer> => {
    const sent = outboxes.get(session() ?? {})?.get(id);
    if (sent === undefined) throw new Error(`The write ${id} has no payload`);
    const answer = await performKind(sent.request, signal);
    const isOnItsPage = sent.page === page();
    return { ...nothing, ...answer, isOnItsPage, doneAt: Date.now(), clockOffset: clockOffset() };
  };

  const send: SendWrite = (request, signal) => {
    const owner = session();
    if (owner === undefined) return Promise.reject(sessionExpired());
    count += 1;
    const id = `write-${count}`;
    const outbox = outboxes.get(owner) ?? new Map<string, { request: WriteRequest; page: string }>();
    outboxes.set(owner, outbox.set(id, { request, page: page() }));

    return new Promise((resolve, reject) => {
      const unwatch = () => tellSession(owner, { type: 'write.watch', id, isWatched: false });
      signal.addEventListener('abort', unwatch, { once: true });
      const subscription = owner.on('write.settled', (settled) => {
        if (settled.id !== id) return;
        subscription.unsubscribe();
        outbox.delete(id);
        signal.removeEventListener('abort', unwatch);
        if (settled.outcome.type === 'done') resolve(settled.outcome);
        else reject(new ProblemError(settled.outcome.problem));
      });
      owner.send({
        type: 'write.submit',
        write: { id, kind: request.kind, isWatched: !signal.aborted, ...aboutOf(request) },
      });
    });
  };

  const submit: SubmitWrite = (request) => {
    const waiting = new AbortController();
    send(request, waiting.signal).catch(() => {});
    waiting.abort();
  };

  return { perform, send, submit };
}
