import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, type EventObject, fromCallback } from 'xstate';
import { statesInWords } from '../../src/recorder/names';
import { Failure, type FailureKind, type Sentence } from '../../student/src/failure';
import type { AttendanceEvent, BeatInput } from '../../student/src/machines/attendance/types';
import { attendanceMachine } from '../../student/src/machines/attendanceMachine';
import { callsMachine } from '../../student/src/machines/callsMachine';
import { codeOf, linkIn, wrongIn } from '../../student/src/machines/door';
import type { FrameEvent } from '../../student/src/machines/frames';
import { resumptionMachine } from '../../student/src/machines/resumptionMachine';
import type { WatchContext } from '../../student/src/machines/watch/types';
import { watchMachine } from '../../student/src/machines/watchMachine';
import type {
  ActivityType,
  Admission,
  Answer,
  Beat,
  Kept,
  KnockAs,
  Linked,
  Opened,
  OutboxOrder,
  Recalled,
  Receipt,
  Watched,
} from '../../student/src/services/types';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const beat = (every: number, admission: Admission = 'knocking'): Beat => ({
  ...{ admission, lesson: null, every, excusedUntil: null, pausedFor: null, endsIn: null, number: null },
});
// More often than the server asks for, since the camera gives no pictures here.
const admitted = beat(2_000, 'admitted');
const excused = { ...admitted, excusedUntil: Date.UTC(2026, 10, 23, 10, 20) };
const failed = (kind: FailureKind, sentence: Sentence = 'failed') => new Failure({ kind, sentence });

const heartbeatOf = ({ told, pictures, reason }: BeatInput) =>
  `tells ${told}${pictures ? ', sends pictures' : ''}${reason === '' ? '' : `: ${reason}`}`;

/** The server never calls. */
const deaf = idle(callsMachine).provide({ actors: { socket: fromCallback(() => {}) } });

/** A student's page from its first moment. */
function opened() {
  const sendHeartbeat = heldPromise<Beat, BeatInput>();
  const asked = {
    recall: heldPromise<Recalled>(),
    claimTab: heldPromise<boolean, { seize: boolean }>(),
    awaitTab: heldPromise<void>(),
    openLink: heldPromise<Linked>(),
    redeemLink: heldPromise<void, { name: string }>(),
    openDoor: heldPromise<Opened, { code: string }>(),
    knock: heldPromise<void, { code: string; as: KnockAs; name: string }>(),
    prepareCamera: heldPromise<void, { cameraId: string | null }>(),
    sendReports: heldPromise<void>(),
    leave: heldPromise<void>(),
    fetchReceipt: heldPromise<Receipt>(),
    sendAnswer: heldPromise<Answer, { logId: string; text: string }>(),
  };
  const watchTab = heldCallback<{ type: 'tab.lost' }>();
  const watchNetwork = heldCallback<{ type: 'network.online' }>();
  const followCameras = heldCallback<Extract<AttendanceEvent, { type: 'cameras.changed' }>>();
  const watchFrames = heldCallback<FrameEvent, EventObject, Pick<WatchContext, 'lookedAt'>>();
  const outbox = heldCallback<
    Extract<AttendanceEvent, { type: 'reports.changed' }>,
    OutboxOrder,
    { goesOn: ActivityType[] }
  >();
  const kept: Kept[] = [];
  const receipts: string[] = [];
  const listings: string[] = [];
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const actor = createActor(
    idle(attendanceMachine).provide({
      actors: {
        recall: asked.recall.logic,
        claimTab: asked.claimTab.logic,
        awaitTab: asked.awaitTab.logic,
        openLink: asked.openLink.logic,
        redeemLink: asked.redeemLink.logic,
        openDoor: asked.openDoor.logic,
        knock: asked.knock.logic,
        prepareCamera: asked.prepareCamera.logic,
        sendReports: asked.sendReports.logic,
        leave: asked.leave.logic,
        fetchReceipt: asked.fetchReceipt.logic,
        sendAnswer: asked.sendAnswer.logic,
        ...{ sendHeartbeat: sendHeartbeat.logic, outbox: outbox.logic, watchTab: watchTab.logic },
        ...{ watchNetwork: watchNetwork.logic, followCameras: followCameras.logic },
        ...{ calls: deaf, resumption: idle(resumptionMachine).provide({ actors: { calls: deaf } }) },
        watch: idle(watchMachine).provide({
          actors: {
            watchFrames: watchFrames.logic,
            watchPage: fromCallback(() => {}),
          },
        }),
      },
      actions: {
        forget: note('forgets the lesson'),
        closeCamera: note('closes the camera'),
        keepChoices: (_, choices) => void kept.push(choices),
        takeLink: (_, { address }) => void done.push(`takes the link of ${address}`),
        forgetLink: note('forgets the link'),
        keepReceipt: ({ context: { lesson } }) => lesson && receipts.push(lesson.section),
        assignReceipts: () => void listings.push('listed'),
        takeReceipt: (_, { id }) => void done.push(`takes the receipt of ${id}`),
        dropReceipt: (_, { id }) => void done.push(`drops the receipt of ${id}`),
      },
    }),
  ).start();
  const context = () => actor.getSnapshot().context;
  /** Begins with what each was asked before the last look. */
  const looked = new Map<object, number>();
  const since = <Item>(list: readonly Item[]) => {
    const items = list.slice(looked.get(list) ?? 0);
    looked.set(list, list.length);
    return items;
  };
  return {
    ...{
      actor,
      asked,
      context,
      kept,
      receipts,
      listings,
      outbox,
      watchFrames,
      watchTab,
      watchNetwork,
      followCameras,
      sendHeartbeat,
    },
    orders: outbox.received,
    claimTab: asked.claimTab,
    awaitTab: asked.awaitTab,
    fetchReceipt: asked.fetchReceipt,
    send: (event: AttendanceEvent) => actor.send(event),
    problem: () => context().problem?.sentence,
    /** The state, and what the page has asked of the world and done since the last look. */
    look: () => [
      statesInWords(actor.getSnapshot().value).replaceAll('joined.', ''),
      ...Object.entries(asked).flatMap(([name, { calls }]) =>
        since<{ input: unknown }>(calls).map(({ input }) =>
          input === undefined ? name : `${name} ${JSON.stringify(input)}`,
        ),
      ),
      ...since(kept).map(
        ({ choice, pictures, pause, cameraId }) =>
          `keeps ${choice}${pictures ? ', pictures' : ''}${pause === null ? '' : `, a pause: ${pause}`}${cameraId === null ? '' : `, ${cameraId}`}`,
      ),
      ...since(outbox.inputs).map(({ goesOn }) => `opens the outbox: ${goesOn.join(', ')}`),
      ...since(outbox.received).map(({ type }) => type),
      ...since(sendHeartbeat.calls).map(({ input }) => heartbeatOf(input)),
      ...done.splice(0),
    ],
  };
}

