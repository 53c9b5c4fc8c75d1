import type { ActorRefFrom } from 'xstate';
import { loggingOut } from './loggingOut';
import { sameItems } from './machines/app/keepSame';
import type { Notice } from './machines/app/noticeMachine';
import { changes, type SendWrite, type SubmitWrite } from './machines/app/writes';
import type { LessonNews } from './machines/attendance/doorMachine';
import { isActive, selectAgents } from './machines/lesson/detectionMachine';
import { isUnheard } from './machines/lesson/watch';
import type { Live } from './machines/live/watchLive';
import type { Enrolled } from './machines/roster/rosterMachine';
import { sessionMachine } from './machines/session/sessionMachine';
import { selectBeingRemoved, selectDetection, selectSection } from './machines/session/sessionSetup';
import { pagePorts } from './pagePorts';
import type { AccountService } from './services/account/accountService';
import type { TokenStore } from './services/account/tokenStore';
import type { ApiClient } from './services/app/apiClient';
import { watchBackEntries } from './services/app/backEntries';
import { everySecond, holdPage, isHidden, watchHidden, watchNetwork, watchVisibility } from './services/app/pageEvents';
import { createPreference, type Preference } from './services/app/preferences';
import { clockOffset } from './services/app/serverClock';
import type { SiteStorage } from './services/app/siteStorage';
import type { Student } from './services/app/types';
import { type AttendanceService, createAttendanceService } from './services/attendance/attendanceService';
import { createDetectionService } from './services/lesson/detectionService';
import { createSound, vibration } from './services/live/alerts';
import { askPermission, readPermission, showOnDesktop } from './services/live/desktop';
import { openLiveSocket } from './services/live/liveSocket';
import { createRecordsService } from './services/records/recordsService';
import { createSectionService, type SectionService } from './services/students/sectionService';
import { createWrites } from './writes';

type SessionMachine = ReturnType<typeof sessionMachine>;
type Session = ActorRefFrom<SessionMachine>;

/** The session's dependencies. */
interface SessionWorld {
  apiUrl: string;
  api: ApiClient;
  account: AccountService;
  storage: SiteStorage;
  projectorMode: Preference;
  tokens: TokenStore;
  /** @throws if the storage holds another teacher's session */
  getAccessToken(): string | null;
  renewAccessToken(rejected: string | null, mayBePassword: boolean): Promise<void>;
  session(): Session | undefined;
  showNotice(notice: Notice): void;
  goToDashboard(): void;
  logOut(): void;
}

/** For signed-in teachers only. */
export interface SessionSystem {
  machine: SessionMachine;
  sectionService: SectionService;
  attendanceService: AttendanceService;
  enrolled: Enrolled;
  /** Tells about a section's lesson, at once and at each change, until the returned function is called. */
  watchLesson(sectionId: string, tell: (lesson: LessonNews) => void): () => void;
  /** Calls back when the teachers of a section may have changed, until the returned function is called. */
  watchSharing(sectionId: string, onChanged: () => void): () => void;
  /** The live channel; undefined once the session has ended. */
  live(): Live | undefined;
  sendWrite: SendWrite;
  submitWrite: SubmitWrite;
}

