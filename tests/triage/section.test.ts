import { describe, expect, test, vi } from 'vitest';
import type { Sighting } from '../../src/machines/records/episodes';
import {
  type ListNews,
  type ReviewEvent,
  type ReviewFailure,
  type ReviewSuccess,
  sectionMachine,
} from '../../src/machines/triage/sectionMachine';
import { ProblemError } from '../../src/problem';
import { besidesDetection, heldCallback, startUnderParent } from '../support/actors';
import { idle } from '../support/idle';
import { refused, sessionExpired, unanswered } from '../support/samples';

function started(isListed = false) {
  const { actor, reports } = startUnderParent(idle(sectionMachine).provide({ actors: besidesDetection }), {
    ...{ sectionId: '7', isListed },
  });
  return {
    actor,
    reports,
    tell: (news: ListNews) => actor.send(news),
    retry: () => actor.send({ type: 'section.retry' }),
    state: () => {
      const { value } = actor.getSnapshot();
      return typeof value === 'string' ? value : Object.keys(value)[0];
    },
    problem: () => actor.getSnapshot().context.problem,
  };
}

const found: ListNews = { type: 'section.found' };
const missing: ListNews = { type: 'section.missing' };
const failed = (problem = refused.problem): ListNews => ({ type: 'sections.failed', problem });

describe('8 section page', () => {
  test('is there at once when the list has the section already', () => {
    const { reports, state } = started(true);
    expect(state()).toBe('present');
    expect(reports).toEqual([]);
  });

  test('what the teacher has missed lives as long as the section’s pages', () => {
    const { actor } = started(true);
    const { arrivals } = actor.getSnapshot().children;
    expect(arrivals?.getSnapshot()).toMatchObject({ status: 'active', context: { sectionId: '7' } });
  });

  test('waits for the list otherwise', () => {
    const { state, tell } = started();
    expect(state()).toBe('finding');
    tell(found);
    expect(state()).toBe('present');
  });

  test('a section that is not in the list is not found, until it is', () => {
    const { state, tell } = started();
    tell(missing);
    expect(state()).toBe('notFound');
    tell(found);
    expect(state()).toBe('present');
  });

  test('a list that cannot be fetched is told in the section’s words, and Retry asks for it again', () => {
    const { problem, reports, retry, state, tell } = started();
    const refusal = new ProblemError({ sentence: 'Failed to fetch sections.', hint: 'No answer.', kind: 'unanswered' });
    tell(failed(refusal.problem));
    expect(state()).toBe('failed');
    expect(problem()).toEqual({
      sentence: 'Failed to fetch section details.',
      hint: 'No answer.',
      kind: 'unanswered',
    });
    expect(reports).toEqual([]);
    retry();
    expect(reports).toEqual([{ type: 'sections.refresh' }]);
    expect(state()).toBe('finding');
    tell(found);
    expect(state()).toBe('present');
  });

  test('an expired session and an error of our own are told in their own words', () => {
    for (const news of [sessionExpired.problem, { sentence: 'Something went wrong.', kind: 'defect' } as const]) {
      const { problem, tell } = started();
      tell(failed(news));
      expect(problem()).toEqual(news);
    }
  });

  test('a list that comes after a failure all the same decides', () => {
    for (const news of [found, missing]) {
      const { state, tell } = started();
      tell(failed());
      tell(news);
      expect(state()).toBe(news === found ? 'present' : 'notFound');
    }
  });

  test('a list that cannot be fetched takes nothing away from a section that is there', () => {
    const { state, tell } = started(true);
    tell(failed());
    tell(found);
    expect(state()).toBe('present');
  });
});

test('4 a section that is deleted, here or elsewhere, is gone, and there again when the list has it again', () => {
  const { state, tell } = started();
  tell(found);
  tell(missing);
  expect(state()).toBe('gone');
  tell(found);
  expect(state()).toBe('present');
});

