import { type Actor, createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { RELOAD_MS } from '../constants';
import { attendanceMachine, type OutboxOrder } from '../machines/attendanceMachine';
import { codeOf, linkIn } from '../machines/door';
import { createLedger, type Epoch } from '../machines/ledger';
import { nothingSeen, viewOf } from '../machines/view';
import { type WatchContext, watchedIn, watchMachine } from '../machines/watchMachine';
import {
  fetchReceipt,
  knock,
  openDoor,
  openLink,
  redeemLink,
  sendAnswer,
  sendHeartbeat,
  sendLeave,
  sendReports,
} from '../services/attendApi';
import { type Camera, createCamera } from '../services/camera';
import { monotonicNow } from '../services/clock';
import { dropFragment, watchOnline, watchPage } from '../services/pageEvents';
import { newToken, randomId } from '../services/randomId';
import { createReportStore, isLeftOver } from '../services/reportStore';
import { createTabLock, type TabLock } from '../services/tabLock';
import {
  browserTickets,
  type PageMemories,
  type PageMemory,
  type Ticket,
  type Tickets,
  tabMemories,
  tabTickets,
} from '../services/tabStorage';
import type { ActivityType, Opened, Recalled } from '../services/types';
import { createOutbox, type Outbox, type OutboxWorld } from './outbox';

export interface AttendanceSystem {
  actor: Actor<typeof attendanceMachine>;
  /** The open camera's stream. */
  cameraStream(): MediaStream | null;
}

export interface AttendanceWorld {
  camera?: Camera;
  tickets?: Tickets;
  /** Those of the browser. */
  seats?: Tickets;
  memories?: PageMemories;
  tabLock?: TabLock;
  outboxOf?: (world: OutboxWorld) => Outbox;
  inspect?: NonNullable<Parameters<typeof createActor>[1]>['inspect'];
}

/** Joins the charts to the real server, camera and storage. */
export function createAttendanceSystem({
  camera = createCamera(),
  tickets = tabTickets,
  seats = browserTickets,
  memories = tabMemories,
  tabLock = createTabLock(),
  outboxOf = createOutbox,
  inspect,
}: AttendanceWorld = {}): AttendanceSystem {
  const store = createReportStore();
  let ticket: Ticket | null = null;
  /** The secret of the mailed link or the badge, until it is used or turned down. Kept nowhere else. */
  let link: string | null = null;
  /** The seat that is asked for, and what with. */
  let asked: { by: string; ticket: Ticket } | null = null;
  let epoch: Epoch | null = null;
  let outbox: Outbox | null = null;
  let ledger = createLedger();
  /** Of the last picture that was looked at. */
  let print: number | null = null;
  /** What the tab's last page knew, until this one joins. */
  let memory: PageMemory | null = null;
  /** When the tab's last page was alive, until this one watches. */
  let alive: number | null = null;

  const keep = (next: Ticket | null) => {
    ticket = next;
    tickets.store(next);
  };
  /** @throws if the student has not joined */
  const owned = (): Ticket => {
    if (ticket === null) throw new Error('There is no ticket');
    return ticket;
  };
  const token = () => owned().token;
  /** @throws if there is no link */
  const secret = (): string => {
    if (link === null) throw new Error('There is no link');
    return link;
  };
  const join = (next: Ticket) => {
    keep(next);
    epoch = memory?.epoch ?? null;
    ledger = createLedger(memory?.periods);
    print = memory?.print ?? null;
    alive = memory?.alive ?? null;
    memory = null;
    outbox = outboxOf({
      owner: next.id,
      store,
      now: monotonicNow,
      epoch: () => epoch,
      newId: () => randomId(),
      lastAlive: () => alive,
      picture: camera.picture,
    });
  };
  /**
   * Asks for a seat. The token is made and kept before anything is sent, and a repeated request has the same one: an answer that is lost, or
   * a page that is closed meanwhile, costs neither the seat nor the link.
   * @param by what is asked with
   * @param call returns the token of the seat
   */
  const enter = async (
    by: string,
    { name, code }: Pick<Ticket, 'name' | 'code'>,
    call: (token: string) => Promise<string>,
  ) => {
    if (asked?.by !== by) {
      const ticket = {
        id: randomId(),
        token: newToken(),
        name,
        code,
        choice: null,
        pictures: false,
        pause: null,
        cameraId: null,
      };
      asked = { by, ticket };
    }
    const { ticket } = asked;
    seats.store({ ...ticket, name: '' });
    const mine = { ...ticket, token: await call(ticket.token) };
    seats.store({ ...mine, name: '' });
    asked = null;
    await tabLock.claim(mine.id, false);
    join(mine);
  };
  /** Another tab may have taken another seat since. */
  const forgetSeat = async (own: Ticket | null) => {
    if ((await seats.read())?.id === own?.id) seats.store(null);
  };
  /** Goes on in the browser's seat if the server says that it is one. */
  const askWithSeat = async <T extends Opened>(ask: (token: string | undefined) => Promise<T>): Promise<T> => {
    const kept = await seats.read();
    const opened = await ask(kept?.token);
    if (opened.seat === null) seats.store(null);
    else if (kept !== null) ticket = { ...kept, name: opened.seat };
    return opened;
  };
  /** Deletes what closed tabs have left, so that it is not kept on a shared computer. */
  const sweep = async (own: Ticket | null) => {
    const held = await tabLock.held().catch(() => null);
    await store.sweep((report) => isLeftOver(report, { own: own?.id, held, now: Date.now() }));
  };
  const send = async (signal: AbortSignal) => outbox?.send((events) => sendReports(token(), events, signal));

  const watch = watchMachine.provide({
    actors: {
      watchFrames: fromCallback<EventObject, Pick<WatchContext, 'lookedAt'>>(({ sendBack, input }) => {
        let seen = nothingSeen;
        /** On an earlier page. */
        let { lookedAt } = input;
        return camera.watch((event) => {
          switch (event.type) {
            case 'seen': {
              const { sighting, at, elapsed } = event;
              const isStill = sighting.print === print;
              print = sighting.print;
              const look = viewOf(sighting, seen);
              seen = look.seen;
              alive = null;
              if (lookedAt !== null && at - lookedAt > RELOAD_MS)
                sendBack({ type: 'frames.missed', at, elapsed: at - lookedAt });
              else sendBack({ type: 'frame.seen', view: look.view, at, elapsed, isStill });
              lookedAt = null;
              break;
            }
            case 'hidden':
              sendBack({ ...event, type: 'frame.hidden' });
              break;
            case 'lacked':
              sendBack({ type: 'frame.lacked' });
              break;
            case 'missed':
              alive = null;
              lookedAt = null;
              ledger.miss(event.at - event.elapsed, event.at);
              sendBack({ ...event, type: 'frames.missed' });
              break;
            default:
              sendBack({ type: `camera.${event.type}` });
          }
        });
      }),
      watchPage: fromCallback(({ sendBack }) => watchPage(sendBack)),
    },
  });

  const machine = attendanceMachine.provide({
    actors: {
      recall: fromPromise(async (): Promise<Recalled> => {
        const stored = await tickets.read();
        void sweep(stored);
        const secretInAddress = linkIn(location.hash);
        if (secretInAddress !== null) dropFragment();
        if (stored !== null) {
          ticket = stored;
          memory = memories.read(stored.id, monotonicNow());
          const { name, code, choice, pictures, pause, cameraId } = stored;
          return { kind: 'joined', name, code, choice, pictures, pause, cameraId, earlier: memory?.watched ?? null };
        }
        link = secretInAddress;
        if (link !== null) return { kind: 'linked' };
        const code = codeOf(location.hash.slice(1));
        return code === null ? { kind: 'new' } : { kind: 'invited', code };
      }),
      claimTab: fromPromise(async ({ input }) => {
        const mine = owned();
        let isHeld = true;
        try {
          isHeld = await tabLock.claim(mine.id, input.seize);
        } finally {
          if (isHeld) join(mine);
        }
        return isHeld;
      }),
      awaitTab: fromPromise(async ({ signal }) => {
        const mine = owned();
        await tabLock.wait(mine.id, signal);
        join(mine);
      }),
      watchTab: fromCallback(({ sendBack }) => tabLock.watch(() => sendBack({ type: 'tab.lost' }))),
      openDoor: fromPromise(({ input, signal }) => askWithSeat((token) => openDoor(input.code, token, signal))),
      openLink: fromPromise(({ signal }) => askWithSeat((token) => openLink(secret(), token, signal))),
      redeemLink: fromPromise(async ({ input: { name }, signal }) => {
        const used = secret();
        await enter(used, { name, code: '' }, (token) => redeemLink(used, token, signal));
        link = null;
      }),
      knock: fromPromise(({ input: { code, as, name }, signal }) =>
        enter(JSON.stringify([code, as]), { name, code }, (token) => knock(code, as, token, signal)),
      ),
      sendHeartbeat: fromPromise(async ({ input, signal }) => {
        const sent = monotonicNow();
        const { told, toldSince, reason, pictures } = input;
        ledger.note(told, toldSince ?? sent);
        const past = ledger.pastSince(epoch, sent);
        const { epoch: named, ...beat } = await sendHeartbeat(token(), { told, reason, pictures, past }, signal);
        // The server answered somewhere in between.
        epoch = { epoch: named, at: (sent + monotonicNow()) / 2 };
        ledger.answer(epoch.at);
        return beat;
      }),
      outbox: fromCallback<OutboxOrder, { goesOn: ActivityType[] }>(({ sendBack, receive, input }) => {
        outbox?.subscribe((reports) => sendBack({ type: 'reports.changed', reports }));
        void outbox?.restore(input.goesOn);
        receive((order) => outbox?.take(order));
        window.addEventListener('pagehide', remember);
        return () => window.removeEventListener('pagehide', remember);
      }),
      sendReports: fromPromise(({ signal }) => Promise.resolve(send(signal))),
      prepareCamera: fromPromise(({ input: { cameraId }, signal }) => camera.prepare(cameraId, signal)),
      followCameras: fromCallback(({ sendBack }) =>
        camera.follow((cameras) => sendBack({ type: 'cameras.changed', cameras })),
      ),
      leave: fromPromise(async ({ signal }) => {
        await send(signal).catch(() => {});
        await sendLeave(token(), signal);
      }),
      fetchReceipt: fromPromise(async ({ signal }) => {
        // What went on ended with the lesson.
        outbox?.take({ type: 'episodes.close' });
        const isSent = await send(signal).then(
          () => true,
          () => false,
        );
        const receipt = await fetchReceipt(token(), signal);
        if (isSent) void outbox?.clear();
        return receipt;
      }),
      sendAnswer: fromPromise(({ input, signal }) => sendAnswer(token(), input, signal)),
      watchNetwork: fromCallback(({ sendBack }) => watchOnline(() => sendBack({ type: 'network.online' }))),
      watch,
    },
    actions: {
      closeCamera: () => camera.close(),
      keepChoices: (_, kept) => {
        if (ticket !== null) keep({ ...ticket, ...kept });
      },
      forget: () => {
        void outbox?.clear();
        outbox = null;
        epoch = null;
        memories.store(null);
        void forgetSeat(ticket);
        keep(null);
        tabLock.release();
      },
      takeLink: (_, { address }) => {
        link = linkIn(address);
      },
      forgetLink: () => {
        link = null;
      },
    },
  });

  const remember = () => {
    const { children, context } = actor.getSnapshot();
    const now = monotonicNow();
    memories.store({
      ...{ owner: owned().id, alive: alive ?? now, epoch, periods: ledger.endedAt(now), print },
      watched: children.watch === undefined ? context.earlier : watchedIn(children.watch.getSnapshot()),
    });
  };
  const actor = createActor(machine, inspect === undefined ? {} : { inspect });
  // While the server does not answer, heartbeats come late.
  actor.subscribe(({ context: { told, toldSince } }) => ledger.note(told, toldSince ?? monotonicNow()));
  return { actor, cameraStream: () => camera.stream() };
}
