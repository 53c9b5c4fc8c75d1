import { type ActorRefFrom, type AnyActorRef, assertEvent, assign, not, setup, stateIn, stopChild } from 'xstate';
import { LIST_RETRY_INTERVAL_MS } from '../../constants';
import { mayHaveHappened, type Problem, problemOf } from '../../model/app/problem';
import type { RunningSection } from '../../model/section/knownStatus';
import type { Section } from '../../services/types';
import { type Notice, noticeOfProblem } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import type { LogsEvent, logsMachine } from '../logs/logsMachine';
import {
  type DetectionEvent,
  type DetectionReport,
  detectionMachine,
  isActive,
  isInactive,
} from '../section/detectionMachine';
import { type ListNews, type SectionReport, sectionMachine } from '../section/sectionMachine';
import { desktopMachine } from './desktopMachine';
import { type LiveReport, liveChannelMachine } from './liveChannelMachine';
import { logoutMachine } from './logoutMachine';
import { type WriteKind, type WriteOutcome, type WriteReport, writeMachine } from './writeMachine';
import { isDoneInPart, isOfAccount, isOfDetection, isOfLogs, isOfRecords, noticeOf, type Write } from './writes';

export interface SessionContext {
  /** Identifies this teacher; null while unknown. */
  teacher: string | null;
  /** Null until the list has been answered once. */
  sections: Section[] | null;
  /** Why the list could not be fetched, until it is. */
  problem: Problem | null;
  /** The section whose pages are open, if any are. */
  openSectionId: string | null;
  /** In the order in which the teacher made them. */
  writes: Write[];
}

export type SessionEvent =
  | { type: 'page.shown' }
  /** A page of the section is shown, or the last of them was left. */
  | { type: 'section.open'; sectionId: string }
  | { type: 'section.close'; sectionId: string }
  /** Whether somebody on the screen waits for it, and tells the teacher. */
  | { type: 'write.watch'; id: string; isWatched: boolean }
  /** The teacher wants to log out, or to let detection go on meanwhile. */
  | { type: 'logout.ask' }
  | { type: 'logout.keepRunning' }
  | LiveReport
  | DetectionReport
  | SectionReport
  | WriteReport;

/** What the session tells those who watch its writes. */
export type SettledWrite = WriteReport & {
  write: Write;
  /** It failed, or was made in part. A start or stop has not failed if something else says that it has happened. */
  hasFailed: boolean;
};

type Detection = ActorRefFrom<typeof detectionMachine>;

const find = (sections: Section[] | null, id: string | null): Section | undefined =>
  sections?.find((section) => section.id === id);

/** Keeps the list if the answer is the same, so that nothing is rendered for it. */
const answered = (before: Section[] | null, sections: Section[]): Section[] =>
  before !== null && JSON.stringify(before) === JSON.stringify(sections) ? before : sections;

/** The write that an event tells of. */
function settledWrite({ writes }: SessionContext, event: SessionEvent): Write | undefined {
  assertEvent(event, 'write.settled');
  return writes.find(({ id }) => id === event.id);
}

/** A section of the list, as far as it is known. */
export const selectSection = ({ sections }: SessionContext, id: string): Section | undefined => find(sections, id);

type Children = Record<string, AnyActorRef | undefined>;

/** A snapshot of the session. */
interface Holding {
  children: Children;
  context: SessionContext;
}

const detectionId = (sectionId: string) => `detection ${sectionId}`;

/** The owner of what is known of a section's detection. */
export const selectDetection = ({ children }: Pick<Holding, 'children'>, sectionId: string): Detection | undefined =>
  children[detectionId(sectionId)];

/** The sections that have a detection actor, by id. */
const sectionIdsIn = (children: Children): string[] =>
  Object.keys(children).flatMap((id) => (id.startsWith(detectionId('')) ? [id.slice(detectionId('').length)] : []));

