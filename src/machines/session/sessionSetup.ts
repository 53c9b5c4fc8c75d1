import {
  type ActorRefFrom,
  type AnyActorRef,
  assertEvent,
  assign,
  fromCallback,
  fromPromise,
  not,
  sendTo,
  setup,
  stateIn,
  stopChild,
} from 'xstate';
import { LIST_RETRY_INTERVAL_MS, STATUS_REQUEST_MS } from '../../constants';
import { mayHaveHappened, type Problem } from '../../problem';
import type { Section } from '../../services/app/types';
import type { Notice } from '../app/noticeMachine';
import { type WritePorts, writeMachine } from '../app/writeMachine';
import { changes, type NewWrite, type Write, type WriteReport, waits } from '../app/writes';
import { detectionMachine } from '../lesson/detectionMachine';
import type { DetectionPorts, DetectionReport } from '../lesson/detectionSetup';
import type { RunningSection } from '../lesson/knownStatus';
import { type AlertPorts, alertMachine } from '../live/alertMachine';
import { type DesktopPorts, desktopMachine } from '../live/desktopMachine';
import {
  type LiveChannelEvent,
  type LiveChannelPorts,
  type LiveReport,
  liveChannelMachine,
} from '../live/liveChannelMachine';
import { liveIn, watchLive } from '../live/watchLive';
import { type ReviewsPorts, reviewsMachine } from '../records/reviewsMachine';
import { type LogoutPorts, logoutMachine } from './logoutMachine';
import { type SectionPorts, type SectionReport, sectionMachine } from './sectionMachine';

/** What a session needs of the world. */
export interface SessionPorts
  extends DesktopPorts,
    DetectionPorts,
    LiveChannelPorts,
    LogoutPorts,
    ReviewsPorts,
    SectionPorts,
    WritePorts {
  sound: AlertPorts;
  vibration: AlertPorts;
  fetchSections(signal: AbortSignal): Promise<Section[]>;
  showNotice(notice: Notice): void;
  /** Makes the browser ask before the page is closed, reloaded or left for another site. Call the result to stop. */
  holdPage(): () => void;
  /** Section 4: a deletion leads to /dashboard. */
  leaveSection(): void;
}

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
  | { type: 'write.submit'; write: NewWrite }
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

export type Detection = ActorRefFrom<typeof detectionMachine>;

/** Returns a section of the list. */
export const find = (sections: Section[] | null, id: string | null): Section | undefined =>
  sections?.find((section) => section.id === id);

/** Keeps the list's identity if the answer is equal, so that nothing re-renders. */
const answered = (before: Section[] | null, sections: Section[]): Section[] =>
  before !== null && JSON.stringify(before) === JSON.stringify(sections) ? before : sections;

/** Returns the write that an event is about. */
export function settledWrite({ writes }: SessionContext, event: SessionEvent): Write | undefined {
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

export const detectionId = (sectionId: string) => `detection ${sectionId}`;

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

/** Selects how many of a section's writes are sent again until they are answered. */
export const selectWaiting = ({ writes }: SessionContext, id: string): number =>
  writes.filter((write) => write.sectionId === id && waits(write)).length;

/** Selects the e-mails of the students who are being removed from a section. */
export const selectBeingRemoved = ({ writes }: SessionContext, id: string): string[] =>
  writes.flatMap(({ sectionId, kind, studentEmails }) =>
    sectionId === id && kind === 'removeStudent' ? studentEmails : [],
  );

export const askStatuses = { type: 'status.ask' } satisfies LiveChannelEvent;

/** The setup of the session's chart: its actors, guards and plain actions. */
export const sessionSetup = (ports: SessionPorts) =>
  setup({
    types: {
      context: {} as SessionContext,
      events: {} as SessionEvent,
      emitted: {} as SettledWrite,
      input: {} as { teacher: string | null },
      children: {} as {
        desktop: 'desktop';
        holdPage: 'holdPage';
        liveChannel: 'liveChannel';
        watchLive: 'watchLive';
        logout: 'logout';
        reviews: 'reviews';
        section: 'section';
        sound: 'sound';
        vibration: 'vibration';
        watchPage: 'watchPage';
      },
    },
    actors: {
      fetchSections: fromPromise<Section[], void>(({ signal }) => ports.fetchSections(signal)),
      /** Sends `page.shown`. */
      watchPage: fromCallback(({ sendBack }) => ports.watchVisibility(() => sendBack({ type: 'page.shown' }))),
      /** Makes the browser ask before the page is closed, reloaded or left for another site. */
      holdPage: fromCallback(() => ports.holdPage()),
      watchLive: watchLive(liveIn),
      desktop: desktopMachine(ports),
      detection: detectionMachine(ports),
      liveChannel: liveChannelMachine(ports),
      logout: logoutMachine(ports),
      reviews: reviewsMachine(ports),
      section: sectionMachine(ports),
      sound: alertMachine(ports.sound),
      vibration: alertMachine(ports.vibration),
      write: writeMachine(ports),
    },
    delays: {
      /** Delay before a failed refetch is retried. */
      listRetryInterval: LIST_RETRY_INTERVAL_MS,
      /** From the first news of another section to the request for the statuses. */
      statusRequestDelay: STATUS_REQUEST_MS,
    },
    actions: {
      showNotice: (_, notice: Notice) => ports.showNotice(notice),
      askStatuses: sendTo('liveChannel', askStatuses),
      /** Section 4: a deletion leads to /dashboard. */
      leaveSection: () => ports.leaveSection(),
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
        return write !== undefined && changes(write.kind, 'list');
      },
      /** Only the list shows the outcome of the write. */
      asksList: ({ context, event }) => {
        assertEvent(event, 'write.settled');
        const write = settledWrite(context, event);
        if (write === undefined || !changes(write.kind, 'list', 'detection', 'logs', 'lessons')) return false;
        if (event.outcome.type === 'done') return write.kind === 'createSection';
        const { kind } = event.outcome.problem;
        return mayHaveHappened(kind) || kind === 'notFound';
      },
    },
  });

/** What an action of the session's chart is given. */
export type Acting = Parameters<Parameters<ReturnType<typeof sessionSetup>['enqueueActions']>[0]>[0];
