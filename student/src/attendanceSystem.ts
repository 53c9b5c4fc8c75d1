import { type Actor, createActor } from 'xstate';
import { attendanceMachine } from './machines/attendanceMachine';
import { languageMachine } from './machines/languageMachine';
import { createPresence } from './machines/presence';
import { watchedIn } from './machines/watchMachine';
import { openCallSocket } from './services/callSocket';
import { type Camera, createCamera } from './services/camera';
import { monotonicNow } from './services/clock';
import { createLanguages, type Languages } from './services/language';
import { createOutbox, type Outbox, type OutboxWorld } from './services/outbox';
import { dropFragment, fragment, onPageHide, watchOnline, watchPage } from './services/pageEvents';
import { randomId } from './services/randomId';
import { createReceipts } from './services/receipts';
import { createReportStore } from './services/reportStore';
import { createReports } from './services/reports';
import { createSeat } from './services/seat';
import { createTabLock, type TabLock } from './services/tabLock';
import { browserTickets, type PageMemories, type Tickets, tabMemories, tabTickets } from './services/tabStorage';

export interface AttendanceSystem {
  actor: Actor<ReturnType<typeof attendanceMachine>>;
  language: Actor<ReturnType<typeof languageMachine>>;
  /** The open camera's stream. */
  cameraStream(): MediaStream | null;
}

export interface AttendanceWorld {
  languages?: Languages;
  camera?: Camera;
  tickets?: Tickets;
  /** Those of the browser. */
  seats?: Tickets;
  memories?: PageMemories;
  tabLock?: TabLock;
  openSocket?: typeof openCallSocket;
  outboxOf?: (world: OutboxWorld) => Outbox;
  inspect?: NonNullable<Parameters<typeof createActor>[1]>['inspect'];
}

/** Makes the charts from the real server, camera and storage. */
export function createAttendanceSystem({
  languages = createLanguages(),
  camera = createCamera(),
  tickets = tabTickets,
  seats = browserTickets,
  memories = tabMemories,
  tabLock = createTabLock(),
  openSocket = openCallSocket,
  outboxOf = createOutbox,
  inspect,
}: AttendanceWorld = {}): AttendanceSystem {
  const now = monotonicNow;
  const store = createReportStore();
  const presence = createPresence();
  const { epoch, lastAlive } = presence;
  const options = inspect === undefined ? {} : { inspect };
  const language = createActor(languageMachine({ languages }), options).start();
  const languageNow = () => language.getSnapshot().context.wanted.language;
  const seat = createSeat({ tickets, seats, tabLock, openSocket, receipts: createReceipts(), language: languageNow });
  const reports = createReports({
    store,
    tabLock,
    outboxOf: (owner) => outboxOf({ owner, store, now, epoch, newId: randomId, lastAlive, picture: camera.picture }),
  });
  const machine = attendanceMachine({
    ...{ seat, reports, presence, memories, camera, now },
    ...{ fragment, dropFragment, watchPage, watchOnline },
  });
  const actor = createActor(machine, options);

  const forgetPage = onPageHide(() => {
    const snapshot = actor.getSnapshot();
    if (!snapshot.matches('joined')) return;
    const { watch } = snapshot.children;
    const watched = watch === undefined ? snapshot.context.earlier : watchedIn(watch.getSnapshot());
    memories.store({ owner: seat.id(), ...presence.knownAt(now()), watched });
  });
  actor.subscribe({
    // While the server does not answer, heartbeats come late.
    next: ({ context: { told, toldSince } }) => presence.note(told, toldSince ?? now()),
    complete: forgetPage,
  });
  return { actor, language, cameraStream: () => camera.stream() };
}
