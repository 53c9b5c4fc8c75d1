import { assertEvent, assign, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate';
import { MAX_RESTARTS, RETRY_INTERVAL_MS, RETRY_MAX_MS } from '../../constants';
import type { Camera } from '../../services/camera';
import type { Reports } from '../../services/reports';
import type { Seat } from '../../services/seat';
import type { PageMemories } from '../../services/tabStorage';
import type {
  ActivityType,
  Answer,
  Beat,
  Kept,
  KnockAs,
  Linked,
  Opened,
  OutboxOrder,
  Recalled,
  Receipt,
  Told,
} from '../../services/types';
import { callsMachine } from '../callsMachine';
import { codeOf, linkIn, wrongIn } from '../door';
import type { Presence } from '../presence';
import { type RecallPorts, recall } from '../recall';
import { type ResumptionPorts, resumptionMachine } from '../resumptionMachine';
import type { WatchPorts } from '../watch/setup';
import { watchMachine } from '../watchMachine';
import { type HeartbeatPorts, sendHeartbeat } from './heartbeat';
import { hasPicture, isIgnored, problemOf } from './rules';
import type { AttendanceContext, AttendanceEvent, BeatInput } from './types';

/** What a student's page needs of the world. */
export interface AttendancePorts extends WatchPorts, RecallPorts, HeartbeatPorts, ResumptionPorts {
  seat: Seat;
  reports: Reports;
  presence: Presence;
  memories: PageMemories;
  camera: Pick<Camera, 'prepare' | 'follow' | 'watch' | 'close'>;
  watchOnline(tell: () => void): () => void;
}

type Invoked =
  | 'recall'
  | 'claimTab'
  | 'awaitTab'
  | 'watchTab'
  | 'openLink'
  | 'redeemLink'
  | 'openDoor'
  | 'knock'
  | 'sendHeartbeat'
  | 'outbox'
  | 'sendReports'
  | 'prepareCamera'
  | 'followCameras'
  | 'leave'
  | 'fetchReceipt'
  | 'calls'
  | 'resumption'
  | 'sendAnswer'
  | 'watchNetwork'
  | 'watch';

/** What a student leaves behind who turns out to be another one. */
export const nobody = {
  ...{ door: null, problem: null, choice: null, pictures: false, pause: null, cameraId: null },
  ...{ reports: [], lesson: null, cameras: { options: [], usedId: null } },
  ...{ name: '', isBadge: false, receipt: null, answered: null, number: null, earlier: null },
} satisfies Partial<AttendanceContext>;

/** What the chart's states are made of. */
export const attendanceSetup = (ports: AttendancePorts) => {
  const { seat, reports, presence, memories, camera, watchOnline } = ports;
  const sendKept = (signal: AbortSignal) => reports.send((events) => seat.sendReports(events, signal));
  return setup({
    types: {
      context: {} as AttendanceContext,
      events: {} as AttendanceEvent,
      children: {} as { [Id in Invoked]: Id },
    },
    actors: {
      /** Reads what the tab has stored, and the code in the address. */
      recall: fromPromise<Recalled, void>(() => recall(ports)),
      /** Takes the lesson for this tab. Resolves to whether no other tab has it. */
      claimTab: fromPromise<boolean, { seize: boolean }>(({ input }) => seat.claim(input.seize)),
      /** Takes the lesson as soon as the other tab is closed. */
      awaitTab: fromPromise<void, void>(({ signal }) => seat.wait(signal)),
      /** Sends `tab.lost`. */
      watchTab: fromCallback(({ sendBack }) => seat.watch(() => sendBack({ type: 'tab.lost' }))),
      /** Asks whose link or badge it is. */
      openLink: fromPromise<Linked, void>(({ signal }) => seat.openLink(signal)),
      /** Uses the link up. Stores the token. */
      redeemLink: fromPromise<void, { name: string }>(({ input, signal }) => seat.redeemLink(input.name, signal)),
      openDoor: fromPromise<Opened, { code: string }>(({ input, signal }) => seat.openDoor(input.code, signal)),
      /** Stores the token. */
      knock: fromPromise<void, { code: string; as: KnockAs; name: string }>(({ input, signal }) =>
        seat.knock(input, signal),
      ),
      sendHeartbeat: fromPromise<Beat, BeatInput>(({ input, signal }) => sendHeartbeat(ports, input, signal)),
      /** Keeps reports until they are sent. Sends `reports.changed`. */
      outbox: fromCallback<OutboxOrder, { goesOn: ActivityType[] }>(({ sendBack, receive, input }) => {
        presence.begin();
        reports.open(seat.id(), input.goesOn, (reports) => sendBack({ type: 'reports.changed', reports }));
        receive(reports.take);
      }),
      sendReports: fromPromise<void, void>(({ signal }) => sendKept(signal)),
      /** Opens the camera and loads the detector. */
      prepareCamera: fromPromise<void, Pick<AttendanceContext, 'cameraId'>>(({ input, signal }) =>
        camera.prepare(input.cameraId, signal),
      ),
      /** Tells which cameras there are. Sends `cameras.changed`. */
      followCameras: fromCallback(({ sendBack }) =>
        camera.follow((cameras) => sendBack({ type: 'cameras.changed', cameras })),
      ),
      /** Sends what is still kept, gives the place up, and clears the tab's storage. */
      leave: fromPromise<void, void>(async ({ signal }) => {
        await sendKept(signal).catch(() => {});
        await seat.sendLeave(signal);
      }),
      /** Sends what is still kept, and reads what was recorded. */
      fetchReceipt: fromPromise<Receipt, void>(async ({ signal }) => {
        // Open episodes ended with the lesson.
        reports.take({ type: 'episodes.close' });
        const isSent = await sendKept(signal).then(
          () => true,
          () => false,
        );
        const receipt = await seat.fetchReceipt(signal);
        if (isSent) reports.clear();
        return receipt;
      }),
      sendAnswer: fromPromise<Answer, { logId: string; text: string }>(({ input, signal }) =>
        seat.sendAnswer(input, signal),
      ),
      watchNetwork: fromCallback(({ sendBack }) => watchOnline(() => sendBack({ type: 'network.online' }))),
      watch: watchMachine(ports),
      /** Sends `teacher.called`. */
      calls: callsMachine(ports),
      /** Sends `lesson.resumed`. */
      resumption: resumptionMachine(ports),
    },
    actions: {
      closeCamera: () => camera.close(),
      keepChoices: (_, kept: Kept) => seat.keepChoices(kept),
      /** The student was let in: whatever comes next, this browser can read the receipt. */
      keepReceipt: ({ context: { lesson } }) => lesson && seat.keepReceipt(lesson),
      assignReceipts: assign({ receipts: () => seat.receipts() }),
      takeReceipt: (_, { id }: { id: string }) => seat.takeReceipt(id),
      dropReceipt: (_, { id }: { id: string }) => seat.dropReceipt(id),
      /** Takes the secret of the link from an address. */
      takeLink: (_, { address }: { address: string }) => seat.takeLink(linkIn(address)),
      /** Drops the secret of the link. */
      forgetLink: () => seat.takeLink(null),
      /** Clears what the tab has stored of the lesson. */
      forget: () => {
        reports.close();
        presence.forget();
        memories.store(null);
        seat.forget();
      },
      assignCode: assign({
        code: ({ event }) => {
          assertEvent(event, 'code.submit');
          return codeOf(event.code) ?? '';
        },
        problem: null,
      }),
      assignMalformed: assign({ problem: { kind: 'failed', sentence: 'malformed' } }),
      assignWrong: assign({
        problem: ({ event }) => {
          assertEvent(event, 'knock.submit');
          return wrongIn(event.as);
        },
      }),
      assignProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
      clearProblem: assign({ problem: null }),
      assignPatience: assign({
        retryAfterMs: (_, { error }: { error: unknown }) => problemOf(error).retryAfterMs ?? 0,
      }),
      assignName: assign({
        name: ({ event }) => {
          assertEvent(event, 'knock.submit');
          return event.name;
        },
        problem: null,
      }),
      assignLinked: assign((_, { linked: { door, name, isBadge } }: { linked: Linked }) => ({
        ...{ door, name, isBadge },
        problem: null,
      })),
      assignBeat: assign((_, { beat }: { beat: Beat }) => ({
        lesson: beat.lesson,
        beatEvery: beat.every,
        excusedUntil: beat.excusedUntil,
        pausedFor: beat.pausedFor,
        endsIn: beat.endsIn,
        number: beat.number,
      })),
      openDoorToClass: raise({ type: 'door.opened' }),
      excuse: raise({ type: 'excuse.began' }),
      endExcuse: raise({ type: 'excuse.ended' }),
      chooseCamera: assign({
        choice: 'camera',
        pictures: ({ event }) => {
          assertEvent(event, 'consent.give');
          return event.pictures;
        },
      }),
      chooseDevice: assign({
        cameraId: ({ event }) => {
          assertEvent(event, 'camera.choose');
          return event.cameraId;
        },
      }),
      assignCameras: assign({
        cameras: ({ event }) => {
          assertEvent(event, 'cameras.changed');
          return event.cameras;
        },
      }),
      chooseNone: assign({ choice: 'none', pictures: false }),
      /** The other tab may take the yes back, and what this one knew gets old. */
      forgetPictures: assign({ pictures: false, earlier: null }),
      forgetEarlier: assign({ earlier: null }),
      choosePictures: assign({
        pictures: ({ event }) => {
          assertEvent(event, 'pictures.choose');
          return event.pictures;
        },
      }),
      tell: assign({ told: (_, { told }: { told: Told }) => told, toldSince: null, restarts: 0 }),
      tellWatch: assign(({ context, event }) => {
        assertEvent(event, 'watch.told');
        const { told, since } = event;
        return { told, toldSince: since, restarts: told === 'watching' ? 0 : context.restarts };
      }),
      countRestart: assign({ restarts: ({ context }) => context.restarts + 1 }),
      assignFault: assign(({ event }) => {
        assertEvent(event, 'watch.stalled');
        return { problem: { kind: 'failed' as const, sentence: event.fault } };
      }),
      assignPause: assign({
        pause: ({ event }) => {
          assertEvent(event, 'pause.submit');
          return event.reason.trim();
        },
      }),
      endPause: assign({ pause: null }),
      beat: raise({ type: 'beat.due' }),
      /** What it says is told of a picture that was just looked at, or needs none. */
      beatNow: raise({ type: 'beat.now' }),
      assignReports: assign({
        reports: ({ event }) => {
          assertEvent(event, 'reports.changed');
          return event.reports;
        },
      }),
      keepEpisode: sendTo('outbox', ({ context, event }): OutboxOrder => {
        assertEvent(event, ['episode.started', 'episode.ended']);
        if (event.type === 'episode.ended') return event;
        return { ...event, withPicture: hasPicture(context, event), isIgnored: isIgnored(context, event) };
      }),
      dropPictures: sendTo('outbox', { type: 'pictures.drop' } satisfies OutboxOrder),
      closeEpisodes: sendTo('outbox', { type: 'episodes.close' } satisfies OutboxOrder),
      assignReceipt: assign({ receipt: (_, { receipt }: { receipt: Receipt | null }) => receipt, problem: null }),
      assignAnswered: assign({
        answered: ({ event }) => {
          assertEvent(event, 'answer.submit');
          return event.logId;
        },
        problem: null,
      }),
      assignNoAnswer: assign({ problem: { kind: 'failed', sentence: 'noAnswer' } }),
      forgetStudent: assign(nobody),
      startOver: assign({ ...nobody, code: '' }),
    },
    guards: {
      /** It may be a code: six letters or digits. */
      isCode: ({ event }) => event.type === 'code.submit' && codeOf(event.code) !== null,
      /** It is the address of a link or a badge. */
      isLink: ({ event }) => event.type === 'code.submit' && linkIn(event.code) !== null,
      /** Somebody from the list, or a name with an email. */
      isComplete: ({ event }) => event.type === 'knock.submit' && wrongIn(event.as) === null,
      /** The student came with a code. */
      hasCode: ({ context }) => context.code !== '',
      /** Badge and student are known, and no lesson ran. */
      isWaiting: ({ context }) => context.door !== null,
      /** There is a text. */
      isAnswer: ({ event }) => event.type === 'answer.submit' && event.text.trim() !== '',
      /** The student has agreed to the camera before, in this lesson. */
      hasAgreed: ({ context }) => context.choice === 'camera',
      /** The student has paused, perhaps before a reload. */
      hasPaused: ({ context }) => context.pause !== null,
      /** The student sends pictures from now on. */
      isYes: ({ event }) => event.type === 'pictures.choose' && event.pictures,
      /** The student attends without the camera. */
      hasDeclined: ({ context }) => context.choice === 'none',
      /** The camera and the detector were started again fewer than three times. */
      mayRestart: ({ context }) => context.restarts < MAX_RESTARTS,
      /** What the heartbeat says needs no picture. */
      isNoClaim: ({ context }) => context.told !== 'watching' && context.told !== 'dark',
      /** A report is not sent yet. */
      hasKept: ({ event, context }) =>
        (event.type === 'reports.changed' ? event.reports : context.reports).some(({ status }) => status === 'kept'),
    },
    delays: {
      /** Interval of heartbeats, as the server says: 2 s at the door, then 20 s. */
      beatInterval: ({ context }) => context.beatEvery,
      /** Pause before an attempt is repeated, or longer if whoever answered asks for it, up to a minute. */
      retryInterval: ({ context }) => Math.min(Math.max(context.retryAfterMs, RETRY_INTERVAL_MS), RETRY_MAX_MS),
    },
  });
};

export type AttendanceSetup = ReturnType<typeof attendanceSetup>;
