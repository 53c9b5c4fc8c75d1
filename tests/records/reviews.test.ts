import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { SendWrite, WriteAnswer } from '../../src/machines/app/writes';
import type { EarlierReview } from '../../src/machines/records/earlierReviews';
import {
  type EpisodesReview,
  reviewsMachine,
  selectSeen,
  selectUndoable,
} from '../../src/machines/records/reviewsMachine';
import type { LogsChange } from '../../src/services/app/types';
import { unanswered } from '../support/samples';

/** What a review changes and leaves, as the session answers it. */
const saved = (ids: readonly string[], left: WriteAnswer['left'] = null) => {
  const logs: LogsChange = { kind: 'reviewed', reviews: Object.fromEntries(ids.map((id) => [id, null])) };
  return { logs, left } as WriteAnswer;
};

const reviewing = (student: string, last: number, ...ids: string[]): EpisodesReview => ({
  ...{ sectionId: '7', state: 'seen', students: [student], sightings: [{ key: student, last }] },
  before: ids.length > 0 ? [{ state: null, logIds: ids }] : [],
});

const ada = reviewing('ada', 1_000, '2', '1');
const bob = reviewing('bob', 1_000, '3');

function started() {
  const sendWrite = vi.fn<SendWrite>(() => new Promise(() => {}));
  let settleUndo = (_fails: boolean) => {};
  const awayFromUndo = () =>
    new Promise<void>((resolve, reject) => {
      settleUndo = (fails) => (fails ? reject(unanswered) : resolve());
    });
  const actor = createActor(reviewsMachine({ sendWrite, soon: (work) => work(), awayFromUndo })).start();
  return {
    sendWrite,
    review: (one: EpisodesReview) => actor.send({ type: 'episodes.review', ...one }),
    done: (...before: EarlierReview[]) =>
      actor.send({ type: 'review.done', sectionId: '7', state: 'dismissed', students: ['ada'], before }),
    undo: () => actor.send({ type: 'review.undo' }),
    touchUndo: () => actor.send({ type: 'undo.touched' }),
    settleUndo: (fails: boolean) => settleUndo(fails),
    state: () => actor.getSnapshot().value,
    seen: () => selectSeen('7')(actor.getSnapshot()),
    undoable: () => selectUndoable('7')(actor.getSnapshot()),
    undoableElsewhere: () => selectUndoable('8')(actor.getSnapshot()),
    sent: () =>
      sendWrite.mock.calls.map(([request]) => request.kind === 'reviewLogs' && [request.logIds, request.noted]),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

test('an episode is seen at once, and the review is sent to a backend that keeps reviews', () => {
  const { review, seen, sendWrite, sent } = started();
  expect(seen()).toEqual({});
  review(ada);
  review({ ...bob, state: 'dismissed', note: 'Allowed' });
  expect(seen()).toEqual({ ada: [1_000], bob: [1_000] });
  expect(sent()).toEqual([
    [['2', '1'], { state: 'seen' }],
    [['3'], { state: 'dismissed', note: 'Allowed' }],
  ]);
  // The session reports what comes of it.
  expect(sendWrite.mock.lastCall?.[1].aborted).toBe(true);
});

test('with any other backend it is seen until it is undone, and nothing is sent', () => {
  const { review, seen, state, undo, sendWrite } = started();
  expect(state()).toBe('settled');
  review(reviewing('ada', 1_000));
  expect([seen(), state()]).toEqual([{ ada: [1_000] }, { undoable: 'waiting' }]);
  undo();
  expect([seen(), state()]).toEqual([{ ada: [] }, 'settled']);
  expect(sendWrite).not.toHaveBeenCalled();
});

test('only the last review can be undone, for 10 s, and only in its section', () => {
  const { review, seen, undo, undoable, undoableElsewhere, sent } = started();
  review(ada);
  review(bob);
  vi.advanceTimersByTime(9_999);
  expect(undoable()).toMatchObject({ state: 'seen', students: ['bob'] });
  expect(undoableElsewhere()).toBeNull();
  undo();
  expect(seen()).toEqual({ ada: [1_000], bob: [] });
  expect(sent().at(-1)).toEqual([['3'], { state: null }]);
  expect(undoable()).toBeNull();
  review(ada);
  vi.advanceTimersByTime(10_000);
  expect(undoable()).toBeNull();
});

test.each([
  ['both have left it', false],
  ['nobody can say whether they have', true],
])('the undo stays while the pointer or the focus is on it, and for 10 s after %s', async (_, fails) => {
  const { review, touchUndo, settleUndo, undoable } = started();
  touchUndo();
  review(ada);
  vi.advanceTimersByTime(9_999);
  touchUndo();
  vi.advanceTimersByTime(60_000);
  expect(undoable()).not.toBeNull();
  settleUndo(fails);
  await settled();
  vi.advanceTimersByTime(9_999);
  expect(undoable()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(undoable()).toBeNull();
});

test('another review has its own 10 s, also while the pointer is on the undo of the last one', () => {
  const { review, touchUndo, undoable } = started();
  review(ada);
  touchUndo();
  review(bob);
  vi.advanceTimersByTime(10_000);
  expect(undoable()).toBeNull();
});

test('a review that a list or the viewer has saved can be undone, too: its logs get the reviews back that they had', () => {
  const { review, done, undo, undoable, sent } = started();
  review(ada);
  done({ state: null, logIds: ['3'] }, { state: 'seen', note: 'A poster', logIds: ['2'] });
  expect(undoable()).toMatchObject({ state: 'dismissed', students: ['ada'] });
  undo();
  expect(sent().slice(1)).toEqual([
    [['3'], { state: null }],
    [['2'], { state: 'seen', note: 'A poster' }],
  ]);
});

test.each(['refused', 'saved in part'])('one that is %s comes back, and nothing else does', async (how) => {
  const { review, seen, sendWrite, undoable } = started();
  review(ada);
  if (how === 'refused') sendWrite.mockRejectedValueOnce(unanswered);
  else sendWrite.mockResolvedValueOnce(saved([], unanswered.problem));
  review(bob);
  await settled();
  expect(seen()).toEqual({ ada: [1_000], bob: [] });
  expect(undoable()).toBeNull();
});

test('the failure of an earlier review leaves the undo of the last one', async () => {
  const { review, seen, sendWrite, undoable } = started();
  sendWrite.mockRejectedValueOnce(unanswered);
  review(ada);
  review(reviewing('ada', 5_000, '4'));
  await settled();
  expect(seen()).toEqual({ ada: [5_000] });
  expect(undoable()).toMatchObject({ students: ['ada'] });
});

test('once saved it is left to the logs, and can still be undone', async () => {
  const { review, seen, sendWrite, undo, sent } = started();
  sendWrite.mockResolvedValueOnce(saved(['2', '1']));
  review(ada);
  await settled();
  expect(seen()).toEqual({ ada: [] });
  undo();
  expect(sent().at(-1)).toEqual([['2', '1'], { state: null }]);
});

test('it stays seen while the logs lack a part of it', async () => {
  const { review, seen, sendWrite } = started();
  sendWrite.mockResolvedValueOnce(saved(['2']));
  review(ada);
  await settled();
  expect(seen()).toEqual({ ada: [1_000] });
});
