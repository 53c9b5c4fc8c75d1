import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { type Fetched, logsMachine, selectLogsProblem, selectNewest } from '../../src/machines/records/logsMachine';
import { ProblemError } from '../../src/problem';
import type { DetectionLog, LogsAnswer, LogsChange } from '../../src/services/app/types';
import { heldCallback, heldPromise, startUnderParent } from '../support/actors';
import { idle } from '../support/idle';
import { allOf, logAt, logsOf, notFound } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const fetchLogs = heldPromise<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>();
  const watchLive = heldCallback<{ type: 'logs.changed' }, EventObject, { sectionId: string | null }>();
  const { actor, reports } = startUnderParent(
    idle(logsMachine).provide({ actors: { fetchLogs: fetchLogs.logic, watchLive: watchLive.logic } }),
    { sectionId: '7' },
  );
  return {
    fetchLogs,
    reports,
    problem: () => selectLogsProblem(actor.getSnapshot()),
    answer: (count: number, fetchedAt = 1_000) => fetchLogs.last.answer(allOf(logsOf(count), fetchedAt)),
    refresh: () => actor.send({ type: 'logs.refresh' }),
    outdate: () => actor.send({ type: 'logs.outdated' }),
    change: (change: LogsChange) => actor.send({ type: 'change.saved', change }),
    comePartly: (logs: DetectionLog[], missing: number) => actor.send({ type: 'logs.partlyCame', logs, missing }),
    announce: () => watchLive.send({ type: 'logs.changed' }),
    failPicture: (address = 'https://pictures.example/1.png') => actor.send({ type: 'picture.failed', address }),
    context: () => actor.getSnapshot().context,
    list: () => actor.getSnapshot().value.list,
  };
}

async function loaded(count: number) {
  const parts = started();
  await parts.answer(count);
  return parts;
}

test('9 logs: the overview has the 5 newest', async () => {
  const { context } = await loaded(45);
  expect(selectNewest(context()).map(({ time }) => time)).toEqual([45, 44, 43, 42, 41]);
});

describe('what is answered again', () => {
  const review = { state: 'seen' as const, note: '', reviewedAt: 5 };

  test('is the very same as before, the list and each log', async () => {
    const { answer, refresh, context } = await loaded(3);
    const before = context().logs;
    refresh();
    await answer(3, 2_000);
    expect(context().logs).toBe(before);
    expect(context().fetchedAt).toBe(2_000);
  });

  const others: [string, Partial<DetectionLog>][] = [
    ['id', { id: '22' }],
    ['time', { time: 7 }],
    ['name', { studentName: 'Milo' }],
    ['e-mail', { studentEmail: 'milo@students.example' }],
    ['activity', { activityType: null }],
    ['details', { details: 'Gone' }],
    ['picture', { screenshot: 'https://pictures.example/2' }],
    ['lesson', { sessionId: '5' }],
    ['review', { review }],
    ['review’s note', { review: { ...review, note: 'The lamp' } }],
    ['review’s state', { review: { ...review, state: 'dismissed' } }],
    ['review’s time', { review: { ...review, reviewedAt: 6 } }],
  ];
  test.each(others)('is another where its %s is another', async (name, change) => {
    const { refresh, context, fetchLogs } = started();
    const [third, second, first] = logsOf(3) as [DetectionLog, DetectionLog, DetectionLog];
    const known = name.startsWith('review’s') ? { ...second, review } : second;
    await fetchLogs.last.answer(allOf([third, known, first], 1));
    const before = context().logs;
    refresh();
    await fetchLogs.last.answer(allOf([{ ...third }, { ...known, ...change }, { ...first }], 2));
    expect(context().logs[1]).toEqual({ ...known, ...change });
    expect(context().logs[0]).toBe(before[0]);
    expect(context().logs[2]).toBe(before[2]);
  });

  test('has no log that has gone, and the order of the answer', async () => {
    const { answer, refresh, context, fetchLogs } = await loaded(3);
    const [third, second, first] = context().logs;
    refresh();
    await fetchLogs.last.answer(allOf(logsOf(3).reverse(), 2));
    expect(context().logs).toEqual([first, second, third]);
    refresh();
    await answer(2);
    expect(context().logs).toEqual([second, first]);
  });
});

