import { expect, test, vi } from 'vitest';
import { writeMachine } from '../../src/machines/app/writeMachine';
import type { SentWrite, WriteAnswer } from '../../src/machines/app/writes';
import { heldPromise, startUnderParent } from '../support/actors';
import { idle } from '../support/idle';
import { section, unanswered } from '../support/samples';

const sent: SentWrite = { id: 'write-1', kind: 'addStudents', sectionId: '7' };

function started() {
  const sendWrite = heldPromise<WriteAnswer, SentWrite>();
  const { actor, reports } = startUnderParent(
    idle(writeMachine).provide({ actors: { sendWrite: sendWrite.logic } }),
    sent,
  );
  return {
    sendWrite,
    status: () => actor.getSnapshot().status,
    context: () => actor.getSnapshot().context,
    /** What the session received, without XState's own event for the actor's end. */
    outcomes: () => reports.flatMap(({ type, id, outcome }) => (type === 'write.settled' ? [{ id, outcome }] : [])),
  };
}

test('4 a write is sent at once, without what is in it, and says nothing before it has settled', () => {
  const { context, outcomes, sendWrite, status } = started();
  expect(sendWrite.calls.map(({ input }) => input)).toEqual([sent]);
  expect(context()).toEqual(sent);
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
      asked: 4,
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
