import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { studentPanelMachine } from '../../src/machines/triage/studentPanelMachine';
import { heldCallback } from '../support/actors';
import { idle } from '../support/idle';

function started() {
  const holdBackEntry = heldCallback<{ type: 'back.pressed' }>();
  const actor = createActor(
    idle(studentPanelMachine).provide({ actors: { holdBackEntry: holdBackEntry.logic } }),
  ).start();
  return {
    holdBackEntry,
    open: (student: string, ...logIds: string[]) => actor.send({ type: 'student.open', student, logIds }),
    close: () => actor.send({ type: 'student.close' }),
    state: () => actor.getSnapshot().value,
    shown: () => actor.getSnapshot().context,
  };
}

const nobody = { student: null, logIds: [] };

test('a student is shown with the logs of the opening, until the panel is closed', () => {
  const { open, close, state, shown } = started();
  expect([state(), shown()]).toEqual(['closed', nobody]);
  open('ada', '1', '2');
  expect([state(), shown()]).toEqual(['open', { student: 'ada', logIds: ['1', '2'] }]);
  close();
  expect([state(), shown()]).toEqual(['closed', nobody]);
});

test('Back closes the panel, and a neighbour adds nothing to the history', () => {
  const { holdBackEntry, open, state, shown } = started();
  expect(holdBackEntry.isRunning).toBe(false);
  open('ada', '1');
  open('bob');
  expect(shown()).toEqual({ student: 'bob', logIds: [] });
  expect(holdBackEntry.inputs).toHaveLength(1);
  holdBackEntry.send({ type: 'back.pressed' });
  expect([state(), shown()]).toEqual(['closed', nobody]);
  expect(holdBackEntry.isRunning).toBe(false);
});
