import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { logsMachine, selectNewest, selectPage } from '../../src/machines/logsMachine';
import { ProblemError } from '../../src/problem';
import type { DetectionLog } from '../../src/services/types';
import { heldPromise } from '../support/actors';
import { logAt, logsOf } from '../support/samples';

function started() {
  const fetchLogs = heldPromise<{ logs: DetectionLog[]; fetchedAt: number }, { sectionId: string }>();
  const actor = createActor(logsMachine.provide({ actors: { fetchLogs: fetchLogs.logic } }), {
    input: { sectionId: '7' },
  }).start();
  return {
    fetchLogs,
    answer: (count: number, fetchedAt = 1_000) => fetchLogs.last.answer({ logs: logsOf(count), fetchedAt }),
    refresh: () => actor.send({ type: 'logs.refresh' }),
    select: (page: number) => actor.send({ type: 'page.select', page }),
    enlarge: (log: DetectionLog) => actor.send({ type: 'screenshot.open', log }),
    shrink: () => actor.send({ type: 'screenshot.close' }),
    context: () => actor.getSnapshot().context,
    page: () => selectPage(actor.getSnapshot().context),
    list: () => actor.getSnapshot().value.list,
    viewer: () => actor.getSnapshot().value.viewer,
  };
}

async function loaded(count: number) {
  const parts = started();
  await parts.answer(count);
  return parts;
}

describe('9 logs', () => {
  test('20 per page, newest first', async () => {
    const { page, select } = await loaded(45);
    expect(page()).toMatchObject({ page: 1, pageCount: 3, first: 1, last: 20, total: 45 });
    expect(page().rows).toEqual(logsOf(45).slice(0, 20));
    select(2);
    expect(page()).toMatchObject({ page: 2, first: 21, last: 40 });
    select(3);
    expect(page()).toMatchObject({ page: 3, first: 41, last: 45 });
    expect(page().rows).toEqual(logsOf(5));
    select(1);
    expect(page()).toMatchObject({ page: 1, first: 1, last: 20 });
  });

  test.each([
    [20, 1],
    [21, 2],
    [40, 2],
    [41, 3],
  ])('%i logs are on %i pages', async (count, pageCount) => {
    expect((await loaded(count)).page().pageCount).toBe(pageCount);
  });

  test.each([0, -1, 4, 1.5, Number.NaN])('there is no page %d of 3', async (page) => {
    const { page: shown, select } = await loaded(45);
    select(2);
    select(page);
    expect(shown().page).toBe(2);
  });

  test('the overview has the 5 newest', async () => {
    const { context } = await loaded(45);
    expect(selectNewest(context()).map(({ time }) => time)).toEqual([45, 44, 43, 42, 41]);
  });
});

describe('8 logs', () => {
  test('none is empty, not a failure, and can be refreshed', async () => {
    const { answer, context, list, page, refresh } = await loaded(0);
    expect(list()).toBe('empty');
    expect(context().problem).toBeNull();
    expect(page()).toMatchObject({ rows: [], page: 1, pageCount: 1, total: 0 });
    refresh();
    await answer(1);
    expect(list()).toBe('loaded');
    expect(page().total).toBe(1);
  });

  test('a failure tells its reason, and Retry fetches again', async () => {
    const { answer, context, fetchLogs, list, refresh } = started();
    const sentence = 'Failed to fetch detection logs: the server answered with 500.';
    await fetchLogs.last.fail(new ProblemError({ sentence, kind: 'refused' }));
    expect(list()).toBe('failed');
    expect(context().problem?.sentence).toBe(sentence);

    refresh();
    expect(fetchLogs.calls).toHaveLength(2);
    await answer(1);
    expect(list()).toBe('loaded');
    expect(context().problem).toBeNull();
  });

  test('a failure that nobody foresaw has a reason too', async () => {
    const { context, fetchLogs } = started();
    await fetchLogs.last.fail();
    expect(context().problem?.sentence).toMatch(/^Failed to fetch detection logs: .+/);
  });
});

describe('2 logs', () => {
  test('are fetched at once, for their section, and refreshed one fetch at a time', async () => {
    const { answer, fetchLogs, list, page, refresh } = started();
    expect(page().rows).toEqual([]);
    refresh();
    expect(fetchLogs.calls.map(({ input }) => input)).toEqual([{ sectionId: '7' }]);
    await answer(1);
    refresh();
    refresh();
    expect(list()).toBe('fetching');
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('stay where they are while they are fetched again, and when that fails', async () => {
    const { context, fetchLogs, page, refresh, select } = await loaded(45);
    select(3);
    refresh();
    expect(page()).toMatchObject({ page: 3, total: 45 });
    await fetchLogs.last.fail();
    expect(page()).toMatchObject({ page: 3, total: 45 });
    expect(context().fetchedAt).toBe(1_000);
    expect(context().problem).not.toBeNull();
  });

  test('a refetch keeps the page, and tells when it was made', async () => {
    const { answer, context, page, refresh, select } = await loaded(45);
    select(2);
    refresh();
    await answer(46, 31_000);
    expect(page()).toMatchObject({ page: 2, total: 46 });
    expect(context().fetchedAt).toBe(31_000);
  });

  test.each([
    [25, 2],
    [20, 1],
    [0, 1],
  ])('a page that no longer exists becomes the last one: page 3 of %i logs is page %i', async (count, last) => {
    const { answer, page, refresh, select } = await loaded(45);
    select(3);
    refresh();
    await answer(count);
    expect(page().page).toBe(last);
  });

  test('a screenshot is shown large until it is closed, even while the logs are fetched again', async () => {
    const { answer, context, enlarge, refresh, shrink, viewer } = await loaded(2);
    enlarge(logAt(2));
    refresh();
    await answer(0);
    expect(viewer()).toBe('open');
    expect(context().enlarged).toEqual(logAt(2));
    shrink();
    expect(viewer()).toBe('closed');
    expect(context().enlarged).toBeNull();
  });
});
