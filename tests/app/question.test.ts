import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { questionMachine } from '../../src/machines/app/questionMachine';

function started() {
  const act = vi.fn();
  const actor = createActor(questionMachine.provide({ actions: { act } })).start();
  return { act, actor, state: () => actor.getSnapshot().value };
}

test('what is not doubtful is done at once', () => {
  const { act, actor, state } = started();
  actor.send({ type: 'question.ask', isDoubtful: false });
  expect(act).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
});

test('what is doubtful is done once, and only when the teacher says so', () => {
  const { act, actor, state } = started();
  actor.send({ type: 'question.ask', isDoubtful: true });
  expect(state()).toBe('asking');
  actor.send({ type: 'question.cancel' });
  expect(state()).toBe('closed');
  actor.send({ type: 'question.confirm' });
  expect(act).not.toHaveBeenCalled();

  actor.send({ type: 'question.ask', isDoubtful: true });
  actor.send({ type: 'question.confirm' });
  actor.send({ type: 'question.confirm' });
  expect(act).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
});
