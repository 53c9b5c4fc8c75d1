import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { projectorMachine } from '../../src/machines/app/projectorMachine';

function started(wasOn: boolean) {
  const kept: boolean[] = [];
  const actor = createActor(projectorMachine.provide({ actions: { keep: (_, { isOn }) => void kept.push(isOn) } }), {
    input: { wasOn },
  }).start();
  return { actor, kept, state: () => actor.getSnapshot().value };
}

test.each([true, false])('projector mode is what it was until it is switched: on %j', (wasOn) => {
  const { actor, kept, state } = started(wasOn);
  expect(state()).toBe(wasOn ? 'on' : 'off');
  expect(kept).toEqual([]);
  actor.send({ type: 'projector.toggle' });
  expect(state()).toBe(wasOn ? 'off' : 'on');
});

test('projector mode is switched by the teacher, and each choice is kept', () => {
  const { actor, kept, state } = started(false);
  actor.send({ type: 'projector.toggle' });
  expect(state()).toBe('on');
  actor.send({ type: 'projector.toggle' });
  expect(state()).toBe('off');
  expect(kept).toEqual([true, false]);
});
