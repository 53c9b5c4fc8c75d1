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
  const stopSessions = heldPromise<void, { running: typeof running }>();
  const actor = createActor(
    logoutMachine.provide({ actors: { stopSessions: stopSessions.logic }, actions: { logOut } }),
  ).start();
  return { actor, logOut, stopSessions, state: () => actor.getSnapshot().value };
}

function asked() {
  const logout = started();
  logout.actor.send({ type: 'logout.ask', running });
  expect(logout.state()).toBe('asking');
  expect(logout.logOut).not.toHaveBeenCalled();
  return logout;
}

test('without an active session the teacher is logged out at once', () => {
  const { actor, logOut, state } = started();
  expect(actor.getSnapshot().context).toEqual({ running: [], problem: null });
  actor.send({ type: 'logout.ask', running: [] });
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
  actor.send({ type: 'logout.keepRunning' });
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
  await stopSessions.last.answer();
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
  actor.send({ type: 'logout.ask', running });
  expect(actor.getSnapshot().context.problem).toBeNull();
});
