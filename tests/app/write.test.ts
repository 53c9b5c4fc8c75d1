import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeMachine } from '../../src/machines/app/writeMachine';
import { type SentWrite, type WriteAnswer, waits } from '../../src/machines/app/writes';
import type { WriteKind } from '../../src/writeKinds';
import { heldCallback, heldPromise, startUnderParent } from '../support/actors';
import { idle } from '../support/idle';
import { refused, section, unanswered } from '../support/samples';

const sent: SentWrite = { id: 'write-1', kind: 'addStudents' };

function started(write = sent) {
  const sendWrite = heldPromise<WriteAnswer, SentWrite>();
  const watchNetwork = heldCallback<{ type: 'network.online' }>();
  const { actor, reports } = startUnderParent(
    idle(writeMachine).provide({ actors: { sendWrite: sendWrite.logic, watchNetwork: watchNetwork.logic } }),
    write,
  );
  return {
    sendWrite,
    watchNetwork,
    value: () => actor.getSnapshot().value,
    status: () => actor.getSnapshot().status,
    context: () => actor.getSnapshot().context,
    /** What the session received, without XState's own event for the actor's end. */
    outcomes: () => reports.flatMap(({ type, id, outcome }) => (type === 'write.settled' ? [{ id, outcome }] : [])),
  };
}

test('4 a write is sent at once, without what is in it, and says nothing before it has settled', () => {
  const { context, outcomes, sendWrite, status } = started();
  expect(sendWrite.calls.map(({ input }) => input)).toEqual([{ ...sent, tries: 0 }]);
  expect(context()).toEqual({ ...sent, tries: 0 });
  expect(outcomes()).toEqual([]);
  expect(status()).toBe('active');
});

test.each([section, null])(
  '4 a write that is done is told once, with the section where the server sends it, and when',
  async (now) => {
    const { outcomes, sendWrite, status } = started();
    const answer: WriteAnswer = {
      sentence: null,
      section: now,
      logs: null,
      left: null,
      takenCount: 2,
      isOnItsPage: true,
      doneAt: 5_000,
      clockOffset: 0,
    };
    await sendWrite.last.answer(answer);
    expect(outcomes()).toEqual([{ id: 'write-1', outcome: { type: 'done', ...answer } }]);
    expect(status()).toBe('done');
  },
);

test('8 a write that fails is told once, with what is known of it', async () => {
  const { outcomes, sendWrite, status } = started();
  await sendWrite.last.fail(unanswered);
  const problem = { sentence: 'Nothing came back.', kind: 'unanswered' };
  expect(outcomes()).toEqual([{ id: 'write-1', outcome: { type: 'failed', problem } }]);
  expect(status()).toBe('done');
});

test('8 an error of our own is told as such, and logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { outcomes, sendWrite } = started();
  const error = new Error('boom');
  await sendWrite.last.fail(error);
  expect(outcomes()).toMatchObject([{ outcome: { type: 'failed', problem: { kind: 'defect' } } }]);
  expect(logged).toHaveBeenCalledWith(error);
  logged.mockRestore();
});

const answer: WriteAnswer = {
  ...{ sentence: null, section: null, logs: null, left: null, takenCount: 0 },
  ...{ isOnItsPage: true, doneAt: 5_000, clockOffset: 0 },
};
const kinds: WriteKind[] = ['reviewLogs', 'admitStudents', 'refuseStudents', 'excuseStudent', 'endExcuse'];

describe('a review or a decision at the door without an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each(kinds)('%s waits, and is sent again after 1 s, 2 s, 4 s, until it is answered', async (kind) => {
    const { outcomes, sendWrite, value } = started({ ...sent, kind });
    for (const [tries, wait] of [1_000, 2_000, 4_000].entries()) {
      await sendWrite.last.fail(unanswered);
      expect(value()).toBe('waiting');
      vi.advanceTimersByTime(wait - 1);
      expect(sendWrite.calls).toHaveLength(tries + 1);
      vi.advanceTimersByTime(1);
      expect(sendWrite.calls).toHaveLength(tries + 2);
    }
    expect(outcomes()).toEqual([]);
    await sendWrite.last.answer(answer);
    expect(outcomes()).toEqual([{ id: 'write-1', outcome: { type: 'done', ...answer } }]);
  });

  test('is sent at once when the network is back', async () => {
    const { sendWrite, watchNetwork, value } = started({ ...sent, kind: 'reviewLogs' });
    await sendWrite.last.fail(unanswered);
    watchNetwork.send({ type: 'network.online' });
    expect(value()).toBe('sending');
    expect(sendWrite.calls).toHaveLength(2);
  });

  test('that the server refuses afterwards has failed, and is told', async () => {
    const { outcomes, sendWrite } = started({ ...sent, kind: 'reviewLogs' });
    await sendWrite.last.fail(unanswered);
    vi.advanceTimersByTime(1_000);
    await sendWrite.last.fail(refused);
    expect(outcomes()).toMatchObject([{ outcome: { type: 'failed', problem: { kind: 'refused' } } }]);
  });
});

test('a start, a deletion or an invitation without an answer does not wait', () => {
  const others: WriteKind[] = ['startDetection', 'deleteLogs', 'inviteStudents', 'createSection'];
  expect(others.filter((kind) => waits({ kind }))).toEqual([]);
});
