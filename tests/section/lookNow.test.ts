import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type LookNowEvent, lookNowMachine, type Sighting } from '../../src/machines/section/lookNowMachine';
import { heldCallback } from '../support/actors';
import { unanswered } from '../support/samples';

function started() {
  const sendReviews = heldCallback<LookNowEvent, LookNowEvent, { sectionId: string }>();
  const showNotice = vi.fn();
  const actor = createActor(
    lookNowMachine.provide({
      actors: { sendReviews: sendReviews.logic },
      actions: { showNotice: (_, notice) => showNotice(notice) },
    }),
    { input: { sectionId: '7' } },
  ).start();
  return {
    sendReviews,
    showNotice,
    see: (sighting: Sighting) => actor.send({ type: 'episode.see', ...sighting }),
    fail: (sighting: Sighting) => sendReviews.send({ type: 'review.failed', ...sighting, problem: unanswered.problem }),
    seen: () => actor.getSnapshot().context.seen,
    leave: () => actor.stop(),
  };
}

const ada = { key: 'ada', last: 1_000, logIds: ['2', '1'] };

test('what was seen is noted at once, and sent to a backend that keeps it', () => {
  const { see, seen, sendReviews } = started();
  expect(sendReviews.inputs).toEqual([{ sectionId: '7' }]);
  expect(seen()).toEqual({});
  see(ada);
  expect(seen()).toEqual({ ada: 1_000 });
  expect(sendReviews.received).toEqual([{ type: 'episode.see', ...ada }]);
});

test('with another backend it is noted and nothing is sent', () => {
  const { see, seen, sendReviews } = started();
  see({ ...ada, logIds: [] });
  expect(seen()).toEqual({ ada: 1_000 });
  expect(sendReviews.received).toEqual([]);
});

test('what could not be kept comes back, with a word, and nothing else does', () => {
  const { see, seen, fail, showNotice } = started();
  see(ada);
  see({ key: 'bob', last: 1_000, logIds: ['3'] });
  fail(ada);
  expect(seen()).toEqual({ bob: 1_000 });
  expect(showNotice.mock.calls).toEqual([[{ kind: 'error', sentence: 'Nothing came back.' }]]);
});

test('what was seen since stays seen when what was seen before could not be kept', () => {
  const { see, seen, fail } = started();
  see(ada);
  see({ ...ada, last: 5_000 });
  fail(ada);
  expect(seen()).toEqual({ ada: 5_000 });
});

test('nothing is waited for once the pages of the section are left', () => {
  const { leave, sendReviews } = started();
  leave();
  expect(sendReviews.isRunning).toBe(false);
});
