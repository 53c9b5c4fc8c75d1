import { describe, expect, onTestFinished, test } from 'vitest';
import { type ActorRefFrom, createActor, fromCallback, spawnChild } from 'xstate';
import { type AuthEvent, authMachine } from '../../src/machines/account/authMachine';
import { writeMachine } from '../../src/machines/app/writeMachine';
import type { SentWrite, WriteAnswer, WriteKind } from '../../src/machines/app/writes';
import { type LiveChannelEvent, liveChannelMachine } from '../../src/machines/live/liveChannelMachine';
import { appMachine } from '../../src/machines/session/appMachine';
import { sessionMachine } from '../../src/machines/session/sessionMachine';
import type { SessionEvent } from '../../src/machines/session/sessionSetup';
import type { Section } from '../../src/services/app/types';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { nothingNew, section } from '../support/samples';

function started(signedIn: { hasAccessToken: boolean; teacher: string | null }, { isLoaded = true } = {}) {
  const input = { ...signedIn, signIn: 1 };
  const liveSocket = heldCallback<LiveChannelEvent, { type: 'status.request' }>();
  const watchStorage = heldCallback<AuthEvent>();
  const fetchSections = heldPromise<Section[]>();
  const sendWrite = heldPromise<WriteAnswer, SentWrite>();
  const liveChannel = idle(liveChannelMachine).provide({
    actors: { liveSocket: liveSocket.logic, watchNetwork: heldCallback<LiveChannelEvent>().logic },
  });
  const machine = idle(sessionMachine).provide({
    actors: {
      liveChannel,
      watchPage: heldCallback<SessionEvent>().logic,
      holdPage: heldCallback<SessionEvent>().logic,
      fetchSections: fetchSections.logic,
      write: idle(writeMachine).provide({ actors: { sendWrite: sendWrite.logic } }),
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
    { input },
  ).start();
  // Its live channel would come to the end of its patience in the middle of another test.
  onTestFinished(() => void actor.stop());
  const children = () => actor.getSnapshot().children;
  const session = (): ActorRefFrom<typeof sessionMachine> | undefined => actor.system.get('session');
  return {
    actor,
    liveSocket,
    fetchSections,
    sendWrite,
    load: () => actor.send({ type: 'session.loaded' }),
    state: () => actor.getSnapshot().value,
    auth: () => children().auth?.getSnapshot().value,
    notices: () =>
      [children().failureNotice, children().notice].flatMap((one) => one?.getSnapshot().context.notice?.sentence ?? []),
    showNotice: (sentence: string) =>
      children().notice?.send({ type: 'notice.show', notice: { kind: 'success', sentence } }),
    showFailure: (sentence: string) =>
      children().failureNotice?.send({ type: 'notice.show', notice: { kind: 'error', sentence } }),
    session,
    teacher: () => session()?.getSnapshot().context.teacher,
    sections: () => session()?.getSnapshot().context.sections,
    refresh: () => session()?.send({ type: 'sections.refresh' }),
    submit: (kind: WriteKind) => {
      const write = { id: 'write-1', kind, sectionId: '7', sectionName: '4b', studentEmails: [], isWatched: true };
      session()?.send({ type: 'write.submit', write });
    },
    signIn: (teacher: string) => children().auth?.send({ type: 'session.started', teacher, signIn: 2 }),
    logOut: () => children().auth?.send({ type: 'logout.submit' }),
    anotherTabSignsIn: (teacher: string) =>
      watchStorage.send({ type: 'storage.read', signedIn: true, teacher, signIn: 2, ended: null }),
    anotherTabSignsOut: () =>
      watchStorage.send({ type: 'storage.read', signedIn: false, teacher: null, signIn: 0, ended: 'signedOut' }),
  };
}

const ofAda = () => started({ hasAccessToken: true, teacher: 'ada' });
const ofNobody = () => started({ hasAccessToken: false, teacher: null });

describe('4 live channel', () => {
  test('connects on app start when an access token is stored', () => {
    const { liveSocket, state, teacher } = ofAda();
    expect(state()).toEqual({ signedIn: 'running' });
    expect(teacher()).toBe('ada');
    expect(liveSocket.runs.started).toBe(1);
  });

  test('does not connect without an access token, but does as soon as a teacher signs in', () => {
    const { liveSocket, signIn, state, teacher } = ofNobody();
    expect(state()).toBe('signedOut');
    expect(liveSocket.runs.started).toBe(0);
    signIn('bob');
    expect(teacher()).toBe('bob');
    expect(liveSocket.runs.started).toBe(1);
  });

  test('another sign-in connects anew, by its own token', () => {
    const { liveSocket, signIn } = ofAda();
    signIn('ada');
    expect(liveSocket.runs).toEqual({ started: 2, stopped: 1 });
  });
});

test('a session starts once its chunk is loaded, if its teacher is still signed in', () => {
  const { liveSocket, load, logOut, session, signIn, state, teacher } = started(
    { hasAccessToken: true, teacher: 'ada' },
    { isLoaded: false },
  );
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

describe('4 authentication', () => {
  test('logout ends the session at once, before the server has heard of it', () => {
    const { auth, liveSocket, logOut, session, state } = ofAda();
    logOut();
    expect(auth()).toBe('signingOut');
    expect(state()).toBe('signedOut');
    expect(session()).toBeUndefined();
    expect(liveSocket.isRunning).toBe(false);
  });

  test('a sign-out in another tab ends the session here', () => {
    const { anotherTabSignsOut, liveSocket, session } = ofAda();
    anotherTabSignsOut();
    expect(session()).toBeUndefined();
    expect(liveSocket.isRunning).toBe(false);
  });

  test('another teacher is another session: everything of the old one stops, and nothing of it is shown', async () => {
    const { anotherTabSignsIn, fetchSections, liveSocket, refresh, sections, sendWrite, submit, teacher } = ofAda();
    refresh();
    await fetchSections.last.answer([section]);
    refresh();
    submit('addStudents');
    expect(sections()).toEqual([section]);

    anotherTabSignsIn('bob');
    expect(teacher()).toBe('bob');
    expect(sections()).toBeNull();
    expect(fetchSections.last.signal.aborted).toBe(true);
    expect(sendWrite.last.signal.aborted).toBe(true);
    expect(liveSocket.runs).toEqual({ started: 2, stopped: 1 });

    await fetchSections.last.answer([section]);
    await sendWrite.last.answer(nothingNew);
    expect(sections()).toBeNull();
  });

  test('the same teacher in another tab goes on with the same session', () => {
    const { anotherTabSignsIn, liveSocket, session } = ofAda();
    const before = session();
    anotherTabSignsIn('ada');
    expect(session()).toBe(before);
    expect(liveSocket.runs).toEqual({ started: 1, stopped: 0 });
  });
});

test('9 messages: none outlives the session that it may tell of', () => {
  const { anotherTabSignsIn, logOut, notices, showFailure, showNotice, signIn } = ofNobody();
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

test('authentication, the notices, the session and its desktop are registered by name', () => {
  const { actor, logOut } = ofAda();
  for (const name of ['auth', 'notice', 'failureNotice', 'session', 'desktop'])
    expect(actor.system.get(name), name).toBeDefined();
  logOut();
  expect(actor.system.get('session')).toBeUndefined();
  expect(actor.system.get('auth')).toBeDefined();
});
