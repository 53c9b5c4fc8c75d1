import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { sameItems } from './machines/app/keepSame';
import type { Notice } from './machines/app/noticeMachine';
import type { writeMachine } from './machines/app/writeMachine';
import type { SendWrite, SubmitWrite } from './machines/app/writes';
import { detectionMachine } from './machines/lesson/detectionMachine';
import type { desktopMachine } from './machines/live/desktopMachine';
import type { liveChannelMachine } from './machines/live/liveChannelMachine';
import { arrivalsMachine } from './machines/records/arrivalsMachine';
import { lessonsMachine } from './machines/records/lessonsMachine';
import { countNewer, lostLesson } from './machines/records/logList';
import { logsMachine, selectNewest } from './machines/records/logsMachine';
import type { Enrolled } from './machines/roster/rosterMachine';
import { selectBeingRemoved, selectSection, sessionMachine } from './machines/session/sessionMachine';
import { type ReviewEvent, sectionMachine } from './machines/triage/sectionMachine';
import { type Problem, problemOf } from './problem';
import type { AccountService } from './services/account/accountService';
import type { TokenStore } from './services/account/tokenStore';
import type { ApiClient } from './services/app/apiClient';
import { watchBackEntries } from './services/app/backEntries';
import { holdPage, isHidden, watchHidden, watchVisibility } from './services/app/pageEvents';
import { clockOffset } from './services/app/serverClock';
import type { SiteStorage } from './services/app/siteStorage';
import type { LogsChange, Student } from './services/app/types';
import { type AttendanceService, createAttendanceService } from './services/attendance/attendanceService';
import { createDetectionService, type DetectionService } from './services/lesson/detectionService';
import { createSectionService, type SectionService } from './services/sections/sectionService';
import { provideDesktop } from './system/live/desktopSystem';
import { provideLiveChannel } from './system/live/liveChannelSystem';
import { provideLogout } from './system/sections/logoutSystem';
import { createWrites } from './writes';

/** The session's dependencies. */
interface SessionWorld {
  apiUrl: string;
  api: ApiClient;
  account: AccountService;
  storage: SiteStorage;
  tokens: TokenStore;
  /** @throws if the storage holds another teacher's session */
  getAccessToken(): string | null;
  renewAccessToken(rejected: string | null, mayBePassword: boolean): Promise<void>;
  session(): ActorRefFrom<typeof sessionMachine> | undefined;
  showNotice(notice: Notice): void;
  goToDashboard(): void;
  logOut(): void;
}

/** For signed-in teachers only. */
export interface SessionSystem {
  machine: typeof sessionMachine;
  sectionService: SectionService;
  attendanceService: AttendanceService;
  enrolled: Enrolled;
  sendWrite: SendWrite;
  submitWrite: SubmitWrite;
}

/** A teacher's session with the real services. Its chunk is loaded after the sign-in. */
export function createSessionSystem(world: SessionWorld): SessionSystem {
  watchBackEntries();
  const { apiUrl, api, account, storage, tokens, getAccessToken, renewAccessToken, session } = world;
  const sectionService = createSectionService(api);
  const detectionService = createDetectionService(api, account);
  const attendanceService = createAttendanceService(api);
  const page = () => window.location.pathname;
  const writes = createWrites({
    ...{ session, page, account, tokens, sectionService, detectionService, attendanceService },
  });
  const machine = provideSession(world, {
    sectionService,
    detectionService,
    desktop: provideDesktop(storage),
    liveChannel: provideLiveChannel({ apiUrl, getAccessToken, renewAccessToken }),
    write: writes.machine,
    sendWrite: writes.send,
  });
  const enrolled = enrolledIn(session);
  return { machine, sectionService, attendanceService, enrolled, sendWrite: writes.send, submitWrite: writes.submit };
}

const nobody: Student[] = [];

function enrolledIn(session: SessionWorld['session']): Enrolled {
  const studentsOf = (sectionId: string) => {
    const owner = session();
    return (owner && selectSection(owner.getSnapshot().context, sectionId)?.students) ?? nobody;
  };
  return {
    in: studentsOf,
    watch(sectionId, tell) {
      const owner = session();
      if (owner === undefined) return () => {};
      let known: { students: Student[]; beingRemoved: string[] } | undefined;
      const look = () => {
        const students = studentsOf(sectionId);
        const beingRemoved = selectBeingRemoved(owner.getSnapshot().context, sectionId);
        if (students === known?.students && sameItems(beingRemoved, known.beingRemoved)) return;
        known = { students, beingRemoved };
        tell(students, beingRemoved);
      };
      const subscription = owner.subscribe(look);
      look();
      return () => subscription.unsubscribe();
    },
  };
}

interface SessionParts {
  sectionService: SectionService;
  detectionService: DetectionService;
  desktop: typeof desktopMachine;
  liveChannel: typeof liveChannelMachine;
  write: typeof writeMachine;
  sendWrite: SendWrite;
}

