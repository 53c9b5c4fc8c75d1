import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type DesktopEvent, type DesktopOrder, desktopMachine } from '../../src/machines/live/desktopMachine';
import type { ActivityKind } from '../../src/services/app/types';
import type { DesktopPermission } from '../../src/services/live/desktop';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const recall = heldPromise<{ wasOn: boolean; permission: DesktopPermission }>();
  const askPermission = heldPromise<DesktopPermission>();
  const showNotifications = heldCallback<DesktopEvent, DesktopOrder>();
  const kept: boolean[] = [];
  const actor = createActor(
    idle(desktopMachine).provide({
      actors: {
        recall: recall.logic,
        askPermission: askPermission.logic,
        showNotifications: showNotifications.logic,
      },
      actions: { keep: (_, { isOn }) => void kept.push(isOn) },
    }),
  ).start();
  return {
    recall,
    askPermission,
    showNotifications,
    kept,
    toggle: () => actor.send({ type: 'desktop.toggle' }),
    come: (count: number, ...kinds: ActivityKind[]) =>
      actor.send({ type: 'detections.came', sectionName: 'Algebra 9b', count, kinds }),
    refuse: (permission: DesktopPermission) => showNotifications.send({ type: 'notification.refused', permission }),
    see: () => showNotifications.send({ type: 'page.shown' }),
    shown: () =>
      showNotifications.received.flatMap(({ type, sentence }) => (type === 'notification.show' ? sentence : [])),
    state: () => actor.getSnapshot().value,
  };
}

async function switchedOn() {
  const parts = started();
  await parts.recall.last.answer({ wasOn: true, permission: 'granted' });
  return parts;
}

describe('the switch', () => {
  test.each<[boolean, DesktopPermission, unknown]>([
    [false, 'default', 'off'],
    [false, 'granted', 'off'],
    [true, 'granted', { on: 'quiet' }],
    // The browser has forgotten its permission.
    [true, 'default', 'off'],
    [true, 'denied', 'denied'],
    [false, 'denied', 'denied'],
    [true, 'unsupported', 'unsupported'],
  ])('was on: %j, with the permission %s', async (wasOn, permission, state) => {
    const { kept, recall, showNotifications, state: value } = started();
    await recall.last.answer({ wasOn, permission });
    expect(value()).toEqual(state);
    expect(kept).toEqual([]);
    expect(showNotifications.isRunning).toBe(typeof state === 'object');
  });

  test('cannot be pressed where nothing is known of notifications', async () => {
    const { askPermission, recall, state, toggle } = started();
    toggle();
    await recall.last.fail();
    expect(state()).toBe('unsupported');
    toggle();
    expect(askPermission.calls).toEqual([]);
  });

  test.each<[DesktopPermission, unknown, boolean[]]>([
    ['granted', { on: 'quiet' }, [true]],
    ['denied', 'denied', []],
    // The question was closed without an answer.
    ['default', 'off', []],
  ])('asks the browser, which answers %s', async (permission, state, choices) => {
    const { askPermission, kept, recall, state: value, toggle } = started();
    await recall.last.answer({ wasOn: false, permission: 'default' });
    toggle();
    expect(value()).toBe('asking');
    toggle();
    expect(askPermission.calls).toHaveLength(1);
    await askPermission.last.answer(permission);
    expect(value()).toEqual(state);
    expect(kept).toEqual(choices);
  });

  test('asks again after the settings may have changed, and tells of a browser that cannot be asked', async () => {
    const { askPermission, recall, state, toggle } = started();
    await recall.last.answer({ wasOn: false, permission: 'denied' });
    toggle();
    await askPermission.last.fail();
    expect(state()).toBe('unsupported');
  });

  test('switched off shows nothing more, and is kept', async () => {
    const { come, kept, shown, showNotifications, state, toggle } = await switchedOn();
    come(1);
    come(2);
    toggle();
    expect(state()).toBe('off');
    expect(kept).toEqual([false]);
    expect(showNotifications.isRunning).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toHaveLength(1);
  });

  test('switched on again knows nothing of what came before', async () => {
    const { askPermission, come, shown, toggle } = await switchedOn();
    come(1);
    come(2);
    toggle();
    toggle();
    await askPermission.last.answer('granted');
    come(3);
    vi.advanceTimersByTime(60_000);
    // Nothing of the two that waited.
    expect(shown()).toEqual(['1 new detection in Algebra 9b', '3 new detections in Algebra 9b']);
  });

  test.each<[DesktopPermission, string]>([
    ['denied', 'denied'],
    ['granted', 'unsupported'],
  ])('says so when the browser refuses, although its permission is %s', async (permission, state) => {
    const { come, refuse, state: value } = await switchedOn();
    come(1);
    refuse(permission);
    expect(value()).toBe(state);
  });
});

describe('a notification', () => {
  test('names the number of detections, the section and the kinds, but no student', async () => {
    const { come, shown } = await switchedOn();
    come(1, 'no_face');
    come(3, 'left_page', 'no_face');
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual([
      '1 new detection in Algebra 9b: No Face Detected',
      '3 new detections in Algebra 9b: Left the page, No Face Detected',
    ]);
  });

  test('comes once where nothing more has come within its minute', async () => {
    const { come, shown, state } = await switchedOn();
    come(1);
    vi.advanceTimersByTime(60_000);
    expect(state()).toEqual({ on: 'quiet' });
    expect(shown()).toHaveLength(1);
  });

  test('comes at most once a minute, with the last count', async () => {
    const { come, shown, state } = await switchedOn();
    come(1);
    come(2);
    come(3);
    vi.advanceTimersByTime(59_999);
    expect(shown()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown().slice(1)).toEqual(['3 new detections in Algebra 9b']);
    expect(state()).toEqual({ on: 'resting' });
    come(4);
    vi.advanceTimersByTime(59_999);
    expect(shown()).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(shown()).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toHaveLength(3);
    expect(state()).toEqual({ on: 'quiet' });
  });

  test('is not shown of what has been seen on the page meanwhile, and the minute goes on', async () => {
    const { come, see, shown } = await switchedOn();
    come(1);
    come(2);
    see();
    vi.advanceTimersByTime(30_000);
    come(1);
    expect(shown()).toHaveLength(1);
    see();
    vi.advanceTimersByTime(30_000);
    expect(shown()).toHaveLength(1);
    come(1);
    expect(shown()).toHaveLength(2);
  });
});