type Page = ReturnType<typeof opened>;

const nothingKept: Kept = { choice: null, pictures: false, pause: null, cameraId: null };

const agreed: Kept = { choice: 'camera', pictures: false, pause: null, cameraId: null };

/** A student who has joined before, at the door. */
async function joined(chosen: Kept = nothingKept, { code = '', earlier = null as Watched | null } = {}) {
  const page = opened();
  await page.asked.recall.last.answer({ kind: 'joined', name: 'Ada', code, earlier, ...chosen });
  await page.claimTab.last.answer(true);
  page.look();
  return page;
}

test('a heartbeat comes when the server asked for it, not 1 ms before', async () => {
  const { sendHeartbeat } = await joined();
  await sendHeartbeat.last.answer(beat(2_000));
  vi.advanceTimersByTime(1_999);
  expect(sendHeartbeat.calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sendHeartbeat.calls).toHaveLength(2);
});

test('an unanswered heartbeat is repeated after 5 s', async () => {
  const { actor, sendHeartbeat } = await joined();
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: 'unanswered' }));
  expect(actor.getSnapshot().matches({ joined: { link: 'offline' } })).toBe(true);
  vi.advanceTimersByTime(4_999);
  expect(sendHeartbeat.calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sendHeartbeat.calls).toHaveLength(2);
});

test.each([
  [3_000, 5_000],
  [20_000, 20_000],
  [600_000, 60_000],
])('a heartbeat that is to wait for %i ms is repeated after %i ms', async (retryAfterMs, pause) => {
  const { sendHeartbeat } = await joined();
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: 'unanswered', retryAfterMs }));
  vi.advanceTimersByTime(pause - 1);
  expect(sendHeartbeat.calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sendHeartbeat.calls).toHaveLength(2);
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: 'unanswered' }));
  vi.advanceTimersByTime(5_000);
  expect(sendHeartbeat.calls).toHaveLength(3);
});

test('a receipt that cannot be fetched is asked for again after 5 s', async () => {
  const { sendHeartbeat, fetchReceipt } = await joined();
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'ended' });
  await fetchReceipt.last.fail(new Failure({ kind: 'unanswered', sentence: 'unanswered' }));
  vi.advanceTimersByTime(4_999);
  expect(fetchReceipt.calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(fetchReceipt.calls).toHaveLength(2);
});

test('a change is told at once, and the heartbeat under way is given up for it', async () => {
  const { actor, sendHeartbeat } = await joined();
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted' });
  actor.send({ type: 'consent.decline' });
  expect(sendHeartbeat.calls.map(({ input }) => input.told)).toEqual(['waiting', 'unwatched']);
});

test('what the teacher has decided is asked for when the server calls: at once, again during a heartbeat, and without an answer', async () => {
  const { actor, context, sendHeartbeat } = await joined(agreed);
  const call = () => actor.send({ type: 'teacher.called' });
  const isIn = (place: 'excused' | 'preparing') => actor.getSnapshot().matches({ joined: { place } });
  await sendHeartbeat.last.answer({ ...beat(20_000, 'admitted'), endsIn: 60_000 });
  expect([context().endsIn, isIn('preparing')]).toEqual([60_000, true]);
  call();
  const first = sendHeartbeat.last;
  call();
  expect([sendHeartbeat.calls.length, first.signal.aborted]).toEqual([3, true]);
  await sendHeartbeat.last.answer({ ...beat(20_000, 'admitted'), pausedFor: 'Fire drill' });
  expect([context().pausedFor, isIn('excused')]).toEqual(['Fire drill', true]);
  const count = sendHeartbeat.calls.length;
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: 'unanswered' }));
  call();
  expect(sendHeartbeat.calls).toHaveLength(count + 1);
  await sendHeartbeat.last.answer(beat(20_000, 'admitted'));
  expect([context().pausedFor, isIn('preparing')]).toEqual([null, true]);
});

test('a call waits for the picture that proves what the heartbeat says', async () => {
  const { actor, asked, sendHeartbeat } = await joined(agreed);
  await sendHeartbeat.last.answer(beat(20_000, 'admitted'));
  await asked.prepareCamera.last.answer();
  actor.send({ type: 'watch.told', told: 'watching', since: null });
  const link = (state: 'due' | 'resting' | 'offline') => actor.getSnapshot().matches({ joined: { link: state } });
  await sendHeartbeat.last.answer(beat(20_000, 'admitted'));
  expect(link('resting')).toBe(true);
  actor.send({ type: 'teacher.called' });
  expect(link('due')).toBe(true);
  actor.send({ type: 'watch.proven' });
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: 'unanswered' }));
  expect(link('offline')).toBe(true);
  actor.send({ type: 'teacher.called' });
  expect(link('due')).toBe(true);
});

test('the page listens for the server’s calls in the lesson, and for a resumption after it', async () => {
  const { actor, sendHeartbeat } = await joined();
  const listening = () => {
    const { calls, resumption } = actor.getSnapshot().children;
    return [calls !== undefined, resumption !== undefined];
  };
  expect(listening()).toEqual([true, false]);
  await sendHeartbeat.last.answer(beat(2_000, 'ended'));
  expect(listening()).toEqual([false, true]);
});

test('a paused page that is reloaded stays paused, with its reason, until the student goes on', async () => {
  const { actor, asked, kept, sendHeartbeat } = await joined({ ...agreed, pause: 'back at 10:20' });
  const camera = asked.prepareCamera;
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted' });
  expect(actor.getSnapshot().matches({ joined: { place: 'paused' } })).toBe(true);
  expect([sendHeartbeat.last.input, camera.calls]).toMatchObject([{ told: 'paused', reason: 'back at 10:20' }, []]);
  actor.send({ type: 'pause.end' });
  expect([kept.at(-1), camera.calls.length]).toEqual([agreed, 1]);
  await camera.last.answer();
  actor.send({ type: 'pause.submit', reason: ' a call ' });
  expect([kept.at(-1), sendHeartbeat.last.input]).toMatchObject([{ pause: 'a call' }, { reason: 'a call' }]);
  actor.send({ type: 'consent.decline' });
  expect(kept.at(-1)).toEqual({ ...agreed, choice: 'none' });
});

