import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { Failure } from '../../student/src/failure';
import type { BeatInput } from '../../student/src/machines/attendance/types';
import { attendanceMachine } from '../../student/src/machines/attendanceMachine';
import { codeOf, linkIn, wrongIn } from '../../student/src/machines/door';
import type { WatchContext } from '../../student/src/machines/watch/types';
import { watchMachine } from '../../student/src/machines/watchMachine';
import type { ActivityType, Beat, Kept, OutboxOrder, Recalled, Receipt } from '../../student/src/services/types';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const beat = (every: number): Beat => ({
  admission: 'knocking',
  lesson: null,
  every,
  excusedUntil: null,
  number: null,
});

/** A student who has joined before, at the door. */
async function joined(chosen: Kept = { choice: null, pictures: false, pause: null, cameraId: null }) {
  const recall = heldPromise<Recalled>();
  const claimTab = heldPromise<boolean, { seize: boolean }>();
  const awaitTab = heldPromise<void>();
  const watchTab = heldCallback<{ type: 'tab.lost' }>();
  const sendHeartbeat = heldPromise<Beat, BeatInput>();
  const camera = { opened: 0 };
  const watch = idle(watchMachine).provide({
    actors: {
      watchFrames: fromCallback<EventObject, Pick<WatchContext, 'lookedAt'>>(() => {}),
      watchPage: fromCallback(() => {}),
    },
  });
  const orders: OutboxOrder[] = [];
  const kept: Kept[] = [];
  const fetchReceipt = heldPromise<Receipt>();
  const actor = createActor(
    idle(attendanceMachine).provide({
      actors: {
        recall: recall.logic,
        claimTab: claimTab.logic,
        awaitTab: awaitTab.logic,
        watchTab: watchTab.logic,
        sendHeartbeat: sendHeartbeat.logic,
        fetchReceipt: fetchReceipt.logic,
        outbox: fromCallback<OutboxOrder, { goesOn: ActivityType[] }>(({ receive }) =>
          receive((order) => orders.push(order)),
        ),
        prepareCamera: fromPromise(async () => {
          camera.opened += 1;
        }),
        watch,
        watchNetwork: fromCallback(() => {}),
        followCameras: fromCallback(() => {}),
      },
      actions: { forget: () => {}, closeCamera: () => {}, keepChoices: (_, choices) => void kept.push(choices) },
    }),
  ).start();
  await recall.last.answer({ kind: 'joined', name: 'Ada', code: '', earlier: null, ...chosen });
  await claimTab.last.answer(true);
  return { actor, claimTab, awaitTab, watchTab, sendHeartbeat, fetchReceipt, orders, kept, camera };
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
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: '' }));
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
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: '', retryAfterMs }));
  vi.advanceTimersByTime(pause - 1);
  expect(sendHeartbeat.calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sendHeartbeat.calls).toHaveLength(2);
  await sendHeartbeat.last.fail(new Failure({ kind: 'unanswered', sentence: '' }));
  vi.advanceTimersByTime(5_000);
  expect(sendHeartbeat.calls).toHaveLength(3);
});

test('a receipt that cannot be fetched is asked for again after 5 s', async () => {
  const { sendHeartbeat, fetchReceipt } = await joined();
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'ended' });
  await fetchReceipt.last.fail(new Failure({ kind: 'unanswered', sentence: '' }));
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

const agreed: Kept = { choice: 'camera', pictures: false, pause: null, cameraId: null };

