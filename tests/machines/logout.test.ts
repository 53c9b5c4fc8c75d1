import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { logoutMachine } from '../../src/machines/logoutMachine';
import { heldPromise } from '../support/actors';
import { refused } from '../support/samples';

const running = [
  { id: '7', name: '4b' },
  { id: '8', name: '5a' },
];

function started() {
  const logOut = vi.fn();
  const stopSessions = heldPromise<{ isSaving: boolean }, { running: typeof running }>();
  const finishWrites = heldPromise<typeof running>();
  const actors = { stopSessions: stopSessions.logic, finishWrites: finishWrites.logic };
  const actor = createActor(logoutMachine.provide({ actors, actions: { logOut } })).start();
  return { actor, logOut, stopSessions, finishWrites, state: () => actor.getSnapshot().value };
}

function asked() {
  const logout = started();
  logout.actor.send({ type: 'logout.ask', running, isSaving: true });
  expect(logout.state()).toBe('asking');
  expect(logout.logOut).not.toHaveBeenCalled();
  return logout;
}

function saving() {
  const logout = started();
  logout.actor.send({ type: 'logout.ask', running: [], isSaving: true });
  expect(logout.state()).toBe('saving');
  expect(logout.finishWrites.calls).toHaveLength(1);
  expect(logout.logOut).not.toHaveBeenCalled();
  return logout;
}

test('without an active session or a change under way the teacher is logged out at once', () => {
  const { actor, logOut, state } = started();
  expect(actor.getSnapshot().context).toEqual({ running: [], problem: null });
  actor.send({ type: 'logout.ask', running: [], isSaving: false });
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
});

test('with one she is asked, and may think better of it', () => {
  const { actor, logOut, state } = asked();
  expect(actor.getSnapshot().context.running).toEqual(running);
  actor.send({ type: 'logout.cancel' });
  expect(state()).toBe('closed');
  expect(logOut).not.toHaveBeenCalled();
});

test('she may let it go on', () => {
  const { actor, logOut, state, stopSessions } = asked();
  actor.send({ type: 'logout.keepRunning', isSaving: false });
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
  expect(stopSessions.calls).toEqual([]);
});

test('or have all of them stopped, and is logged out when they are', async () => {
  const { actor, logOut, state, stopSessions } = asked();
  actor.send({ type: 'logout.stopFirst' });
  expect(stopSessions.calls.map(({ input }) => input)).toEqual([{ running }]);
  // There is no way back from what has been sent.
  actor.send({ type: 'logout.cancel' });
  expect(state()).toBe('stopping');
  expect(logOut).not.toHaveBeenCalled();
  await stopSessions.last.answer({ isSaving: false });
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
});

test('a session that cannot be stopped keeps her here, and says so until she asks again', async () => {
  const { actor, logOut, state, stopSessions } = asked();
  actor.send({ type: 'logout.stopFirst' });
  await stopSessions.last.fail(refused);
  expect(state()).toBe('asking');
  expect(logOut).not.toHaveBeenCalled();
  expect(actor.getSnapshot().context.problem?.sentence).toBe('The server said no.');
  actor.send({ type: 'logout.cancel' });
  actor.send({ type: 'logout.ask', running, isSaving: false });
  expect(actor.getSnapshot().context.problem).toBeNull();
});

test('with a change under way she is logged out as soon as it is made', async () => {
  const { logOut, state, finishWrites } = saving();
  await finishWrites.last.answer([]);
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
});

test('a start under way is asked about once it is made', async () => {
  const { actor, logOut, state, finishWrites } = saving();
  await finishWrites.last.answer(running);
  expect(state()).toBe('asking');
  expect(actor.getSnapshot().context).toEqual({ running, problem: null });
  expect(logOut).not.toHaveBeenCalled();

  // Of what she was asked about, she has said that it may go on.
  actor.send({ type: 'logout.keepRunning', isSaving: true });
  await finishWrites.last.answer(running.slice(1));
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');

  // The next time she is asked anew.
  actor.send({ type: 'logout.ask', running: [], isSaving: true });
  await finishWrites.last.answer(running);
  expect(state()).toBe('asking');
});

test('a change that fails keeps her here, where its failure is told', async () => {
  const { logOut, state, finishWrites } = saving();
  await finishWrites.last.fail(refused);
  expect(logOut).not.toHaveBeenCalled();
  expect(state()).toBe('closed');
});

test('she need not wait, and may stay', () => {
  const hurried = saving();
  hurried.actor.send({ type: 'logout.now' });
  expect(hurried.logOut).toHaveBeenCalledTimes(1);
  expect(hurried.state()).toBe('closed');

  const staying = saving();
  staying.actor.send({ type: 'logout.cancel' });
  expect(staying.logOut).not.toHaveBeenCalled();
  expect(staying.state()).toBe('closed');
});

test('a change under way is waited for after the question about the sessions, too', async () => {
  const kept = asked();
  kept.actor.send({ type: 'logout.keepRunning', isSaving: true });
  expect(kept.state()).toBe('saving');
  expect(kept.logOut).not.toHaveBeenCalled();

  const stopped = asked();
  stopped.actor.send({ type: 'logout.stopFirst' });
  await stopped.stopSessions.last.answer({ isSaving: true });
  expect(stopped.state()).toBe('saving');
  expect(stopped.logOut).not.toHaveBeenCalled();
});
