import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type Notice, noticeMachine } from '../../src/machines/app/noticeMachine';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const added: Notice = { kind: 'success', sentence: 'Students added successfully!' };
const failed: Notice = { kind: 'error', sentence: 'Failed to add students. Please try again.' };

function started() {
  const actor = createActor(noticeMachine).start();
  return {
    show: (notice: Notice) => actor.send({ type: 'notice.show', notice }),
    dismiss: () => actor.send({ type: 'notice.dismiss' }),
    shown: () => actor.getSnapshot().context.notice,
    isShown: () => actor.getSnapshot().matches('shown'),
  };
}

test('9 messages: a notice clears after 3 s', () => {
  const { isShown, show, shown } = started();
  expect(isShown()).toBe(false);
  expect(shown()).toBeNull();
  show(added);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(2_999);
  expect(shown()).toEqual(added);
  vi.advanceTimersByTime(1);
  expect(shown()).toBeNull();
});

test('9 messages: a new notice replaces the old one and has its own 3 s', () => {
  const { show, shown } = started();
  show(added);
  vi.advanceTimersByTime(2_999);
  show(failed);
  vi.advanceTimersByTime(2_999);
  expect(shown()).toEqual(failed);
  vi.advanceTimersByTime(1);
  expect(shown()).toBeNull();
});

test('9 messages: a dismissed notice is gone at once, and its timer does not shorten the next one', () => {
  const { show, dismiss, shown } = started();
  show(added);
  vi.advanceTimersByTime(2_000);
  dismiss();
  expect(shown()).toBeNull();
  show(failed);
  vi.advanceTimersByTime(2_999);
  expect(shown()).toEqual(failed);
});