describe('what a change from here makes of them', () => {
  const review = { state: 'dismissed' as const, note: 'The lamp', reviewedAt: 5 };

  test('other reviews, or none, and nothing else', async () => {
    const { change, context, fetchLogs } = await loaded(3);
    change({ kind: 'reviewed', reviews: { 2: review, 1: review, 9: review } });
    const [third, second, first] = logsOf(3);
    expect(context().logs).toEqual([third, { ...second, review }, { ...first, review }]);
    change({ kind: 'reviewed', reviews: { 1: null } });
    expect(context().logs.map((log) => log.review)).toEqual([undefined, review, null]);
    expect(fetchLogs.calls).toHaveLength(1);
  });

  test('one less', async () => {
    const { change, context, list } = await loaded(3);
    change({ kind: 'deleted', ids: ['2'] });
    expect(context().logs.map(({ id }) => id)).toEqual(['3', '1']);
    expect(list()).toBe('loaded');
  });

  test('a lesson’s less', async () => {
    const { change, context, fetchLogs } = started();
    const logs = logsOf(2).map((log) => ({ ...log, sessionId: log.id === '2' ? '12' : null }));
    await fetchLogs.last.answer(allOf(logs, 1_000));
    change({ kind: 'lessonDeleted', lessonId: '12' });
    expect(context().logs.map(({ id }) => id)).toEqual(['1']);
  });

  test('an answer under way may not know of it, and is asked for again', async () => {
    const { answer, change, context, fetchLogs, list, refresh } = await loaded(3);
    refresh();
    change({ kind: 'deleted', ids: ['2'] });
    expect(context().logs).toHaveLength(2);
    expect(fetchLogs.calls.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    await answer(2);
    expect(list()).toBe('loaded');
  });
});

describe('8 logs', () => {
  test('none is no failure, and can be refreshed', async () => {
    const { answer, context, list, refresh } = await loaded(0);
    expect(list()).toBe('loaded');
    expect(context()).toMatchObject({ logs: [], problem: null });
    refresh();
    await answer(1);
    expect(context().logs).toEqual(logsOf(1));
  });

  test('a failure tells its reason, also while it is tried again, until the next success', async () => {
    const { answer, context, fetchLogs, list, refresh } = started();
    const sentence = 'Failed to fetch detection logs: the server answered with 500.';
    await fetchLogs.last.fail(new ProblemError({ sentence, kind: 'refused' }));
    expect(list()).toBe('failed');

    refresh();
    expect(fetchLogs.calls).toHaveLength(2);
    expect(context().problem?.sentence).toBe(sentence);
    await answer(1);
    expect(list()).toBe('loaded');
    expect(context().problem).toBeNull();
  });

  test('an error of our own is told as such, and logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { context, fetchLogs } = started();
    const error = new Error('boom');
    await fetchLogs.last.fail(error);
    expect(context().problem?.kind).toBe('defect');
    expect(logged).toHaveBeenCalledWith(error);
    logged.mockRestore();
  });
});

describe('8.13 logs of a section that the backend does not know', () => {
  test('are reported, and said to have failed only when the list has not told within 5 s that it is gone', async () => {
    const { context, fetchLogs, list, problem, refresh, reports } = await loaded(3);
    refresh();
    await fetchLogs.last.fail(notFound);
    expect(reports).toEqual([{ type: 'logs.missing' }]);
    expect([list(), problem()]).toEqual(['missing', null]);
    vi.advanceTimersByTime(4_999);
    expect(problem()).toBeNull();
    vi.advanceTimersByTime(1);
    expect([list(), problem()?.kind, context().logs.length]).toEqual(['failed', 'notFound', 3]);
  });

  test.each(['refreshed', 'announced'] as const)('are fetched again when they are %s meanwhile', async (why) => {
    const { announce, answer, fetchLogs, list, problem, refresh } = started();
    await fetchLogs.last.fail(notFound);
    if (why === 'refreshed') refresh();
    else announce();
    expect(list()).toEqual({ fetching: why === 'refreshed' ? 'requested' : 'announced' });
    await answer(1);
    expect([list(), problem()]).toEqual(['loaded', null]);
  });

  test('no other failure is reported', async () => {
    const { fetchLogs, reports } = started();
    await fetchLogs.last.fail();
    expect(reports).toEqual([]);
  });
});

