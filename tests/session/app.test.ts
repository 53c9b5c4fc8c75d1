import { expect, onTestFinished, test } from 'vitest';
import { type ActorRefFrom, createActor, fromCallback, spawnChild } from 'xstate';
import { type AuthEvent, authMachine } from '../../src/machines/account/authMachine';
import { type LiveChannelEvent, liveChannelMachine } from '../../src/machines/live/liveChannelMachine';
import { appMachine } from '../../src/machines/session/appMachine';
import { sessionMachine } from '../../src/machines/session/sessionMachine';
import type { SessionEvent } from '../../src/machines/session/sessionSetup';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';

function started(signedIn: { hasAccessToken: boolean; teacher: string | null }, { isLoaded = true } = {}) {
  const liveSocket = heldCallback<LiveChannelEvent, { type: 'status.request' }>();
  const watchStorage = heldCallback<AuthEvent>();
  const machine = idle(sessionMachine).provide({
    actors: {
      liveChannel: idle(liveChannelMachine).provide({
        actors: { liveSocket: liveSocket.logic, watchNetwork: heldCallback<LiveChannelEvent>().logic },
      }),
      watchPage: heldCallback<SessionEvent>().logic,
    },
  });
  const actor = createActor(
    idle(appMachine).provide({
      actors: {
        auth: idle(authMachine).provide({
          actors: { watchStorage: watchStorage.logic, endSession: heldPromise<void>().logic },
          actions: { followSignIn: () => {} },
        }),
        loadSession: fromCallback(({ sendBack }) => {
          if (isLoaded) sendBack({ type: 'session.loaded' });
        }),
      },
      actions: {
        startSession: spawnChild(machine, {
          systemId: 'session',
          input: ({ context: { teacher } }) => ({ teacher }),
        }),
      },
    }),
    { input: { ...signedIn, signIn: 1 } },
  ).start();
  // Its live channel would come to the end of its patience in the middle of another test.
  onTestFinished(() => void actor.stop());
  const children = () => actor.getSnapshot().children;
  const session = (): ActorRefFrom<typeof sessionMachine> | undefined => actor.system.get('session');
  return {
    actor,
    liveSocket,
    load: () => actor.send({ type: 'session.loaded' }),
    state: () => actor.getSnapshot().value,
    notices: () =>
      [children().failureNotice, children().notice].flatMap((one) => one?.getSnapshot().context.notice?.sentence ?? []),
    showNotice: (sentence: string) =>
      children().notice?.send({ type: 'notice.show', notice: { kind: 'success', sentence } }),
    showFailure: (sentence: string) =>
      children().failureNotice?.send({ type: 'notice.show', notice: { kind: 'error', sentence } }),
    session,
    teacher: () => session()?.getSnapshot().context.teacher,
    signIn: (teacher: string) => children().auth?.send({ type: 'session.started', teacher, signIn: 2 }),
    logOut: () => children().auth?.send({ type: 'logout.submit' }),
    anotherTabSignsIn: (teacher: string) =>
      watchStorage.send({ type: 'storage.read', signedIn: true, teacher, signIn: 2, ended: null }),
  };
}

const ofAda = { hasAccessToken: true, teacher: 'ada' };
const ofNobody = { hasAccessToken: false, teacher: null };

test('4 live channel: none connects without an access token', () => {
  const { liveSocket, state } = started(ofNobody);
  expect([state(), liveSocket.runs.started]).toEqual(['signedOut', 0]);
});

test('a session starts once its chunk is loaded, if its teacher is still signed in', () => {
  const { liveSocket, load, logOut, session, signIn, state, teacher } = started(ofAda, { isLoaded: false });
  expect([state(), session(), liveSocket.runs.started]).toEqual([{ signedIn: 'loading' }, undefined, 0]);
  logOut();
  load();
  expect([state(), session()]).toEqual(['signedOut', undefined]);
  signIn('bob');
  load();
  expect([state(), teacher(), liveSocket.runs.started]).toEqual([{ signedIn: 'running' }, 'bob', 1]);
  load();
  expect(liveSocket.runs.started).toBe(1);
});

test('9 messages: none outlives the session that it may tell of', () => {
  const { anotherTabSignsIn, logOut, notices, showFailure, showNotice, signIn } = started(ofNobody);
  showNotice('It worked.');
  signIn('ada');
  expect(notices()).toEqual(['It worked.']);
  showNotice('Algebra 9b was created.');
  showFailure('Latin: The server said no.');
  expect(notices()).toEqual(['Latin: The server said no.', 'Algebra 9b was created.']);
  anotherTabSignsIn('bob');
  expect(notices()).toEqual([]);
  showNotice('Algebra 9c was created.');
  logOut();
  expect(notices()).toEqual([]);
  showNotice('It worked.');
  expect(notices()).toEqual(['It worked.']);
});

test('names in projector mode are hidden, and no longer asked for, once the session ends', () => {
  for (const events of [['names.ask'], ['names.ask', 'names.show']] as const) {
    const { actor, logOut, signIn } = started(ofAda);
    const names = actor.getSnapshot().children.names;
    for (const type of events) names?.send({ type });
    expect(names?.getSnapshot().value).not.toBe('hidden');
    logOut();
    signIn('bob');
    expect(names?.getSnapshot().value).toBe('hidden');
  }
});

test('what others ask for by name is there: authentication, notices, names, the session and its desktop', () => {
  const { actor, logOut } = started(ofAda);
  for (const name of ['auth', 'notice', 'failureNotice', 'names', 'session', 'desktop'])
    expect(actor.system.get(name), name).toBeDefined();
  logOut();
  expect(actor.system.get('session')).toBeUndefined();
  expect(actor.system.get('auth')).toBeDefined();
});
