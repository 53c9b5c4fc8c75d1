import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { logsMachine, selectNewest } from '../../src/machines/logsMachine';
import { ProblemError } from '../../src/problem';
import type { DetectionLog, LogsChange } from '../../src/services/types';
import { heldPromise } from '../support/actors';
import { logsOf } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const fetchLogs = heldPromise<{ logs: DetectionLog[]; fetchedAt: number }, { sectionId: string }>();
  const actor = createActor(logsMachine.provide({ actors: { fetchLogs: fetchLogs.logic } }), {
    input: { sectionId: '7' },
  }).start();
  return {
    fetchLogs,
    answer: (count: number, fetchedAt = 1_000) => fetchLogs.last.answer({ logs: logsOf(count), fetchedAt }),
    refresh: () => actor.send({ type: 'logs.refresh' }),
    outdate: () => actor.send({ type: 'logs.outdated' }),
    change: (change: LogsChange) => actor.send({ type: 'logs.changed', change }),
    failPicture: () => actor.send({ type: 'picture.failed' }),
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
    await fetchLogs.last.answer({ logs: [third, known, first], fetchedAt: 1 });
    const before = context().logs;
    refresh();
    await fetchLogs.last.answer({ logs: [{ ...third }, { ...known, ...change }, { ...first }], fetchedAt: 2 });
    expect(context().logs[1]).toEqual({ ...known, ...change });
    expect(context().logs[0]).toBe(before[0]);
    expect(context().logs[2]).toBe(before[2]);
  });

  test('has no log that has gone, and the order of the answer', async () => {
    const { answer, refresh, context, fetchLogs } = await loaded(3);
    const [third, second, first] = context().logs;
    refresh();
    await fetchLogs.last.answer({ logs: logsOf(3).reverse(), fetchedAt: 2 });
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
    change({ kind: 'deleted', id: '2' });
    expect(context().logs.map(({ id }) => id)).toEqual(['3', '1']);
    expect(list()).toBe('loaded');
  });

  test('a lesson’s less', async () => {
    const { change, context, fetchLogs } = started();
    const logs = logsOf(2).map((log) => ({ ...log, sessionId: log.id === '2' ? '12' : null }));
    await fetchLogs.last.answer({ logs, fetchedAt: 1_000 });
    change({ kind: 'lessonDeleted', lessonId: '12' });
    expect(context().logs.map(({ id }) => id)).toEqual(['1']);
  });

  test('an answer under way may not know of it, and is asked for again', async () => {
    const { answer, change, context, fetchLogs, list, refresh } = await loaded(3);
    refresh();
    change({ kind: 'deleted', id: '2' });
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

describe('2 logs', () => {
  test('are fetched at once, for their section, and refreshed one fetch at a time', async () => {
    const { answer, context, fetchLogs, list, refresh } = started();
    expect(context()).toMatchObject({ logs: [], fetchedAt: null });
    refresh();
    expect(fetchLogs.calls.map(({ input }) => input)).toEqual([{ sectionId: '7' }]);
    await answer(1);
    refresh();
    refresh();
    expect(list()).toBe('fetching');
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
    await first!.answer({ logs: [], fetchedAt: 1 });
    expect(context().logs).toEqual(logsOf(2));

    outdate();
    expect(fetchLogs.calls).toHaveLength(3);
    await fetchLogs.last.fail();
    outdate();
    expect(fetchLogs.calls).toHaveLength(4);
  });

  test('a picture whose address has expired makes them be fetched again, once a minute only', async () => {
    const { answer, failPicture, fetchLogs } = await loaded(3);
    for (let picture = 0; picture < 3; picture += 1) failPicture();
    expect(fetchLogs.calls).toHaveLength(2);
    await answer(3);
    vi.advanceTimersByTime(59_999);
    failPicture();
    expect(fetchLogs.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchLogs.calls).toHaveLength(2);
    failPicture();
    expect(fetchLogs.calls).toHaveLength(3);
  });
});
