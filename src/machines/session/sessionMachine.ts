import { type ActorRefFrom, assertEvent, assign, emit, raise, sendTo, setup, stateIn, stopChild } from 'xstate';
import { LIST_RETRY_INTERVAL_MS } from '../../constants';
import { mayHaveHappened, type Problem, problemOf } from '../../model/app/problem';
import { doubt, type KnownStatuses, knownAfter, type RunningSection } from '../../model/section/knownStatus';
import type { LiveMessage, Section, StatusAnswer } from '../../services/types';
import type { Notice } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import type { logsMachine } from '../logs/logsMachine';
import { type SectionReport, type SessionNews, sectionMachine } from '../section/sectionMachine';
import { desktopMachine } from './desktopMachine';
import { type LiveReport, liveChannelMachine } from './liveChannelMachine';
import { logoutMachine } from './logoutMachine';
import { type WriteKind, type WriteOutcome, type WriteReport, writeMachine } from './writeMachine';
import { isOfAccount, isOfDetection, isOfLogs, isOfRecords, isUnsaidMove, noticeOf, type Write } from './writes';

export interface SessionContext {
  /** Identifies this teacher; null while unknown. */
  teacher: string | null;
  /** Null until the list has been answered once. */
  sections: Section[] | null;
  /** Why the list could not be fetched, until it is. */
  problem: Problem | null;
  /** What was said last of the detection in each section, by its id, as far as something has. */
  detections: KnownStatuses;
  /** The section whose pages are open, if any are. */
  openSectionId: string | null;
  /** In the order in which the teacher made them. */
  writes: Write[];
}

export type SessionEvent =
  | { type: 'sections.refresh' }
  | { type: 'page.shown' }
  /** A page of the section is shown, or the last of them has been left. */
  | { type: 'section.open'; sectionId: string }
  | { type: 'section.close'; sectionId: string }
  | { type: 'write.submit'; write: Omit<Write, 'isWatched' | 'isSent' | 'saidAt'> }
  /** Nobody on the screen waits for it any more. */
  | { type: 'write.unwatch'; id: string }
  | LiveReport
  | SectionReport
  | WriteReport
  /** Raised: the list has been fetched again, or a section was taken from it. */
  | { type: 'list.changed' }
  /** Raised: the list could not be fetched. */
  | { type: 'list.failed'; problem: Problem }
  /** Raised: a section was deleted from here. */
  | { type: 'section.deleted'; sectionId: string }
  /** Raised: a lesson of the section was deleted from here, or may have been. */
  | { type: 'records.changed'; sectionId: string }
  /** Raised: nobody knows what became of a start or stop in the section. */
  | { type: 'outcome.doubted'; sectionId: string }
  /** Raised: the section's pages were left. */
  | { type: 'section.left'; sectionId: string }
  /** Raised: a session was started or stopped from here. */
  | { type: 'detection.changed'; sectionId: string; isActive: boolean; changedAt: number; clockOffset: number };

/** What the session tells those who watch its writes. */
export type SettledWrite = WriteReport & { write: Write | undefined };

const find = (sections: Section[] | null, id: string | null): Section | undefined =>
  sections?.find((section) => section.id === id);

/** A list that is answered again as it was is the very same: nothing is rendered for it. */
const answered = (before: Section[] | null, sections: Section[]): Section[] =>
  before !== null && JSON.stringify(before) === JSON.stringify(sections) ? before : sections;

/** The write that an event tells of. */
function settledWrite({ writes }: SessionContext, event: SessionEvent): Write | undefined {
  assertEvent(event, 'write.settled');
  return writes.find(({ id }) => id === event.id);
}

/** A section of the list, as far as it is known. */
export const selectSection = ({ sections }: SessionContext, id: string): Section | undefined => find(sections, id);

/** The sections in which detection was active when something last said so. A list that is not known names none of them. */
export const selectRunning = ({ detections, sections }: SessionContext): RunningSection[] =>
  Object.entries(detections).flatMap(([id, { isActive }]) => {
    const section = find(sections, id);
    return isActive && (sections === null || section !== undefined) ? [{ id, name: section?.name ?? '' }] : [];
  });

/** Whether changes are under way. */
export const selectIsSaving = ({ writes }: SessionContext): boolean => writes.length > 0;

/** The change of a session's state that is under way in a section, if one is. */
export const selectDetectionWrite = ({ writes }: SessionContext, id: string): WriteKind | undefined =>
  writes.find(({ sectionId, kind }) => sectionId === id && isOfDetection(kind))?.kind;

