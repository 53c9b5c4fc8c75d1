import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { logsViewMachine, pageOf } from '../../src/machines/logsViewMachine';
import { logAt, logsOf } from '../support/samples';

function started() {
  const actor = createActor(logsViewMachine).start();
  return {
    select: (page: number) => actor.send({ type: 'page.select', page }),
    enlarge: (time: number) => actor.send({ type: 'screenshot.open', log: logAt(time) }),
    shrink: () => actor.send({ type: 'screenshot.close' }),
    enlarged: () => actor.getSnapshot().context.enlarged,
    state: () => actor.getSnapshot().value,
    /** What is shown of that many logs. */
    of: (count: number) => pageOf(logsOf(count), actor.getSnapshot().context.page),
  };
}

describe('9 logs', () => {
  test('20 per page, newest first', () => {
    const { of, select } = started();
    expect(of(45)).toMatchObject({ page: 1, pageCount: 3, first: 1, last: 20, total: 45 });
    expect(of(45).rows).toEqual(logsOf(45).slice(0, 20));
    select(2);
    expect(of(45)).toMatchObject({ page: 2, first: 21, last: 40 });
    select(3);
    expect(of(45)).toMatchObject({ page: 3, first: 41, last: 45 });
    expect(of(45).rows).toEqual(logsOf(5));
    select(1);
    expect(of(45)).toMatchObject({ page: 1, first: 1, last: 20 });
  });

  test.each([
    [0, 1],
    [20, 1],
    [21, 2],
    [40, 2],
    [41, 3],
  ])('%i logs are on %i pages', (count, pageCount) => {
    expect(started().of(count).pageCount).toBe(pageCount);
  });

  test.each([
    [25, 2],
    [20, 1],
    [0, 1],
  ])('a page that no longer exists becomes the last one: page 3 of %i logs is page %i', (count, last) => {
    const { of, select } = started();
    select(3);
    expect(of(count).page).toBe(last);
    expect(of(count).rows).toHaveLength(count === 25 ? 5 : count);
  });
});

describe('2 logs', () => {
  test('a screenshot is shown large until it is closed', () => {
    const { enlarge, enlarged, shrink, state } = started();
    expect(enlarged()).toBeNull();
    enlarge(2);
    expect(state()).toBe('enlarging');
    expect(enlarged()).toEqual(logAt(2));
    enlarge(1);
    expect(enlarged()).toEqual(logAt(2));
    shrink();
    expect(state()).toBe('reading');
    expect(enlarged()).toBeNull();
  });

  test('the page is not turned behind a screenshot, and is the same after it', () => {
    const { enlarge, of, select, shrink } = started();
    select(2);
    enlarge(3);
    select(1);
    shrink();
    expect(of(45).page).toBe(2);
  });
});
