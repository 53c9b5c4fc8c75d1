import { type ActorRefLike, type InspectionEvent, isMachineSnapshot } from 'xstate';
import { type Shown, type SimulatedPage, type WriteKind, writeKinds } from '../page/shown';
import type { SignIn } from './backend';
import type { OpenPage } from './bundle';
import type { Page } from './tab';
import { type TeacherName, teachers, teachersIn } from './teachers';

/** Something the teacher sent to the backend by pressing its button. */
export interface SentWrite {
  kind: WriteKind;
  /** The section it is about; undefined for a new one. */
  section: number | undefined;
  /** The sentences that told her how it ended. */
  told: string[];
  /** The backend has done it. */
  accepted: boolean;
  /** Of a start or stop: the page was told that the session is as it was to be, whoever did it; of a start afterwards. */
  reached: boolean;
  /** The session ended before, so nobody is owed an answer. */
  excused: boolean;
}

/** What the page was told of a session; numbers grow with every message to it. */
interface SessionEvidence {
  active: number;
  inactive: number;
  change: { isActive: boolean; at: number };
  /** When a change was another than what was known before: an answer that was asked for earlier speaks of the past. */
  movedAt: number;
  /** What was said last; null when it was asked for before the last change, or before the last press of Start or Stop. */
  last: boolean | null;
  /** The last change was the answer to a start or stop that the backend has not got: something in between gave it. */
  isMisled: boolean;
}

/** One fetch of the status by the detection of a section. */
interface StatusRound {
  actor: ActorRefLike;
  startedAt: number;
  endedAt: number | null;
}

/** An actor of a machine, and whose data is in its context. */
interface WatchedActor {
  actor: ActorRefLike;
  machine: string;
  context: unknown;
  teachers: Set<TeacherName>;
  told: { problem: unknown; success: unknown };
}

/** What the world has seen of one load of the product: what its invariants are judged by. */
export class Facts {
  /** Whose sign-in the page has last heard of: by its own doing, by the news of the storage, or by being shown. */
  heard: { teacher: TeacherName | null; access: string | null } = { teacher: null, access: null };
  /** Who was signed in on the page when it was looked at last. */
  wasOf: TeacherName | null = null;
  /** The last sign-in that the page has heard of. */
  wasSignIn: SignIn | undefined;
  wasSignedIn = false;
  /** How many sign-ins had ended in this browser when the page was signed in last. */
  endsBefore = 0;
  /** Who has pressed Logout on this page, if nobody has signed in since. */
  loggedOut: TeacherName | null = null;
  /** How many changes the page had told to have failed when she decided to log out; and so far. */
  failuresBefore = 0;
  failures = 0;
  /** She has pressed last what logs her out without waiting for what is under way. */
  givesUp = false;
  path = '';
  /** What the page shows now. */
  shown: Shown = { blank: false, dialogs: [] };
  /** Dialogs whose button was pressed since the page was entered. */
  readonly opened = new Set<string>();
  readonly writes: SentWrite[] = [];
  readonly evidence = new Map<number, SessionEvidence>();
  readonly actors = new Map<string, WatchedActor>();
  statusRounds: StatusRound[] = [];
  /** Since when there has been no word on the status that is shown; null when there has. */
  statusSilentSince: number | null = null;
  /** The last poll failed, by an answer or by none, and nothing better came since. */
  pollFailed = false;
  /** Sockets of this round of the live channel. */
  tries = 0;
  /** The sign-in that the last of them was opened for. */
  triedFor: SignIn | undefined;
  openedAt: number | null = null;
  /** Logs were reviewed or deleted from here, and the page was not told: only another fetch can show it. */
  hasUntoldChange = false;
  /** How many changes of her sections the last list that came knew of. */
  changesSeen = 0;
  thawedAt = 0;
  /** An actor that failed, in words. */
  failure: string | undefined;
  /** Sentences that may be of any write, or of none: they are of whichever is told by no other. */
  toldOfAny = 0;
  /** A telling that no write explains. */
  unexplained: string | undefined;
  #messages = 0;
  /** When Start or Stop was pressed last, by section. */
  readonly #pressedAt = new Map<number, number>();
  /** When a status was asked for that was answered with 401, by section: it is asked for again with another token. */
  readonly #rejectedAt = new Map<number, number>();

  readonly simulated: SimulatedPage;
  /** The kinds of write that a sentence may speak of; none, if it is of something else. */
  readonly #writesOf: (sentence: string) => readonly WriteKind[];

