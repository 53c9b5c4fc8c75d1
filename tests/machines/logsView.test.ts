import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { logsViewMachine } from '../../src/machines/logsViewMachine';
import { logAt } from '../support/samples';

function started() {
  const actor = createActor(logsViewMachine).start();
  return {
    enlarge: (time: number) => actor.send({ type: 'screenshot.open', log: logAt(time) }),
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
    expect(state()).toBe('enlarging');
    expect(enlarged()).toEqual(logAt(2));
    enlarge(1);
    expect(enlarged()).toEqual(logAt(2));
    shrink();
    expect(state()).toBe('reading');
    expect(enlarged()).toBeNull();
  });
});
