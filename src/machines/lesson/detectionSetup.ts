import {
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  not,
  or,
  raise,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import {
  FIRST_LOGS_MS,
  LAST_LOGS_MS,
  LOG_REFRESH_INTERVAL_MS,
  SECOND_LOGS_MS,
  STATUS_POLL_INTERVAL_MS,
} from '../../constants';
import { kindOf, mayHaveHappened } from '../../problem';
import type { StatusAnswer } from '../../services/app/types';
import type { WriteRequest } from '../../writeKinds';
import type { ChangeKind, SendWrite } from '../app/writes';
import type { LiveReport } from '../live/liveChannelMachine';
import { liveIn, watchLive } from '../live/watchLive';
import { type LessonsPorts, lessonsMachine } from '../records/lessonsMachine';
import { lostLesson } from '../records/logList';
import { type LogsPorts, type LogsReport, logsMachine } from '../records/logsMachine';
import { type Fact, type KnownStatus, knownAfter, patienceLeft } from './knownStatus';

/** What detection in a section needs of the world. */
export interface DetectionPorts extends LogsPorts, LessonsPorts {
  fetchStatus(sectionId: string, signal: AbortSignal): Promise<StatusAnswer>;
  sendWrite: SendWrite;
  /** Call the result to stop. */
  watchVisibility(onShown: () => void): () => void;
}

export interface DetectionContext {
  sectionId: string;
  /** The last known status; null before the first. */
  known: KnownStatus | null;
}

export type DetectionEvent =
  /** Minutes until the lesson ends itself; null for no end time; undefined where lessons cannot. */
  | { type: 'start.submit'; minutes?: number | null | undefined }
  | { type: 'stop.submit' }
  | { type: 'extend.submit' }
  /** Pauses the class. The students read the reason, if there is one. */
  | { type: 'pause.submit'; reason: string }
  /** Ends the pause, or takes back the end of the last lesson. */
  | { type: 'resume.submit' }
  /** A poll was answered, a live message arrived, or a local start, stop or resumption succeeded. */
  | ({ type: 'status.said' } & Fact)
  /** The first page of the section was opened, or the last one was left. */
  | { type: 'section.opened' }
  | { type: 'section.left' }
  /** The live channel opened and reports every change from now on. Missed changes must be fetched. */
  | { type: 'live.opened' }
  | { type: 'live.lost' }
  /** The page is visible again. */
  | { type: 'page.shown' }
  /** A lesson was deleted, or may have been. */
  | { type: 'records.changed' }
  | LogsReport
  /** Raised: the status cannot wait for the next round. */
  | { type: 'poll.due' }
  | { type: 'poll.answered' }
  /** Raised: a poll failed, or has taken as long as a round. */
  | { type: 'poll.failed' }
  /** Raised: a local start, stop or resumption may have happened. */
  | { type: 'change.doubted' };

/** Event for the parent. The backend does not know the section: the list decides whether it is gone. */
export type DetectionReport = { type: 'sections.refresh' };

/** Returns what a live message says about the status. */
export const saidBy = ({ status, isStart }: Extract<LiveReport, { type: 'live.message' }>) =>
  ({ type: 'status.said', status, kind: isStart ? 'change' : 'message' }) satisfies DetectionEvent;

/** Returns the write for what was pressed. */
export function writeOf({
  context: { sectionId },
  event,
}: {
  context: DetectionContext;
  event: DetectionEvent;
}): WriteRequest<ChangeKind> {
  assertEvent(event, ['start.submit', 'stop.submit', 'extend.submit', 'pause.submit', 'resume.submit']);
  switch (event.type) {
    case 'start.submit':
      return { kind: 'startDetection', sectionId, minutes: event.minutes };
    case 'stop.submit':
      return { kind: 'stopDetection', sectionId };
    case 'extend.submit':
      return { kind: 'extendLesson', sectionId };
    case 'pause.submit':
      return { kind: 'pauseLesson', sectionId, reason: event.reason };
    case 'resume.submit':
      return { kind: 'resumeLesson', sectionId };
  }
}

/** The setup of detection's chart: its actors, guards and actions. */
export const detectionSetup = (ports: DetectionPorts) =>
  setup({
    types: {
      context: {} as DetectionContext,
      events: {} as DetectionEvent,
      input: {} as { sectionId: string },
      children: {} as { lessons: 'lessons'; logs: 'logs' },
    },
    actors: {
      fetchStatus: fromPromise<StatusAnswer, { sectionId: string }>(({ input, signal }) =>
        ports.fetchStatus(input.sectionId, signal),
      ),
      /** Returns the status after the change. The session reports a failure, so that its write is unwatched from the start. */
      sendChange: fromPromise<StatusAnswer, WriteRequest<ChangeKind>>(async ({ input }) => {
        const { doneAt: saidAt, clockOffset, resumableUntil } = await ports.sendWrite(input, AbortSignal.abort());
        const isActive = input.kind !== 'stopDetection';
        return {
          isActive,
          startedAt: null,
          saidAt,
          clockOffset,
          ...(resumableUntil !== undefined && { resumableUntil }),
        };
      }),
      /** Sends `status.said`, `live.opened` and `live.lost`. */
      watchLive: watchLive(liveIn, (report) => (report.type === 'live.message' ? saidBy(report) : report)),
      /** Sends `page.shown`. */
      watchPage: fromCallback(({ sendBack }) => ports.watchVisibility(() => sendBack({ type: 'page.shown' }))),
      /** Sends `records.changed` when a lesson's last log disappears: the lesson may have been deleted elsewhere. */
      watchLessons: fromCallback(({ sendBack, system }) => {
        const logs: ActorRefFrom<typeof logsMachine> = system.get('logs');
        let known = logs.getSnapshot().context;
        const subscription = logs.subscribe(({ context }) => {
          const before = known;
          known = context;
          // A local change already refetches the lessons.
          const isAnswer = known.fetchedAt !== before.fetchedAt;
          if (isAnswer && lostLesson(before.logs, known.logs)) sendBack({ type: 'records.changed' });
        });
        return () => subscription.unsubscribe();
      }),
      lessons: lessonsMachine(ports),
      logs: logsMachine(ports),
    },
    actions: {
      askForList: sendParent({ type: 'sections.refresh' } satisfies DetectionReport),
      note: assign({
        known: ({ context, event }) => {
          assertEvent(event, 'status.said');
          return knownAfter(context.known, event.status, event.kind === 'change');
        },
      }),
      /** During a local stop, a message about the end is about that stop. */
      noteStop: assign({
        known: ({ context, event }) => {
          assertEvent(event, 'status.said');
          return knownAfter(context.known, event.status, true);
        },
      }),
      /** Ignores the earlier status, which may be outdated. */
      noteAnew: assign({
        known: ({ event }) => {
          assertEvent(event, 'status.said');
          return knownAfter(null, event.status, event.kind === 'change');
        },
      }),
      say: raise((_, fact: Fact) => ({ type: 'status.said' as const, ...fact })),
      doubtChange: raise({ type: 'change.doubted' }),
      askStatus: raise({ type: 'poll.due' }),
      passPoll: raise({ type: 'poll.answered' }),
      failPoll: raise({ type: 'poll.failed' }),
      refreshLogs: sendTo('logs', { type: 'logs.refresh' }),
      fetchLastLogs: sendTo('logs', { type: 'logs.outdated' }),
      tellLessons: sendTo('lessons', (_, { startedAt }: StatusAnswer) => ({ type: 'status.said', startedAt })),
      refreshLessons: sendTo('lessons', { type: 'lessons.refresh' }),
    },
    guards: {
      /** Detection is said to be active. */
      saysActive: ({ event }) => event.type === 'status.said' && event.status.isActive,
      /** Detection is said to be inactive. */
      saysInactive: ({ event }) => event.type === 'status.said' && !event.status.isActive,
      /** A live message or a local change says something else than what is known. Polls do not overtake anything. */
      isOvertaking: and([
        ({ event }) => event.type === 'status.said' && event.kind !== 'poll',
        or([
          and(['saysActive', not(stateIn({ known: 'active' }))]),
          and(['saysInactive', not(stateIn({ known: 'inactive' }))]),
        ]),
      ]),
      /** A change was reported since the local one was sent. */
      isOvertaken: or([
        stateIn({ change: { starting: 'overtaken' } }),
        stateIn({ change: { resuming: 'overtaken' } }),
        stateIn({ change: { stopping: 'overtaken' } }),
      ]),
      /** The known status shows the effect of the local change. */
      showsChange: or([
        and([stateIn({ change: 'stopping' }), stateIn({ known: 'inactive' })]),
        and([not(stateIn({ change: 'stopping' })), stateIn({ known: 'active' })]),
      ]),
      /** A change was reported since the poll was sent. */
      isPollOvertaken: stateIn({ watched: { open: { polling: { round: { call: { checking: 'overtaken' } } } } } }),
      /** A lesson ended by a local stop. */
      saysStopped: and(['saysInactive', stateIn({ change: 'stopping' })]),
      /** A lesson starts while a page of the section is open. */
      hasStarted: and([
        'saysActive',
        not(stateIn({ known: 'active' })),
        or([
          stateIn({ known: 'inactive' }),
          stateIn({ change: 'starting' }),
          stateIn({ change: 'resuming' }),
          ({ event }) => event.type === 'status.said' && event.kind === 'change',
        ]),
      ]),
      /** A lesson ends. */
      hasEnded: and(['saysInactive', stateIn({ known: 'active' })]),
      /** The outcome of the change is unknown. */
      mayHaveHappened: (_, { error }: { error: unknown }) => mayHaveHappened(kindOf(error)),
      /** No source would report a change. */
      isUnheard: and([stateIn({ watched: 'closed' }), stateIn({ channel: 'untold' })]),
      /** Detection is known to be inactive, or its status cannot be checked. */
      canStart: or([
        stateIn({ known: 'inactive' }),
        and([stateIn({ known: 'unknown' }), stateIn({ watched: { open: { confidence: 'doubtful' } } })]),
      ]),
      /** Detection is known to be inactive, and the end of the last lesson can be taken back. */
      canResume: and([
        stateIn({ known: 'inactive' }),
        ({ context }) => typeof context.known?.resumableUntil === 'number',
      ]),
      /** The class is paused. */
      isPaused: and([stateIn({ known: 'active' }), ({ context }) => Boolean(context.known?.paused)]),
      /** Detection is active and not paused, and the backend can pause it. */
      canPause: and([stateIn({ known: 'active' }), ({ context }) => context.known?.paused === null]),
      /** Detection was active by the last known status. */
      mayBeActive: ({ context }) => context.known?.isActive === true,
      /** Detection is active, and will end itself. */
      canExtend: and([stateIn({ known: 'active' }), ({ context }) => typeof context.known?.endsAt === 'number']),
      /** Detection is active. */
      isActive: stateIn({ known: 'active' }),
      /** Detection is inactive or unknown. */
      isNotActive: not(stateIn({ known: 'active' })),
      /** Detection is active, and no agent has reported. */
      areAwaited: and([stateIn({ known: 'active' }), ({ context }) => context.known?.agents === 'awaited']),
      /** Detection is not active, or an agent has reported. */
      areNotAwaited: not('areAwaited'),
      /** No agent has reported, and students wait at the door. */
      areKnocking: and(['areAwaited', ({ context }) => (context.known?.waiting ?? 0) > 0]),
      /** An agent has reported, or nobody waits at the door. */
      areNotKnocking: not('areKnocking'),
      /** This round's poll is in flight. */
      isChecking: stateIn({ watched: { open: { polling: { round: { call: 'checking' } } } } }),
      /** This round's time is over, and its poll is not in flight. */
      isRoundOver: and([stateIn({ watched: { open: { polling: { round: { clock: 'due' } } } } }), not('isChecking')]),
    },
    delays: {
      /** Interval between polls. */
      statusPollInterval: STATUS_POLL_INTERVAL_MS,
      /** Interval between fetches of the logs while active. */
      logRefreshInterval: LOG_REFRESH_INTERVAL_MS,
      /** From a start to the first fetch of its logs. */
      firstLogsDelay: FIRST_LOGS_MS,
      /** From the first fetch to the second. */
      secondLogsDelay: SECOND_LOGS_MS,
      /** From the end of a lesson to the fetch of late logs. */
      lastLogsDelay: LAST_LOGS_MS,
      /** Remaining part of the minute in which agents must first report. */
      agentPatience: ({ context }) => (context.known === null ? 0 : patienceLeft(context.known)),
    },
  });