  /** @param open opens the product on this page, with somebody who hears what its actors do */
  constructor(
    readonly page: Page,
    open: (inspector: (inspected: InspectionEvent) => void) => ReturnType<OpenPage>,
  ) {
    const { simulated, writesOf } = open((inspected) => this.#inspect(inspected));
    this.simulated = simulated;
    this.#writesOf = writesOf;
  }

  #inspect(inspected: InspectionEvent): void {
    const { type, actorRef } = inspected;
    const id: unknown = Reflect.get(actorRef, 'id');
    if (type === '@xstate.actor' && id === 'fetchStatus') {
      this.statusRounds.push({ actor: actorRef, startedAt: this.page.browser.clock.now, endedAt: null });
    }
    if (
      type === '@xstate.event' &&
      inspected.event.type === 'notice.show' &&
      ['notice', 'failureNotice'].includes(String(id))
    ) {
      const { sentence, kind: tone } = inspected.event.notice;
      this.#tell(this.#writesOf(sentence), sentence, tone === 'success');
    }
    if (type !== '@xstate.snapshot') return;
    const { snapshot, event } = inspected;
    // It is another copy of XState that the page brings along: its actors are known by their looks.
    if (!('machine' in snapshot) || !isMachineSnapshot(snapshot)) return;
    const machine = snapshot.machine.id;
    if (snapshot.status === 'error') this.failure ??= `${machine} failed at ${event.type}: ${String(snapshot.error)}`;
    const known = this.actors.get(actorRef.sessionId);
    if (known?.context === snapshot.context) return;
    const watched: WatchedActor = {
      actor: actorRef,
      machine,
      context: snapshot.context,
      teachers: teachersIn(snapshot.context),
      told: known?.told ?? { problem: null, success: null },
    };
    this.actors.set(actorRef.sessionId, watched);
    this.#hearForm(watched);
    if (machine === 'logsView') this.#hearViewer(watched, JSON.stringify(snapshot.value));
    if (machine === 'roster') this.#hearRoster(watched);
  }

