import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Notice } from '../../src/machines/app/noticeMachine';
import { logsViewMachine, type Neighbours, type Reviewing } from '../../src/machines/logs/logsViewMachine';
import { nextScale } from '../../src/machines/records/scales';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { logAt, refused } from '../support/samples';

const alone: Neighbours = { previous: undefined, next: undefined };

function started() {
  const saveReview = heldPromise<Reviewing, Reviewing>();
  const deleteLog = heldPromise<void, { sectionId: string; logId: string }>();
  const holdBackEntry = heldCallback<{ type: 'back.pressed' }>();
  const notices: Notice[] = [];
  const actor = createActor(
    idle(logsViewMachine).provide({
      actors: { holdBackEntry: holdBackEntry.logic, saveReview: saveReview.logic, deleteLog: deleteLog.logic },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
    { input: { sectionId: '7', notes: {} } },
  ).start();
  const shown = () => actor.getSnapshot().context.enlarged ?? logAt(0);
  return {
    holdBackEntry,
    saveReview,
    deleteLog,
    notices,
    enlarge: (time: number) => actor.send({ type: 'screenshot.open', log: logAt(time) }),
    step: (time: number) => actor.send({ type: 'screenshot.step', log: logAt(time) }),
    zoom: (scale: number) => actor.send({ type: 'zoom.change', zoom: { scale, width: 800 * scale } }),
    showWhole: () => actor.send({ type: 'zoom.fit' }),
    zoomed: () => actor.getSnapshot().context.zoom,
    shrink: () => actor.send({ type: 'screenshot.close' }),
    write: (note: string) => actor.send({ type: 'note.change', note }),
    review: (state: 'seen' | 'dismissed' | null, note = '', neighbours = alone) =>
      actor.send({ type: 'review.submit', log: shown(), state, note, goesOn: false, neighbours }),
    mark: (state: 'seen' | 'dismissed', neighbours = alone) =>
      actor.send({ type: 'review.submit', log: shown(), state, note: '', goesOn: true, neighbours }),
    ask: () => actor.send({ type: 'deletion.ask' }),
    cancel: () => actor.send({ type: 'deletion.cancel' }),
    confirm: (neighbours = alone) => actor.send({ type: 'deletion.confirm', neighbours }),
    context: () => actor.getSnapshot().context,
    enlarged: () => actor.getSnapshot().context.enlarged,
    size: () => (actor.getSnapshot().hasTag('fitted') ? 'fitted' : 'zoomed'),
    isReading: () => actor.getSnapshot().matches('reading'),
    is: (change: 'unsaid' | 'saved' | 'deleted' | 'failed') =>
      actor.getSnapshot().matches({ enlarging: { change: { none: change } } }),
    does: (change: 'saving' | 'asking' | 'deleting') => actor.getSnapshot().matches({ enlarging: { change } }),
  };
}

describe('2 logs', () => {
  test('a screenshot is shown large until it is closed', () => {
    const { enlarge, enlarged, isReading, shrink, size } = started();
    expect(enlarged()).toBeNull();
    enlarge(2);
    expect(size()).toBe('fitted');
    expect(enlarged()).toEqual(logAt(2));
    enlarge(1);
    expect(enlarged()).toEqual(logAt(2));
    shrink();
    expect(isReading()).toBe(true);
    expect(enlarged()).toBeNull();
  });

  test('the viewer goes on to another screenshot, which is first shown whole', () => {
    const { enlarge, enlarged, isReading, showWhole, shrink, size, step, zoom, zoomed } = started();
    step(1);
    zoom(2);
    expect(isReading()).toBe(true);
    enlarge(3);
    zoom(2);
    expect(size()).toBe('zoomed');
    expect(zoomed()).toEqual({ scale: 2, width: 1600 });
    zoom(3);
    expect(zoomed()).toEqual({ scale: 3, width: 2400 });
    step(2);
    expect(enlarged()).toEqual(logAt(2));
    expect(size()).toBe('fitted');
    expect(zoomed().scale).toBe(1);
    zoom(1);
    showWhole();
    expect(size()).toBe('fitted');
    zoom(4);
    shrink();
    enlarge(1);
    expect(size()).toBe('fitted');
    expect(zoomed().scale).toBe(1);
  });

  test('Back closes the viewer: one entry of the history lasts from its opening to its closing', () => {
    const { enlarge, enlarged, holdBackEntry, isReading, shrink, step } = started();
    enlarge(3);
    step(2);
    expect(holdBackEntry.runs).toEqual({ started: 1, stopped: 0 });
    holdBackEntry.send({ type: 'back.pressed' });
    expect([isReading(), enlarged()]).toEqual([true, null]);
    enlarge(1);
    shrink();
    shrink();
    expect(holdBackEntry.runs).toEqual({ started: 2, stopped: 2 });
  });

  test.each([
    [1, 'in', 1.5],
    [1, 'out', 0.75],
    // A picture that fits, at whatever scale that is.
    [0.6, 'in', 0.75],
    [0.6, 'out', 0.5],
    // One percent is no step.
    [1.01, 'out', 0.75],
    [0.1, 'out', undefined],
    [6, 'in', undefined],
    [5.99, 'in', undefined],
  ] as const)('from %d zooming %s leads to %d', (scale, way, next) => {
    expect(nextScale(scale, way)).toBe(next);
  });
});

describe('a review', () => {
  test('is kept with the note that was typed, and said to be', async () => {
    const { context, does, enlarge, is, review, saveReview, write } = started();
    enlarge(3);
    write('The lamp');
    expect(context().notes).toEqual({ 3: 'The lamp' });
    review('dismissed', 'The lamp');
    expect(does('saving')).toBe(true);
    const reviewing = {
      sectionId: '7',
      log: logAt(3),
      noted: { state: 'dismissed' as const, note: 'The lamp' },
      goesOn: false,
    };
    expect(saveReview.calls.map(({ input }) => input)).toEqual([reviewing]);
    review('seen');
    expect(saveReview.calls).toHaveLength(1);
    await saveReview.last.answer(reviewing);
    expect(is('saved')).toBe(true);
    expect(context().notes).toEqual({});
    write('Another lamp');
    expect(is('unsaid')).toBe(true);
  });

  test('does not send a note again that is kept already', () => {
    const { enlarge, review, saveReview } = started();
    enlarge(3);
    review('dismissed', 'Kept before');
    expect(saveReview.last.input.noted).toEqual({ state: 'dismissed' });
  });

  test('that marks a log goes on to the next one once it is kept, and stays at the last', async () => {
    const { context, enlarge, enlarged, is, mark, saveReview, size, write, zoom } = started();
    enlarge(3);
    write('The lamp');
    zoom(2);
    mark('dismissed', { previous: logAt(4), next: logAt(2) });
    expect(enlarged()).toEqual(logAt(3));
    await saveReview.last.answer(saveReview.last.input);
    expect([enlarged(), size(), is('saved'), context().notes]).toEqual([logAt(2), 'fitted', true, {}]);
    mark('seen', { previous: logAt(3), next: undefined });
    await saveReview.last.answer(saveReview.last.input);
    expect([enlarged(), is('saved')]).toEqual([logAt(2), true]);
  });

  test('that is taken back leaves the note in the field, to be kept again', async () => {
    const { context, enlarge, review, saveReview } = started();
    enlarge(3);
    const neighbours = { previous: logAt(4), next: logAt(2) };
    review(null, 'Kept before', neighbours);
    expect(context().neighbours).toEqual(neighbours);
    expect(saveReview.last.input.noted).toEqual({ state: null });
    await saveReview.last.answer(saveReview.last.input);
    expect(context().notes).toEqual({ 3: 'Kept before' });
    enlarge(3);
    review(null, '');
    expect(context().notes).toEqual({ 3: 'Kept before' });
  });

  test('taken back without a note leaves none', () => {
    const { context, enlarge, review } = started();
    enlarge(3);
    review(null, '');
    expect(context().notes).toEqual({});
  });

  test('that could not be kept says so until the next change, and what was typed stays', async () => {
    const { context, enlarge, is, review, saveReview, write } = started();
    enlarge(3);
    write('The lamp');
    review('seen', 'The lamp');
    await saveReview.last.fail();
    expect(is('failed')).toBe(true);
    expect(context()).toMatchObject({ notes: { 3: 'The lamp' }, problem: refused.problem });
    review('seen', 'The lamp');
    expect(context().problem).toBeNull();
  });

  test('does not take away what is typed while it is being kept', async () => {
    const { context, enlarge, review, saveReview, write } = started();
    enlarge(3);
    write('The');
    review('seen', 'The');
    write('The lamp');
    await saveReview.last.answer(saveReview.last.input);
    expect(context().notes).toEqual({ 3: 'The lamp' });
  });

  test('does not block the viewer; each note stays with its log', () => {
    const { context, enlarge, is, review, saveReview, shrink, step, write } = started();
    enlarge(3);
    write('The lamp');
    review('seen', 'The lamp', { previous: logAt(4), next: logAt(2) });
    expect(context().neighbours).toEqual({ previous: logAt(4), next: logAt(2) });
    step(2);
    expect(saveReview.last.signal.aborted).toBe(true);
    expect(is('unsaid')).toBe(true);
    expect(context().neighbours).toEqual(alone);
    write('The window');
    shrink();
    expect(context().notes).toEqual({ 3: 'The lamp', 2: 'The window' });
  });
});

describe('a deletion', () => {
  test('is asked about first', () => {
    const { ask, cancel, confirm, deleteLog, does, enlarge, is } = started();
    enlarge(3);
    confirm();
    ask();
    expect(does('asking')).toBe(true);
    cancel();
    expect(is('unsaid')).toBe(true);
    expect(deleteLog.calls).toEqual([]);
    ask();
    confirm();
    expect(does('deleting')).toBe(true);
    expect(deleteLog.calls.map(({ input }) => input)).toEqual([{ sectionId: '7', logId: '3' }]);
  });

  test.each<[string, Neighbours, number]>([
    ['next', { previous: logAt(4), next: logAt(2) }, 2],
    ['previous', { previous: logAt(4), next: undefined }, 4],
  ])('goes on to the %s log, and says that it is done', async (_, neighbours, time) => {
    const { ask, confirm, context, deleteLog, enlarge, enlarged, is, notices, size, step, write, zoom } = started();
    enlarge(5);
    write('The window');
    step(3);
    write('The lamp');
    zoom(2);
    ask();
    confirm(neighbours);
    await deleteLog.last.answer();
    expect(enlarged()).toEqual(logAt(time));
    expect(is('deleted')).toBe(true);
    expect(size()).toBe('fitted');
    expect(context()).toMatchObject({ neighbours: alone, zoom: { scale: 1 } });
    // What was typed of another log is not lost with this one.
    expect(context().notes).toEqual({ 5: 'The window' });
    expect(notices).toEqual([]);
  });

  test('closes the viewer where there is no other, and is told on the page', async () => {
    const { ask, confirm, context, deleteLog, enlarge, enlarged, isReading, notices, write } = started();
    enlarge(3);
    write('A poster');
    ask();
    confirm();
    await deleteLog.last.answer();
    expect(isReading()).toBe(true);
    expect([enlarged(), context().notes]).toEqual([null, {}]);
    expect(notices).toEqual([{ kind: 'success', sentence: 'The detection was deleted.' }]);
  });

  test('that failed says so, and the log is still there', async () => {
    const { ask, confirm, context, deleteLog, enlarge, enlarged, is } = started();
    enlarge(3);
    ask();
    confirm();
    await deleteLog.last.fail();
    expect(is('failed')).toBe(true);
    expect(enlarged()).toEqual(logAt(3));
    expect(context().problem).toEqual(refused.problem);
    ask();
    expect(context().problem).toBeNull();
  });

  test('does not block the viewer', () => {
    const { ask, confirm, deleteLog, enlarge, enlarged, step } = started();
    enlarge(3);
    ask();
    confirm({ previous: undefined, next: logAt(2) });
    step(5);
    expect(deleteLog.last.signal.aborted).toBe(true);
    expect(enlarged()).toEqual(logAt(5));
  });
});
