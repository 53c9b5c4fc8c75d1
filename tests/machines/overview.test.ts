import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type Holder, newestOf, type OverviewEvent, overviewMachine } from '../../src/machines/overviewMachine';
import { heldCallback } from '../support/actors';
import { logAt, logsOf } from '../support/samples';

const early = { logIds: ['1'], keys: ['ada'] };
const late = { logIds: ['2', '1'], keys: ['bob', 'ada'] };

function started() {
  const watchHolders = heldCallback<OverviewEvent>();
  const actor = createActor(
    overviewMachine.provide({
      actors: { watchHolders: watchHolders.logic },
    }),
  ).start();
  return {
    actor,
    watchHolders,
    hold: (holder: Holder, rows = early) => actor.send({ type: 'rows.held', holder, rows }),
    release: (holder: Holder) => actor.send({ type: 'rows.released', holder }),
    send: actor.send,
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

describe('the rows', () => {
  test('stay as long as anything holds them', () => {
    const { hold, release, value, context } = started();
    expect(value()).toMatchObject({ rows: 'live' });
    hold('pointer');
    hold('focus', late);
    hold('focus', late);
    expect(context()).toMatchObject({ rows: early, holders: ['pointer', 'focus'] });
    release('pointer');
    expect(value()).toMatchObject({ rows: 'held' });
    expect(context().rows).toEqual(early);
    release('focus');
    expect(value()).toMatchObject({ rows: 'live' });
    expect(context()).toMatchObject({ rows: null, holders: [] });
  });

  test('are not let go by what does not hold them', () => {
    const { hold, release, context } = started();
    release('page');
    hold('viewer');
    release('page');
    expect(context()).toMatchObject({ rows: early, holders: ['viewer'] });
  });

  test('show all that is there when the teacher asks, and stay again', () => {
    const { hold, send, value, context } = started();
    send({ type: 'rows.show', rows: late });
    expect(context().rows).toBeNull();
    hold('pointer');
    send({ type: 'rows.show', rows: late });
    expect(context()).toMatchObject({ rows: late, holders: ['pointer'] });
    expect(value()).toMatchObject({ rows: 'held' });
  });

  test('are held by what is told of the viewer and the page', () => {
    const { watchHolders, context } = started();
    watchHolders.send({ type: 'rows.held', holder: 'page', rows: early });
    expect(context().holders).toEqual(['page']);
  });
});

describe('the newest logs', () => {
  test('are the first five, of which none is new while nothing holds them', () => {
    expect(newestOf(logsOf(20), null)).toEqual({ rows: logsOf(20).slice(0, 5), newCount: 0 });
  });

  test('are the held ones, below those that have come since', () => {
    const held = { logIds: ['2', '1'], keys: [] };
    expect(newestOf(logsOf(2), held)).toEqual({ rows: logsOf(2), newCount: 0 });
    expect(newestOf(logsOf(5), held)).toEqual({ rows: logsOf(2), newCount: 3 });
  });

  test('do not count as new what is older than the held ones', () => {
    expect(newestOf(logsOf(5), { logIds: ['4', '3'], keys: [] }).newCount).toBe(1);
  });

  test('lose of the held ones what is deleted; once all are, everything is new', () => {
    const held = { logIds: ['2', '1'], keys: [] };
    expect(newestOf([logAt(3), logAt(1)], held)).toEqual({ rows: [logAt(1)], newCount: 1 });
    const others = logsOf(12).slice(0, 10);
    expect(newestOf(others, held)).toEqual({ rows: others.slice(0, 5), newCount: 10 });
  });
});

test('a student is open until she is closed, and another one in her place', () => {
  const { send, value, context } = started();
  expect(value()).toMatchObject({ student: 'closed' });
  send({ type: 'student.close' });
  send({ type: 'student.open', key: 'ada', logIds: ['1'] });
  expect(value()).toMatchObject({ student: 'open' });
  expect(context().student).toEqual({ key: 'ada', logIds: ['1'] });
  send({ type: 'student.open', key: 'bob', logIds: ['2'] });
  expect(context().student).toEqual({ key: 'bob', logIds: ['2'] });
  send({ type: 'student.close' });
  expect(value()).toMatchObject({ student: 'closed' });
  expect(context().student).toBeNull();
});

test('the period is the lesson until all time is wanted', () => {
  const { send, value } = started();
  expect(value()).toMatchObject({ period: 'lesson' });
  send({ type: 'allTime.select' });
  expect(value()).toMatchObject({ period: 'allTime' });
  send({ type: 'lesson.select' });
  expect(value()).toMatchObject({ period: 'lesson' });
});

test('the layout is fitting until one is wanted, and then that one', () => {
  for (const [first, then] of [
    ['tiles', 'list'],
    ['list', 'tiles'],
  ] as const) {
    const { send, value } = started();
    expect(value()).toMatchObject({ layout: 'fitting' });
    send({ type: `${first}.select` });
    expect(value()).toMatchObject({ layout: first });
    send({ type: `${then}.select` });
    expect(value()).toMatchObject({ layout: then });
  }
});