test('a page that is reloaded opens the camera only once the server has answered, and not during an excuse', async () => {
  const { actor, asked, sendHeartbeat } = await joined(agreed);
  const { calls } = asked.prepareCamera;
  expect(calls).toEqual([]);
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted', excusedUntil: 1 });
  expect([actor.getSnapshot().matches({ joined: { place: 'excused' } }), calls]).toEqual([true, []]);
  actor.send({ type: 'excuse.ended' });
  expect(calls).toHaveLength(1);
});

test('a tab whose lesson another one takes watches no longer, and goes on when that one is closed', async () => {
  const { actor, awaitTab, watchTab, sendHeartbeat } = await joined();
  watchTab.send({ type: 'tab.lost' });
  expect(actor.getSnapshot().matches('elsewhere')).toBe(true);
  expect(sendHeartbeat.last.signal.aborted).toBe(true);
  await awaitTab.last.answer();
  expect(actor.getSnapshot().matches('joined')).toBe(true);
  expect(sendHeartbeat.calls).toHaveLength(2);
});

test('a yes to pictures does not go on in another tab, where it may have been taken back', async () => {
  const { actor, awaitTab, watchTab, sendHeartbeat } = await joined();
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted' });
  actor.send({ type: 'consent.give', pictures: true });
  watchTab.send({ type: 'tab.lost' });
  await awaitTab.last.answer();
  expect(actor.getSnapshot().context).toMatchObject({ choice: 'camera', pictures: false });
});

test('only the student’s wish takes the lesson away from another tab', async () => {
  const { actor, claimTab, watchTab } = await joined();
  watchTab.send({ type: 'tab.lost' });
  actor.send({ type: 'tab.use' });
  await claimTab.last.answer(true);
  expect(actor.getSnapshot().matches('joined')).toBe(true);
  expect(claimTab.calls.map(({ input }) => input.seize)).toEqual([false, true]);
});

test.each<[what: string, asks: boolean, agrees: boolean, kind: ActivityType, withPicture: boolean]>([
  ['asked for and agreed to, nobody in view', true, true, 'no_face', true],
  ['asked for and agreed to, several in view', true, true, 'multiple_faces', true],
  ['leaving the page: of other windows there is none', true, true, 'left_page', false],
  ['not agreed to', true, false, 'no_face', false],
  ['not asked for', false, true, 'no_face', false],
])(
  'a picture goes with a report only if it is asked for and agreed to: %s',
  async (_, asks, agrees, kind, withPicture) => {
    const { actor, asked, sendHeartbeat, orders } = await joined();
    const lesson = { section: '4b', teacher: 'Noor Haddad', deletedBy: null, asksForPictures: asks, ignored: [] };
    await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted', lesson });
    actor.send({ type: 'consent.give', pictures: agrees });
    await asked.prepareCamera.last.answer();
    actor.send({ type: 'episode.started', kind, at: 5 });
    expect(orders).toEqual([{ type: 'episode.started', kind, at: 5, withPicture, isIgnored: false }]);
  },
);

test('a report is marked as switched off once the teacher has said so, and only its kind', async () => {
  const { actor, asked, sendHeartbeat, orders } = await joined();
  const lesson = { section: '4b', teacher: 'Noor Haddad', deletedBy: null, asksForPictures: false };
  const told = (...ignored: ActivityType[]) =>
    sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted', lesson: { ...lesson, ignored } });
  await told('multiple_faces');
  actor.send({ type: 'consent.give', pictures: false });
  await asked.prepareCamera.last.answer();
  for (const kind of ['multiple_faces', 'no_face'] as const) actor.send({ type: 'episode.started', kind, at: 5 });
  expect(orders).toMatchObject([
    { kind: 'multiple_faces', isIgnored: true },
    { kind: 'no_face', isIgnored: false },
  ]);
});

test('a no to pictures holds at once: it is kept, told, and deletes those not sent yet; so does a no to the camera', async () => {
  const { actor, asked, sendHeartbeat, orders, kept } = await joined();
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted' });
  actor.send({ type: 'consent.give', pictures: true });
  await asked.prepareCamera.last.answer();
  actor.send({ type: 'watch.told', told: 'watching', since: null });
  actor.send({ type: 'pictures.choose', pictures: false });
  actor.send({ type: 'watch.proven' });
  expect(orders).toEqual([{ type: 'pictures.drop' }]);
  actor.send({ type: 'pictures.choose', pictures: true });
  actor.send({ type: 'watch.proven' });
  actor.send({ type: 'consent.decline' });
  expect(orders.filter(({ type }) => type === 'pictures.drop')).toHaveLength(2);
  expect(kept.map(({ choice, pictures }) => [choice, pictures])).toEqual([
    ['camera', true],
    ['camera', false],
    ['camera', true],
    ['none', false],
  ]);
  expect(sendHeartbeat.calls.slice(2).map(({ input }) => [input.told, input.pictures])).toEqual([
    ['watching', true],
    ['watching', false],
    ['watching', true],
    ['unwatched', false],
  ]);
});

const door = { section: '4b', subject: 'Waves', teacher: 'Noor Haddad', students: [{ id: 1, name: 'Ada' }] };
const ada = { type: 'knock.submit', as: { studentId: 1 }, name: 'Ada' } as const;
const atTheDoor = ['place.door, link.beating, reports.settled', 'opens the outbox: ', 'tells waiting'];

