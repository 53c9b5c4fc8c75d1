import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../student/src/failure';
import { resumptionMachine } from '../../student/src/machines/resumptionMachine';
import type { Admission, Beat } from '../../student/src/services/types';
import { parentOf, stubSocket } from '../support/calls';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an ended lesson', () => {
  const open = () => {
    const socket = stubSocket();
    const answers: { answer(admission: Admission): Promise<void>; fail(error: unknown): Promise<void> }[] = [];
    const settle = async () => {
      await vi.advanceTimersByTimeAsync(0);
    };
    const sendHeartbeat = () =>
      new Promise<Beat & { epoch: string }>((resolve, reject) => {
        answers.push({
          answer(admission) {
            resolve({
              ...{ admission, lesson: null, every: 20_000, excusedUntil: null, pausedFor: null, endsIn: null },
              ...{ number: null, epoch: 'e1' },
            });
            return settle();
          },
          fail(error) {
            reject(error);
            return settle();
          },
        });
      });
    const seat = { listen: socket.listen, sendHeartbeat };
    return { answers, socket, last: () => answers.at(-1)!, ...parentOf(resumptionMachine({ seat })) };
  };
  const unanswered = new Failure({ kind: 'unanswered', sentence: 'unanswered' });

  test('is asked for when the server calls, and goes on once the student is admitted again', async () => {
    const { answers, last, reports, socket } = open();
    socket.last().onHeard();
    expect(answers).toHaveLength(1);
    await last().answer('ended');
    expect(reports).toEqual([]);
    socket.last().onCalled();
    socket.last().onCalled();
    expect(answers).toHaveLength(3);
    await last().answer('admitted');
    expect(reports).toContain('lesson.resumed');
  });

  test('is asked for every minute where no socket opens', async () => {
    const { answers, last, reports, socket } = open();
    socket.last().onClosed();
    vi.advanceTimersByTime(59_999);
    expect(answers).toHaveLength(0);
    vi.advanceTimersByTime(1);
    await last().fail(unanswered);
    vi.advanceTimersByTime(60_000);
    expect(answers).toHaveLength(2);
    await last().answer('admitted');
    expect(reports).toContain('lesson.resumed');
  });

  test('is not asked for any more after an hour, or once the place was given up', async () => {
    const { answers, last, value } = open();
    for (let minute = 1; minute < 60; minute += 1) {
      vi.advanceTimersByTime(60_000);
      await last().answer('ended');
    }
    vi.advanceTimersByTime(60_000);
    expect([value(), answers.length]).toEqual(['over', 59]);

    const other = open();
    vi.advanceTimersByTime(60_000);
    await other.last().fail(new Error('There is no ticket'));
    expect(other.value()).toBe('over');
  });
});
