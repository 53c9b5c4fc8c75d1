import {
  type ActorRefFrom,
  type AnyActorRef,
  assertEvent,
  assign,
  emit,
  not,
  sendTo,
  setup,
  stateIn,
  stopChild,
} from 'xstate';
import { LIST_RETRY_INTERVAL_MS, STATUS_REQUEST_MS } from '../../constants';
import { mayHaveHappened, type Problem, problemOf } from '../../problem';
import type { Section } from '../../services/app/types';
import { type Notice, noticeOfProblem } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import { type WriteKind, type WriteOutcome, type WriteReport, writeMachine } from '../app/writeMachine';
import {
  isBesideSections,
  isDoneInPart,
  isOfDetection,
  isOfLogs,
  isOfRecords,
  noticeOf,
  type Write,
} from '../app/writes';
import {
  type DetectionEvent,
  type DetectionReport,
  detectionMachine,
  isActive,
  isInactive,
} from '../lesson/detectionMachine';
import type { RunningSection } from '../lesson/knownStatus';
import { desktopMachine } from '../live/desktopMachine';
import { type LiveChannelEvent, type LiveReport, liveChannelMachine } from '../live/liveChannelMachine';
import type { LogsEvent, logsMachine } from '../records/logsMachine';
import { type ListNews, type SectionReport, sectionMachine } from '../triage/sectionMachine';
import { logoutMachine } from './logoutMachine';

export interface SessionContext {
  /** Identifies this teacher; null while unknown. */
  teacher: string | null;
  /** Null before the first answer. */
  sections: Section[] | null;
  /** Why the last fetch failed; cleared by a success. */
  problem: Problem | null;
  /** The section whose pages are open, if any are. */
  openSectionId: string | null;
  /** Unsettled writes, oldest first. */
  writes: Write[];
}

export type SessionEvent =
  | { type: 'page.shown' }
  /** The first page of the section was opened, or the last one was left. */
  | { type: 'section.open'; sectionId: string }
  | { type: 'section.close'; sectionId: string }
  /** Whether a screen waits for the write and reports it. */
  | { type: 'write.watch'; id: string; isWatched: boolean }
  /** The teacher asks to log out, or to keep detection running during that. */
  | { type: 'logout.ask' }
  | { type: 'logout.keepRunning' }
  | LiveReport
  | DetectionReport
  | SectionReport
  | WriteReport;

/** Emitted for each settled write. */
export type SettledWrite = WriteReport & {
  write: Write;
  /** It failed or was done in part. A start or stop has not failed if the status shows its effect. */
  hasFailed: boolean;
};

/** Emitted when who attends a section's lesson has changed. */
type AttendanceNews = Extract<LiveReport, { type: 'live.attendanceAnnounced' }>;

type Detection = ActorRefFrom<typeof detectionMachine>;

const find = (sections: Section[] | null, id: string | null): Section | undefined =>
  sections?.find((section) => section.id === id);

/** Keeps the list's identity if the answer is equal, so that nothing re-renders. */
const answered = (before: Section[] | null, sections: Section[]): Section[] =>
  before !== null && JSON.stringify(before) === JSON.stringify(sections) ? before : sections;

/** Returns the write that an event is about. */
function settledWrite({ writes }: SessionContext, event: SessionEvent): Write | undefined {
  assertEvent(event, 'write.settled');
  return writes.find(({ id }) => id === event.id);
}

/** Selects a section of the list. */
export const selectSection = ({ sections }: SessionContext, id: string): Section | undefined => find(sections, id);

type Children = Record<string, AnyActorRef | undefined>;

/** A snapshot of the session. */
interface Holding {
  children: Children;
  context: SessionContext;
}

const detectionId = (sectionId: string) => `detection ${sectionId}`;

/** Selects the detection actor of a section. */
export const selectDetection = ({ children }: Pick<Holding, 'children'>, sectionId: string): Detection | undefined =>
  children[detectionId(sectionId)];

/** Returns the ids of the sections with a detection actor. */
const sectionIdsIn = (children: Children): string[] =>
  Object.keys(children).flatMap((id) => (id.startsWith(detectionId('')) ? [id.slice(detectionId('').length)] : []));