describe('pictures that failed', () => {
  const [one, other] = ['https://pictures.example/1.png', 'https://pictures.example/2.png'];

  test('are loaded again once the fetch is there that was made for them, and those that did not are left alone', async () => {
    const { answer, context, failPicture } = await loaded(3);
    failPicture(one);
    failPicture(one);
    expect(context().pictures).toEqual([{ address: one, tries: 0, isFailed: true }]);
    await answer(3);
    expect(context().pictures).toEqual([{ address: one, tries: 1, isFailed: false }]);
  });

  test('and fail again are loaded again after the next fetch that the teacher or the clock asks for', async () => {
    const { answer, context, failPicture, refresh } = await loaded(3);
    failPicture(one);
    await answer(3);
    failPicture(one);
    failPicture(other);
    refresh();
    await answer(3);
    const again = [
      { address: one, tries: 2, isFailed: false },
      { address: other, tries: 1, isFailed: false },
    ];
    expect(context().pictures).toEqual(again);
    refresh();
    await answer(3);
    expect(context().pictures).toEqual(again);
  });

  test('at the same address as before make nothing be fetched again: it is the picture that is not there', async () => {
    const { answer, failPicture, fetchLogs } = await loaded(3);
    failPicture(one);
    await answer(3);
    vi.advanceTimersByTime(60_000);
    failPicture(one);
    expect(fetchLogs.calls).toHaveLength(2);
    failPicture(other);
    expect(fetchLogs.calls).toHaveLength(3);
  });

  test('are not loaded again for each announcement', async () => {
    const { announce, answer, context, failPicture } = await loaded(3);
    failPicture(one);
    await answer(3);
    failPicture(one);
    announce();
    await answer(4);
    expect(context().pictures).toEqual([{ address: one, tries: 1, isFailed: true }]);
  });
});

