import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { logsViewMachine, nextScale } from '../../src/machines/logsViewMachine';
import { logAt } from '../support/samples';

function started() {
  const actor = createActor(logsViewMachine).start();
  return {
    enlarge: (time: number) => actor.send({ type: 'screenshot.open', log: logAt(time) }),
    step: (time: number) => actor.send({ type: 'screenshot.step', log: logAt(time) }),
    zoom: (scale: number) => actor.send({ type: 'zoom.change', zoom: { scale, width: 800 * scale } }),
    showWhole: () => actor.send({ type: 'zoom.fit' }),
    zoomed: () => actor.getSnapshot().context.zoom,
    shrink: () => actor.send({ type: 'screenshot.close' }),
    enlarged: () => actor.getSnapshot().context.enlarged,
    state: () => actor.getSnapshot().value,
  };
}

describe('2 logs', () => {
  test('a screenshot is shown large until it is closed', () => {
    const { enlarge, enlarged, shrink, state } = started();
    expect(enlarged()).toBeNull();
    enlarge(2);
    expect(state()).toEqual({ enlarging: 'fitted' });
    expect(enlarged()).toEqual(logAt(2));
    enlarge(1);
    expect(enlarged()).toEqual(logAt(2));
    shrink();
    expect(state()).toBe('reading');
    expect(enlarged()).toBeNull();
  });

  test('the viewer goes on to another screenshot, which is first shown whole', () => {
    const { enlarge, enlarged, showWhole, shrink, state, step, zoom, zoomed } = started();
    step(1);
    zoom(2);
    expect(state()).toBe('reading');
    enlarge(3);
    zoom(2);
    expect(state()).toEqual({ enlarging: 'zoomed' });
    expect(zoomed()).toEqual({ scale: 2, width: 1600 });
    zoom(3);
    expect(zoomed()).toEqual({ scale: 3, width: 2400 });
    step(2);
    expect(enlarged()).toEqual(logAt(2));
    expect(state()).toEqual({ enlarging: 'fitted' });
    expect(zoomed().scale).toBe(1);
    zoom(1);
    showWhole();
    expect(state()).toEqual({ enlarging: 'fitted' });
    zoom(4);
    shrink();
    enlarge(1);
    expect(state()).toEqual({ enlarging: 'fitted' });
    expect(zoomed().scale).toBe(1);
  });

  test.each([
    [1, 'in', 1.5],
    [1, 'out', 0.75],
    // A picture that fits, at whatever scale that is.
    [0.6, 'in', 0.75],
    [0.6, 'out', 0.5],
    [0.1, 'out', undefined],
    [6, 'in', undefined],
    [5.99, 'in', undefined],
  ] as const)('from %d zooming %s leads to %d', (scale, way, next) => {
    expect(nextScale(scale, way)).toBe(next);
  });
});