/** Selects the sections with active detection by the last known status. Without a list their names are empty. */
export const selectRunning = ({ children, context: { sections } }: Holding): RunningSection[] =>
  sectionIdsIn(children).flatMap((id) => {
    const section = find(sections, id);
    const wasActive = selectDetection({ children }, id)?.getSnapshot().context.known?.isActive === true;
    return wasActive && (sections === null || section !== undefined) ? [{ id, name: section?.name ?? '' }] : [];
  });

/** Selects whether writes are in flight. */
export const selectIsSaving = ({ writes }: SessionContext): boolean => writes.length > 0;

/** Selects the e-mails of the students who are being removed from a section. */
export const selectBeingRemoved = ({ writes }: SessionContext, id: string): string[] =>
  writes.flatMap(({ sectionId, kind, studentEmails }) =>
    sectionId === id && kind === 'removeStudent' ? studentEmails : [],
  );

const askStatuses = { type: 'status.ask' } satisfies LiveChannelEvent;

const base = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SettledWrite | AttendanceNews,
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
    /** Makes the browser ask before the page is closed, reloaded or left for another site. */
    holdPage: callbackNotProvided('holdPage'),
    desktop: desktopMachine,
    detection: detectionMachine,
    liveChannel: liveChannelMachine,
    logout: logoutMachine,
    section: sectionMachine,
    write: writeMachine,
  },
  delays: {
    /** Delay before a failed refetch is retried. */
    listRetryInterval: LIST_RETRY_INTERVAL_MS,
    /** From the first news of other sections' logs to the request for the statuses. */
    statusRequestDelay: STATUS_REQUEST_MS,
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
    askStatuses: sendTo('liveChannel', askStatuses),
    emitAttendance: emit(({ event }) => {
      assertEvent(event, 'live.attendanceAnnounced');
      return event;
    }),
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
    /** Applies a write's result to the list. */
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
    /** Writes are in flight. */
    isSaving: ({ context }) => selectIsSaving(context),
    /** No write is in flight. */
    isSettled: not('isSaving'),
    /** There is a list, perhaps a stale one. */
    hasList: ({ context }) => context.sections !== null,
    /** The fetch in flight may lack a change made before the live channel opened. */
    mayLackChange: stateIn({ list: { loading: 'outrun' } }),
    /** The event is about the section whose pages are open. */
    isOpen: ({ context, event }) => 'sectionId' in event && context.openSectionId === event.sectionId,
    /** The event is about another section. */
    isElsewhere: not('isOpen'),
    /** The write changes the list, which a fetch in flight may lack. */
    changesList: ({ context, event }) => {
      const write = settledWrite(context, event);
      return (
        write !== undefined && !isBesideSections(write.kind) && !isOfRecords(write.kind) && !isOfDetection(write.kind)
      );
    },
    /** Only the list shows the outcome of the write. */
    asksList: ({ context, event }) => {
      assertEvent(event, 'write.settled');
      const write = settledWrite(context, event);
      if (write === undefined || isBesideSections(write.kind)) return false;
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

/** Spawns and stops detection actors with the list, and informs the `section` actor whether its section is listed. */
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
  // The channel has told the statuses of those that there were when it opened.
  if (before.sections !== null && sections?.some(isNew)) enqueue.sendTo('liveChannel', askStatuses);
  const type = find(sections, openSectionId) === undefined ? 'section.missing' : 'section.found';
  if (openSectionId !== null) enqueue.sendTo('section', { type } satisfies ListNews);
  const isGone = ({ id }: Section) => find(sections, id) === undefined;
  for (const { id } of before.sections?.filter(isGone) ?? []) enqueue.stopChild(detectionId(id));
});

const tellFailure = base.enqueueActions(({ context: { openSectionId, problem }, enqueue }) => {
  if (openSectionId === null || problem === null) return;
  enqueue.sendTo('section', { type: 'sections.failed', problem } satisfies ListNews);
});

/** Informs the detection of the section whose pages are open. */
const tellOpened = base.enqueueActions(({ context: { openSectionId, sections }, enqueue, self }) => {
  const detection = openSectionId === null ? undefined : selectDetection(self.getSnapshot(), openSectionId);
  if (detection === undefined || find(sections, openSectionId) === undefined) return;
  enqueue.sendTo(detection, { type: 'section.opened' });
});