/** The sections in which detection was active when something last said so. A list that is not known names none of them. */
export const selectRunning = ({ children, context: { sections } }: Holding): RunningSection[] =>
  sectionIdsIn(children).flatMap((id) => {
    const section = find(sections, id);
    const wasActive = selectDetection({ children }, id)?.getSnapshot().context.known?.isActive === true;
    return wasActive && (sections === null || section !== undefined) ? [{ id, name: section?.name ?? '' }] : [];
  });

/** Whether changes are under way. */
export const selectIsSaving = ({ writes }: SessionContext): boolean => writes.length > 0;

/** Whose removal from a section is under way, by e-mail. */
export const selectBeingRemoved = ({ writes }: SessionContext, id: string): string[] =>
  writes.flatMap(({ sectionId, kind, studentEmails }) =>
    sectionId === id && kind === 'removeStudent' ? studentEmails : [],
  );

const base = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SettledWrite,
    input: {} as { teacher: string | null },
    children: {} as {
      desktop: 'desktop';
      holdPage: 'holdPage';
      liveChannel: 'liveChannel';
      logout: 'logout';
      section: 'section';
      watchPage: 'watchPage';
    },
  },
  actors: {
    fetchSections: promiseNotProvided<Section[]>('fetchSections'),
    /** Sends `page.shown`. */
    watchPage: callbackNotProvided('watchPage'),
    /** Lets the browser ask before the page is closed, loaded anew or left for another site. */
    holdPage: callbackNotProvided('holdPage'),
    desktop: desktopMachine,
    detection: detectionMachine,
    liveChannel: liveChannelMachine,
    logout: logoutMachine,
    section: sectionMachine,
    write: writeMachine,
  },
  delays: {
    /** From a list that could not be fetched again to the next try. */
    listRetryInterval: LIST_RETRY_INTERVAL_MS,
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
    /** Section 4: a deletion leads to /dashboard. */
    leaveSection: actionNotProvided('leaveSection'),
    assignSections: assign({
      sections: ({ context }, { sections }: { sections: Section[] }) => answered(context.sections, sections),
      problem: null,
    }),
    assignOpenSection: assign({
      openSectionId: ({ event }) => {
        assertEvent(event, 'section.open');
        return event.sectionId;
      },
    }),
    forgetOpenSection: assign({ openSectionId: null }),
    addWrite: assign({
      writes: ({ context, event }) => {
        assertEvent(event, 'write.submit');
        const { write } = event;
        const sectionName = find(context.sections, write.sectionId)?.name ?? write.sectionName;
        return [...context.writes, { ...write, sectionName, isSent: false }];
      },
    }),
    /** Brings the list up to date with what a write has changed. */
    applyOutcome: assign({
      sections: ({ context, event }) => {
        assertEvent(event, 'write.settled');
        const write = settledWrite(context, event);
        const { sections } = context;
        if (sections === null || event.outcome.type === 'failed') return sections;
        const { section } = event.outcome;
        if (write?.kind === 'deleteSection') return sections.filter(({ id }) => id !== write.sectionId);
        return section === null ? sections : sections.map((one) => (one.id === section.id ? section : one));
      },
    }),
    watchWrite: assign({
      writes: ({ context, event }) => {
        assertEvent(event, 'write.watch');
        const { id, isWatched } = event;
        return context.writes.map((write) => (write.id === id ? { ...write, isWatched } : write));
      },
    }),
    forgetWrite: assign({
      writes: ({ context, event }) => {
        assertEvent(event, 'write.settled');
        return context.writes.filter(({ id }) => id !== event.id);
      },
    }),
    stopWrite: stopChild(({ event }) => {
      assertEvent(event, 'write.settled');
      return event.id;
    }),
  },
  guards: {
    /** Changes are under way. */
    isSaving: ({ context }) => selectIsSaving(context),
    /** No change is under way. */
    isSettled: not('isSaving'),
    /** Something is listed, perhaps from before a change. */
    hasList: ({ context }) => context.sections !== null,
    /** A change may have been made after the list under way was read, and before the live channel could tell of it. */
    mayLackChange: stateIn({ list: { loading: 'outrun' } }),
    /** It is about the section whose pages are open. */
    isOpen: ({ context, event }) => 'sectionId' in event && context.openSectionId === event.sectionId,
    /** The write changes the list, and the list under way may not know of it yet. */
    changesList: ({ context, event }) => {
      const write = settledWrite(context, event);
      return write !== undefined && !isOfAccount(write.kind) && !isOfRecords(write.kind) && !isOfDetection(write.kind);
    },
    /** Only the list can tell what became of the write. */
    asksList: ({ context, event }) => {
      assertEvent(event, 'write.settled');
      const write = settledWrite(context, event);
      if (write === undefined || isOfAccount(write.kind)) return false;
      if (event.outcome.type === 'done') return write.kind === 'createSection';
      const { kind } = event.outcome.problem;
      return mayHaveHappened(kind) || kind === 'notFound';
    },
  },
});