/** Provides the session with its children: each section's detection, and the section whose pages are open. */
function provideSession(world: SessionWorld, parts: SessionParts) {
  const { sectionService, detectionService, sendWrite, desktop, liveChannel, write } = parts;
  const { session, logOut } = world;
  const showNotice = (_: unknown, notice: Notice) => world.showNotice(notice);

  const watchPage = fromCallback(({ sendBack }) => watchVisibility(() => sendBack({ type: 'page.shown' })));

  const logs = logsMachine.provide({
    actors: {
      fetchLogs: fromPromise(async ({ input, signal, system }) => {
        const actor: ActorRefFrom<typeof logsMachine> = system.get('logs');
        const answer = await detectionService.fetchLogs(input.sectionId, input.newer, signal, (logs, missing) => {
          if (!signal.aborted) actor.send({ type: 'logs.partlyCame', logs, missing });
        });
        return { ...answer, fetchedAt: Date.now() + clockOffset() };
      }),
    },
  });

  const lessons = lessonsMachine.provide({
    actors: {
      fetchLessons: fromPromise(({ input, signal }) => detectionService.fetchLessons(input.sectionId, signal)),
    },
  });

  const detection = detectionMachine.provide({
    actors: {
      fetchStatus: fromPromise(({ input, signal }) => detectionService.fetchStatus(input.sectionId, signal)),
      watchPage,
      watchLessons: fromCallback(({ sendBack, system }) => {
        const actor: ActorRefFrom<typeof logs> = system.get('logs');
        let known = actor.getSnapshot().context;
        const subscription = actor.subscribe(({ context }) => {
          const before = known;
          known = context;
          // A local change already refetches the lessons.
          const isAnswer = known.fetchedAt !== before.fetchedAt;
          if (isAnswer && lostLesson(before.logs, known.logs)) sendBack({ type: 'records.changed' });
        });
        return () => subscription.unsubscribe();
      }),
      lessons,
      logs,
    },
  });

  const arrivals = arrivalsMachine.provide({
    actors: {
      watchArrivals: fromCallback(({ sendBack, system }) => {
        const actor: ActorRefFrom<typeof logs> = system.get('logs');
        let known = actor.getSnapshot().context;
        const hide = () =>
          known.fetchedAt !== null &&
          sendBack({ type: 'page.hidden', logIds: selectNewest(known).map(({ id }) => id) });
        const subscription = actor.subscribe(({ context }) => {
          const before = known;
          known = context;
          if (before.fetchedAt === null && isHidden()) hide();
          else if (before.fetchedAt !== null && before.logs !== context.logs) {
            const watching: ActorRefFrom<typeof arrivalsMachine> = system.get('arrivals');
            sendBack({ type: 'logs.came', count: countNewer(context.logs, watching.getSnapshot().context.logIds) });
          }
        });
        const stopHidden = watchHidden(hide);
        const stopShown = watchVisibility(() => sendBack({ type: 'page.shown' }));
        return () => {
          subscription.unsubscribe();
          stopHidden();
          stopShown();
        };
      }),
    },
    actions: {
      tellMissed({ system }, { sectionId, count }) {
        const session = world.session()?.getSnapshot();
        const section = session && selectSection(session.context, sectionId);
        if (section === undefined) return;
        const desktop: ActorRefFrom<typeof desktopMachine> = system.get('desktop');
        desktop.send({ type: 'detections.came', sectionName: section.name, count });
      },
    },
  });

  const section = sectionMachine.provide({
    actors: {
      arrivals,
      sendReviews: fromCallback(({ input: { sectionId }, receive, sendBack }) => {
        const left = new AbortController();
        const save = ({ state, note, sightings }: ReviewEvent) => {
          const logIds = sightings.flatMap((sighting) => sighting.logIds);
          const noted = note === undefined ? { state } : { state, note };
          const fail = (problem: Problem) => sendBack({ type: 'review.failed', sightings, problem });
          sendWrite({ kind: 'reviewLogs', sectionId, logIds, noted }, left.signal).then(
            ({ logs, left: problem }) => {
              if (problem !== null) fail(problem);
              else if (hasReviews(logs, logIds)) sendBack({ type: 'review.saved', sightings });
            },
            (error: unknown) => fail(problemOf(error)),
          );
        };
        // In a task of its own: the press shows first.
        receive((event) => setTimeout(save, 0, event));
        return () => left.abort();
      }),
    },
    actions: { showNotice },
  });

  return sessionMachine.provide({
    actors: {
      fetchSections: fromPromise(({ signal }) => sectionService.fetchSections(signal)),
      section,
      detection,
      watchPage,
      holdPage: fromCallback(holdPage),
      logout: provideLogout({ session, logOut }),
      desktop,
      liveChannel,
      write,
    },
    actions: { showNotice, leaveSection: () => world.goToDashboard() },
  });
}

/** Returns whether the logs have got the reviews of these. */
const hasReviews = (change: LogsChange | null, logIds: readonly string[]) =>
  change?.kind === 'reviewed' && logIds.every((id) => id in change.reviews);
