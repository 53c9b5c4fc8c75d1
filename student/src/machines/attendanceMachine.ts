import { assertEvent, assign, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate';
import { BEAT_INTERVAL_MS, MAX_RESTARTS, RETRY_INTERVAL_MS, RETRY_MAX_MS } from '../constants';
import { Failure, type FailureKind, type Problem } from '../failure';
import { messages } from '../messages';
import type { Camera } from '../services/camera';
import type { Reports } from '../services/reports';
import type { Seat } from '../services/seat';
import type { PageMemories } from '../services/tabStorage';
import type {
  ActivityType,
  Admission,
  Answer,
  Beat,
  CameraList,
  Door,
  Kept,
  KnockAs,
  Lesson,
  Linked,
  Opened,
  OutboxOrder,
  Recalled,
  Receipt,
  ShownReport,
  Told,
  Watched,
} from '../services/types';
import { codeOf, linkIn, wrongIn } from './door';
import type { Presence } from './presence';
import { type RecallPorts, recall } from './recall';
import { type WatchPorts, type WatchReport, watchMachine } from './watchMachine';

/** What a student's page needs of the world. */
export interface AttendancePorts extends WatchPorts, RecallPorts {
  seat: Seat;
  reports: Reports;
  presence: Presence;
  memories: PageMemories;
  camera: Pick<Camera, 'prepare' | 'follow' | 'watch' | 'close'>;
  watchOnline(tell: () => void): () => void;
}

export interface AttendanceContext extends Kept {
  code: string;
  door: Door | null;
  /** The student's name, as they chose or typed it. */
  name: string;
  /** What was opened is a badge, not a link. */
  isBadge: boolean;
  problem: Problem | null;
  lesson: Lesson | null;
  cameras: CameraList;
  /** What the next heartbeat says. */
  told: Told;
  /** Since when, in monotonic milliseconds; null: since it was told. */
  toldSince: number | null;
  /** How often the camera and the detector were started again since the last picture. */
  restarts: number;
  beatEvery: number;
  /** The wait that the last failed attempt was asked for; 0 without one. */
  retryAfterMs: number;
  /** At the door, tells this device from others that wait under the same name; null if the server gives none. */
  number: string | null;
  /** When the teacher's excuse ends, in milliseconds since the epoch; null without one. */
  excusedUntil: number | null;
  reports: ShownReport[];
  /** What an earlier page of the tab knew of the student, until this one watches. */
  earlier: Watched | null;
  /** What the server has recorded of the lesson, once it is over. */
  receipt: Receipt | null;
  /** Id of the log that was answered last. */
  answered: string | null;
}

export type AttendanceEvent =
  | { type: 'code.submit'; code: string }
  | { type: 'code.again' }
  | { type: 'link.retry' }
  | { type: 'link.redeem' }
  | { type: 'knock.submit'; as: KnockAs; name: string }
  /** The student is somebody else. */
  | { type: 'name.again' }
  | { type: 'consent.give'; pictures: boolean }
  | { type: 'consent.decline' }
  | { type: 'consent.review' }
  | { type: 'pictures.choose'; pictures: boolean }
  | { type: 'camera.retry' }
  | { type: 'camera.choose'; cameraId: string }
  | { type: 'cameras.changed'; cameras: CameraList }
  | { type: 'pause.submit'; reason: string }
  | { type: 'pause.end' }
  | { type: 'leave.submit' }
  | { type: 'tab.use' }
  /** Another tab of this browser has taken the lesson. */
  | { type: 'tab.lost' }
  | { type: 'network.online' }
  | { type: 'reports.changed'; reports: ShownReport[] }
  | { type: 'receipt.refresh' }
  | { type: 'answer.submit'; logId: string; text: string }
  /** The teacher has let the student in. */
  | { type: 'door.opened' }
  /** The teacher has excused the student, or the excuse is over. */
  | { type: 'excuse.began' }
  | { type: 'excuse.ended' }
  /** There is something to say before the next heartbeat. */
  | { type: 'beat.due' }
  | { type: 'beat.now' }
  | WatchReport;

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
  | 'sendAnswer'
  | 'watchNetwork'
  | 'watch';

export interface BeatInput extends Pick<AttendanceContext, 'told' | 'toldSince' | 'pictures'> {
  /** Of a pause. */
  reason: string;
}

async function sendHeartbeat(
  { seat, presence, now }: Pick<AttendancePorts, 'seat' | 'presence' | 'now'>,
  { told, toldSince, reason, pictures }: BeatInput,
  signal: AbortSignal,
): Promise<Beat> {
  const sent = now();
  presence.note(told, toldSince ?? sent);
  const { epoch, ...beat } = await seat.sendHeartbeat({ told, reason, pictures, past: presence.pastAt(sent) }, signal);
  // The server answered somewhere in between.
  presence.answer({ epoch, at: (sent + now()) / 2 });
  return beat;
}

type Started = Extract<WatchReport, { type: 'episode.started' }>;

/** The teacher asks for pictures, and the student sends them. Of other windows there is none. */
const hasPicture = ({ pictures, lesson }: AttendanceContext, { kind }: Started): boolean =>
  pictures && lesson?.asksForPictures === true && kind !== 'suspicious_application';

/** The teacher has switched the kind off. */
const isIgnored = ({ lesson }: AttendanceContext, { kind }: Started): boolean =>
  lesson?.ignored.includes(kind) === true;

const keptOf = ({ choice, pictures, pause, cameraId }: Kept): Kept => ({ choice, pictures, pause, cameraId });

/** Returns the episodes that went on when an earlier page was closed. */
const openIn = (earlier: Watched | null): ActivityType[] => [
  ...(earlier?.view === 'absence' ? (['no_face'] as const) : []),
  ...(earlier?.view === 'company' ? (['multiple_faces'] as const) : []),
  ...(earlier?.page === 'away' ? (['suspicious_application'] as const) : []),
];

const kindOf = (error: unknown): FailureKind | undefined => (error instanceof Failure ? error.problem.kind : undefined);

/** What a student leaves behind who turns out to be another one. */
const nobody = {
  ...{ door: null, problem: null, choice: null, pictures: false, pause: null, cameraId: null },
  ...{ reports: [], lesson: null, cameras: { options: [], usedId: null } },
  ...{ name: '', isBadge: false, receipt: null, answered: null, number: null, earlier: null },
} satisfies Partial<AttendanceContext>;

const anotherCamera = {
  target: 'preparing',
  actions: [
    'chooseDevice',
    { type: 'keepChoices', params: ({ context }: { context: Kept }) => keptOf(context) },
    { type: 'tell', params: { told: 'waiting' } },
    'beat',
  ],
} as const;

const turnedDown = { target: '#attendance.code', actions: ['forgetLink', 'startOver'] } as const;

const problemOf = (error: unknown): Problem =>
  error instanceof Failure ? error.problem : { kind: 'failed', sentence: messages.failed };

/**
 * One student in one lesson, from the code to the end.
 *
 * ```
 * recalling ─▶ code ─▶ naming ─▶ joined { place, link, reports } ─▶ leaving ─▶ left, ended, refused, takenOver, forgotten
 * recalling ─▶ claiming ─▶ joined ⇄ elsewhere
 * code ─▶ claiming, where this browser has a seat in the lesson
 * recalling ─▶ linked { checking ⇄ unanswered, waiting; checking ─▶ confirming ⇄ redeeming; closed } ─▶ joined
 * joined { door, consenting } ─▶ withdrawing ─▶ code, for a student who is somebody else
 * place: door ─▶ consenting ─▶ preparing ─▶ watching ⇄ paused, excused, unwatched, cameraRefused, cameraLost
 * place: watching ⇄ restarting ─▶ cameraLost
 * link: due ─▶ beating ─▶ resting, offline ─▶ due
 * ended: fetching ⇄ postponed; fetching ─▶ reading ⇄ answering; any ─▶ closed
 * ```
 *
 * Invariants:
 * - The camera runs only in preparing, watching and restarting, after the student has agreed in this lesson.
 * - No camera, or no consent, is a way to attend.
 * - A picture is taken only if the teacher asks for it and the student has said yes. A no holds at once, also for pictures not sent yet.
 * - Nothing is watched while the teacher has excused the student. Heartbeats tell when that begins and ends.
 * - A heartbeat tells each change of what is watched at once. Without an answer it is repeated every 5 s.
 * - A heartbeat claims "watching" or "dark" only right after a new picture was looked at.
 * - Without pictures the camera and the detector are started again, three times. Then the student reads what is wrong.
 * - A mailed link is used up by a press, never by opening the page. Its secret, or that of a badge, is in no context.
 * - A request for a seat that is repeated gets the same one.
 * - A report stays in the outbox until the server has answered it.
 * - A chosen camera stays chosen in this tab. Where it is gone, another one is opened.
 * - A reload goes on where it was: the token and the choices are stored for the tab, until the student closes the receipt. A pause
 *   stays one, and the camera is not opened before the server has answered.
 * - One tab of a browser attends. Another one, a copy or opened with the same code, says so, and goes on when the first is closed or the
 *   student asks for it.
 * - Why a page is out of the lesson is what the server says. A token that it does not know says nothing about the lesson.
 * - What a proxy says in the server's place is no answer: the token and the reports stay, and it is asked again.
 */
export const attendanceMachine = (ports: AttendancePorts) => {
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
        // What went on ended with the lesson.
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
    },
    actions: {
      closeCamera: () => camera.close(),
      keepChoices: (_, kept: Kept) => seat.keepChoices(kept),
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
      assignMalformed: assign({ problem: { kind: 'failed', sentence: messages.code.malformed } }),
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
        return { problem: { kind: 'failed' as const, sentence: messages.camera.fault[event.fault] } };
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
      assignNoAnswer: assign({ problem: { kind: 'failed', sentence: messages.receipt.empty } }),
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
  }).createMachine({
    id: 'attendance',
    context: {
      ...nobody,
      code: '',
      told: 'waiting',
      toldSince: null,
      restarts: 0,
      beatEvery: BEAT_INTERVAL_MS,
      retryAfterMs: 0,
      excusedUntil: null,
    },
    initial: 'recalling',
    states: {
      recalling: {
        description: 'The tab’s storage is read.',
        invoke: {
          id: 'recall',
          src: 'recall',
          onDone: [
            {
              guard: ({ event }) => event.output.kind === 'joined',
              description: 'the tab has joined before',
              target: 'claiming',
              actions: assign(({ event: { output } }) =>
                output.kind === 'joined'
                  ? { name: output.name, code: output.code, earlier: output.earlier, ...keptOf(output) }
                  : {},
              ),
            },
            {
              guard: ({ event }) => event.output.kind === 'linked',
              description: 'the address has a mailed link or a badge',
              target: 'linked',
            },
            {
              guard: ({ event }) => event.output.kind === 'invited',
              description: 'the address has a code',
              target: 'code.checking',
              actions: assign(({ event: { output } }) => (output.kind === 'invited' ? { code: output.code } : {})),
            },
            { target: 'code' },
          ],
          onError: 'code',
        },
      },
      claiming: {
        description: 'Another tab may have the lesson.',
        invoke: {
          id: 'claimTab',
          src: 'claimTab',
          input: ({ event }) => ({ seize: event.type === 'tab.use' }),
          onDone: [
            { guard: ({ event }) => event.output, description: 'this tab has the lesson', target: 'joined' },
            { target: 'elsewhere' },
          ],
          onError: { description: 'the browser locks nothing', target: 'joined' },
        },
      },
      elsewhere: {
        description: 'Another tab of this browser has the lesson.',
        entry: 'forgetPictures',
        invoke: {
          id: 'awaitTab',
          src: 'awaitTab',
          onDone: 'joined',
          onError: { description: 'the wait was cut short', target: 'claiming' },
        },
        on: { 'tab.use': 'claiming' },
      },
      code: {
        description: 'The lesson is not known yet.',
        initial: 'typing',
        states: {
          typing: {
            description: 'The student types the lesson’s code.',
            on: {
              'code.submit': [
                {
                  guard: 'isLink',
                  target: '#attendance.linked',
                  actions: { type: 'takeLink', params: ({ event }) => ({ address: event.code }) },
                },
                { guard: 'isCode', target: 'checking', actions: 'assignCode' },
                { actions: 'assignMalformed' },
              ],
            },
          },
          checking: {
            description: 'The lesson is looked up.',
            invoke: {
              id: 'openDoor',
              src: 'openDoor',
              input: ({ context }) => ({ code: context.code }),
              onDone: [
                {
                  guard: ({ event }) => event.output.seat !== null,
                  description: 'this browser has a seat in the lesson',
                  target: '#attendance.claiming',
                  actions: assign({
                    door: ({ event }) => event.output.door,
                    name: ({ event }) => event.output.seat ?? '',
                  }),
                },
                {
                  target: '#attendance.naming',
                  actions: assign({ door: ({ event }) => event.output.door }),
                },
              ],
              onError: {
                target: 'typing',
                actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
        },
      },
      linked: {
        description: 'The student has opened a mailed link, or scanned a badge.',
        initial: 'checking',
        states: {
          checking: {
            description: 'Whose link or badge it is is looked up.',
            on: { 'code.again': turnedDown },
            invoke: {
              id: 'openLink',
              src: 'openLink',
              onDone: [
                {
                  guard: ({ event }) => event.output.seat !== null,
                  description: 'this browser has joined with it already',
                  target: '#attendance.claiming',
                  actions: ['forgetLink', { type: 'assignLinked', params: ({ event }) => ({ linked: event.output }) }],
                },
                {
                  guard: ({ event }) => event.output.isRunning,
                  description: 'its lesson is running',
                  target: 'confirming',
                  actions: { type: 'assignLinked', params: ({ event }) => ({ linked: event.output }) },
                },
                {
                  target: 'waiting',
                  actions: { type: 'assignLinked', params: ({ event }) => ({ linked: event.output }) },
                },
              ],
              onError: [
                {
                  guard: ({ event }) => kindOf(event.error) === 'unknown',
                  description: 'the link does not work any more',
                  target: 'closed',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
                {
                  guard: 'isWaiting',
                  target: 'waiting',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
                {
                  target: 'unanswered',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
              ],
            },
          },
          waiting: {
            description: 'No lesson of the badge’s section is running.',
            on: { 'code.again': turnedDown },
            after: { retryInterval: 'checking' },
          },
          unanswered: {
            description: 'The server does not answer.',
            on: { 'link.retry': { target: 'checking', actions: 'clearProblem' }, 'code.again': turnedDown },
          },
          confirming: {
            description: 'The student sees whose link or badge it is. It is not used up.',
            on: { 'link.redeem': 'redeeming', 'code.again': turnedDown },
          },
          redeeming: {
            description: 'The student joins, which uses a link up.',
            entry: 'clearProblem',
            invoke: {
              id: 'redeemLink',
              src: 'redeemLink',
              input: ({ context }) => ({ name: context.name }),
              onDone: '#attendance.joined',
              onError: [
                {
                  guard: ({ event }) => kindOf(event.error) === 'unknown',
                  description: 'the link does not work any more',
                  target: 'closed',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
                {
                  target: 'confirming',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
              ],
            },
          },
          closed: {
            description: 'The link or badge was used, withdrawn or replaced, or its lesson is over.',
            entry: 'forgetLink',
            on: { 'code.again': { target: '#attendance.code', actions: 'startOver' } },
          },
        },
      },
      naming: {
        description: 'The lesson is known, the student is not.',
        initial: 'choosing',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
        states: {
          choosing: {
            description: 'The student chooses their name, or types it with an email.',
            on: {
              'knock.submit': [
                { guard: 'isComplete', target: 'knocking', actions: 'assignName' },
                { actions: 'assignWrong' },
              ],
            },
          },
          knocking: {
            description: 'The student asks to join.',
            invoke: {
              id: 'knock',
              src: 'knock',
              input: ({ context, event }) => {
                assertEvent(event, 'knock.submit');
                return { code: context.code, as: event.as, name: event.name };
              },
              onDone: '#attendance.joined',
              onError: [
                {
                  guard: ({ event }) => kindOf(event.error) === 'unknown',
                  description: 'the code is good no longer',
                  target: '#attendance.code',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
                {
                  target: 'choosing',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
              ],
            },
          },
        },
      },
      joined: {
        description: 'The student has a token.',
        type: 'parallel',
        invoke: [
          { id: 'outbox', src: 'outbox', input: ({ context }) => ({ goesOn: openIn(context.earlier) }) },
          { id: 'watchNetwork', src: 'watchNetwork' },
          { id: 'watchTab', src: 'watchTab' },
          { id: 'followCameras', src: 'followCameras' },
        ],
        on: {
          'cameras.changed': { actions: 'assignCameras' },
          'leave.submit': 'leaving',
          'tab.lost': 'elsewhere',
          'pictures.choose': [
            {
              guard: 'isYes',
              actions: ['choosePictures', { type: 'keepChoices', params: ({ context }) => keptOf(context) }, 'beat'],
            },
            {
              actions: [
                'choosePictures',
                { type: 'keepChoices', params: ({ context }) => keptOf(context) },
                'dropPictures',
                'beat',
              ],
            },
          ],
        },
        states: {
          place: {
            description: 'What the student and the camera do.',
            initial: 'door',
            states: {
              door: {
                description: 'The student waits for the teacher.',
                entry: { type: 'tell', params: { told: 'waiting' } },
                on: {
                  'door.opened': [
                    { guard: 'hasPaused', target: 'paused' },
                    { guard: 'hasAgreed', target: 'preparing' },
                    { guard: 'hasDeclined', target: 'unwatched' },
                    { target: 'consenting' },
                  ],
                  'name.again': '#attendance.withdrawing',
                },
              },
              consenting: {
                description: 'The student reads what would be watched.',
                on: {
                  'consent.give': {
                    target: 'preparing',
                    actions: ['chooseCamera', { type: 'keepChoices', params: ({ context }) => keptOf(context) }],
                  },
                  'consent.decline': 'unwatched',
                  'name.again': '#attendance.withdrawing',
                },
              },
              preparing: {
                description: 'The camera is opened and the detector is loaded.',
                entry: 'clearProblem',
                invoke: {
                  id: 'prepareCamera',
                  src: 'prepareCamera',
                  input: ({ context: { cameraId } }) => ({ cameraId }),
                  onDone: 'watching',
                  onError: {
                    target: 'cameraRefused',
                    actions: [
                      { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                      'closeEpisodes',
                      'forgetEarlier',
                    ],
                  },
                },
                on: {
                  'consent.decline': { target: 'unwatched', actions: ['closeEpisodes', 'forgetEarlier'] },
                  'excuse.began': { target: 'excused', actions: ['closeEpisodes', 'forgetEarlier'] },
                },
              },
              watching: {
                description: 'The camera is watched on this device.',
                exit: ['closeCamera', 'closeEpisodes', 'forgetEarlier'],
                invoke: { id: 'watch', src: 'watch', input: ({ context: { earlier } }) => ({ earlier }) },
                on: {
                  'watch.told': { actions: ['tellWatch', 'beatNow'] },
                  'watch.resumed': { actions: 'beat' },
                  'watch.stalled': [
                    { guard: 'mayRestart', target: 'restarting', actions: 'countRestart' },
                    { target: 'cameraLost', actions: 'assignFault' },
                  ],
                  'episode.started': { actions: 'keepEpisode' },
                  'episode.ended': { actions: 'keepEpisode' },
                  'camera.lost': { target: 'cameraLost', actions: 'clearProblem' },
                  'camera.choose': anotherCamera,
                  'pause.submit': {
                    target: 'paused',
                    actions: ['assignPause', { type: 'keepChoices', params: ({ context }) => keptOf(context) }],
                  },
                  'excuse.began': 'excused',
                  'consent.decline': 'unwatched',
                },
              },
              restarting: {
                description: 'No pictures came. The camera and the detector are started again.',
                invoke: {
                  id: 'prepareCamera',
                  src: 'prepareCamera',
                  input: ({ context: { cameraId } }) => ({ cameraId }),
                  onDone: 'watching',
                  onError: {
                    target: 'cameraLost',
                    actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                  },
                },
                on: { 'excuse.began': 'excused', 'consent.decline': 'unwatched' },
              },
              paused: {
                description: 'The student has paused. The camera is off.',
                entry: [{ type: 'tell', params: { told: 'paused' } }, 'beat'],
                on: {
                  'pause.end': {
                    target: 'preparing',
                    actions: ['endPause', { type: 'keepChoices', params: ({ context }) => keptOf(context) }],
                  },
                  'consent.decline': { target: 'unwatched', actions: 'endPause' },
                },
              },
              excused: {
                description: 'The teacher has excused the student. The camera is off.',
                entry: [{ type: 'tell', params: { told: 'paused' } }, 'beat'],
                on: { 'excuse.ended': 'preparing' },
              },
              unwatched: {
                description: 'The student attends without the camera.',
                entry: [
                  'chooseNone',
                  { type: 'keepChoices', params: ({ context }) => keptOf(context) },
                  'dropPictures',
                  { type: 'tell', params: { told: 'unwatched' } },
                  'beat',
                ],
                on: { 'consent.review': 'consenting' },
              },
              cameraRefused: {
                description: 'The camera could not be opened.',
                entry: [{ type: 'tell', params: { told: 'unwatched' } }, 'beat'],
                on: { 'camera.retry': 'preparing', 'camera.choose': anotherCamera, 'consent.decline': 'unwatched' },
              },
              cameraLost: {
                description: 'The camera has stopped by itself, or no picture of it can be looked at.',
                entry: [{ type: 'tell', params: { told: 'unwatched' } }, 'beat'],
                on: { 'camera.retry': 'preparing', 'camera.choose': anotherCamera, 'consent.decline': 'unwatched' },
              },
            },
          },
          link: {
            description: 'Heartbeats.',
            initial: 'due',
            states: {
              due: {
                description: 'A heartbeat waits for the picture that proves what it says.',
                always: { guard: 'isNoClaim', target: 'beating' },
                on: { 'watch.proven': 'beating' },
              },
              beating: {
                description: 'A heartbeat is under way.',
                invoke: {
                  id: 'sendHeartbeat',
                  src: 'sendHeartbeat',
                  input: ({ context: { told, toldSince, pause, pictures } }) => ({
                    ...{ told, toldSince, pictures },
                    reason: told === 'paused' ? (pause ?? '') : '',
                  }),
                  onDone: [
                    {
                      guard: ({ event }) => admissionOf(event.output) === 'ended',
                      description: 'the lesson is over',
                      target: '#attendance.ended',
                    },
                    {
                      guard: ({ event }) => admissionOf(event.output) === 'refused',
                      description: 'the teacher has refused',
                      target: '#attendance.refused',
                    },
                    {
                      guard: ({ event }) => admissionOf(event.output) === 'taken_over',
                      description: 'another device was let in',
                      target: '#attendance.takenOver',
                    },
                    {
                      guard: ({ event }) => isExcused(event.output),
                      description: 'the student is let in, and excused',
                      target: 'resting',
                      actions: [
                        { type: 'assignBeat', params: ({ event }) => ({ beat: event.output }) },
                        'openDoorToClass',
                        'excuse',
                      ],
                    },
                    {
                      guard: ({ event }) => admissionOf(event.output) === 'admitted',
                      description: 'the student is let in',
                      target: 'resting',
                      actions: [
                        { type: 'assignBeat', params: ({ event }) => ({ beat: event.output }) },
                        'openDoorToClass',
                        'endExcuse',
                      ],
                    },
                    {
                      target: 'resting',
                      actions: { type: 'assignBeat', params: ({ event }) => ({ beat: event.output }) },
                    },
                  ],
                  onError: [
                    {
                      guard: ({ event }) => kindOf(event.error) === 'unknown',
                      description: 'the server does not know the token',
                      target: '#attendance.forgotten',
                    },
                    {
                      target: 'offline',
                      actions: { type: 'assignPatience', params: ({ event }) => ({ error: event.error }) },
                    },
                  ],
                },
                on: { 'beat.due': 'due', 'beat.now': { target: 'beating', reenter: true } },
              },
              resting: {
                description: 'The server has answered.',
                on: { 'beat.due': 'due', 'beat.now': 'beating' },
                after: { beatInterval: 'due' },
              },
              offline: {
                description: 'The server does not answer.',
                on: { 'network.online': 'due' },
                after: { retryInterval: 'due' },
              },
            },
          },
          reports: {
            description: 'The way of the reports to the server.',
            initial: 'settled',
            states: {
              settled: {
                description: 'Every report has been answered.',
                on: {
                  'reports.changed': [
                    { guard: 'hasKept', target: 'sending', actions: 'assignReports' },
                    { actions: 'assignReports' },
                  ],
                },
              },
              sending: {
                description: 'Reports are under way.',
                invoke: {
                  id: 'sendReports',
                  src: 'sendReports',
                  onDone: [{ guard: 'hasKept', target: 'sending', reenter: true }, { target: 'settled' }],
                  onError: {
                    target: 'postponed',
                    actions: { type: 'assignPatience', params: ({ event }) => ({ error: event.error }) },
                  },
                },
                on: { 'reports.changed': { actions: 'assignReports' } },
              },
              postponed: {
                description: 'Reports are kept until the server answers again.',
                on: {
                  'reports.changed': { actions: 'assignReports' },
                  'network.online': 'sending',
                },
                after: { retryInterval: 'sending' },
              },
            },
          },
        },
      },
      withdrawing: {
        description: 'The student is somebody else. The place is given up.',
        exit: ['forget', 'forgetStudent'],
        invoke: {
          id: 'leave',
          src: 'leave',
          onDone: [{ guard: 'hasCode', target: 'code.checking' }, { target: 'code' }],
          onError: [{ guard: 'hasCode', target: 'code.checking' }, { target: 'code' }],
        },
      },
      leaving: {
        description: 'The place is given up.',
        invoke: { id: 'leave', src: 'leave', onDone: 'left', onError: 'left' },
      },
      left: {
        description: 'The student has left.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
      ended: {
        description: 'The lesson is over.',
        initial: 'fetching',
        on: { 'code.again': { target: 'code', actions: ['forget', 'startOver'] } },
        states: {
          fetching: {
            description: 'What was recorded is fetched.',
            invoke: {
              id: 'fetchReceipt',
              src: 'fetchReceipt',
              onDone: {
                target: 'reading',
                actions: { type: 'assignReceipt', params: ({ event }) => ({ receipt: event.output }) },
              },
              onError: [
                {
                  guard: ({ event }) => kindOf(event.error) === 'unknown',
                  description: 'there is no receipt for this device, or no longer',
                  target: 'closed',
                },
                {
                  target: 'postponed',
                  actions: { type: 'assignPatience', params: ({ event }) => ({ error: event.error }) },
                },
              ],
            },
          },
          postponed: {
            description: 'The server does not answer.',
            after: { retryInterval: 'fetching' },
          },
          reading: {
            description: 'The student reads what was recorded.',
            on: {
              'receipt.refresh': 'fetching',
              'answer.submit': [
                { guard: 'isAnswer', target: 'answering', actions: 'assignAnswered' },
                { actions: ['assignAnswered', 'assignNoAnswer'] },
              ],
            },
          },
          answering: {
            description: 'An answer is under way.',
            invoke: {
              id: 'sendAnswer',
              src: 'sendAnswer',
              input: ({ event }) => {
                assertEvent(event, 'answer.submit');
                return { logId: event.logId, text: event.text };
              },
              onDone: {
                target: 'reading',
                actions: assign({ receipt: ({ context, event }) => withAnswer(context.receipt, event.output) }),
              },
              onError: [
                {
                  guard: ({ event }) => kindOf(event.error) === 'unknown',
                  description: 'the receipt is closed, or the log was deleted',
                  target: 'fetching',
                },
                {
                  target: 'reading',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
              ],
            },
          },
          closed: {
            description: 'There is nothing to read.',
            entry: ['forget', { type: 'assignReceipt', params: { receipt: null } }],
          },
        },
      },
      refused: {
        description: 'The teacher has not let the student in.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
      takenOver: {
        description: 'The student attends on another device.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
      forgotten: {
        description: 'The server does not know the token.',
        entry: 'forget',
        on: { 'code.again': { target: 'code', actions: 'startOver' } },
      },
    },
  });
};

const isExcused = ({ admission, excusedUntil }: Beat): boolean => admission === 'admitted' && excusedUntil !== null;
const admissionOf = ({ admission }: Beat): Admission => admission;

const withAnswer = (receipt: Receipt | null, { logId, answer }: Answer): Receipt | null =>
  receipt && { ...receipt, logs: receipt.logs.map((log) => (log.id === logId ? { ...log, answer } : log)) };