const tellLeft = base.enqueueActions(({ context: { openSectionId }, enqueue, self }) => {
  const detection = openSectionId === null ? undefined : selectDetection(self.getSnapshot(), openSectionId);
  if (detection !== undefined) enqueue.sendTo(detection, { type: 'section.left' });
});

/** Forwards a live message to the detection of its section. Spawns it if the section is not listed yet. */
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

/** Forwards the state of the live channel to every detection. */
const passOnChannel = base.enqueueActions(({ event, enqueue, self }) => {
  assertEvent(event, ['live.opened', 'live.lost']);
  const { children } = self.getSnapshot();
  for (const id of sectionIdsIn(children)) enqueue.sendTo(detectionId(id), event);
});

/** Sends the writes that can be sent: for each section only the oldest. */
const sendWrites = base.enqueueActions(({ context, enqueue }) => {
  const oldestBeside = (write: Write) =>
    context.writes.find(({ sectionId }) => sectionId !== null && sectionId === write.sectionId) ?? write;
  const next = context.writes.filter((write) => !write.isSent && oldestBeside(write) === write);
  for (const { id, kind, sectionId, minutes } of next) {
    enqueue.spawnChild('write', { id, input: { id, kind, sectionId, ...(minutes !== undefined && { minutes }) } });
  }
  enqueue.assign({
    writes: context.writes.map((write) => (next.includes(write) ? { ...write, isSent: true } : write)),
  });
});

/** Returns whether the status shows the effect of a start or stop. */
const hasComeAbout = (kind: WriteKind, detection: Detection | undefined): boolean =>
  detection !== undefined &&
  ((kind === 'startDetection' && isActive(detection.getSnapshot())) ||
    (kind === 'stopDetection' && isInactive(detection.getSnapshot())));

/** Returns the events about a write for its section's detection. */
function newsOf({ kind }: Write, outcome: WriteOutcome, isDoubtful: boolean): DetectionEvent[] {
  if (kind === 'deleteLesson') return [{ type: 'records.changed' }];
  if (!isOfDetection(kind)) return [];
  if (outcome.type === 'failed') return [{ type: 'change.settled', kind, isDoubtful }];
  if (kind === 'extendLesson') return [{ type: 'change.settled', kind, isDoubtful: false }];
  const { asked, doneAt: saidAt, clockOffset } = outcome;
  const status = { isActive: kind === 'startDetection', startedAt: null, saidAt, clockOffset };
  return [
    { type: 'status.said', status, asked, isChange: true },
    { type: 'change.settled', kind, isDoubtful: false },
  ];
}

/** Returns the events about a write for the open logs. */
function newsOfLogs({ kind }: Write, outcome: WriteOutcome): LogsEvent[] {
  if (outcome.type === 'done') {
    const { logs: change, left } = outcome;
    if (change === null) return [];
    return [{ type: 'logs.changed', change }, ...(left === null ? [] : [{ type: 'logs.outdated' } as const])];
  }
  const mayLack = mayHaveHappened(outcome.problem.kind) || outcome.problem.kind === 'notFound';
  return isOfLogs(kind) && mayLack ? [{ type: 'logs.outdated' }] : [];
}

/** Publishes the outcome of a write to the detection, the logs and its watchers. Without watchers it shows a notice. */
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

  // A deletion also removes the screen that watched it.
  const isDeleted = isDone && (kind === 'deleteSection' || kind === 'deleteLesson');
  const isShown =
    isHere &&
    ((isOfDetection(kind) && hasHappened) ||
      (kind === 'reviewLogs' && isDone && outcome.left === null && outcome.isOnItsPage));
  if (isHere && kind === 'deleteSection' && isDone) enqueue('leaveSection');
  if (isShown || (write.isWatched && !isDeleted)) return;
  const isFailureHere = isHere && isOfDetection(kind) && !isDone;
  enqueue({
    type: 'showNotice',
    params: isFailureHere ? noticeOfProblem(outcome.problem) : noticeOf(write, outcome),
  });
});

