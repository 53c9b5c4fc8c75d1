import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type PageCodeContext, type PageCodeEvent, pageCodeMachine } from '../../src/machines/app/pageCodeMachine';
import type { CodeOutcome } from '../../src/services/app/pageCode';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { unanswered } from '../support/samples';

function started(context: Partial<PageCodeContext> = {}) {
  const fetchCode = heldPromise<CodeOutcome>();
  const settleWrites = heldPromise<void>();
  const watchNetwork = heldCallback<PageCodeEvent>();
  const fetchAhead = heldCallback();
  const loadDocument = vi.fn();
  const actor = createActor(
    idle(pageCodeMachine).provide({
      actors: {
        fetchCode: fetchCode.logic,
        settleWrites: settleWrites.logic,
        watchNetwork: watchNetwork.logic,
        fetchAhead: fetchAhead.logic,
      },
      actions: { loadDocument },
    }),
    { input: { isLoaded: false, hasMoved: true, ...context } },
  ).start();
  const state = () => actor.getSnapshot().value;
  return { actor, state, fetchCode, settleWrites, watchNetwork, fetchAhead, loadDocument };
}

async function failed(context?: Partial<PageCodeContext>) {
  const parts = started(context);
  await parts.fetchCode.last.fail(unanswered);
  expect(parts.state()).toEqual({ failed: 'waiting' });
  return parts;
}

test('code that is there is shown at once, and fetched by nobody', () => {
  const { state, fetchCode } = started({ isLoaded: true });
  expect(state()).toBe('ready');
  expect(fetchCode.calls).toEqual([]);
});

test('other code is fetched, and shown when it is there', async () => {
  const { state, fetchCode } = started();
  expect(state()).toEqual({ loading: 'quiet' });
  await fetchCode.last.answer('loaded');
  expect(state()).toBe('ready');
  expect(fetchCode.calls).toHaveLength(1);
});

test('a page that takes 200 ms says that it is loading, and is shown as soon as it is there', async () => {
  vi.useFakeTimers();
  const { state, fetchCode } = started();
  vi.advanceTimersByTime(199);
  expect(state()).toEqual({ loading: 'quiet' });
  vi.advanceTimersByTime(1);
  expect(state()).toEqual({ loading: 'slow' });
  await fetchCode.last.answer('loaded');
  expect(state()).toBe('ready');
  expect(fetchCode.calls).toHaveLength(1);
  vi.useRealTimers();
});

test('the other pages are fetched ahead only once this one is there', async () => {
  const { actor, fetchCode, fetchAhead } = await failed();
  expect(fetchAhead.runs.started).toBe(0);
  actor.send({ type: 'code.retry' });
  await fetchCode.last.answer('loaded');
  expect(fetchAhead.isRunning).toBe(true);
});

test.each(['code.retry', 'page.moved', 'network.online'] as const)(
  'a failure is tried again by %s, once',
  async (type) => {
    const { actor, state, fetchCode } = await failed();
    actor.send({ type });
    actor.send({ type });
    expect(state()).toEqual({ failed: 'retrying' });
    expect(fetchCode.calls).toHaveLength(2);
    await fetchCode.last.fail(unanswered);
    expect(state()).toEqual({ failed: 'waiting' });
    expect(fetchCode.calls).toHaveLength(2);

    actor.send({ type });
    await fetchCode.last.answer('loaded');
    expect(state()).toBe('ready');
  },
);

test('the network is watched only while a failure waits', async () => {
  const { actor, state, fetchCode, watchNetwork } = started();
  expect(watchNetwork.isRunning).toBe(false);
  await fetchCode.last.fail(unanswered);
  watchNetwork.send({ type: 'network.online' });
  expect(state()).toEqual({ failed: 'retrying' });
  expect(watchNetwork.isRunning).toBe(false);
  actor.stop();
});

test('nothing is tried again while the code is being fetched for the first time', () => {
  const { actor, state, fetchCode } = started();
  for (const type of ['code.retry', 'page.moved', 'network.online'] as const) actor.send({ type });
  expect(state()).toEqual({ loading: 'quiet' });
  expect(fetchCode.calls).toHaveLength(1);
});

test('an outdated page that the teacher has moved in is given up at once', async () => {
  const { state, fetchCode } = started({ hasMoved: true });
  await fetchCode.last.answer('outdated');
  expect(state()).toEqual({ givenUp: 'settling' });
});

test.each([
  ['that has just been opened and is outdated', false, 'outdated'],
  ['that has just been opened and cannot get its code', false, 'unusable'],
  ['that cannot get the code of the current version', true, 'unusable'],
] as const)('a document %s is not loaded anew by itself, but at the next wish', async (_, hasMoved, outcome) => {
  const { actor, state, fetchCode, loadDocument, settleWrites } = started({ hasMoved });
  await fetchCode.last.answer(outcome);
  expect(state()).toEqual({ failed: 'waiting' });
  actor.send({ type: 'code.retry' });
  await fetchCode.last.answer(outcome);
  await settleWrites.last.answer();
  expect(loadDocument).toHaveBeenCalledOnce();
});

test('the document is loaded anew once, when no write is under way any more', async () => {
  const { state, fetchCode, settleWrites, loadDocument } = started();
  await fetchCode.last.answer('outdated');
  expect(loadDocument).not.toHaveBeenCalled();
  await settleWrites.last.answer();
  expect(state()).toEqual({ givenUp: 'leaving' });
  expect(loadDocument).toHaveBeenCalledOnce();
});

test('it is loaded anew, too, when nothing can tell of the writes', async () => {
  const { fetchCode, settleWrites, loadDocument } = started();
  await fetchCode.last.answer('outdated');
  await settleWrites.last.fail();
  expect(loadDocument).toHaveBeenCalledOnce();
});