describe('a student who comes with a code', () => {
  test('types it, says who they are, and waits at the door', async () => {
    const { asked, context, look, problem, send } = opened();
    expect(look()).toEqual(['recalling', 'recall']);
    await asked.recall.last.answer({ kind: 'new' });
    send({ type: 'code.submit', code: 'K7M2P' });
    expect([...look(), problem()]).toEqual(['code.typing', 'malformed']);
    send({ type: 'code.submit', code: 'k7m 2pq' });
    expect([...look(), problem()]).toEqual(['code.checking', 'openDoor {"code":"K7M2PQ"}', undefined]);
    await asked.openDoor.last.fail(failed('unknown', 'unknownCode'));
    expect([...look(), problem()]).toEqual(['code.typing', 'unknownCode']);
    send({ type: 'code.submit', code: 'K7M2PQ' });
    await asked.openDoor.last.answer({ door, seat: null });
    expect([...look(), context().door]).toEqual(['naming.choosing', 'openDoor {"code":"K7M2PQ"}', door]);
    send({ type: 'knock.submit', as: { name: 'Eve', email: 'eve' }, name: 'Eve' });
    expect([...look(), problem()]).toEqual(['naming.choosing', 'emailInvalid']);
    send(ada);
    const knocks = 'knock {"code":"K7M2PQ","as":{"studentId":1},"name":"Ada"}';
    expect([...look(), problem()]).toEqual(['naming.knocking', knocks, undefined]);
    await asked.knock.last.fail(failed('refused', 'tooMany'));
    expect([...look(), problem()]).toEqual(['naming.choosing', 'tooMany']);
    send(ada);
    await asked.knock.last.answer();
    expect([...look(), context().name]).toEqual([atTheDoor[0], knocks, ...atTheDoor.slice(1), 'Ada']);
  });

  test('types another one if the first is not theirs, or no longer valid', async () => {
    const { asked, context, look, problem, send } = opened();
    await asked.recall.last.answer({ kind: 'invited', code: 'K7M2PQ' });
    expect(look()).toEqual(['code.checking', 'recall', 'openDoor {"code":"K7M2PQ"}']);
    await asked.openDoor.last.answer({ door, seat: null });
    send({ type: 'code.again' });
    expect([...look(), context().code, context().door]).toEqual(['code.typing', '', null]);
    send({ type: 'code.submit', code: 'A1B2C3' });
    await asked.openDoor.last.answer({ door, seat: null });
    send(ada);
    look();
    await asked.knock.last.fail(failed('unknown', 'unknownCode'));
    expect([...look(), problem()]).toEqual(['code.typing', 'unknownCode']);
  });

  test('goes on where this browser has a seat in the lesson already', async () => {
    const { asked, context, look } = opened();
    await asked.recall.last.answer({ kind: 'invited', code: 'K7M2PQ' });
    await asked.openDoor.last.answer({ door, seat: 'Ada' });
    expect(look()).toEqual(['claiming', 'recall', 'claimTab {"seize":false}', 'openDoor {"code":"K7M2PQ"}']);
    expect([context().name, context().door]).toEqual(['Ada', door]);
    await asked.claimTab.last.answer(true);
    expect(look()).toEqual(atTheDoor);
  });

  test('begins with the code where the tab cannot be read', async () => {
    const { asked, look } = opened();
    await asked.recall.last.fail();
    expect(look()).toEqual(['code.typing', 'recall']);
  });

  test.each(['door', 'consenting'])('gives up a place that is somebody else’s: %s', async (place) => {
    for (const end of ['answer', 'fail'] as const) {
      const { asked, context, look, send, sendHeartbeat } = await joined(nothingKept, { code: 'K7M2PQ' });
      if (place === 'consenting') await sendHeartbeat.last.answer(admitted);
      send({ type: 'name.again' });
      expect(look()).toEqual(['withdrawing', 'leave']);
      await asked.leave.last[end]();
      expect([...look(), context().name]).toEqual([
        'code.checking',
        'openDoor {"code":"K7M2PQ"}',
        'forgets the lesson',
        '',
      ]);
      // A link has no code.
      const linked = await joined();
      linked.send({ type: 'name.again' });
      await linked.asked.leave.last[end]();
      expect(linked.look()).toEqual(['code.typing', 'leave', 'forgets the lesson']);
    }
  });
});

describe('a student who comes with a mailed link or a badge', () => {
  const badge: Linked = { door, name: 'Ada', isBadge: true, seat: null, isRunning: false };
  const link: Linked = { ...badge, isBadge: false, isRunning: true };

  test('waits for the lesson, and joins with a press', async () => {
    const { asked, context, look, problem, send } = opened();
    await asked.recall.last.answer({ kind: 'linked' });
    expect(look()).toEqual(['linked.checking', 'recall', 'openLink']);
    await asked.openLink.last.fail(failed('unanswered', 'unanswered'));
    expect([...look(), problem()]).toEqual(['linked.unanswered', 'unanswered']);
    send({ type: 'link.retry' });
    expect([...look(), problem()]).toEqual(['linked.checking', 'openLink', undefined]);
    await asked.openLink.last.answer(badge);
    expect([...look(), context().name, context().isBadge]).toEqual(['linked.waiting', 'Ada', true]);
    vi.advanceTimersByTime(4_999);
    expect(look()).toEqual(['linked.waiting']);
    vi.advanceTimersByTime(1);
    expect(look()).toEqual(['linked.checking', 'openLink']);
    await asked.openLink.last.fail(failed('unanswered', 'unanswered'));
    expect([...look(), problem()]).toEqual(['linked.waiting', 'unanswered']);
    vi.advanceTimersByTime(5_000);
    await asked.openLink.last.answer({ ...badge, isRunning: true });
    expect([...look(), problem()]).toEqual(['linked.confirming', 'openLink', undefined]);
    send({ type: 'link.redeem' });
    expect(look()).toEqual(['linked.redeeming', 'redeemLink {"name":"Ada"}']);
    await asked.redeemLink.last.fail(failed('unanswered', 'unanswered'));
    expect([...look(), problem()]).toEqual(['linked.confirming', 'unanswered']);
    send({ type: 'link.redeem' });
    expect(problem()).toBeUndefined();
    look();
    await asked.redeemLink.last.answer();
    expect(look()).toEqual(atTheDoor);
  });

  test('has joined with it in this browser, and so drops it', async () => {
    const { asked, context, look } = opened();
    await asked.recall.last.answer({ kind: 'linked' });
    look();
    await asked.openLink.last.answer({ ...link, seat: 'Ada' });
    expect([...look(), context().name]).toEqual(['claiming', 'claimTab {"seize":false}', 'forgets the link', 'Ada']);
  });

  test('reads that it does not work any more, before or at the press, and types a code', async () => {
    for (const isPressed of [false, true]) {
      const { asked, context, look, problem, send } = opened();
      await asked.recall.last.answer({ kind: 'linked' });
      if (isPressed) {
        await asked.openLink.last.answer(link);
        send({ type: 'link.redeem' });
      }
      look();
      await asked[isPressed ? 'redeemLink' : 'openLink'].last.fail(failed('unknown', 'linkUsed'));
      expect([...look(), problem()]).toEqual(['linked.closed', 'forgets the link', 'linkUsed']);
      send({ type: 'code.again' });
      expect([...look(), context().door, problem()]).toEqual(['code.typing', null, undefined]);
    }
  });

  test.each<[state: string, open: (page: Page) => unknown]>([
    [
      'checking',
      async ({ asked }) => {
        await asked.openLink.last.answer(badge);
        vi.advanceTimersByTime(5_000);
      },
    ],
    ['unanswered', ({ asked }) => asked.openLink.last.fail(failed('unanswered'))],
    ['waiting', ({ asked }) => asked.openLink.last.answer(badge)],
    ['confirming', ({ asked }) => asked.openLink.last.answer(link)],
  ])('types a code instead if it is somebody else’s: %s', async (state, open) => {
    const page = opened();
    await page.asked.recall.last.answer({ kind: 'linked' });
    await open(page);
    expect(page.look()[0]).toBe(`linked.${state}`);
    page.send({ type: 'code.again' });
    expect([...page.look(), page.context().door, page.problem()]).toEqual([
      ...['code.typing', 'forgets the link', null, undefined],
    ]);
  });

  test('pastes it where the code is asked for', async () => {
    const { asked, look, send } = opened();
    await asked.recall.last.answer({ kind: 'new' });
    look();
    send({ type: 'code.submit', code: 'https://vigil.example/attend#link=L1' });
    expect(look()).toEqual(['linked.checking', 'openLink', 'takes the link of https://vigil.example/attend#link=L1']);
  });
});