type Enqueue = Parameters<Parameters<typeof base.enqueueActions>[0]>[0]['enqueue'];

const spawnDetection = (enqueue: Enqueue, sectionId: string, isTold: boolean) => {
  const id = detectionId(sectionId);
  enqueue.spawnChild('detection', { id, input: { sectionId } });
  if (isTold) enqueue.sendTo(id, { type: 'live.opened' } satisfies DetectionEvent);
};

/** Gives each section of the list its detection actor, and tells the section whose pages are open whether it is listed. */
const applyList = base.enqueueActions(({ context: { openSectionId, sections }, event, enqueue, check, self }) => {
  const { children, context: before } = self.getSnapshot();
  if (event.type === 'write.settled' && sections === before.sections) return;
  const isNew = ({ id }: Section) => find(before.sections, id) === undefined;
  for (const { id } of sections?.filter(isNew) ?? []) {
    if (selectDetection({ children }, id) === undefined) {
      spawnDetection(enqueue, id, check(stateIn({ channel: 'told' })));
    }
    if (id === openSectionId) enqueue.sendTo(detectionId(id), { type: 'section.opened' } satisfies DetectionEvent);
  }
  const type = find(sections, openSectionId) === undefined ? 'section.missing' : 'section.found';
  if (openSectionId !== null) enqueue.sendTo('section', { type } satisfies ListNews);
  const isGone = ({ id }: Section) => find(sections, id) === undefined;
  for (const { id } of before.sections?.filter(isGone) ?? []) enqueue.stopChild(detectionId(id));
});

const tellFailure = base.enqueueActions(({ context: { openSectionId, problem }, enqueue }) => {
  if (openSectionId === null || problem === null) return;
  enqueue.sendTo('section', { type: 'sections.failed', problem } satisfies ListNews);
});

/** Tells the detection of the section whose pages are open. */
const tellOpened = base.enqueueActions(({ context: { openSectionId, sections }, enqueue, self }) => {
  const detection = openSectionId === null ? undefined : selectDetection(self.getSnapshot(), openSectionId);
  if (detection === undefined || find(sections, openSectionId) === undefined) return;
  enqueue.sendTo(detection, { type: 'section.opened' });
});

const tellLeft = base.enqueueActions(({ context: { openSectionId }, enqueue, self }) => {
  const detection = openSectionId === null ? undefined : selectDetection(self.getSnapshot(), openSectionId);
  if (detection !== undefined) enqueue.sendTo(detection, { type: 'section.left' });
});

/** Sends what the live channel says on to the detection of its section. One that is not listed yet may be soon. */
const passOnMessage = base.enqueueActions(({ event, enqueue, self }) => {
  assertEvent(event, 'live.message');
  const { type, sectionId, ...status } = event.message;
  if (selectDetection(self.getSnapshot(), sectionId) === undefined) spawnDetection(enqueue, sectionId, true);
  enqueue.sendTo(detectionId(sectionId), {
    ...{ type: 'status.said', status, asked: null, isChange: type === 'detection_start' },
  } satisfies DetectionEvent);
});