/** A teacher's session with the real services. Its chunk is loaded after the sign-in. */
export function createSessionSystem(world: SessionWorld): SessionSystem {
  watchBackEntries();
  const { api, account, storage, projectorMode, tokens, session, showNotice, goToDashboard, logOut } = world;
  const sectionService = createSectionService(api);
  const detectionService = createDetectionService(api, account);
  const recordsService = createRecordsService(api);
  const attendanceService = createAttendanceService(api);
  const page = () => window.location.pathname;
  const writes = createWrites({
    ...{ session, page, account, tokens, sectionService, detectionService, recordsService, attendanceService },
  });
  const chosen = createPreference(storage, 'desktopNotifications');
  const chosenSound = createPreference(storage, 'sound');
  const chosenVibration = createPreference(storage, 'vibration');
  const machine = sessionMachine({
    ...detectionService,
    ...recordsService,
    ...{ fetchSections: sectionService.fetchSections, fetchEndedSharing: sectionService.fetchEndedSharing },
    ...{ perform: writes.perform, sendWrite: writes.send },
    async fetchLogs(...given) {
      return { ...(await recordsService.fetchLogs(...given)), fetchedAt: Date.now() + clockOffset() };
    },
    ...{ everySecond, isHidden, watchHidden, watchVisibility, watchNetwork, holdPage, showNotice },
    soon: (work) => void setTimeout(work),
    awayFromUndo: pagePorts.awayFromUndo,
    leaveSection: goToDashboard,
    desktop: { readPermission, askPermission, show: showOnDesktop, wasOn: chosen.isOn, keep: chosen.set },
    sound: { ...createSound(), wasOn: chosenSound.isOn, keep: chosenSound.set },
    vibration: { ...vibration, wasOn: chosenVibration.isOn, keep: chosenVibration.set },
    tellBegun(sectionId) {
      const owner = session()?.getSnapshot();
      const detection = owner && selectDetection(owner, sectionId);
      if (detection === undefined || !isActive(detection.getSnapshot())) return;
      // A sound in front of the class would point at a student.
      if (!projectorMode.isOn()) owner?.children.sound?.send({ type: 'episode.began' });
      owner?.children.vibration?.send({ type: 'episode.began' });
    },
    tellMissed({ sectionId, count, kinds }) {
      const owner = session()?.getSnapshot();
      const section = owner && selectSection(owner.context, sectionId);
      if (section === undefined) return;
      owner?.children.desktop?.send({ type: 'detections.came', sectionName: section.name, count, kinds });
    },
    ...loggingOut(session, logOut),
    ...liveSockets(world),
  });
  return {
    machine,
    sectionService,
    attendanceService,
    enrolled: enrolledIn(session),
    watchLesson(sectionId, tell) {
      const owner = session()?.getSnapshot();
      const detection = owner && selectDetection(owner, sectionId);
      const look = () => {
        if (detection === undefined) return;
        const state = detection.getSnapshot();
        const agents = selectAgents(state);
        const context = session()?.getSnapshot().context;
        const hasStudents = context !== undefined && (selectSection(context, sectionId)?.students.length ?? 0) > 0;
        const isRunning = isActive(state);
        tell({
          isActive: isRunning,
          isAwaited: isRunning && hasStudents && isUnheard(agents),
        });
      };
      look();
      const subscription = detection?.subscribe(look);
      return () => subscription?.unsubscribe();
    },
    watchSharing(sectionId, onChanged) {
      const settled = session()?.on('write.settled', ({ write }) => {
        if (write.sectionId === sectionId && changes(write.kind, 'teachers')) onChanged();
      });
      const announced = session()?.getSnapshot().children.liveChannel?.on('sections.changed', onChanged);
      return () => {
        settled?.unsubscribe();
        announced?.unsubscribe();
      };
    },
    live: () => session()?.getSnapshot().children.liveChannel,
    sendWrite: writes.send,
    submitWrite: writes.submit,
  };
}

/** Sockets of the live channel. Each attempt reads the current access token. */
function liveSockets({ apiUrl, getAccessToken, renewAccessToken }: SessionWorld) {
  let token: string | null = null;
  return {
    openSocket(listeners: Parameters<typeof openLiveSocket>[2]) {
      try {
        token = getAccessToken();
      } catch {
        return null;
      }
      return openLiveSocket(apiUrl, token ?? '', listeners);
    },
    renewToken: () => renewAccessToken(token, false),
  };
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
      let known: { students: Student[]; beingRemoved: string[] } = {
        students: studentsOf(sectionId),
        beingRemoved: [],
      };
      const look = () => {
        const students = studentsOf(sectionId);
        const beingRemoved = selectBeingRemoved(owner.getSnapshot().context, sectionId);
        if (students === known.students && sameItems(beingRemoved, known.beingRemoved)) return;
        known = { students, beingRemoved };
        tell(students, beingRemoved);
      };
      const subscription = owner.subscribe(look);
      look();
      return () => subscription.unsubscribe();
    },
  };
}
