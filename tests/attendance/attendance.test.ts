import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { attendanceMachine } from '../../agent/src/machines/attendanceMachine';
import { canKnock, codeOf } from '../../agent/src/model/door';
import { Failure } from '../../agent/src/model/failure';
import type { Beat, Recalled, Receipt, Told } from '../../agent/src/services/types';
import { heldCallback, heldPromise } from '../support/actors';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const beat = (every: number): Beat => ({ admission: 'knocking', lesson: null, every, excusedUntil: null });

/** A student who has joined before, at the door. */
async function joined() {
  const recall = heldPromise<Recalled>();
  const claimTab = heldPromise<boolean, { seize: boolean }>();
  const awaitTab = heldPromise<void>();
  const watchTab = heldCallback<{ type: 'tab.lost' }>();
  const sendHeartbeat = heldPromise<Beat, { told: Told; reason: string }>();
  const fetchReceipt = heldPromise<Receipt>();
  const actor = createActor(
    attendanceMachine.provide({
      actors: {
        recall: recall.logic,
        claimTab: claimTab.logic,
        awaitTab: awaitTab.logic,
        watchTab: watchTab.logic,
        sendHeartbeat: sendHeartbeat.logic,
        fetchReceipt: fetchReceipt.logic,
        outbox: fromCallback(() => {}),
        watchNetwork: fromCallback(() => {}),
      },
      actions: { forget: () => {}, keepChoice: () => {} },
    }),
  ).start();
  await recall.last.answer({ kind: 'joined', name: 'Ada', choice: null });
  await claimTab.last.answer(true);
  return { actor, claimTab, awaitTab, watchTab, sendHeartbeat, fetchReceipt };
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

test('a tab whose lesson another one takes watches no longer, and goes on when that one is closed', async () => {
  const { actor, awaitTab, watchTab, sendHeartbeat } = await joined();
  watchTab.send({ type: 'tab.lost' });
  expect(actor.getSnapshot().matches('elsewhere')).toBe(true);
  expect(sendHeartbeat.last.signal.aborted).toBe(true);
  await awaitTab.last.answer();
  expect(actor.getSnapshot().matches('joined')).toBe(true);
  expect(sendHeartbeat.calls).toHaveLength(2);
});

test('only the student’s wish takes the lesson away from another tab', async () => {
  const { actor, claimTab, watchTab } = await joined();
  watchTab.send({ type: 'tab.lost' });
  actor.send({ type: 'tab.use' });
  await claimTab.last.answer(true);
  expect(actor.getSnapshot().matches('joined')).toBe(true);
  expect(claimTab.calls.map(({ input }) => input.seize)).toEqual([false, true]);
});

test.each<[typed: string, code: string | null]>([
  ['k7m 2pq', 'K7M2PQ'],
  ['K7M-2PQ', 'K7M2PQ'],
  ['K7M2P', null],
  ['K7M2PQ9', null],
  ['K7M2P!', null],
])('a code is read as it is typed: %s', (typed, code) => {
  expect(codeOf(typed)).toBe(code);
});

test('a stranger gives a name and an email', () => {
  expect(canKnock({ name: 'Eve', email: 'eve@school.example' })).toBe(true);
  expect(canKnock({ name: ' ', email: 'eve@school.example' })).toBe(false);
  expect(canKnock({ name: 'Eve', email: 'eve' })).toBe(false);
});