/** Whose removal from a section is under way, by e-mail. */
export const selectBeingRemoved = ({ writes }: SessionContext, id: string): string[] =>
  writes.flatMap(({ sectionId, kind, studentEmails }) =>
    sectionId === id && kind === 'removeStudent' ? studentEmails : [],
  );

/** Whether detection is active in a section, as far as that is known now. */
function currentStatus({ detections }: SessionContext, id: string): boolean | null {
  const known = detections[id];
  return known?.isCurrent ? known.isActive : null;
}

/** Whether detection is active in the section whose pages are open; a start or stop under way makes that unknown. */
const knownStatus = (context: SessionContext): boolean | null => {
  const id = context.openSectionId ?? '';
  return selectDetectionWrite(context, id) === undefined ? currentStatus(context, id) : null;
};

/** What a live message says of its section's session. */
const saidBy = ({ type: _, sectionId: __, ...said }: LiveMessage): StatusAnswer => said;

/** What the answer to a start or stop says of its section's session. */
const saidByAnswer = ({
  sectionId,
  isActive,
  changedAt,
  clockOffset,
}: SessionEvent & { type: 'detection.changed' }) => ({
  sectionId,
  said: { isActive, startedAt: null, saidAt: changedAt, clockOffset },
  isChange: true,
});

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
    assignProblem: assign({
      problem: (_, { error }: { error: unknown }) => problemOf(error),
    }),
    assignOpenSection: assign({
      openSectionId: ({ event }) => {
        assertEvent(event, 'section.open');
        return event.sectionId;
      },
    }),
    tellSection: sendTo('section', (_, news: SessionNews) => news),
    /** Whether the list still has the section whose pages are open. */
    tellWhetherListed: sendTo(
      'section',
      ({ context: { sections, openSectionId } }): SessionNews => ({
        type: find(sections, openSectionId) === undefined ? 'section.missing' : 'section.found',
      }),
    ),
    raiseListChanged: raise({ type: 'list.changed' }),
    raiseListFailed: raise((_, { error }: { error: unknown }) => ({
      type: 'list.failed' as const,
      problem: problemOf(error),
    })),
    raiseSectionLeft: raise(({ context }) => ({
      type: 'section.left' as const,
      sectionId: context.openSectionId ?? '',
    })),
    forgetOpenSection: assign({ openSectionId: null }),
    noteStatus: assign({
      detections: (
        { context: { detections } },
        { sectionId, said, isChange }: { sectionId: string; said: StatusAnswer; isChange: boolean },
      ) => ({ ...detections, [sectionId]: knownAfter(detections[sectionId], said, isChange) }),
    }),
    doubtStatus: assign({
      detections: ({ context: { detections } }, { sectionId }: { sectionId: string }) => doubt(detections, sectionId),
    }),
    doubtStatuses: assign({ detections: ({ context }) => doubt(context.detections, null) }),
    raiseOutcomeDoubted: raise(({ context, event }) => ({
      type: 'outcome.doubted' as const,
      sectionId: settledWrite(context, event)?.sectionId ?? '',
    })),
    addWrite: assign({
      writes: ({ context, event }) => {
        assertEvent(event, 'write.submit');
        return [...context.writes, { ...event.write, isWatched: true, isSent: false, saidAt: null }];
      },
    }),
    /** Of the start or stop that was for this. */
    noteSaid: assign({
      writes: ({ context: { writes } }, { sectionId, said }: { sectionId: string; said: StatusAnswer }) => {
        const kind = said.isActive ? 'startDetection' : 'stopDetection';
        return writes.map((write) =>
          write.isSent && write.sectionId === sectionId && write.kind === kind
            ? { ...write, saidAt: said.saidAt }
            : write,
        );
      },
    }),
    unwatchWrite: assign({
      writes: ({ context, event }) => {
        assertEvent(event, 'write.unwatch');
        return context.writes.map((write) => (write.id === event.id ? { ...write, isWatched: false } : write));
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
    raiseDetectionChanged: raise(({ context, event }) => {
      assertEvent(event, 'write.settled');
      const write = settledWrite(context, event);
      return {
        type: 'detection.changed' as const,
        sectionId: write?.sectionId ?? '',
        isActive: write?.kind === 'startDetection',
        changedAt: event.outcome.type === 'done' ? event.outcome.doneAt : 0,
        clockOffset: event.outcome.type === 'done' ? event.outcome.clockOffset : 0,
      };
    }),
    raiseDeleted: raise(({ context, event }) => ({
      type: 'section.deleted' as const,
      sectionId: settledWrite(context, event)?.sectionId ?? '',
    })),
    raiseRecordsChanged: raise(({ context, event }) => ({
      type: 'records.changed' as const,
      sectionId: settledWrite(context, event)?.sectionId ?? '',
    })),
    /** Lets those hear of it who watch. */
    reportSettled: emit(({ context, event }) => {
      assertEvent(event, 'write.settled');
      return { ...event, write: settledWrite(context, event) };
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
    isSettled: ({ context }) => !selectIsSaving(context),
    /** Something is listed, perhaps from before a change. */
    hasList: ({ context }) => context.sections !== null,
    /** A change may have been made after the list under way was read, and before the live channel could tell of it. */
    mayLackChange: stateIn({ list: { loading: 'outrun' } }),
    /** It is about the section whose pages are open. */
    isOpen: ({ context }, { sectionId }: { sectionId: string }) => context.openSectionId === sectionId,
    /** It is about a section of which no page is open. */
    isElsewhere: ({ context }, { sectionId }: { sectionId: string }) => context.openSectionId !== sectionId,
    /** A session has started in the section whose pages are open. */
    isStartHere: ({ context }, { message }: { message: LiveMessage }) =>
      message.type === 'detection_start' && message.sectionId === context.openSectionId,
    /** It tells the status of the section whose pages are open. */
    isUpdateHere: ({ context }, { message }: { message: LiveMessage }) =>
      message.type === 'status_update' && message.sectionId === context.openSectionId,
    /** A session was started or stopped, and nothing has said so since it was sent: if something has, newer news counts. */
    hasMovedDetection: ({ context }, report: WriteReport) =>
      report.outcome.type === 'done' && isUnsaidMove(settledWrite(context, report), report.outcome.sentAt),
    /** A start or stop failed, may have happened all the same, and nothing has said so: nobody knows when it was sent. */
    hasDoubtedDetection: ({ context }, report: WriteReport) =>
      report.outcome.type === 'failed' &&
      mayHaveHappened(report.outcome.problem.kind) &&
      isUnsaidMove(settledWrite(context, report), -Infinity),
    /** A section was deleted. */
    hasDeleted: ({ context }, report: WriteReport) =>
      report.outcome.type === 'done' && settledWrite(context, report)?.kind === 'deleteSection',
    /** A lesson was deleted, or may have been: by this write, or before it came. */
    hasChangedRecords: ({ context }, report: WriteReport) => settledWrite(context, report)?.kind === 'deleteLesson',
    /** The write changes the list, and the list under way may not know of it yet. */
    changesList: ({ context }, report: WriteReport) => {
      const kind = settledWrite(context, report)?.kind;
      return !isOfAccount(kind) && !isOfRecords(kind) && !isOfDetection(kind);
    },
    /** Only the list can tell what became of the write. */
    asksList: ({ context }, report: WriteReport) => {
      const kind = settledWrite(context, report)?.kind;
      if (report.outcome.type === 'done') return kind === 'createSection';
      const { problem } = report.outcome;
      return !isOfAccount(kind) && (mayHaveHappened(problem.kind) || problem.kind === 'notFound');
    },
  },
});

/** Sends every write that waits for nothing: of those to one section the oldest. */
const sendWrites = base.enqueueActions(({ context, enqueue }) => {
  const oldestBeside = (write: Write) =>
    context.writes.find(({ sectionId }) => sectionId !== null && sectionId === write.sectionId) ?? write;
  const next = context.writes.filter((write) => !write.isSent && oldestBeside(write) === write);
  for (const { id } of next) enqueue.spawnChild('write', { id, input: { id } });
  enqueue.assign({
    writes: context.writes.map((write) => (next.includes(write) ? { ...write, isSent: true } : write)),
  });
});

/**
 * Whether the section's pages are open and show what became of a write: what a start or stop was for, perhaps before its
 * answer came, or a log's review, on the page where it was made.
 */
const isShown = (context: SessionContext, write: Write, outcome: WriteOutcome): boolean =>
  write.sectionId === context.openSectionId &&
  ((isOfDetection(write.kind) && (outcome.type === 'done' || write.saidAt !== null)) ||
    (write.kind === 'reviewLogs' && outcome.type === 'done' && outcome.isOnItsPage));

/** Brings the logs that are open up to date with what a write has made of them, or may have made. */
const tellLogs = base.enqueueActions(({ context, event, system, enqueue }) => {
  assertEvent(event, 'write.settled');
  const write = settledWrite(context, event);
  const logs: ActorRefFrom<typeof logsMachine> | undefined = system.get('logs');
  if (logs === undefined || write?.sectionId !== context.openSectionId) return;
  const { outcome } = event;
  if (outcome.type === 'done') {
    if (outcome.logs !== null) enqueue.sendTo(logs, { type: 'logs.changed', change: outcome.logs });
  } else if (isOfLogs(write?.kind) && (mayHaveHappened(outcome.problem.kind) || outcome.problem.kind === 'notFound')) {
    enqueue.sendTo(logs, { type: 'logs.outdated' });
  }
});

/** Tells the teacher of a write that nobody watches, or whose page has gone with it: what became of it, and where. */
const tellUnwatched = base.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'write.settled');
  const write = settledWrite(context, event);
  if (write === undefined) return;
  const isOfDeletion = write.kind === 'deleteSection' || write.kind === 'deleteLesson';
  const isDeleted = isOfDeletion && event.outcome.type === 'done';
  const isUntold = !write.isWatched && !isShown(context, write, event.outcome);
  if (isDeleted || isUntold) enqueue({ type: 'showNotice', params: noticeOf(write, event.outcome) });
});