describe('the tab that attends', () => {
  test('is the first one, until it is closed or the student asks for this one', async () => {
    const page = opened();
    const { asked, context, look, send, watchTab } = page;
    await asked.recall.last.answer({ kind: 'joined', name: 'Ada', code: '', earlier: absentBefore, ...agreed });
    expect(look()).toEqual(['claiming', 'recall', 'claimTab {"seize":false}']);
    await asked.claimTab.last.answer(false);
    expect([...look(), context().earlier]).toEqual(['elsewhere', 'awaitTab', null]);
    await asked.awaitTab.last.fail();
    expect(look()).toEqual(['claiming', 'claimTab {"seize":false}']);
    await asked.claimTab.last.answer(false);
    send({ type: 'tab.use' });
    expect(look()).toEqual(['claiming', 'claimTab {"seize":true}', 'awaitTab']);
    // A browser that locks nothing.
    await asked.claimTab.last.fail();
    expect(look()).toEqual(atTheDoor);
    watchTab.send({ type: 'tab.lost' });
    expect(look()).toEqual(['elsewhere', 'awaitTab']);
    await asked.awaitTab.last.answer();
    expect(look()).toEqual(atTheDoor);
  });

  test('does not claim to watch the student when it goes on', async () => {
    const { asked, look, send, watchTab } = await watching();
    send({ type: 'watch.told', told: 'watching', since: null });
    watchTab.send({ type: 'tab.lost' });
    look();
    await asked.awaitTab.last.answer();
    expect(look()).toEqual(atTheDoor);
  });
});

const absentBefore: Watched = {
  ...{ view: 'absence', page: 'away', isReady: true, since: 0, lasted: 0, pageSince: 0, pageLasted: 0 },
  ...{ lookedAt: 0, changedAt: 0 },
};

/** A student who was let in and has agreed to the camera, with pictures if the teacher asks. */
async function watching() {
  const page = await joined();
  await page.sendHeartbeat.last.answer(admitted);
  page.send({ type: 'consent.give', pictures: true });
  await page.asked.prepareCamera.last.answer();
  await page.sendHeartbeat.last.answer(admitted);
  page.look();
  return page;
}

const resting = (place: string) => `place.${place}, link.resting, reports.settled`;
const beating = (place: string) => `place.${place}, link.beating, reports.settled`;
const due = (place: string) => `place.${place}, link.due, reports.settled`;
const opensCamera = 'prepareCamera {"cameraId":null}';
const declines = ['keeps none', 'pictures.drop', 'tells unwatched'];

