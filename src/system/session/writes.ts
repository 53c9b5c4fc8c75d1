import { type ActorRefFrom, fromPromise } from 'xstate';
import { selectSection, type sessionMachine } from '../../machines/session/sessionMachine';
import { type WriteAnswer, writeMachine } from '../../machines/session/writeMachine';
import { ProblemError, sessionExpired } from '../../model/app/problem';
import { sameEmail } from '../../model/students/emails';
import type { AccountService } from '../../services/accountService';
import type { DetectionService } from '../../services/detectionService';
import type { SectionService } from '../../services/sectionService';
import { clockOffset } from '../../services/serverClock';
import type { TokenStore } from '../../services/tokenStore';
import type { Contract, Noted } from '../../services/types';

/** A change that a teacher makes, with what is sent. */
export type WriteRequest =
  | { kind: 'createSection'; name: string; subject: string }
  | { kind: 'deleteSection'; sectionId: string; password: string }
  | { kind: 'addStudents'; sectionId: string; emails: string[] }
  | { kind: 'removeStudent'; sectionId: string; email: string }
  | { kind: 'startDetection'; sectionId: string }
  | { kind: 'stopDetection'; sectionId: string }
  | { kind: 'reviewLogs'; sectionId: string; logIds: string[]; noted: Noted }
  | { kind: 'deleteLog'; sectionId: string; logId: string }
  | { kind: 'deleteLesson'; sectionId: string; lessonId: string }
  | { kind: 'changePassword'; passwords: Contract['PasswordChange'] };

/** A change that waits for its turn, and the page on which it was made. */
interface Outgoing {
  request: WriteRequest;
  page: string;
}

/** Hands a change to the session and waits for what becomes of it; see {@link createWrites}. */
export type SendWrite = (request: WriteRequest, signal: AbortSignal) => Promise<WriteAnswer>;

interface WritesWorld {
  session(): ActorRefFrom<typeof sessionMachine> | undefined;
  /** The path of the page that is shown. */
  page(): string;
  account: AccountService;
  tokens: TokenStore;
  sectionService: SectionService;
  detectionService: DetectionService;
}

/**
 * The writes of the signed-in teacher. They belong to her session: who sends one only waits for its outcome, and when the
 * signal is given the session itself tells her, wherever she is by then.
 */
export function createWrites({ session, page, account, tokens, sectionService, detectionService }: WritesWorld) {
  // What is sent stays out of every chart's context: there may be a password in it. It is forgotten when it is sent, and
  // with its session.
  const outboxes = new WeakMap<object, Map<string, Outgoing>>();
  let count = 0;

  const perform = async (
    request: WriteRequest,
    signal: AbortSignal,
    onSend: () => void,
  ): Promise<Partial<WriteAnswer>> => {
    switch (request.kind) {
      case 'createSection':
        await sectionService.createSection({ name: request.name, subject: request.subject }, signal);
        return {};
      case 'deleteSection':
        await sectionService.deleteSection(request.sectionId, request.password, signal);
        return {};
      case 'addStudents': {
        const { sectionId, emails } = request;
        const section = await sectionService.addStudents(sectionId, emails, signal);
        const taken = emails.filter((email) => section.students.some((student) => sameEmail(student.email, email)));
        return { section, takenCount: taken.length };
      }
      case 'removeStudent':
        return { section: await sectionService.removeStudent(request.sectionId, request.email, signal) };
      case 'startDetection':
        await detectionService.startDetection(request.sectionId, signal, onSend);
        return {};
      case 'stopDetection':
        await detectionService.stopDetection(request.sectionId, signal, onSend);
        return {};
      case 'reviewLogs':
        return { logs: await detectionService.reviewLogs(request.logIds, request.noted, signal) };
      case 'deleteLog':
        return { logs: await detectionService.deleteLog(request.logId, signal) };
      case 'deleteLesson':
        return { logs: await detectionService.deleteLesson(request.lessonId, signal) };
      case 'changePassword': {
        const signIn = tokens.signIn();
        const changed = await account.changePassword(request.passwords, signal);
        // The old access token may have ended with the old password.
        if (changed.tokens !== undefined && tokens.signIn() === signIn) tokens.replace(tokens.read(), changed.tokens);
        return { sentence: changed.sentence };
      }
    }
  };

  const machine = writeMachine.provide({
    actors: {
      sendWrite: fromPromise(async ({ input: { id }, signal }) => {
        const outbox = outboxes.get(session() ?? {});
        const sent = outbox?.get(id);
        outbox?.delete(id);
        if (sent === undefined) throw new Error(`Nothing is known of the write ${id}`);
        let sentAt = Date.now();
        const onSend = () => {
          sentAt = Date.now();
        };
        const answer = await perform(sent.request, signal, onSend);
        const isOnItsPage = sent.page === page();
        const nothing = { sentence: null, section: null, logs: null, takenCount: 0 };
        return { ...nothing, ...answer, isOnItsPage, sentAt, doneAt: Date.now(), clockOffset: clockOffset() };
      }),
    },
  });

  const send: SendWrite = (request, signal) => {
    const owner = session();
    if (owner === undefined) return Promise.reject(sessionExpired());
    count += 1;
    const id = `write-${count}`;
    const outbox = outboxes.get(owner) ?? new Map<string, Outgoing>();
    outboxes.set(owner, outbox.set(id, { request, page: page() }));

    return new Promise((resolve, reject) => {
      const unwatch = () => owner.send({ type: 'write.unwatch', id });
      signal.addEventListener('abort', unwatch, { once: true });
      const subscription = owner.on('write.settled', (settled) => {
        if (settled.id !== id) return;
        subscription.unsubscribe();
        signal.removeEventListener('abort', unwatch);
        if (settled.outcome.type === 'done') resolve(settled.outcome);
        else reject(new ProblemError(settled.outcome.problem));
      });
      owner.send({ type: 'write.submit', write: { id, kind: request.kind, ...aboutOf(request, owner) } });
    });
  };

  return { machine, send };
}

/** What is told of a write when nobody on the screen waits for it any more. */
function aboutOf(request: WriteRequest, session: ActorRefFrom<typeof sessionMachine>) {
  if (request.kind === 'createSection') return { sectionId: null, sectionName: request.name, studentEmails: [] };
  if (request.kind === 'changePassword') return { sectionId: null, sectionName: '', studentEmails: [] };
  const { sectionId } = request;
  const sectionName = selectSection(session.getSnapshot().context, sectionId)?.name ?? '';
  return { sectionId, sectionName, studentEmails: studentsIn(request) };
}

/** Who is to be added or removed, by e-mail. */
function studentsIn(request: WriteRequest): readonly string[] {
  if (request.kind === 'addStudents') return request.emails;
  return request.kind === 'removeStudent' ? [request.email] : [];
}
