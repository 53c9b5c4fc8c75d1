import type { ActorRefFrom } from 'xstate';
import { EXTENSION_MINUTES } from './constants';
import {
  type InSection,
  isOfDetection,
  type SendWrite,
  type SentWrite,
  type SubmitWrite,
  type WriteAnswer,
  type WriteKind,
  type WriteRequest,
} from './machines/app/writes';
import type { sessionMachine } from './machines/session/sessionMachine';
import { selectDetection } from './machines/session/sessionSetup';
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

type Kinds = {
  [K in WriteKind]: {
    perform(request: WriteRequest<K>, signal: AbortSignal, onSend: () => void): Promise<Partial<WriteAnswer>>;
    about(request: WriteRequest<K>): About;
  };
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

const nowhere: About = { sectionId: null, sectionName: '', studentEmails: [] };
const inSection = ({ sectionId }: InSection): About => ({ ...nowhere, sectionId });

/** Discards an answer without data. */
const nothingOf = (call: Promise<unknown>) => call.then(() => ({}));

/** The writes by kind: how each is performed, and what it is about. Their notices are in `messages.writes`. */
const kindsOf = ({
  account,
  tokens,
  sectionService,
  detectionService,
  recordsService,
  attendanceService,
}: WritesWorld): Kinds => ({
  createSection: {
    perform: ({ name, subject }, signal) => nothingOf(sectionService.createSection({ name, subject }, signal)),
    about: ({ name }) => ({ ...nowhere, sectionName: name }),
  },
  renameSection: {
    perform: async ({ sectionId, name, subject }, signal) => ({
      section: await sectionService.renameSection(sectionId, { name, subject }, signal),
    }),
    about: inSection,
  },
  askForPictures: {
    perform: async ({ sectionId, asks }, signal) => ({
      section: await sectionService.askForPictures(sectionId, asks, signal),
    }),
    about: inSection,
  },
  chooseReportedKind: {
    perform: async ({ sectionId, reported: kind, isReported }, signal) => ({
      section: await sectionService.chooseReportedKind(sectionId, { kind, isReported }, signal),
    }),
    about: inSection,
  },
  arrangeRoom: {
    perform: ({ sectionId, room }, signal) => sectionService.arrangeRoom(sectionId, room, signal),
    about: inSection,
  },
  deleteSection: {
    perform: ({ sectionId, password }, signal) => nothingOf(sectionService.deleteSection(sectionId, password, signal)),
    about: inSection,
  },
  shareSection: {
    perform: ({ sectionId, email, role, until }, signal) =>
      nothingOf(sectionService.shareSection(sectionId, { email, role, until }, signal)),
    about: inSection,
  },
  removeTeacher: {
    perform: ({ sectionId, email }, signal) => nothingOf(sectionService.removeTeacher(sectionId, email, signal)),
    about: inSection,
  },
  leaveSection: {
    perform: ({ sectionId, email }, signal) => nothingOf(sectionService.removeTeacher(sectionId, email, signal)),
    about: inSection,
  },
  addStudents: {
    async perform({ sectionId, students }, signal) {
      const isNew = (student: Student) => student.id === '';
      const newStudents = students.filter(isNew).map(({ name, email }) => ({ name, ...(email !== '' && { email }) }));
      const emails = students.filter((student) => !isNew(student)).map(handleOf);
      const section = await sectionService.addStudents(sectionId, { emails, newStudents }, signal);
      const taken = students.filter((student) => isAmong(section.students, student));
      return { section, takenCount: taken.length };
    },
    about: ({ sectionId, students }) => ({ ...nowhere, sectionId, studentEmails: students.map(identityOf) }),
  },
  giveStudentEmail: {
    perform: async ({ sectionId, studentId: id, email }, signal) => ({
      section: await sectionService.giveStudentEmail(sectionId, { id, email }, signal),
    }),
    about: inSection,
  },
  removeStudent: {
    perform: async ({ sectionId, email }, signal) => ({
      section: await sectionService.removeStudent(sectionId, email, signal),
    }),
    about: ({ sectionId, email }) => ({ ...nowhere, sectionId, studentEmails: [email] }),
  },
  startDetection: {
    perform: ({ sectionId, minutes }, ...sending) =>
      nothingOf(detectionService.startDetection(sectionId, ...sending, minutes)),
    about: inSection,
  },
  stopDetection: {
    perform: ({ sectionId }, ...sending) => detectionService.stopDetection(sectionId, ...sending),
    about: inSection,
  },
  extendLesson: {
    perform: ({ sectionId }, signal) => nothingOf(detectionService.extendLesson(sectionId, EXTENSION_MINUTES, signal)),
    about: inSection,
  },
  pauseLesson: {
    perform: ({ sectionId, reason = '' }, signal) => nothingOf(detectionService.pauseLesson(sectionId, reason, signal)),
    about: inSection,
  },
  resumeLesson: {
    perform: ({ sectionId }, ...sending) => nothingOf(detectionService.resumeLesson(sectionId, ...sending)),
    about: inSection,
  },
  reviewLogs: {
    async perform({ logIds, noted }, signal) {
      const { change, left } = await recordsService.reviewLogs(logIds, noted, signal);
      return { logs: change, left };
    },
    about: inSection,
  },
  replyToAnswer: {
    perform: async ({ logId, text }, signal) => ({ logs: await recordsService.replyToAnswer(logId, text, signal) }),
    about: inSection,
  },
  describeLesson: {
    perform: ({ lessonId, title, note }, signal) =>
      nothingOf(recordsService.describeLesson(lessonId, { title, note }, signal)),
    about: inSection,
  },
  deleteLogs: {
    async perform({ logIds }, signal) {
      const { change, left } = await recordsService.deleteLogs(logIds, signal);
      return { logs: change, left };
    },
    about: inSection,
  },
  deleteLesson: {
    perform: async ({ lessonId }, signal) => ({ logs: await recordsService.deleteLesson(lessonId, signal) }),
    about: inSection,
  },
  inviteStudents: {
    perform: ({ sectionId, replaces }, signal) => nothingOf(attendanceService.invite(sectionId, replaces, signal)),
    about: inSection,
  },
  admitStudents: {
    perform: ({ sectionId, chosen }, signal) => nothingOf(attendanceService.admit(sectionId, chosen, signal)),
    about: inSection,
  },
  refuseStudents: {
    perform: ({ sectionId, chosen }, signal) => nothingOf(attendanceService.refuse(sectionId, chosen, signal)),
    about: inSection,
  },
  excuseStudent: {
    perform: ({ sectionId, ...excuse }, signal) => nothingOf(attendanceService.excuse(sectionId, excuse, signal)),
    about: inSection,
  },
  endExcuse: {
    perform: ({ sectionId, studentId }, signal) => nothingOf(attendanceService.endExcuse(sectionId, studentId, signal)),
    about: inSection,
  },
  correctRegister: {
    perform: ({ sectionId, ...change }, signal) =>
      nothingOf(attendanceService.correctRegister(sectionId, change, signal)),
    about: inSection,
  },
  sendLinks: {
    perform: ({ sectionId, studentIds }, signal) =>
      nothingOf(attendanceService.sendLinks(sectionId, studentIds, signal)),
    about: inSection,
  },
  revokeLink: {
    perform: ({ sectionId, studentId }, signal) =>
      nothingOf(attendanceService.revokeLink(sectionId, studentId, signal)),
    about: inSection,
  },
  makeBadges: {
    async perform({ sectionId, studentIds, onMade }, signal) {
      onMade(await attendanceService.makeBadges(sectionId, studentIds, signal));
      return {};
    },
    about: inSection,
  },
  revokeBadges: {
    perform: ({ sectionId, studentIds }, signal) =>
      nothingOf(attendanceService.revokeBadges(sectionId, studentIds, signal)),
    about: inSection,
  },
  changePassword: {
    async perform({ passwords }, signal) {
      const signIn = tokens.signIn();
      const changed = await account.changePassword(passwords, signal);
      // The old access token may have been revoked with the old password.
      if (changed.tokens !== undefined && tokens.signIn() === signIn) tokens.replace(tokens.read(), changed.tokens);
      return { sentence: changed.sentence };
    },
    about: () => nowhere,
  },
  administer: {
    perform: async ({ perform }, signal) => ({ sentence: await perform(signal) }),
    about: ({ about }) => ({ ...nowhere, sectionName: about }),
  },
});

const nothing = { sentence: null, section: null, logs: null, left: null, takenCount: 0 };

/**
 * The writes of the signed-in teacher. They belong to the session: callers only wait for the outcome. After an abort the
 * session reports it on any page.
 */
export function createWrites(world: WritesWorld) {
  const { session, page } = world;
  const kinds = kindsOf(world);
  // Payloads may contain a password, so they stay out of every chart's context. They are dropped once settled, or with their
  // session.
  const outboxes = new WeakMap<object, Map<string, { request: WriteRequest; page: string }>>();
  let count = 0;

  const performKind = <K extends WriteKind>(request: WriteRequest<K>, signal: AbortSignal, onSend: () => void) =>
    kinds[request.kind].perform(request, signal, onSend);
  const aboutOf = <K extends WriteKind>(request: WriteRequest<K>) => kinds[request.kind].about(request);

  const changesIn = (sectionId: string | null) => {
    const owner = session();
    const detection = owner && sectionId !== null ? selectDetection(owner.getSnapshot(), sectionId) : undefined;
    return detection?.getSnapshot().context.changes ?? 0;
  };

  /** Returns the payload of a write. Those that detection submits carry all they need. */
  const payloadOf = ({ id, kind, sectionId, minutes, reason }: SentWrite) => {
    const sent = outboxes.get(session() ?? {})?.get(id);
    if (sent !== undefined) return sent;
    if (sectionId !== null && isOfDetection(kind))
      return { request: { kind, sectionId, minutes, reason }, page: page() };
    throw new Error(`The write ${id} has no payload`);
  };

  const perform = async (write: SentWrite, signal: AbortSignal): Promise<WriteAnswer> => {
    const { sectionId } = write;
    const sent = payloadOf(write);
    let asked = changesIn(sectionId);
    const onSend = () => {
      asked = changesIn(sectionId);
    };
    const answer = await performKind(sent.request, signal, onSend);
    const isOnItsPage = sent.page === page();
    return { ...nothing, ...answer, isOnItsPage, asked, doneAt: Date.now(), clockOffset: clockOffset() };
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