/** What ends every write. */
const settle = ['reportSettled', 'tellUnwatched', 'forgetWrite', 'stopWrite', 'sendWrites'] as const;

/**
 * One teacher's sign-in: what is known of her sections, every change under way, and the live channel.
 *
 * Invariants:
 * - A write, once sent, is never given up, and two writes to one section go one after the other. Until it is settled the
 *   browser asks before the page is left.
 * - Each write is told exactly once: by whoever on the screen watches it or by the badge of the section's open pages, else
 *   by a notice that names the section.
 * - What a write has made of the logs is told to those whose pages are open; they are asked when nobody knows.
 * - An answer of the list that was under way when a write settled is asked for again: it may not know of it yet.
 * - What changes elsewhere is listed: it is announced while the live channel is open, and the list is asked for again when
 *   it opens, and when the page is shown.
 * - When the outcome of a write is unknown, the list is fetched again; for a start or stop, the status becomes unknown.
 * - What is listed stays until there is something newer, also while the list is fetched again and when that fails.
 * - A status is known only as long as the live channel would have told of its change, or a poll has just said so.
 */
export const sessionMachine = base.extend({ actions: { sendWrites, tellLogs, tellUnwatched } }).createMachine({
  id: 'session',
  context: ({ input }) => ({
    teacher: input.teacher,
    sections: null,
    problem: null,
    detections: {},
    openSectionId: null,
    writes: [],
  }),
  invoke: [
    { id: 'liveChannel', src: 'liveChannel' },
    { id: 'desktop', systemId: 'desktop', src: 'desktop' },
    { id: 'logout', src: 'logout' },
    { id: 'watchPage', src: 'watchPage' },
  ],
  type: 'parallel',
  states: {
    writes: {
      description: 'Every change under way.',
      on: {
        'write.submit': { actions: ['addWrite', 'sendWrites'] },
        'write.unwatch': { actions: 'unwatchWrite' },
        'live.message': {
          actions: {
            type: 'noteSaid',
            params: ({ event: { message } }) => ({ sectionId: message.sectionId, said: message }),
          },
        },
        'status.confirmed': {
          actions: {
            type: 'noteSaid',
            params: ({ event: { sectionId, status } }) => ({ sectionId, said: status }),
          },
        },
        'write.settled': [
          {
            guard: { type: 'hasMovedDetection', params: ({ event }) => event },
            actions: ['raiseDetectionChanged', ...settle],
          },
          {
            guard: { type: 'hasDeleted', params: ({ event }) => event },
            actions: ['applyOutcome', 'raiseListChanged', 'raiseDeleted', ...settle],
          },
          {
            guard: { type: 'hasChangedRecords', params: ({ event }) => event },
            actions: ['tellLogs', 'raiseRecordsChanged', ...settle],
          },
          {
            guard: { type: 'hasDoubtedDetection', params: ({ event }) => event },
            actions: ['raiseOutcomeDoubted', ...settle],
          },
          {
            actions: ['applyOutcome', 'tellLogs', ...settle],
          },
        ],
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
            'write.settled': {
              guard: { type: 'changesList', params: ({ event }) => event },
              target: 'loading',
              reenter: true,
            },
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
                  'raiseListChanged',
                ],
              },
              {
                target: 'loaded',
                actions: [
                  { type: 'assignSections', params: ({ event }) => ({ sections: event.output }) },
                  'raiseListChanged',
                ],
              },
            ],
            onError: {
              target: 'failed',
              actions: [
                { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                { type: 'raiseListFailed', params: ({ event }) => ({ error: event.error }) },
              ],
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
            'write.settled': { guard: { type: 'asksList', params: ({ event }) => event }, target: 'loading' },
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
            'write.settled': { guard: { type: 'asksList', params: ({ event }) => event }, target: 'loading' },
          },
        },
      },
    },
    statuses: {
      description: 'What is known of the detection in each section.',
      on: {
        'live.message': {
          actions: {
            type: 'noteStatus',
            params: ({ event: { message } }) => ({
              sectionId: message.sectionId,
              said: saidBy(message),
              isChange: message.type === 'detection_start',
            }),
          },
        },
        'live.opened': '.told',
        'live.lost': { target: '.untold', actions: 'doubtStatuses' },
        'status.confirmed': {
          actions: {
            type: 'noteStatus',
            params: ({ event: { sectionId, status } }) => ({ sectionId, said: status, isChange: false }),
          },
        },
        'status.doubted': { actions: { type: 'doubtStatus', params: ({ event }) => event } },
        'outcome.doubted': { actions: { type: 'doubtStatus', params: ({ event }) => event } },
        'detection.changed': {
          actions: { type: 'noteStatus', params: ({ event }) => saidByAnswer(event) },
        },
      },
      initial: 'untold',
      states: {
        untold: {
          description:
            'The live channel is not open: for certain is only what is known of the open section, which is polled.',
          on: {
            'section.left': { actions: { type: 'doubtStatus', params: ({ event }) => event } },
            'detection.changed': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              actions: [
                { type: 'noteStatus', params: ({ event }) => saidByAnswer(event) },
                { type: 'doubtStatus', params: ({ event }) => event },
              ],
            },
          },
        },
        told: { description: 'The live channel tells of every change.' },
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
          description: 'A page of a section is open: its detection is polled and its logs are fetched.',
          exit: ['raiseSectionLeft', 'forgetOpenSection'],
          invoke: {
            id: 'section',
            systemId: 'section',
            src: 'section',
            input: ({ context }) => ({
              sectionId: context.openSectionId ?? '',
              isListed: find(context.sections, context.openSectionId) !== undefined,
              isActive: knownStatus(context),
            }),
          },
          on: {
            'section.open': { target: 'open', reenter: true, actions: 'assignOpenSection' },
            'section.close': { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'closed' },
            'list.changed': { actions: 'tellWhetherListed' },
            'records.changed': {
              guard: { type: 'isOpen', params: ({ event }) => event },
              actions: { type: 'tellSection', params: { type: 'records.changed' } },
            },
            'outcome.doubted': {
              guard: { type: 'isOpen', params: ({ event }) => event },
              actions: { type: 'tellSection', params: { type: 'outcome.doubted' } },
            },
            'section.deleted': { guard: { type: 'isOpen', params: ({ event }) => event }, actions: 'leaveSection' },
            'list.failed': {
              actions: {
                type: 'tellSection',
                params: ({ event }) => ({ type: 'sections.failed', problem: event.problem }),
              },
            },
            'live.opened': { actions: { type: 'tellSection', params: { type: 'live.opened' } } },
            'live.message': [
              {
                guard: { type: 'isStartHere', params: ({ event }) => event },
                actions: { type: 'tellSection', params: { type: 'live.detectionStarted' } },
              },
              {
                guard: { type: 'isUpdateHere', params: ({ event }) => event },
                actions: {
                  type: 'tellSection',
                  params: ({ context, event: { message } }) => ({
                    type: 'live.statusUpdated',
                    isActive: message.isActive,
                    isFromHere: selectDetectionWrite(context, message.sectionId) === 'stopDetection',
                    agents: message.agents,
                  }),
                },
              },
            ],
            'live.logsAnnounced': {
              guard: { type: 'isOpen', params: ({ event }) => event },
              actions: { type: 'tellSection', params: { type: 'live.logsAnnounced' } },
            },
            'detection.changed': {
              guard: { type: 'isOpen', params: ({ event }) => event },
              actions: {
                type: 'tellSection',
                params: ({ event }) => ({
                  type: 'live.statusUpdated',
                  isActive: event.isActive,
                  isFromHere: true,
                }),
              },
            },
          },
        },
      },
    },
  },
});
