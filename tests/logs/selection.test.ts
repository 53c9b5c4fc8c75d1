import { describe, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Notice } from '../../src/machines/app/noticeMachine';
import type { SendWrite, WriteAnswer } from '../../src/machines/app/writes';
import {
  type SelectionOutcome,
  type SelectionReview,
  selectionMachine,
} from '../../src/machines/logs/selectionMachine';
import { reviewsOf } from '../../src/machines/records/earlierReviews';
import type { Review } from '../../src/services/app/types';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { logAt, refused } from '../support/samples';

const seen: Review = { state: 'seen', note: 'A poster', reviewedAt: null };

const dismissing = (...logIds: string[]): SelectionReview => ({
  ...{ sectionId: '7', state: 'dismissed', note: 'Allowed', students: ['ada'] },
  before: reviewsOf(logIds.map((id) => ({ ...logAt(1), id, review: id === '2' ? seen : null }))),
});

function started() {
  const reviewLogs = heldPromise<SelectionOutcome, SelectionReview>();
  const deleteLogs = heldPromise<SelectionOutcome, { sectionId: string; logIds: readonly string[] }>();
  const notices: Notice[] = [];
  const actor = createActor(
    idle(selectionMachine).provide({
      actors: { reviewLogs: reviewLogs.logic, deleteLogs: deleteLogs.logic },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
    { input: { sectionId: '7' } },
  ).start();
  return {
    reviewLogs,
    deleteLogs,
    notices,
    select: (...logIds: string[]) => actor.send({ type: 'logs.select', logIds }),
    unselect: (...logIds: string[]) => actor.send({ type: 'logs.unselect', logIds }),
    clear: () => actor.send({ type: 'selection.clear' }),
    review: (...logIds: string[]) => actor.send({ type: 'review.submit', review: dismissing(...logIds) }),
    ask: (...logIds: string[]) => actor.send({ type: 'deletion.ask', logIds }),
    confirm: () => actor.send({ type: 'deletion.confirm' }),
    cancel: () => actor.send({ type: 'deletion.cancel' }),
    selected: () => actor.getSnapshot().context.logIds,
    is: (state: 'choosing' | 'saving' | 'asking' | 'deleting') => actor.getSnapshot().matches(state),
    stop: () => actor.stop(),
  };
}

describe('a selection of logs', () => {
  test('has each log once, until it is cleared', () => {
    const { clear, select, selected, unselect } = started();
    select('3', '2');
    select('2', '1');
    expect(selected()).toEqual(['3', '2', '1']);
    unselect('3', '9');
    expect(selected()).toEqual(['2', '1']);
    clear();
    expect(selected()).toEqual([]);
  });

  test('only its visible logs are reviewed, it cannot change meanwhile, and success ends it', async () => {
    const { clear, is, notices, review, reviewLogs, select, selected } = started();
    select('3', '2', '1');
    review('3', '2');
    expect(reviewLogs.calls.map(({ input }) => input)).toEqual([dismissing('3', '2')]);
    clear();
    select('4');
    expect([is('saving'), selected()]).toEqual([true, ['3', '2', '1']]);
    await reviewLogs.last.answer({ logIds: ['3', '2'], left: null });
    expect([is('choosing'), selected()]).toEqual([true, []]);
    expect(notices).toEqual([{ kind: 'success', sentence: '2 reviews were saved.' }]);
  });

  test('hands on what was reviewed, with the reviews that it had, so that it can be undone', async () => {
    const noteReview = vi.fn();
    const sendWrite: SendWrite = async () =>
      ({
        logs: { kind: 'reviewed', reviews: { 3: seen, 2: seen } },
        left: refused.problem,
      }) as Partial<WriteAnswer> as WriteAnswer;
    const actor = createActor(selectionMachine({ sendWrite, noteReview, showNotice: () => {} }), {
      input: { sectionId: '7' },
    }).start();
    actor.send({ type: 'logs.select', logIds: ['3', '2', '1'] });
    actor.send({ type: 'review.submit', review: dismissing('3', '2', '1') });
    await waitFor(actor, (selection) => selection.matches('choosing'));
    expect(actor.getSnapshot().context.logIds).toEqual(['1']);
    const before = [
      { state: null, logIds: ['3'] },
      { state: 'seen', note: 'A poster', logIds: ['2'] },
    ];
    expect(noteReview.mock.calls).toEqual([[{ sectionId: '7', state: 'dismissed', students: ['ada'], before }]]);
  });

  test('is asked about before it is deleted', async () => {
    const { ask, cancel, confirm, deleteLogs, is, notices, select, selected } = started();
    select('3', '2');
    confirm();
    ask('3', '2');
    cancel();
    expect([is('choosing'), selected(), deleteLogs.calls]).toEqual([true, ['3', '2'], []]);
    ask('3', '2');
    confirm();
    expect(deleteLogs.calls.map(({ input }) => input)).toEqual([{ sectionId: '7', logIds: ['3', '2'] }]);
    await deleteLogs.last.answer({ logIds: ['2', '3'], left: null });
    expect(selected()).toEqual([]);
    expect(notices).toEqual([{ kind: 'success', sentence: '2 detections were deleted.' }]);
  });

  test('keeps what could not be changed, and says why', async () => {
    const { ask, confirm, deleteLogs, is, notices, review, reviewLogs, select, selected } = started();
    select('3', '2', '1');
    ask('3', '2', '1');
    confirm();
    await deleteLogs.last.answer({ logIds: ['2'], left: refused.problem });
    expect(selected()).toEqual(['3', '1']);
    review('3', '1');
    await reviewLogs.last.answer({ logIds: ['1'], left: refused.problem });
    expect(selected()).toEqual(['3']);
    review('3');
    await reviewLogs.last.fail();
    expect(is('choosing')).toBe(true);
    ask('3');
    confirm();
    await deleteLogs.last.fail();
    expect(is('choosing')).toBe(true);
    expect(selected()).toEqual(['3']);
    expect(notices).toEqual(Array(4).fill({ kind: 'error', sentence: 'The server said no.' }));
  });

  test('is waited for as long as its page is open', () => {
    const { review, reviewLogs, select, stop } = started();
    select('3');
    review('3');
    stop();
    expect(reviewLogs.last.signal.aborted).toBe(true);
  });
});
