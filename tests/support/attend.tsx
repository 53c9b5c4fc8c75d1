import { render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { createAttendanceSystem } from '../../student/src/attendanceSystem';
import type { View } from '../../student/src/machines/view';
import { App } from '../../student/src/screens/App';
import type { CallListeners } from '../../student/src/services/callSocket';
import type { CameraEvent } from '../../student/src/services/camera';
import { monotonicNow } from '../../student/src/services/clock';
import type { PageMemory, Ticket } from '../../student/src/services/tabStorage';
import type {
  CameraList,
  Kept,
  OutboxOrder,
  Period,
  Receipt,
  ShownReport,
  Watched,
} from '../../student/src/services/types';
import type { Sighting } from '../../student/src/watcher/protocol';
import { holdBackend } from './heldBackend';
import { prepareWindow, runPage, settle } from './screen';
import { happen } from './session';
import { studentLanguages } from './studentWords';

/* The students' page over a stubbed network, camera and storage, with a faked clock. */

export const attendCalls = {
  link: 'POST /attend/link/',
  redeem: 'POST /attend/redeem/',
  door: 'POST /attend/door/',
  knock: 'POST /attend/knock/',
  heartbeat: 'POST /attend/heartbeat/',
  leave: 'POST /attend/leave/',
  receipt: 'GET /attend/receipt/',
  answer: 'POST /attend/answer/',
} as const;

export const deletedBy = '2027-02-22T00:00:00Z';
const lesson = {
  section: '4b',
  teacher: 'Noor Haddad',
  started_at: '2026-11-23T08:45:00Z',
  deleted_by: deletedBy,
  asks_for_pictures: true,
};

/** The answer to a heartbeat, as the server sends it. */
export const beatJson = (state: string, excusedUntil: number | null = null) => ({
  json: {
    ...{ state, epoch: 'e1', lesson, every_ms: excusedUntil === null ? 20_000 : 2000 },
    ...(excusedUntil !== null && { excused_until: new Date(excusedUntil).toISOString() }),
  },
});

const isoOf = (moment: number) => new Date(moment).toISOString();
const isoPeriod = ({ from, to }: Period) => ({ started_at: isoOf(from), ended_at: isoOf(to) });

/** A receipt, as the server sends it. */
export const receiptJson = ({ periods, excuses, logs, deletedBy, ...receipt }: Receipt) => ({
  json: {
    ...receipt,
    ended_at: '2026-11-23T09:30:00Z',
    periods: periods.map(({ state, ...period }) => ({ state, ...isoPeriod(period) })),
    excuses: excuses.map(({ reason, ...period }) => ({ reason, ...isoPeriod(period) })),
    logs: logs.map(({ id, kind, from, to, hasPicture, picture, ...log }) => ({
      ...{ id: Number(id), activity_type: kind, has_picture: hasPicture, screenshot: picture },
      ...{ started_at: isoOf(from), ended_at: to && isoOf(to) },
      ...log,
    })),
    deleted_by: deletedBy && isoOf(deletedBy),
  },
});

const ticket: Ticket = {
  id: 't1',
  token: 'T1',
  name: 'Ada Lovelace',
  code: 'K7M2PQ',
  choice: null,
  pictures: false,
  pause: null,
  cameraId: null,
};

/** A lesson whose receipt the browser keeps. */
const earlier = { id: 't0', token: 'T1', section: '3a', since: Date.UTC(2026, 10, 20, 8), deletedBy: null };

/** Returns a promise that the test settles. */
function held<T>() {
  let waiting: { resolve(value: T): void; reject(error: unknown): void } | undefined;
  return {
    ask: () =>
      new Promise<T>((resolve, reject) => {
        waiting = { resolve, reject };
      }),
    give: (value: T) => happen(() => waiting?.resolve(value)),
    fail: (error: unknown) => happen(() => waiting?.reject(error)),
  };
}

const faceAt = (x: number, score: number) => ({ score, left: x, top: 60, right: x + 60, bottom: 120 });

/** Returns a picture of a 256 × 192 camera. Somebody else moves a little with each. */
function sightingOf(view: View, picture: number): Omit<Sighting, 'print'> {
  const isDark = view === 'dark';
  const second = { one: faceAt(150, 0.6), several: faceAt(150 + (picture % 2) * 3, 0.8) };
  return {
    ...{ width: 256, height: 192, part: view === 'part' ? 0.8 : 0 },
    faces: view === 'one' || view === 'several' ? [faceAt(60, 0.9), second[view]] : [],
    ...(isDark ? { mean: 0, deviation: 0 } : { mean: 120, deviation: 50 }),
    lights: Array.from({ length: 256 }, () => (isDark ? 0 : 120)),
  };
}

export async function openAttend({ isSecure = true, watched = null as Watched | null } = {}) {
  const { inspector, user } = prepareWindow('/attend');
  vi.stubGlobal('isSecureContext', isSecure);
  const backend = holdBackend(Object.values(attendCalls));
  const tickets = held<Ticket | null>();
  const preparation = held<void>();
  const claim = held<boolean>();
  const turn = held<void>();
  const sending = held<void>();
  const stored: (Ticket | null)[] = [];
  /** Another tab of the browser may have a seat: the server says whether. */
  let seat: Ticket | null = ticket;
  const remembered: (PageMemory | null)[] = [];
  const orders: OutboxOrder[] = [];
  const camera = { opened: 0, closed: 0, chosen: null as string | null };
  let tellCameras: (list: CameraList) => void = () => {};
  let crowd = 0;
  let listeners: CallListeners | undefined;
  let tellLost = () => {};
  let tellReports: (reports: ShownReport[]) => void = () => {};
  let tellCamera: (event: CameraEvent) => void = () => {};
  let print = 0;

  localStorage.setItem('attendance.receipts', JSON.stringify([earlier]));
  const system = createAttendanceSystem({
    languages: studentLanguages(),
    tickets: { read: tickets.ask, store: (one) => void stored.push(one) },
    seats: {
      read: async () => seat,
      store: (one) => {
        seat = one;
      },
    },
    memories: {
      read: (owner, now) =>
        watched && {
          ...{ owner, alive: now, epoch: null, periods: [], print: 0 },
          watched: { ...watched, lookedAt: now, changedAt: now },
        },
      store: (one) => void remembered.push(one),
    },
    tabLock: {
      // That of a new ticket is free.
      claim: () =>
        (['naming', 'linked'] as const).some((state) => system.actor.getSnapshot().matches(state))
          ? Promise.resolve(true)
          : claim.ask(),
      wait: () => turn.ask(),
      watch: (lost) => {
        tellLost = lost;
        return () => {
          tellLost = () => {};
        };
      },
      release: () => {},
      held: async () => null,
    },
    openSocket: (_, told) => {
      listeners = told;
      return () => {};
    },
    camera: {
      prepare: (cameraId) => {
        camera.opened += 1;
        camera.chosen = cameraId;
        return preparation.ask();
      },
      follow: (tell) => {
        tellCameras = tell;
        return () => {
          tellCameras = () => {};
        };
      },
      watch: (tell) => {
        tellCamera = tell;
        return () => {
          tellCamera = () => {};
        };
      },
      close: () => {
        camera.closed += 1;
      },
      picture: () => null,
      stream: () => null,
    },
    outboxOf: () => ({
      restore: async () => {},
      subscribe: (listener) => {
        tellReports = listener;
      },
      take: (order) => void orders.push(order),
      send: () => sending.ask(),
      clear: async () => {},
    }),
    ...(inspector && { inspect: inspector }),
  });
  runPage(system);
  render(<App system={system} />);
  await settle();

  return {
    ...backend,
    system,
    user,
    tickets,
    stored,
    remembered,
    orders,
    camera,
    preparation,
    claim,
    turn,
    loseTab: () => happen(() => tellLost()),
    sending,
    /** The server calls the device. */
    call: () => happen(() => listeners?.onCalled()),
    ticketWith: (kept: Kept): Ticket => ({ ...ticket, ...kept }),
    tellReports: (reports: ShownReport[]) => happen(() => tellReports(reports)),
    tellCameras: (list: CameraList) => happen(() => tellCameras(list)),
    tellCamera: (type: 'lacked' | 'muted' | 'unmuted' | 'lost') => happen(() => tellCamera({ type })),
    /** Lets the camera show something for some seconds, one frame each. */
    async show(view: View, { seconds = 1, isStill = false } = {}) {
      for (let second = 0; second < seconds; second += 1) {
        await happen(() =>
          tellCamera({
            type: 'seen',
            sighting: { ...sightingOf(view, view === 'several' ? crowd++ : 0), print: isStill ? print : ++print },
            ...{ at: monotonicNow() + (isStill ? 20_000 : 1_000), elapsed: 1_000 },
          }),
        );
      }
    },
    passHidden: () => happen(() => tellCamera({ type: 'hidden', at: monotonicNow() + 1_000, elapsed: 1_000 })),
    missFrames: () => happen(() => tellCamera({ type: 'missed', at: monotonicNow() + 60_000, elapsed: 50_000 })),
    async press(name: string | RegExp) {
      await user.click(screen.getByRole('button', { name }));
      await settle();
    },
    /** Goes on from a stored ticket to the watching page. */
    async watch() {
      await tickets.give({ ...ticket, choice: 'camera' });
      await claim.give(true);
      await backend.give(attendCalls.heartbeat, beatJson('admitted'));
      await preparation.give();
    },
  };
}

export type OpenedAttend = Awaited<ReturnType<typeof openAttend>>;