describe('what the teacher has seen', () => {
  function watching() {
    const sendReviews = heldCallback<ReviewFailure | ReviewSuccess, ReviewEvent, { sectionId: string }>();
    const showNotice = vi.fn();
    const { actor, stop } = startUnderParent(
      idle(sectionMachine).provide({
        actors: { ...besidesDetection, sendReviews: sendReviews.logic },
        actions: { showNotice: (_, notice) => showNotice(notice) },
      }),
      { sectionId: '7', isListed: true },
    );
    return {
      sendReviews,
      showNotice,
      see: (...sightings: Sighting[]) => actor.send({ type: 'episodes.review', state: 'seen', sightings }),
      undo: () => actor.send({ type: 'review.undo' }),
      fail: (...sightings: Sighting[]) =>
        sendReviews.send({ type: 'review.failed', sightings, problem: unanswered.problem }),
      save: (...sightings: Sighting[]) => sendReviews.send({ type: 'review.saved', sightings }),
      seen: () => actor.getSnapshot().context.seen,
      canUndo: () => actor.getSnapshot().can({ type: 'review.undo' }),
      leave: stop,
    };
  }

  const ada = { key: 'ada', last: 1_000, logIds: ['2', '1'] };
  const bob = { key: 'bob', last: 1_000, logIds: ['3'] };

  test('is noted at once, and sent to a backend that keeps reviews', () => {
    const { see, seen, sendReviews } = watching();
    expect(sendReviews.inputs).toEqual([{ sectionId: '7' }]);
    expect(seen()).toEqual({});
    see(ada, bob);
    expect(seen()).toEqual({ ada: [1_000], bob: [1_000] });
    expect(sendReviews.received).toEqual([{ type: 'episodes.review', state: 'seen', sightings: [ada, bob] }]);
  });

  test('is noted with any other backend, and nothing is sent', () => {
    const { see, seen, undo, sendReviews } = watching();
    see({ ...ada, logIds: [] });
    expect(seen()).toEqual({ ada: [1_000] });
    undo();
    expect(seen()).toEqual({ ada: [] });
    expect(sendReviews.received).toEqual([]);
  });

  test('can be undone for 10 s: only the last review, which is then taken back at the backend', () => {
    vi.useFakeTimers();
    const { see, seen, undo, canUndo, sendReviews } = watching();
    see(ada);
    see(bob);
    vi.advanceTimersByTime(9_999);
    undo();
    expect(seen()).toEqual({ ada: [1_000], bob: [] });
    expect(sendReviews.received.at(-1)).toEqual({ type: 'episodes.review', state: null, sightings: [bob] });
    expect(canUndo()).toBe(false);
    see(ada);
    vi.advanceTimersByTime(10_000);
    expect(canUndo()).toBe(false);
    vi.useRealTimers();
  });

  test('comes back with a notice when the review could not be saved, and nothing else does', () => {
    const { see, seen, fail, canUndo, showNotice } = watching();
    see(ada);
    see(bob);
    fail(bob);
    expect(seen()).toEqual({ ada: [1_000], bob: [] });
    expect(canUndo()).toBe(false);
    expect(showNotice.mock.calls).toEqual([[{ kind: 'error', sentence: 'Nothing came back.' }]]);
  });

  test('is left to the logs once the backend has saved it, and can still be undone', () => {
    const { see, seen, save, undo, sendReviews } = watching();
    see(ada);
    save(ada);
    expect(seen()).toEqual({ ada: [] });
    undo();
    expect(sendReviews.received.at(-1)).toEqual({ type: 'episodes.review', state: null, sightings: [ada] });
  });

  test('stays seen when only an earlier review could not be saved', () => {
    const { see, seen, fail } = watching();
    see(ada);
    see({ ...ada, last: 5_000 });
    fail(ada);
    expect(seen()).toEqual({ ada: [5_000] });
  });

  test('is waited for only while the section’s pages are open', () => {
    const { leave, sendReviews } = watching();
    leave();
    expect(sendReviews.isRunning).toBe(false);
  });
});