test('a paused page that is reloaded stays paused, with its reason, until the student goes on', async () => {
  const { actor, camera, kept, sendHeartbeat } = await joined({ ...agreed, pause: 'back at 10:20' });
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted' });
  expect(actor.getSnapshot().matches({ joined: { place: 'paused' } })).toBe(true);
  expect([sendHeartbeat.last.input, camera.opened]).toMatchObject([{ told: 'paused', reason: 'back at 10:20' }, 0]);
  actor.send({ type: 'pause.end' });
  expect([kept.at(-1), camera.opened]).toEqual([agreed, 1]);
  await vi.advanceTimersByTimeAsync(0);
  actor.send({ type: 'pause.submit', reason: ' a call ' });
  expect([kept.at(-1), sendHeartbeat.last.input]).toMatchObject([{ pause: 'a call' }, { reason: 'a call' }]);
  actor.send({ type: 'consent.decline' });
  expect(kept.at(-1)).toEqual({ ...agreed, choice: 'none' });
});

test('a page that is reloaded opens the camera only once the server has answered, and not during an excuse', async () => {
  const { actor, camera, sendHeartbeat } = await joined(agreed);
  expect(camera.opened).toBe(0);
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted', excusedUntil: 1 });
  expect([actor.getSnapshot().matches({ joined: { place: 'excused' } }), camera.opened]).toEqual([true, 0]);
  actor.send({ type: 'excuse.ended' });
  expect(camera.opened).toBe(1);
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
  ['leaving the page: of other windows there is none', true, true, 'suspicious_application', false],
  ['not agreed to', true, false, 'no_face', false],
  ['not asked for', false, true, 'no_face', false],
])(
  'a picture goes with a report only if it is asked for and agreed to: %s',
  async (_, asks, agrees, kind, withPicture) => {
    const { actor, sendHeartbeat, orders } = await joined();
    const lesson = { section: '4b', teacher: 'Noor Haddad', keptDays: 90, asksForPictures: asks, ignored: [] };
    await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted', lesson });
    actor.send({ type: 'consent.give', pictures: agrees });
    await vi.advanceTimersByTimeAsync(0);
    actor.send({ type: 'episode.started', kind, at: 5 });
    expect(orders).toEqual([{ type: 'episode.started', kind, at: 5, withPicture, isIgnored: false }]);
  },
);

test('a report is marked as switched off once the teacher has said so, and only its kind', async () => {
  const { actor, sendHeartbeat, orders } = await joined();
  const lesson = { section: '4b', teacher: 'Noor Haddad', keptDays: 90, asksForPictures: false };
  const told = (...ignored: ActivityType[]) =>
    sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted', lesson: { ...lesson, ignored } });
  await told('multiple_faces');
  actor.send({ type: 'consent.give', pictures: false });
  await vi.advanceTimersByTimeAsync(0);
  for (const kind of ['multiple_faces', 'no_face'] as const) actor.send({ type: 'episode.started', kind, at: 5 });
  expect(orders).toMatchObject([
    { kind: 'multiple_faces', isIgnored: true },
    { kind: 'no_face', isIgnored: false },
  ]);
});

test('a no to pictures holds at once: it is kept, told, and deletes those not sent yet; so does a no to the camera', async () => {
  const { actor, sendHeartbeat, orders, kept } = await joined();
  await sendHeartbeat.last.answer({ ...beat(20_000), admission: 'admitted' });
  actor.send({ type: 'consent.give', pictures: true });
  await vi.advanceTimersByTimeAsync(0);
  actor.send({ type: 'watch.told', told: 'watching', since: null });
  actor.send({ type: 'pictures.choose', pictures: false });
  actor.send({ type: 'watch.proven' });
  expect(orders).toEqual([{ type: 'pictures.drop' }]);
  actor.send({ type: 'pictures.choose', pictures: true });
  actor.send({ type: 'consent.decline' });
  expect(orders.filter(({ type }) => type === 'pictures.drop')).toHaveLength(2);
  expect(kept.map(({ choice, pictures }) => [choice, pictures])).toEqual([
    ['camera', true],
    ['camera', false],
    ['camera', true],
    ['none', false],
  ]);
  const told = sendHeartbeat.calls.map(({ input }) => [input.told, input.pictures]);
  expect(told).toEqual(expect.arrayContaining([['watching', false]]));
  expect(told.at(-1)).toEqual(['unwatched', false]);
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
