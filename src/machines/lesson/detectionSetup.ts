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
import type { StatusAnswer } from '../../services/app/types';
import type { ChangeKind } from '../app/writes';
import { idOfChange, type NewWrite } from '../app/writes';
import type { LiveReport } from '../live/liveChannelMachine';
import { liveIn, watchLive } from '../live/watchLive';
import { type LessonsPorts, lessonsMachine } from '../records/lessonsMachine';
import { lostLesson } from '../records/logList';
import { type LogsPorts, type LogsReport, logsMachine } from '../records/logsMachine';
import { type Fact, type KnownStatus, knownAfter, patienceLeft } from './knownStatus';

/** What detection in a section needs of the world. */
export interface DetectionPorts extends LogsPorts, LessonsPorts {
  fetchStatus(sectionId: string, signal: AbortSignal): Promise<StatusAnswer>;
  /** Call the result to stop. */
  watchVisibility(onShown: () => void): () => void;
}

export interface DetectionContext {
  sectionId: string;
  /** The last known status; null before the first. */
  known: KnownStatus | null;
  /** Number of changes so far. A fact requested before the last change is stale. */
  changes: number;
  /** `changes` when the last poll was sent. */
  asked: number;
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
  /** A poll was answered, a live message arrived, or a local start or stop succeeded. */
  | ({ type: 'status.said' } & Fact)
  /** A local start, stop or extension has settled. Doubtful: its outcome is unknown. */
  | { type: 'change.settled'; kind: ChangeKind; isDoubtful: boolean }
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
  /** Raised: a poll failed, or has taken as long as a round. */
  | { type: 'poll.failed' };

/** Events for the parent. */
export type DetectionReport =
  | { type: 'write.submit'; write: NewWrite }
  /** The backend does not know the section: the list decides whether it is gone. */
  | { type: 'sections.refresh' };

/** Returns what a live message says about the status. */
export const saidBy = ({ status, isStart }: Extract<LiveReport, { type: 'live.message' }>) =>
  ({ type: 'status.said', status, asked: null, isChange: isStart }) satisfies DetectionEvent;

const isAnswerToPoll = ({ asked, isChange }: Fact) => asked !== null && !isChange;

const submission = (
  kind: ChangeKind,
  sectionId: string,
  more: Pick<NewWrite, 'minutes' | 'reason'> = {},
): DetectionReport => ({
  type: 'write.submit',
  write: {
    ...{ id: idOfChange(kind, sectionId), kind, sectionId, sectionName: '', studentEmails: [], isWatched: false },
    ...more,
  },
});

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
      submitStart: sendParent(({ context, event }) => {
        assertEvent(event, 'start.submit');
        const { minutes } = event;
        return submission('startDetection', context.sectionId, minutes === undefined ? {} : { minutes });
      }),
      submitExtension: sendParent(({ context }) => submission('extendLesson', context.sectionId)),
      submitPause: sendParent(({ context, event }) => {
        assertEvent(event, 'pause.submit');
        return submission('pauseLesson', context.sectionId, { reason: event.reason });
      }),
      submitResume: sendParent(({ context }) => submission('resumeLesson', context.sectionId)),
      submitStop: sendParent(({ context }) => submission('stopDetection', context.sectionId)),
      askForList: sendParent({ type: 'sections.refresh' } satisfies DetectionReport),
      note: assign({
        known: ({ context, event }) => {
          assertEvent(event, 'status.said');
          return knownAfter(context.known, event.status, event.isChange);
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
          return knownAfter(null, event.status, event.isChange);
        },
      }),
      /** Polls do not make each other stale. */
      countChange: assign({
        changes: ({ context: { changes }, event }) =>
          event.type === 'status.said' && isAnswerToPoll(event) ? changes : changes + 1,
      }),
      noteAsked: assign({ asked: ({ context }) => context.changes }),
      failPoll: raise({ type: 'poll.failed' }),
      refreshLogs: sendTo('logs', { type: 'logs.refresh' }),
      fetchLastLogs: sendTo('logs', { type: 'logs.outdated' }),
      refreshLessons: sendTo('lessons', { type: 'lessons.refresh' }),
    },
    guards: {
      /** No change has been noted since the fact was requested. */
      isNews: ({ context, event }) => {
        assertEvent(event, 'status.said');
        return event.asked === null || event.asked === context.changes;
      },
      /** A fact that is not stale says that detection is active. */
      saysActive: and(['isNews', ({ event }) => event.type === 'status.said' && event.status.isActive]),
      /** A fact that is not stale says that detection is inactive. */
      saysInactive: and(['isNews', ({ event }) => event.type === 'status.said' && !event.status.isActive]),
      /** A lesson ended by a local stop. */
      saysStopped: and(['saysInactive', stateIn({ change: 'stopping' })]),
      /** A lesson starts while a page of the section is open. */
      hasStarted: and([
        'saysActive',
        not(stateIn({ known: 'active' })),
        or([
          stateIn({ known: 'inactive' }),
          stateIn({ change: 'starting' }),
          ({ event }) => event.type === 'status.said' && event.isChange,
        ]),
      ]),
      /** A lesson ends. */
      hasEnded: and(['saysInactive', stateIn({ known: 'active' })]),
      /** The fact answers a poll, stale or not. */
      isPoll: ({ event }) => event.type === 'status.said' && isAnswerToPoll(event),
      /** The outcome of the start, stop or extension is unknown. */
      isDoubtful: ({ event }) => event.type === 'change.settled' && event.isDoubtful,
      /** It is unknown whether detection is active. A pause and an extension leave that as it is. */
      isActivityDoubtful: and([
        'isDoubtful',
        ({ event }) => event.type === 'change.settled' && event.kind !== 'pauseLesson' && event.kind !== 'extendLesson',
      ]),
      /** The settled change is a stop. */
      isOfStop: ({ event }) => event.type === 'change.settled' && event.kind === 'stopDetection',
      /** The outcome is unknown, or only the backend knows until when the lesson lasts, or whether it is paused. */
      asksStatus: or([
        'isDoubtful',
        ({ event }) =>
          event.type === 'change.settled' && event.kind !== 'startDetection' && event.kind !== 'stopDetection',
      ]),
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
