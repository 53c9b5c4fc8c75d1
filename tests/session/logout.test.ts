import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type LogoutEvent, logoutMachine } from '../../src/machines/session/logoutMachine';
import type { WriteKind } from '../../src/writeKinds';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { refused } from '../support/samples';

const running = [
  { id: '7', name: '4b' },
  { id: '8', name: '5a' },
];

function started() {
  const logOut = vi.fn();
  const stopSessions = heldPromise<{ isSaving: boolean }, { running: typeof running }>();
  const finishWrites = heldCallback<LogoutEvent>();
  const watchWrites = heldCallback<LogoutEvent>();
  const actors = {
    stopSessions: stopSessions.logic,
    finishWrites: finishWrites.logic,
    watchWrites: watchWrites.logic,
  };
  const actor = createActor(idle(logoutMachine).provide({ actors, actions: { logOut } })).start();
  return {
    actor,
    logOut,
    stopSessions,
    finishWrites,
    watchWrites,
    finish: (now: typeof running) => finishWrites.send({ type: 'writes.finished', running: now }),
    fail: (kind: WriteKind, sectionId: string | null) => watchWrites.send({ type: 'write.failed', kind, sectionId }),
    state: () => actor.getSnapshot().value,
  };
}

const asking = { open: 'asking' };
const stopping = { open: 'stopping' };
const savingState = { open: 'saving' };

function asked() {
  const logout = started();
  logout.actor.send({ type: 'logout.ask', running, isSaving: true });
  expect(logout.state()).toEqual(asking);
  expect(logout.logOut).not.toHaveBeenCalled();
  return logout;
}

function saving() {
  const logout = started();
  logout.actor.send({ type: 'logout.ask', running: [], isSaving: true });
  expect(logout.state()).toEqual(savingState);
  expect(logout.finishWrites.runs.started).toBe(1);
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
  expect(state()).toEqual(stopping);
  expect(logOut).not.toHaveBeenCalled();
  await stopSessions.last.answer({ isSaving: false });
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
});

test('a session that cannot be stopped keeps her here, and says so until she asks again', async () => {
  const { actor, logOut, state, stopSessions } = asked();
  actor.send({ type: 'logout.stopFirst' });
  await stopSessions.last.fail(refused);
  expect(state()).toEqual(asking);
  expect(logOut).not.toHaveBeenCalled();
  expect(actor.getSnapshot().context.problem?.sentence).toBe('The server said no.');
  actor.send({ type: 'logout.cancel' });
  actor.send({ type: 'logout.ask', running, isSaving: false });
  expect(actor.getSnapshot().context.problem).toBeNull();
});

test('with a change under way she is logged out as soon as it is made', () => {
  const { logOut, state, finish } = saving();
  finish([]);
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');
});

test('a start under way is asked about once it is made', () => {
  const { actor, logOut, state, finish } = saving();
  finish(running);
  expect(state()).toEqual(asking);
  expect(actor.getSnapshot().context).toEqual({ running, problem: null });
  expect(logOut).not.toHaveBeenCalled();

  // Of what she was asked about, she has said that it may go on.
  actor.send({ type: 'logout.keepRunning', isSaving: true });
  finish(running.slice(1));
  expect(logOut).toHaveBeenCalledTimes(1);
  expect(state()).toBe('closed');

  // The next time she is asked anew.
  actor.send({ type: 'logout.ask', running: [], isSaving: true });
  finish(running);
  expect(state()).toEqual(asking);
});

test('a change that fails, or is made in part, keeps her here, where that is told: at any time after she pressed', () => {
  const waiting = saving();
  waiting.fail('addStudents', '7');
  expect(waiting.state()).toBe('closed');
  expect(waiting.logOut).not.toHaveBeenCalled();
  expect([waiting.finishWrites.isRunning, waiting.watchWrites.isRunning]).toEqual([false, false]);

  for (const isStopping of [false, true]) {
    const questioned = asked();
    if (isStopping) questioned.actor.send({ type: 'logout.stopFirst' });
    questioned.fail('addStudents', '7');
    expect(questioned.state()).toBe('closed');
    expect(questioned.logOut).not.toHaveBeenCalled();
  }
});

test('of the stops that she asked for the dialog tells when all have ended', async () => {
  const { actor, fail, state, stopSessions } = asked();
  actor.send({ type: 'logout.stopFirst' });
  fail('stopDetection', '8');
  expect(state()).toEqual(stopping);
  await stopSessions.last.fail(refused);
  expect(state()).toEqual(asking);
  actor.send({ type: 'logout.stopFirst' });
  fail('stopDetection', '9');
  expect(state()).toBe('closed');

  const stopped = asked();
  stopped.actor.send({ type: 'logout.stopFirst' });
  stopped.fail('startDetection', '8');
  expect(stopped.state()).toBe('closed');
});

test('a question goes with its page, and what she has decided does not', () => {
  const questioned = asked();
  questioned.actor.send({ type: 'page.left' });
  expect(questioned.state()).toBe('closed');
  const decided = asked();
  decided.actor.send({ type: 'logout.stopFirst' });
  decided.actor.send({ type: 'page.left' });
  expect(decided.state()).toEqual(stopping);
  const waiting = saving();
  waiting.actor.send({ type: 'page.left' });
  expect(waiting.state()).toEqual(savingState);
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
  expect(kept.state()).toEqual(savingState);
  expect(kept.logOut).not.toHaveBeenCalled();

  const stopped = asked();
  stopped.actor.send({ type: 'logout.stopFirst' });
  await stopped.stopSessions.last.answer({ isSaving: true });
  expect(stopped.state()).toEqual(savingState);
  expect(stopped.logOut).not.toHaveBeenCalled();
});