describe('the camera', () => {
  test('is watched once the teacher has let the student in and they have agreed', async () => {
    const { asked, look, send, sendHeartbeat } = await joined();
    await sendHeartbeat.last.answer(beat(2_000));
    expect(look()).toEqual([resting('door')]);
    vi.advanceTimersByTime(2_000);
    await sendHeartbeat.last.answer(admitted);
    expect(look()).toEqual([resting('consenting'), 'tells waiting']);
    send({ type: 'consent.give', pictures: true });
    expect(look()).toEqual([resting('preparing'), 'prepareCamera {"cameraId":null}', 'keeps camera, pictures']);
    await asked.prepareCamera.last.answer();
    expect(look()).toEqual([beating('watching'), 'tells waiting, sends pictures']);
    // A whole face was in view for 2 s.
    send({ type: 'watch.told', told: 'watching', since: null });
    expect(look()).toEqual([beating('watching'), 'tells watching, sends pictures']);
    await sendHeartbeat.last.answer(admitted);
    vi.advanceTimersByTime(2_000);
    expect(look()).toEqual([due('watching')]);
    send({ type: 'watch.proven' });
    expect(look()).toEqual([beating('watching'), 'tells watching, sends pictures']);
    send({ type: 'watch.resumed' });
    expect(look()).toEqual([due('watching')]);
    send({ type: 'watch.told', told: 'no_picture', since: 5 });
    expect([...look(), sendHeartbeat.last.input.toldSince]).toEqual([
      ...[beating('watching'), 'tells no_picture, sends pictures', 5],
    ]);
  });

  test.each<[when: string, bring: (page: Page) => unknown]>([
    [
      'after missed seconds',
      async ({ send, sendHeartbeat }) => {
        await sendHeartbeat.last.answer(admitted);
        send({ type: 'watch.resumed' });
      },
    ],
    [
      'once the network is back',
      async ({ sendHeartbeat, watchNetwork }) => {
        await sendHeartbeat.last.fail(failed('unanswered'));
        watchNetwork.send({ type: 'network.online' });
      },
    ],
    [
      '5 s after a heartbeat without an answer',
      async ({ sendHeartbeat, watchFrames }) => {
        await sendHeartbeat.last.fail(failed('unanswered'));
        vi.advanceTimersByTime(4_000);
        watchFrames.send({ type: 'frame.seen', view: 'one', at: 4_000, elapsed: 1_000, isStill: false });
        vi.advanceTimersByTime(1_000);
      },
    ],
  ])('is told as watched only with a new picture %s', async (_, bring) => {
    const page = await watching();
    page.send({ type: 'watch.told', told: 'watching', since: null });
    page.look();
    await bring(page);
    expect(page.look()).toEqual([due('watching')]);
    page.send({ type: 'watch.proven' });
    expect(page.look()).toEqual([beating('watching'), 'tells watching, sends pictures']);
  });

  test('is off while the student pauses, and after a no', async () => {
    const { asked, context, look, send, sendHeartbeat } = await watching();
    send({ type: 'pause.submit', reason: ' back at 10:20 ' });
    expect(look()).toEqual([
      ...[beating('paused'), 'keeps camera, pictures, a pause: back at 10:20', 'episodes.close'],
      ...['tells paused, sends pictures: back at 10:20', 'closes the camera'],
    ]);
    send({ type: 'pause.end' });
    expect(look()).toEqual([beating('preparing'), opensCamera, 'keeps camera, pictures']);
    await asked.prepareCamera.last.answer();
    send({ type: 'pause.submit', reason: '' });
    look();
    send({ type: 'consent.decline' });
    expect([...look(), context().pause]).toEqual([beating('unwatched'), ...declines, null]);
    await sendHeartbeat.last.answer(admitted);
    send({ type: 'consent.review' });
    expect(look()).toEqual([resting('consenting')]);
    send({ type: 'consent.decline' });
    expect(look()).toEqual([beating('unwatched'), ...declines]);
  });

  test('is off while the teacher excuses the student, also before it is open', async () => {
    const { context, look, sendHeartbeat } = await joined(agreed, { earlier: absentBefore });
    await sendHeartbeat.last.answer(admitted);
    expect(look()).toEqual([resting('preparing'), opensCamera]);
    vi.advanceTimersByTime(2_000);
    await sendHeartbeat.last.answer(excused);
    expect(look()).toEqual([beating('excused'), 'episodes.close', 'tells waiting', 'tells paused']);
    expect(context().earlier).toBeNull();
    const longer = { ...excused, excusedUntil: Date.UTC(2026, 10, 23, 10, 40) };
    await sendHeartbeat.last.answer(longer);
    expect([...look(), context().excusedUntil]).toEqual([resting('excused'), longer.excusedUntil]);
    vi.advanceTimersByTime(2_000);
    await sendHeartbeat.last.answer(admitted);
    expect(look()).toEqual([resting('preparing'), opensCamera, 'tells paused']);

    const watched = await watching();
    vi.advanceTimersByTime(2_000);
    watched.look();
    await watched.sendHeartbeat.last.answer(excused);
    expect(watched.look()).toEqual([
      ...[beating('excused'), 'episodes.close', 'tells paused, sends pictures', 'closes the camera'],
    ]);
  });

  test('is started again three times without a picture, and as often after the next one', async () => {
    const { asked, look, problem, send, sendHeartbeat } = await watching();
    const stall = () => send({ type: 'watch.stalled', fault: 'camera' });
    const restart = async () => {
      stall();
      expect(look()).toEqual([resting('restarting'), opensCamera, 'episodes.close', 'closes the camera']);
      await asked.prepareCamera.last.answer();
      expect(look()).toEqual([beating('watching'), 'tells waiting, sends pictures']);
      await sendHeartbeat.last.answer(admitted);
    };
    for (let time = 0; time < 3; time += 1) await restart();
    send({ type: 'watch.told', told: 'watching', since: null });
    await sendHeartbeat.last.answer(admitted);
    look();
    for (let time = 0; time < 3; time += 1) await restart();
    stall();
    expect(look()).toEqual([
      ...[beating('cameraLost'), 'episodes.close', 'tells unwatched, sends pictures', 'closes the camera'],
    ]);
    expect(problem()).toBe('camera');
    send({ type: 'camera.retry' });
    expect([...look(), problem()]).toEqual([beating('preparing'), opensCamera, undefined]);
  });

  test.each<[how: string, end: (page: Page) => unknown, then: string[]]>([
    [
      'cannot be opened',
      ({ asked }) => asked.prepareCamera.last.fail(failed('missing', 'cameraMissing')),
      [beating('cameraLost'), 'tells unwatched, sends pictures', 'cameraMissing'],
    ],
    ['is not wanted', ({ send }) => send({ type: 'consent.decline' }), [beating('unwatched'), ...declines]],
    [
      'is not needed during an excuse',
      async ({ sendHeartbeat }) => {
        vi.advanceTimersByTime(2_000);
        await sendHeartbeat.last.answer(excused);
      },
      [beating('excused'), 'tells waiting, sends pictures', 'tells paused, sends pictures'],
    ],
  ])('that is started again %s', async (_, end, then) => {
    const page = await watching();
    page.send({ type: 'watch.stalled', fault: 'camera' });
    page.look();
    await end(page);
    expect([...page.look(), page.problem()].filter((one) => one !== undefined)).toEqual(then);
  });

  test('that cannot be opened, or stops, is tried again, replaced or declined', async () => {
    const refuse = async () => {
      const page = await joined(agreed, { earlier: absentBefore });
      await page.sendHeartbeat.last.answer(admitted);
      page.look();
      await page.asked.prepareCamera.last.fail(failed('missing', 'cameraMissing'));
      expect([...page.look(), page.problem()]).toEqual([
        ...[beating('cameraRefused'), 'episodes.close', 'tells unwatched', 'cameraMissing'],
      ]);
      expect(page.context().earlier).toBeNull();
      return page;
    };
    const lose = async () => {
      const page = await watching();
      page.send({ type: 'camera.lost' });
      expect([...page.look(), page.problem()]).toEqual([
        ...[beating('cameraLost'), 'episodes.close', 'tells unwatched, sends pictures', 'closes the camera', undefined],
      ]);
      return page;
    };
    for (const [begin, pictures] of [
      [refuse, ''],
      [lose, ', pictures'],
    ] as const) {
      const retried = await begin();
      retried.send({ type: 'camera.retry' });
      expect([...retried.look(), retried.problem()]).toEqual([beating('preparing'), opensCamera, undefined]);
      const replaced = await begin();
      replaced.send({ type: 'camera.choose', cameraId: 'c2' });
      expect(replaced.look()).toEqual([
        ...[beating('preparing'), 'prepareCamera {"cameraId":"c2"}', `keeps camera${pictures}, c2`],
        `tells waiting${pictures && ', sends pictures'}`,
      ]);
      const declined = await begin();
      declined.send({ type: 'consent.decline' });
      expect(declined.look()).toEqual([beating('unwatched'), ...declines]);
    }
  });

  test('is replaced or switched off while it is watched, or before', async () => {
    const { look, send, followCameras, context } = await watching();
    const cameras = { options: [{ id: 'c2', label: 'Desk' }], usedId: null };
    followCameras.send({ type: 'cameras.changed', cameras });
    expect(context().cameras).toBe(cameras);
    send({ type: 'watch.told', told: 'watching', since: null });
    look();
    send({ type: 'camera.choose', cameraId: 'c2' });
    expect(look()).toEqual([
      ...[beating('preparing'), 'prepareCamera {"cameraId":"c2"}', 'keeps camera, pictures, c2', 'episodes.close'],
      ...['tells waiting, sends pictures', 'closes the camera'],
    ]);
    const watched = await watching();
    watched.send({ type: 'consent.decline' });
    expect(watched.look()).toEqual([
      ...[beating('unwatched'), 'keeps none', 'episodes.close', 'pictures.drop'],
      ...['tells unwatched', 'closes the camera'],
    ]);
    const preparing = await joined(agreed, { earlier: absentBefore });
    await preparing.sendHeartbeat.last.answer(admitted);
    preparing.look();
    preparing.send({ type: 'consent.decline' });
    expect([...preparing.look(), preparing.context().earlier]).toEqual([
      ...[beating('unwatched'), 'keeps none', 'episodes.close', 'pictures.drop', 'tells unwatched', null],
    ]);
  });

  test('goes on after a reload with what the page before has seen, and stays off after a no', async () => {
    const { asked, context, look, send, sendHeartbeat } = opened();
    await asked.recall.last.answer({ kind: 'joined', name: 'Ada', code: '', earlier: absentBefore, ...agreed });
    await asked.claimTab.last.answer(true);
    expect(look()).toContain('opens the outbox: no_face, left_page');
    await sendHeartbeat.last.answer(admitted);
    await asked.prepareCamera.last.answer();
    send({ type: 'episode.started', kind: 'no_face', at: 1 });
    send({ type: 'episode.ended', kind: 'no_face', at: 2 });
    send({ type: 'pause.submit', reason: '' });
    expect(look()).toEqual(expect.arrayContaining(['episode.started', 'episode.ended']));
    expect([context().name, context().earlier]).toEqual(['Ada', null]);

    const declined = await joined({ ...nothingKept, choice: 'none' });
    await declined.sendHeartbeat.last.answer(admitted);
    expect(declined.look()).toEqual([beating('unwatched'), ...declines]);
  });
});

