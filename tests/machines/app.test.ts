import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '../../src/machines/appMachine';
import { type AuthEvent, authMachine } from '../../src/machines/authMachine';
import { type LiveChannelEvent, liveChannelMachine } from '../../src/machines/liveChannelMachine';
import { heldCallback, heldPromise } from '../support/actors';

function started({ hasAccessToken }: { hasAccessToken: boolean }) {
  const liveSocket = heldCallback<LiveChannelEvent, { type: 'status.request' }>();
  const watchStorage = heldCallback<AuthEvent>();
  const actor = createActor(
    appMachine.provide({
      actors: {
        auth: authMachine.provide({
          actors: { watchStorage: watchStorage.logic, endSession: heldPromise<void>().logic },
        }),
        liveChannel: liveChannelMachine.provide({
          actors: { liveSocket: liveSocket.logic, watchNetwork: heldCallback().logic },
        }),
      },
    }),
    { input: { hasAccessToken } },
  ).start();
  const { auth, notice } = actor.getSnapshot().children;
  return { liveSocket, auth, notice, state: () => actor.getSnapshot().value };
}

test('4 live channel: connects on app start when an access token is stored', () => {
  const { liveSocket, state } = started({ hasAccessToken: true });
  expect(state()).toBe('signedIn');
  expect(liveSocket.runs.started).toBe(1);
});

test('4 live channel: does not connect without an access token, but does as soon as a teacher signs in', () => {
  const { auth, liveSocket, state } = started({ hasAccessToken: false });
  expect(state()).toBe('signedOut');
  expect(liveSocket.runs.started).toBe(0);
  auth?.send({ type: 'session.started' });
  expect(liveSocket.runs.started).toBe(1);
});

test('4 authentication: logout closes the live channel at once, before the server has heard of it', () => {
  const { auth, liveSocket, state } = started({ hasAccessToken: true });
  auth?.send({ type: 'logout.submit' });
  expect(auth?.getSnapshot().value).toBe('signingOut');
  expect(state()).toBe('signedOut');
  expect(liveSocket.isRunning).toBe(false);
});

test('9 messages: there is one place for them, whoever is signed in', () => {
  const { auth, notice } = started({ hasAccessToken: false });
  notice?.send({ type: 'notice.show', notice: { kind: 'success', sentence: 'It worked.' } });
  auth?.send({ type: 'session.started' });
  expect(notice?.getSnapshot().context.notice?.sentence).toBe('It worked.');
});

test('4 live channel: another sign-in connects anew, by its own token', () => {
  const { auth, liveSocket } = started({ hasAccessToken: true });
  auth?.send({ type: 'session.started' });
  expect(liveSocket.runs).toEqual({ started: 2, stopped: 1 });
});
