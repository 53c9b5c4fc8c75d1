import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callsMachine } from '../../student/src/machines/callsMachine';
import { parentOf, stubSocket } from '../support/calls';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the server’s calls', () => {
  const open = () => {
    const socket = stubSocket();
    return { socket, ...parentOf(callsMachine({ seat: socket })) };
  };

  test('reach the page as they come', () => {
    const { reports, socket, value } = open();
    expect(value()).toEqual({ listening: 'opening' });
    socket.last().onHeard();
    socket.last().onHeard();
    expect([value(), reports]).toEqual([{ listening: 'hearing' }, ['teacher.called']]);
    socket.last().onCalled();
    socket.last().onCalled();
    expect(reports).toHaveLength(3);
  });

  test('are listened for on another socket after 5 s, 10 s and at most 5 min', () => {
    const { socket } = open();
    for (const pause of [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
      const count = socket.opened.length;
      socket.last().onClosed();
      vi.advanceTimersByTime(pause - 1);
      expect(socket.opened).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(socket.opened).toHaveLength(count + 1);
    }
  });

  test('may have been missed before a socket was heard', () => {
    const { reports, socket, value } = open();
    socket.last().onClosed();
    vi.advanceTimersByTime(5_000);
    socket.last().onHeard();
    expect([value(), reports]).toEqual([{ listening: 'hearing' }, ['teacher.called']]);
    socket.last().onHeard();
    socket.last().onClosed();
    vi.advanceTimersByTime(5_000);
    expect([reports.length, socket.opened.length]).toEqual([1, 3]);
  });

  test('do not come from a socket that is silent for 45 s', () => {
    const { socket, value } = open();
    for (const _ of [1, 2]) {
      vi.advanceTimersByTime(44_999);
      socket.last().onHeard();
    }
    vi.advanceTimersByTime(44_999);
    expect([value(), socket.closed]).toEqual([{ listening: 'hearing' }, 0]);
    vi.advanceTimersByTime(1);
    expect([value(), socket.closed]).toEqual(['resting', 1]);
    vi.advanceTimersByTime(4_999);
    expect(value()).toBe('resting');
  });

  test('do not come from a socket that says nothing at all', () => {
    const { value } = open();
    vi.advanceTimersByTime(45_000 + 4_999);
    expect(value()).toBe('resting');
  });
});