  /** Manage Students tells below the selection who has not been taken. */
  #hearRoster(watched: WatchedActor): void {
    const { context, told } = watched;
    const notTaken: unknown = Reflect.get(Object(context), 'notTaken');
    const isTold = Array.isArray(notTaken) && notTaken.length > 0;
    if (isTold && notTaken !== told.problem) this.#tell(['add'], 'not taken');
    watched.told = { ...told, problem: notTaken };
  }

  /** The viewer tells beside the picture. */
  #hearViewer(watched: WatchedActor, state: string): void {
    const { context, told } = watched;
    const problem: unknown = Reflect.get(Object(context), 'problem');
    const success = /"none":"(saved|deleted)"/.exec(state)?.[1];
    if (problem !== told.problem && isSentence(problem)) {
      const kinds = this.#writesOf(problem.sentence);
      this.#tell(kinds.length > 0 ? kinds : ['review', 'discard'], problem.sentence);
    }
    if (success !== told.success && success) this.#tell([success === 'saved' ? 'review' : 'discard'], success, true);
    watched.told = { problem, success };
  }

  /** A form tells by its problem or by its success. */
  #hearForm(watched: WatchedActor): void {
    const { machine, context, told } = watched;
    const kind = formWrites[machine];
    if (kind === undefined || typeof context !== 'object' || context === null) return;
    const problems: unknown = Reflect.get(context, 'problems');
    // Those of a server's answer come one by one; the question of logging out has room for one.
    const problem: unknown = Array.isArray(problems) ? problems[0] : Reflect.get(context, 'problem');
    const success: unknown = Reflect.get(context, 'success');
    if (problem !== told.problem && isSentence(problem) && problem.kind !== 'invalid') {
      // One line for each section whose session could not be stopped.
      for (const sentence of problem.sentence.split('\n')) this.#tell([kind], sentence);
    }
    if (success !== told.success && isSentence(success)) this.#tell([kind], success.sentence, true);
    watched.told = { problem, success };
  }

  /** @param kinds of the writes that the sentence may speak of; with none it is of something else */
  #tell(kinds: readonly WriteKind[], sentence: string, hasSucceeded = false): void {
    if (kinds.length === 0) return;
    if (!hasSucceeded) this.failures += 1;
    if (kinds.length === writeKinds.length) {
      this.toldOfAny += 1;
      return;
    }
    // After a start or stop that failed the status is asked for anew.
    if (kinds.every((kind) => kind === 'start' || kind === 'stop')) this.breakSilence();
    const candidates = this.writes.filter(({ kind }) => kinds.includes(kind));
    const open = candidates.filter(({ told, excused }) => told.length === 0 && !excused);
    // What the backend has done, or the page has heard of otherwise, is more likely to be told by what is shown.
    const write =
      (hasSucceeded ? open.find(({ accepted }) => accepted) : undefined) ??
      open.find(({ accepted, reached }) => !accepted && !reached) ??
      open[0] ??
      candidates.find(({ told, excused }) => told.length === 0 && excused);
    if (write) write.told.push(sentence);
    else this.unexplained ??= `“${sentence}” is said once more than something was sent`;
  }

  /** A chart that lives on the page and holds data of somebody else than this teacher. */
  foreignTo(teacher: TeacherName): { machine: string; of: TeacherName } | undefined {
    for (const [session, { actor, machine, teachers }] of this.actors) {
      if (actor.getSnapshot()?.status !== 'active') this.actors.delete(session);
      else for (const of of teachers) if (of !== teacher) return { machine, of };
    }
    return undefined;
  }

  /** Whose session the page shows. */
  get knows(): TeacherName | null {
    const id = this.simulated.teacherId();
    return Object.values(teachers).find((teacher) => String(teacher.id) === id)?.name ?? null;
  }

  isRunning(machine: string): boolean {
    for (const { actor, machine: id } of this.actors.values()) {
      if (id === machine && actor.getSnapshot()?.status === 'active') return true;
    }
    return false;
  }

  /** Whether a section's pages are open, so that its status is asked for. */
  isPolled(): boolean {
    return [...this.actors.values()].some(({ actor, machine }) => {
      const state = machine === 'detection' ? actor.getSnapshot() : undefined;
      return state?.status === 'active' && !state.matches({ watched: 'closed' });
    });
  }

  /** How many messages of sessions have come so far. */
  get messages(): number {
    return this.#messages;
  }

  /** The teacher presses Start or Stop: what was asked for before says nothing of what comes of it. */
  pressed(section: number): void {
    this.#messages += 1;
    this.#pressedAt.set(section, this.#messages);
  }

  /** A question for the status was answered with 401. @param askedAt how many messages had come by then */
  rejected(section: number, askedAt: number): void {
    this.#rejectedAt.set(section, Math.min(askedAt, this.#rejectedAt.get(section) ?? askedAt));
  }

  /**
   * The page was told whether a session is active.
   *
   * @param askedAt by an answer: how many messages had come by then
   * @param isMisled by an answer to a start or stop that the backend has not got
   */
  learn(section: number, isActive: boolean, isChange: boolean, askedAt = this.#messages, isMisled = false): void {
    const before = this.evidence.get(section);
    if (askedAt < (before?.movedAt ?? 0)) return;
    this.#messages += 1;
    for (const write of this.writes) {
      if (write.section === section && write.kind === (isActive ? 'start' : 'stop')) write.reached = true;
    }
    const unheard = { active: 0, inactive: 0, change: { isActive, at: 0 }, movedAt: 0, last: null, isMisled: false };
    const known = before ?? unheard;
    const firstAskedAt = Math.min(askedAt, this.#rejectedAt.get(section) ?? askedAt);
    const isLate = firstAskedAt < Math.max(known.change.at, this.#pressedAt.get(section) ?? 0);
    known.last = isLate && !isChange ? null : isActive;
    if (!isChange) this.#rejectedAt.delete(section);
    known.isMisled = isMisled;
    const wasKnown = known.active !== known.inactive;
    const isMove = wasKnown && isActive !== known.active > known.inactive;
    if (isChange && isMove) known.movedAt = this.#messages;
    known[isActive ? 'active' : 'inactive'] = this.#messages;
    if (isChange) known.change = { isActive, at: this.#messages };
    this.evidence.set(section, known);
  }

  /** The page was told so of a section's session after so many messages. */
  wasSaidSince(section: number, isActive: boolean, messages = 0): boolean {
    return (this.evidence.get(section)?.[isActive ? 'active' : 'inactive'] ?? 0) > messages;
  }

  /** What the page was told last of a section is that its session is not active. */
  wasSaidInactive(section: number | undefined): boolean {
    const known = section === undefined ? undefined : this.evidence.get(section);
    return known !== undefined && known.inactive > known.active;
  }

  /** The status is asked for anew, or something else was heard of it: the silence, if there was one, begins again. */
  breakSilence(): void {
    this.statusSilentSince = null;
    this.pollFailed = false;
  }

  /** Notes which of the fetches of a status are over, or count no more, and how. */
  followStatusRounds(now: number): void {
    for (const [index, round] of this.statusRounds.entries()) {
      if (round.endedAt !== null) continue;
      const status = statusOf(round.actor);
      const isLast = index === this.statusRounds.length - 1;
      if (status === 'active') {
        this.statusSilentSince ??= round.startedAt;
        continue;
      }
      round.endedAt = now;
      // Dropped, and not for the sake of another: nobody waits for it.
      if (status === 'done' || (isLast && status === 'stopped')) this.breakSilence();
      if (status === 'error') this.pollFailed = true;
    }
    if (this.statusRounds.length > 4) this.statusRounds.splice(0, this.statusRounds.length - 4);
  }
}

/** What an invoked actor is doing; one that its parent has dropped, started or not, is stopped. */
function statusOf(actor: ActorRefLike): string {
  const status: string = actor.getSnapshot()?.status;
  if (status !== 'active') return status;
  const { _parent: parent, id } = Object(actor);
  return parent?.getSnapshot().children[id] === actor ? status : 'stopped';
}

const formWrites: Record<string, WriteKind> = {
  changePassword: 'password',
  createSection: 'create',
  deleteSection: 'delete',
  deleteLesson: 'deleteLesson',
  logout: 'stop',
};

const isSentence = (value: unknown): value is { sentence: string; kind?: string } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'sentence') === 'string';