const passOnLogs = base.enqueueActions(({ event, enqueue, self }) => {
  assertEvent(event, 'live.logsAnnounced');
  const detection = selectDetection(self.getSnapshot(), event.sectionId);
  if (detection !== undefined) enqueue.sendTo(detection, { type: 'live.logsAnnounced' });
});

/** Tells every detection whether the live channel is open. */
const passOnChannel = base.enqueueActions(({ event, enqueue, self }) => {
  assertEvent(event, ['live.opened', 'live.lost']);
  const { children } = self.getSnapshot();
  for (const id of sectionIdsIn(children)) enqueue.sendTo(detectionId(id), event);
});

/** Sends every write that waits for nothing: of those to one section the oldest. */
const sendWrites = base.enqueueActions(({ context, enqueue }) => {
  const oldestBeside = (write: Write) =>
    context.writes.find(({ sectionId }) => sectionId !== null && sectionId === write.sectionId) ?? write;
  const next = context.writes.filter((write) => !write.isSent && oldestBeside(write) === write);
  for (const { id, kind, sectionId } of next) enqueue.spawnChild('write', { id, input: { id, kind, sectionId } });
  enqueue.assign({
    writes: context.writes.map((write) => (next.includes(write) ? { ...write, isSent: true } : write)),
  });
});

/** Whether something else says that a start or stop has happened. */
const hasComeAbout = (kind: WriteKind, detection: Detection | undefined): boolean =>
  detection !== undefined &&
  ((kind === 'startDetection' && isActive(detection.getSnapshot())) ||
    (kind === 'stopDetection' && isInactive(detection.getSnapshot())));

/** What the detection of a section is told of a write. */
function newsOf({ kind }: Write, outcome: WriteOutcome, isDoubtful: boolean): DetectionEvent[] {
  if (kind === 'deleteLesson') return [{ type: 'records.changed' }];
  if (!isOfDetection(kind)) return [];
  if (outcome.type === 'failed') return [{ type: 'change.settled', kind, isDoubtful }];
  const { asked, doneAt: saidAt, clockOffset } = outcome;
  const status = { isActive: kind === 'startDetection', startedAt: null, saidAt, clockOffset };
  return [
    { type: 'status.said', status, asked, isChange: true },
    { type: 'change.settled', kind, isDoubtful: false },
  ];
}

/** What the open logs are told of a write. */
function newsOfLogs({ kind }: Write, outcome: WriteOutcome): LogsEvent[] {
  if (outcome.type === 'done') return outcome.logs === null ? [] : [{ type: 'logs.changed', change: outcome.logs }];
  const mayLack = mayHaveHappened(outcome.problem.kind) || outcome.problem.kind === 'notFound';
  return isOfLogs(kind) && mayLack ? [{ type: 'logs.outdated' }] : [];
}