describe('the lesson', () => {
  test.each<[admission: Admission, state: string]>([
    ['refused', 'refused'],
    ['taken_over', 'takenOver'],
  ])('is left where the server says %s', async (admission, state) => {
    const { context, look, send, sendHeartbeat } = await joined(agreed, { code: 'K7M2PQ' });
    await sendHeartbeat.last.answer(beat(2_000, admission));
    expect(look()).toEqual([state, 'forgets the lesson']);
    send({ type: 'code.again' });
    expect([...look(), context().code, context().choice]).toEqual(['code.typing', '', null]);
  });

  test('is forgotten where the server does not know the token', async () => {
    const { context, look, send, sendHeartbeat } = await joined(agreed);
    await sendHeartbeat.last.fail(failed('unknown'));
    expect(look()).toEqual(['forgotten', 'forgets the lesson']);
    send({ type: 'code.again' });
    expect([...look(), context().choice]).toEqual(['code.typing', null]);
  });

  test.each(['answer', 'fail'] as const)(
    'is left by the student, whether or not the server hears of it: %s',
    async (end) => {
      const { asked, context, look, send } = await joined(agreed);
      send({ type: 'leave.submit' });
      expect(look()).toEqual(['leaving', 'leave']);
      await asked.leave.last[end]();
      expect(look()).toEqual(['left', 'forgets the lesson']);
      send({ type: 'code.again' });
      expect([...look(), context().choice]).toEqual(['code.typing', null]);
    },
  );

  test('goes on without the network, and heartbeats as soon as it is back', async () => {
    const { look, sendHeartbeat, watchNetwork } = await joined();
    await sendHeartbeat.last.fail(failed('unanswered'));
    expect(look()).toEqual(['place.door, link.offline, reports.settled']);
    watchNetwork.send({ type: 'network.online' });
    expect(look()).toEqual(atTheDoor.filter((what) => !what.startsWith('opens')));
  });

  test('sends its reports, again after 5 s or once the network is back', async () => {
    const { asked, context, look, outbox, sendHeartbeat, watchNetwork } = await joined();
    await sendHeartbeat.last.answer(beat(600_000));
    const report = (id: string, status: 'kept' | 'sent') =>
      ({ id, kind: 'no_face', startedAt: 0, lastedMs: null, hasPicture: false, status }) as const;
    const tell = (...reports: ReturnType<typeof report>[]) => {
      outbox.send({ type: 'reports.changed', reports });
      expect(context().reports).toEqual(reports);
    };
    const state = (reports: string) => `place.door, link.resting, reports.${reports}`;
    tell(report('1', 'sent'));
    expect(look()).toEqual([state('settled')]);
    tell(report('1', 'kept'));
    expect(look()).toEqual([state('sending'), 'sendReports']);
    tell(report('1', 'sent'), report('2', 'kept'));
    await asked.sendReports.last.answer();
    expect(look()).toEqual([state('sending'), 'sendReports']);
    await asked.sendReports.last.fail(failed('unanswered'));
    tell(report('2', 'kept'), report('3', 'kept'));
    vi.advanceTimersByTime(4_999);
    expect(look()).toEqual([state('postponed')]);
    vi.advanceTimersByTime(1);
    expect(look()).toEqual([state('sending'), 'sendReports']);
    await asked.sendReports.last.fail(
      new Failure({ kind: 'unanswered', sentence: 'unanswered', retryAfterMs: 20_000 }),
    );
    vi.advanceTimersByTime(19_999);
    expect(look()).toEqual([state('postponed')]);
    watchNetwork.send({ type: 'network.online' });
    expect(look()).toEqual([state('sending'), 'sendReports']);
    tell(report('2', 'sent'));
    await asked.sendReports.last.answer();
    expect(look()).toEqual([state('settled')]);
  });
});