describe('2 logs', () => {
  test('are fetched at once, for their section, and refreshed one fetch at a time', async () => {
    const { answer, context, fetchLogs, list, refresh } = started();
    expect(context()).toMatchObject({ logs: [], fetchedAt: null });
    refresh();
    expect(fetchLogs.calls.map(({ input }) => input)).toEqual([{ sectionId: '7', newer: null }]);
    await answer(1);
    refresh();
    refresh();
    expect(list()).toEqual({ fetching: 'requested' });
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('stay where they are while they are fetched again, and when that fails', async () => {
    const { context, fetchLogs, refresh } = await loaded(45);
    refresh();
    expect(context().logs).toHaveLength(45);
    await fetchLogs.last.fail();
    expect(context()).toMatchObject({ logs: logsOf(45), fetchedAt: 1_000 });
    expect(context().problem).not.toBeNull();
  });

  test('a refetch tells when it was made', async () => {
    const { answer, context, refresh } = await loaded(45);
    refresh();
    await answer(46, 31_000);
    expect(context()).toMatchObject({ logs: logsOf(46), fetchedAt: 31_000 });
  });

  test('that are known to be out of date are fetched again, even while a fetch is under way', async () => {
    const { answer, context, fetchLogs, outdate } = started();
    outdate();
    const [first] = fetchLogs.calls;
    expect(fetchLogs.calls).toHaveLength(2);
    expect(first!.signal.aborted).toBe(true);
    await answer(2);
    await first!.answer(allOf([], 1));
    expect(context().logs).toEqual(logsOf(2));

    outdate();
    expect(fetchLogs.calls).toHaveLength(3);
    await fetchLogs.last.fail();
    outdate();
    expect(fetchLogs.calls).toHaveLength(4);
  });

  test('a picture whose address has expired makes them be fetched again, once a minute only', async () => {
    const { answer, failPicture, fetchLogs } = await loaded(3);
    for (const picture of ['1', '2', '3']) failPicture(`https://pictures.example/old/${picture}.png`);
    expect(fetchLogs.calls).toHaveLength(2);
    await answer(3);
    vi.advanceTimersByTime(59_999);
    failPicture('https://pictures.example/new/1.png');
    expect(fetchLogs.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchLogs.calls).toHaveLength(2);
    failPicture('https://pictures.example/another.png');
    expect(fetchLogs.calls).toHaveLength(3);
  });
});

describe('very many logs', () => {
  test('the first of them are there before the others, and how many are missing', async () => {
    const { answer, comePartly, context, list } = started();
    comePartly(logsOf(45).slice(0, 20), 25);
    expect(context()).toMatchObject({ logs: logsOf(45).slice(0, 20), missing: 25, fetchedAt: null });
    expect(list()).toEqual({ fetching: 'requested' });
    comePartly(logsOf(45).slice(0, 40), 5);
    // A fetch that began anew does not take away what is there.
    comePartly(logsOf(45).slice(0, 20), 25);
    expect(context()).toMatchObject({ logs: { length: 40 }, missing: 5 });
    await answer(45);
    expect(context()).toMatchObject({ logs: { length: 45 }, missing: 0 });
  });

  test('when the rest fails, the first stay, and it is known that some are missing', async () => {
    const { comePartly, context, fetchLogs, list } = started();
    comePartly(logsOf(45).slice(0, 20), 25);
    await fetchLogs.last.fail(new ProblemError({ sentence: 'No.', kind: 'unanswered' }));
    expect([list(), context().logs.length, context().missing]).toEqual(['failed', 20, 25]);
  });

  test('of logs that are all there a part takes nothing away', async () => {
    const { comePartly, context, refresh } = await loaded(45);
    refresh();
    comePartly(logsOf(90).slice(0, 60), 30);
    expect(context()).toMatchObject({ logs: { length: 45 }, missing: 0 });
  });
});

describe('a backend that tells what is newer', () => {
  const newer = (address: string | null, logs: DetectionLog[] = [], deletedIds: string[] = []) => ({
    ...{ kind: 'newer' as const, logs, deletedIds, newer: address, fetchedAt: 2_000 },
  });

  async function telling(count: number) {
    const parts = started();
    await parts.fetchLogs.last.answer({ ...allOf(logsOf(count)), newer: 'since 1' });
    return parts;
  }

  test('is asked for that, with each answer’s own address', async () => {
    const { fetchLogs, refresh } = await telling(3);
    refresh();
    await fetchLogs.last.answer(newer('since 2'));
    refresh();
    expect(fetchLogs.calls.map(({ input }) => input.newer)).toEqual([null, 'since 1', 'since 2']);
  });

  test('what came, was corrected and was deleted finds its place, and what has not changed stays as it is', async () => {
    const { context, fetchLogs, refresh } = await telling(5);
    const before = context().logs;
    refresh();
    const corrected = { ...logAt(4), details: 'Really' };
    const later = { ...logAt(2), id: 'later', time: 2.5 };
    const untimed = { ...logAt(0), id: 'untimed', time: null };
    await fetchLogs.last.answer(newer('since 2', [logAt(6), corrected, later, logAt(3), untimed], ['1', '3']));
    expect(context().logs.map(({ id }) => id)).toEqual(['6', '5', '4', 'later', '2', 'untimed']);
    expect(context().logs[2]).toEqual(corrected);
    expect(context().logs[1]).toBe(before[0]);
    expect(context().fetchedAt).toBe(2_000);
    refresh();
    const now = context().logs;
    await fetchLogs.last.answer(newer('since 2'));
    // Nothing has to be made of them again.
    expect(context().logs).toBe(now);
  });

  test.each([1, 3])('%d pictures that fail make all of them be fetched, with new addresses, once', async (count) => {
    const { context, failPicture, fetchLogs } = await telling(3);
    for (let picture = 1; picture <= count; picture += 1) failPicture(`https://pictures.example/old/${picture}.png`);
    expect(context().pictures).toHaveLength(count);
    expect(fetchLogs.calls.map(({ input }) => input.newer)).toEqual([null, null]);
    const renewed = logsOf(3).map((log) => ({ ...log, screenshot: 'https://pictures.example/new' }));
    await fetchLogs.last.answer({ ...allOf(renewed), newer: 'since 2' });
    expect(context()).toMatchObject({ logs: renewed, newer: 'since 2' });
    failPicture('https://pictures.example/new/1.png');
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test.each(['refreshed', 'announced'] as const)(
    'a picture that fails while what is newer is fetched, %s, gives that up for all of them',
    async (why) => {
      const { announce, context, failPicture, fetchLogs, list, refresh } = await telling(3);
      if (why === 'refreshed') refresh();
      else announce();
      for (let picture = 0; picture < 3; picture += 1) failPicture();
      expect(fetchLogs.calls.map(({ input }) => input.newer)).toEqual([null, 'since 1', null]);
      expect(fetchLogs.calls.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
      await fetchLogs.last.answer({ ...allOf(logsOf(4)), newer: 'since 2' });
      expect([list(), context().logs.length, context().newer]).toEqual(['loaded', 4, 'since 2']);
      expect(fetchLogs.calls).toHaveLength(3);
    },
  );

  test('a picture that fails while all of them are fetched needs no other fetch', async () => {
    const { comePartly, failPicture, fetchLogs } = started();
    comePartly(logsOf(45).slice(0, 20), 25);
    failPicture();
    expect(fetchLogs.calls.map(({ signal }) => signal.aborted)).toEqual([false]);
  });

  test('when all of them could not be fetched for a picture, they are by the next fetch', async () => {
    const { failPicture, fetchLogs, refresh } = await telling(3);
    failPicture();
    await fetchLogs.last.fail();
    refresh();
    expect(fetchLogs.calls.map(({ input }) => input.newer)).toEqual([null, null, null]);
  });
});

describe('logs that are announced', () => {
  test('are fetched at once, also after a failure, and it is not told that they are', async () => {
    const { announce, fetchLogs, list } = await loaded(3);
    announce();
    expect(fetchLogs.calls).toHaveLength(2);
    expect(list()).toEqual({ fetching: 'announced' });
    await fetchLogs.last.fail();
    announce();
    expect([fetchLogs.calls.length, list()]).toEqual([3, { fetching: 'announced' }]);
  });

  test('and asked for meanwhile are told to be fetched, by the fetch that is under way', async () => {
    const { announce, answer, fetchLogs, list, refresh } = await loaded(3);
    announce();
    refresh();
    expect([fetchLogs.calls.length, list()]).toEqual([2, { fetching: 'requested' }]);
    await answer(4);
    expect([fetchLogs.calls.length, list()]).toEqual([2, 'loaded']);
  });

  test('bring a picture that failed its new address, and are then told to be fetched', async () => {
    const { announce, failPicture, fetchLogs, list } = await loaded(3);
    announce();
    failPicture();
    expect([fetchLogs.calls.length, list()]).toEqual([2, { fetching: 'requested' }]);
  });

  test('while a fetch is under way, afterwards, and once', async () => {
    const { announce, answer, fetchLogs, list } = started();
    announce();
    announce();
    expect(fetchLogs.calls).toHaveLength(1);
    expect(fetchLogs.last.signal.aborted).toBe(false);
    await answer(3);
    expect([fetchLogs.calls.length, list()]).toEqual([2, { fetching: 'announced' }]);
    await answer(4);
    expect([fetchLogs.calls.length, list()]).toEqual([2, 'loaded']);
  });
});