/** Forwards a log-out request with the active sections and whether writes are in flight. */
const passOnLogout = base.enqueueActions(({ context, event, enqueue, self }) => {
  assertEvent(event, ['logout.ask', 'logout.keepRunning']);
  const { children } = self.getSnapshot();
  const running = selectRunning({ children, context });
  enqueue.sendTo('logout', { type: event.type, running, isSaving: selectIsSaving(context) });
});

/**
 * One teacher's sign-in: the list of sections with one `detection` actor for each, the writes in flight, and the live
 * channel.
 *
 * Invariants:
 * - A sent write is never abandoned. Writes to one section are sent one at a time. While writes are in flight, the browser
 *   asks before the page is left.
 * - Each write is reported exactly once: by the screen that watches it or the badge of the section's open pages, else by a
 *   notice that names the section.
 * - Only the `detection` actor holds a section's status. The session forwards what arrives.
 * - A write's change is applied to the open logs. If its outcome is unknown in whole or in part, they are fetched again.
 * - A fetch of the list that was in flight when a write settled is repeated, because its answer may predate the write.
 * - Changes made elsewhere reach the list: the open live channel announces them, and the list is fetched again when it opens
 *   and when the page becomes visible.
 * - What is to look at elsewhere is counted in the statuses. They are requested again some seconds after news of other
 *   sections' logs, when a section was left, and for new sections.
 * - When the outcome of a write is unknown, the list is fetched again; for a start or stop, the status becomes unknown.
 * - The list stays during a refetch and after its failure.
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
        description: 'The writes in flight.',
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
            description: 'No write is in flight.',
            always: { guard: 'isSaving', target: 'underWay' },
          },
          underWay: {
            description: 'Writes are in flight. The browser asks before the page is left, which may lose them.',
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
            description: 'The list is being fetched. The earlier one stays.',
            initial: 'asked',
            on: {
              // The answer of the fetch in flight may predate it.
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
                description: 'Changes from now on are announced, if the live channel is open.',
                on: { 'live.opened': 'outrun' },
              },
              outrun: {
                description: 'The live channel opened during the fetch: its answer may lack a change made just before.',
              },
            },
          },
          loaded: {
            description: 'The list is loaded.',
            on: {
              'sections.refresh': 'loading',
              'section.open': 'loading',
              'page.shown': 'loading',
              // Earlier changes were not announced.
              'live.opened': 'loading',
              'live.sectionsAnnounced': 'loading',
              'write.settled': { guard: 'asksList', target: 'loading' },
            },
          },
          failed: {
            description: 'The list could not be fetched. The earlier one stays.',
            after: {
              // Not every page shows that its list is outdated.
              listRetryInterval: { guard: 'hasList', target: 'loading' },
            },
            on: {
              'sections.refresh': 'loading',
              'section.open': 'loading',
              'page.shown': 'loading',
              // The server answers again.
              'live.opened': 'loading',
              'write.settled': { guard: 'asksList', target: 'loading' },
            },
          },
        },
      },
      channel: {
        description: 'The live channel, whose messages are forwarded to the detection of each section.',
        initial: 'untold',
        states: {
          untold: {
            description: 'The live channel is closed.',
            on: { 'live.opened': { target: 'told', actions: 'passOnChannel' } },
          },
          told: {
            description: 'The live channel is open and reports every change.',
            on: {
              'live.message': { actions: 'passOnMessage' },
              'live.logsAnnounced': { actions: 'passOnLogs' },
              'live.attendanceAnnounced': { actions: 'emitAttendance' },
              'live.lost': { target: 'untold', actions: 'passOnChannel' },
              // Its reviews have changed what is to look at.
              'section.close': { actions: 'askStatuses' },
            },
            initial: 'counted',
            states: {
              counted: {
                description: 'The statuses were requested. They count what is to look at.',
                on: { 'live.logsAnnounced': { guard: 'isElsewhere', target: 'due' } },
              },
              due: {
                description: 'The logs of another section have changed. The statuses are requested again.',
                after: { statusRequestDelay: { target: 'counted', actions: 'askStatuses' } },
              },
            },
          },
        },
      },
      section: {
        description: 'The section whose pages are open, if any.',
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