describe('the receipt', () => {
  test('of an earlier lesson is read from the page of the code, and removed from the device', async () => {
    const { asked, fetchReceipt, send, look, context, listings } = opened();
    await asked.recall.last.answer({ kind: 'new' });
    look();
    expect(listings.splice(0)).toEqual(['listed']);
    send({ type: 'receipt.drop', id: 't0' });
    expect(look()).toEqual(['code.typing', 'drops the receipt of t0']);
    expect(listings).toEqual(['listed']);
    send({ type: 'receipt.open', id: 't1' });
    expect(look()).toEqual(['ended.fetching', 'fetchReceipt', 'takes the receipt of t1']);
    const receipt = { section: '3a', logs: [] } as unknown as Receipt;
    await fetchReceipt.last.answer(receipt);
    expect([look()[0], context().receipt]).toEqual(['ended.reading', receipt]);
  });

  test('is kept for the browser once the student is let in, not at the door', async () => {
    const { sendHeartbeat, receipts } = await joined();
    const lesson = { section: '4b', teacher: 'Noor', deletedBy: null, asksForPictures: false, ignored: [] };
    await sendHeartbeat.last.answer({ ...beat(2_000), lesson });
    expect(receipts).toEqual([]);
    vi.advanceTimersByTime(2_000);
    await sendHeartbeat.last.answer({ ...admitted, lesson });
    expect(receipts.splice(0)).toEqual(['4b']);
    vi.advanceTimersByTime(2_000);
    await sendHeartbeat.last.answer({ ...excused, lesson });
    expect(receipts).toEqual(['4b']);
  });

  const log = { id: '5', answer: null };
  const receipt = { section: '4b', logs: [log] } as unknown as Receipt;

  async function ended() {
    const page = await joined(agreed);
    await page.sendHeartbeat.last.answer(beat(2_000, 'ended'));
    expect(page.look()).toEqual(['ended.fetching', 'fetchReceipt']);
    return page;
  }

  test('is read and answered', async () => {
    const { asked, context, fetchReceipt, look, problem, send } = await ended();
    await fetchReceipt.last.answer(receipt);
    expect([...look(), context().receipt]).toEqual(['ended.reading', receipt]);
    send({ type: 'answer.submit', logId: '5', text: ' ' });
    expect([...look(), context().answered, problem()]).toEqual(['ended.reading', '5', 'noAnswer']);
    send({ type: 'answer.submit', logId: '6', text: 'My pen' });
    const answers = 'sendAnswer {"logId":"6","text":"My pen"}';
    expect([...look(), context().answered, problem()]).toEqual(['ended.answering', answers, '6', undefined]);
    await asked.sendAnswer.last.fail(failed('unanswered', 'unanswered'));
    expect([...look(), problem()]).toEqual(['ended.reading', 'unanswered']);
    send({ type: 'answer.submit', logId: '5', text: 'My pen' });
    await asked.sendAnswer.last.answer({ logId: '5', answer: 'My pen' });
    expect([look()[0], context().receipt?.logs]).toEqual(['ended.reading', [{ id: '5', answer: 'My pen' }]]);
    send({ type: 'answer.submit', logId: '5', text: 'Again' });
    look();
    await asked.sendAnswer.last.fail(failed('unknown'));
    expect(look()).toEqual(['ended.fetching', 'fetchReceipt']);
    await fetchReceipt.last.answer(receipt);
    send({ type: 'receipt.refresh' });
    expect(look()).toEqual(['ended.fetching', 'fetchReceipt']);
    send({ type: 'code.again' });
    expect([...look(), context().receipt]).toEqual(['code.typing', 'forgets the lesson', null]);
  });

  test('gives way to the lesson when the teacher resumes it', async () => {
    const { context, fetchReceipt, look, send, sendHeartbeat } = await ended();
    await fetchReceipt.last.answer(receipt);
    look();
    send({ type: 'lesson.resumed' });
    expect([look()[0], context().receipt]).toEqual(['place.door, link.beating, reports.settled', null]);
    await sendHeartbeat.last.answer(admitted);
    expect(look()[0]).toContain('place');
  });

  test('gives way as well when the answer to a call tells it first', async () => {
    const goesOn = ['place.door, link.beating, reports.settled', null];
    const { asked, context, fetchReceipt, look, send, sendHeartbeat } = await ended();
    await fetchReceipt.last.answer(receipt);
    send({ type: 'receipt.refresh' });
    look();
    await fetchReceipt.last.fail(failed('running'));
    expect([look()[0], context().receipt]).toEqual(goesOn);
    await sendHeartbeat.last.answer(beat(2_000, 'ended'));
    await fetchReceipt.last.answer(receipt);
    send({ type: 'answer.submit', logId: '5', text: 'My pen' });
    look();
    await asked.sendAnswer.last.fail(failed('running'));
    expect([look()[0], context().receipt]).toEqual(goesOn);
  });

  test('is asked for again if the server does not answer, and closed once there is none', async () => {
    const { context, fetchReceipt, look, send } = await ended();
    await fetchReceipt.last.fail(new Failure({ kind: 'unanswered', sentence: 'unanswered', retryAfterMs: 20_000 }));
    vi.advanceTimersByTime(19_999);
    expect(look()).toEqual(['ended.postponed']);
    vi.advanceTimersByTime(1);
    expect(look()).toEqual(['ended.fetching', 'fetchReceipt']);
    await fetchReceipt.last.answer(receipt);
    send({ type: 'receipt.refresh' });
    await fetchReceipt.last.fail(failed('unknown'));
    expect([...look(), context().receipt]).toEqual(['ended.closed', 'fetchReceipt', 'forgets the lesson', null]);
  });
});

test.each<[typed: string, code: string | null]>([
  ['k7m 2pq', 'K7M2PQ'],
  ['K7M-2PQ', 'K7M2PQ'],
  ['ｋ７ｍ２ｐｑ', 'K7M2PQ'],
  ['\u200bK7M2PQ\u00ad', 'K7M2PQ'],
  ['Code: K7M2PQ.', 'K7M2PQ'],
  ['code K7M2PQ', 'K7M2PQ'],
  ['https://vigil.example/attend#K7M2PQ', 'K7M2PQ'],
  ['K7M2P', null],
  ['K7M2PQ9', null],
  ['K7M2P!', null],
])('a code is read as it is typed: %s', (typed, code) => {
  expect(codeOf(typed)).toBe(code);
});

test.each(['#link=L1', 'https://vigil.example/attend#link=L1 '])('a link is read as it is pasted: %s', (pasted) => {
  expect(linkIn(pasted)).toBe('L1');
});

test('a stranger gives a name and an email', () => {
  const fieldOf = (name: string, email: string) => wrongIn({ name, email })?.field;
  expect(fieldOf('Eve', 'eve@school.example')).toBeUndefined();
  expect(fieldOf(' ', 'eve@school.example')).toBe('name');
  expect(fieldOf('Eve', 'eve')).toBe('email');
  expect(fieldOf(`Zo${'\u0301'.repeat(12)}e`, 'zoe@school.example')).toBe('name');
  expect(fieldOf('Nguyễn Thị Hồng'.normalize('NFD'), 'h@school.example')).toBeUndefined();
});