/** Tells everyone what became of a write: detection and logs, those who watch it, and the teacher if nobody does. */
const tellSettled = base.enqueueActions(({ context, event, enqueue, self, system }) => {
  assertEvent(event, 'write.settled');
  const write = settledWrite(context, event);
  if (write === undefined) return;
  const { kind, sectionId } = write;
  const { outcome } = event;
  const detection = sectionId === null ? undefined : selectDetection(self.getSnapshot(), sectionId);
  const isHere = sectionId !== null && sectionId === context.openSectionId;
  const isDone = outcome.type === 'done';
  const hasHappened = isDone || hasComeAbout(kind, detection);

  const logs: ActorRefFrom<typeof logsMachine> | undefined = system.get('logs');
  if (isHere && logs) for (const news of newsOfLogs(write, outcome)) enqueue.sendTo(logs, news);
  const isDoubtful = !isDone && !hasHappened && mayHaveHappened(outcome.problem.kind);
  if (detection) for (const news of newsOf(write, outcome, isDoubtful)) enqueue.sendTo(detection, news);
  enqueue.emit({ ...event, write, hasFailed: isDone ? isDoneInPart(write, outcome) : !hasHappened });

  // What showed it goes with what is deleted.
  const isDeleted = isDone && (kind === 'deleteSection' || kind === 'deleteLesson');
  const isShown =
    isHere && ((isOfDetection(kind) && hasHappened) || (kind === 'reviewLogs' && isDone && outcome.isOnItsPage));
  if (isHere && kind === 'deleteSection' && isDone) enqueue('leaveSection');
  if (isShown || (write.isWatched && !isDeleted)) return;
  const isFailureHere = isHere && isOfDetection(kind) && !isDone;
  enqueue({
    type: 'showNotice',
    params: isFailureHere ? noticeOfProblem(outcome.problem) : noticeOf(write, outcome),
  });
});

/** Tells the log-out where detection is active and whether changes are under way. */
const passOnLogout = base.enqueueActions(({ context, event, enqueue, self }) => {
  assertEvent(event, ['logout.ask', 'logout.keepRunning']);
  const { children } = self.getSnapshot();
  const running = selectRunning({ children, context });
  enqueue.sendTo('logout', { type: event.type, running, isSaving: selectIsSaving(context) });
});

/**
 * One teacher's sign-in: the list of sections with one `detection` actor for each, every change under way, and the live
 * channel.
 *
 * Invariants:
 * - A write, once sent, is never given up, and two writes to one section go one after the other. Until it is settled the
 *   browser asks before the page is left.
 * - Each write is told exactly once: by whoever on the screen watches it or by the badge of the section's open pages, else
 *   by a notice that names the section.
 * - What is known of a section's detection is known by its actor alone. The session passes on what arrives.
 * - The open logs are told what a write has made of them, and fetched again when nobody knows.
 * - A list that was being fetched when a write settled is fetched again: it may not know of it yet.
 * - What changes elsewhere is listed: it is announced while the live channel is open, and the list is fetched again when
 *   it opens, and when the page is shown.
 * - When the outcome of a write is unknown, the list is fetched again; for a start or stop, the status becomes unknown.
 * - What is listed stays until there is something newer, even while the list is fetched again and when that fails.
 */
export const sessionMachine = base
  .extend({
    actions: {
      applyList,
      passOnChannel,
      passOnLogout,
      passOnLogs,
      passOnMessage,
      sendWrites,
      tellFailure,
      tellLeft,
      tellOpened,
      tellSettled,
    },
  })
  .createMachine({
    id: 'session',
    context: ({ input }) => ({
      teacher: input.teacher,
      sections: null,
      problem: null,
      openSectionId: null,
      writes: [],
    }),
    invoke: [
      { id: 'liveChannel', src: 'liveChannel' },
      { id: 'desktop', systemId: 'desktop', src: 'desktop' },
      { id: 'logout', src: 'logout' },
      { id: 'watchPage', src: 'watchPage' },
    ],
    on: {
      'logout.ask': { actions: 'passOnLogout' },
      'logout.keepRunning': { actions: 'passOnLogout' },
    },
    type: 'parallel',
    states: {
      writes: {
        description: 'Every change under way.',
        on: {
          'write.submit': { actions: ['addWrite', 'sendWrites'] },
          'write.watch': { actions: 'watchWrite' },
          'write.settled': {
            actions: ['applyOutcome', 'applyList', 'tellSettled', 'forgetWrite', 'stopWrite', 'sendWrites'],
          },
        },
        initial: 'none',
        states: {
          none: {
            description: 'No change is under way.',
            always: { guard: 'isSaving', target: 'underWay' },
          },
          underWay: {
            description: 'Changes are under way: the browser asks before the page is left, which may lose them.',
            invoke: { id: 'holdPage', src: 'holdPage' },
            always: { guard: 'isSettled', target: 'none' },
          },
        },
      },
      list: {
        description: 'The list of sections.',
        initial: 'unasked',
        states: {
          unasked: {
            description: 'No page has needed the list yet.',
            on: {
              'sections.refresh': 'loading',
              'section.open': 'loading',
            },
          },
          loading: {
            description: 'The list is fetched; what was listed before stays.',
            initial: 'asked',
            on: {
              // What is under way may have been read before.
              'live.sectionsAnnounced': { target: 'loading', reenter: true },
              'write.settled': { guard: 'changesList', target: 'loading', reenter: true },
            },
            invoke: {
              id: 'fetchSections',
              src: 'fetchSections',
              onDone: [
                {
                  guard: 'mayLackChange',
                  target: 'loading',
                  reenter: true,
                  actions: [
                    { type: 'assignSections', params: ({ event }) => ({ sections: event.output }) },
                    'applyList',
                  ],
                },
                {
                  target: 'loaded',
                  actions: [
                    { type: 'assignSections', params: ({ event }) => ({ sections: event.output }) },
                    'applyList',
                  ],
                },
              ],
              onError: {
                target: 'failed',
                actions: [assign({ problem: ({ event }) => problemOf(event.error) }), 'tellFailure'],
              },
            },
            states: {
              asked: {
                description: 'What changes from now on is announced, if the live channel is open.',
                on: { 'live.opened': 'outrun' },
              },
              outrun: {
                description: 'The live channel opened first: a change just before may be missing in the answer.',
              },
            },
          },
          loaded: {
            description: 'The list is known.',
            on: {
              'sections.refresh': 'loading',
              'section.open': 'loading',
              'page.shown': 'loading',
              // What changed before was not announced.
              'live.opened': 'loading',
              'live.sectionsAnnounced': 'loading',
              'write.settled': { guard: 'asksList', target: 'loading' },
            },
          },
          failed: {
            description: 'The list could not be fetched; what was listed before stays.',
            after: {
              // Not every page says that its list is out of date.
              listRetryInterval: { guard: 'hasList', target: 'loading' },
            },
            on: {
              'sections.refresh': 'loading',
              'section.open': 'loading',
              'page.shown': 'loading',
              // The server is there again.
              'live.opened': 'loading',
              'write.settled': { guard: 'asksList', target: 'loading' },
            },
          },
        },
      },
      channel: {
        description: 'What the live channel says, passed on to the detection of each section.',
        initial: 'untold',
        states: {
          untold: {
            description: 'It is not open.',
            on: { 'live.opened': { target: 'told', actions: 'passOnChannel' } },
          },
          told: {
            description: 'It tells of every change.',
            on: {
              'live.message': { actions: 'passOnMessage' },
              'live.logsAnnounced': { actions: 'passOnLogs' },
              'live.lost': { target: 'untold', actions: 'passOnChannel' },
            },
          },
        },
      },
      section: {
        description: 'The section whose pages are open, if any are.',
        initial: 'closed',
        states: {
          closed: {
            description: 'No page of a section is open.',
            on: {
              'section.open': { target: 'open', actions: 'assignOpenSection' },
            },
          },
          open: {
            description: 'A page of a section is open.',
            entry: 'tellOpened',
            exit: ['tellLeft', 'forgetOpenSection'],
            invoke: {
              id: 'section',
              systemId: 'section',
              src: 'section',
              input: ({ context: { openSectionId, sections } }) => {
                if (openSectionId === null) throw new Error('No section is open');
                return { sectionId: openSectionId, isListed: find(sections, openSectionId) !== undefined };
              },
            },
            on: {
              'section.open': { target: 'open', reenter: true, actions: 'assignOpenSection' },
              'section.close': { guard: 'isOpen', target: 'closed' },
            },
          },
        },
      },
    },
  });
