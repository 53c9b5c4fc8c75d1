import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { createDrafts } from '../../src/drafts';
import { authMachine } from '../../src/machines/account/authMachine';
import { appMachine } from '../../src/machines/session/appMachine';
import { idle } from '../support/idle';

/** A page where Ada, a teacher, is signed in and has typed a list. */
function typed() {
  const actor = createActor(
    idle(appMachine).provide({
      actors: {
        auth: idle(authMachine).provide({
          actors: {
            endSession: fromPromise(async () => {}),
            watchStorage: fromCallback(() => {}),
          },
          actions: { followSignIn: () => {} },
        }),
        loadSession: fromCallback(() => {}),
      },
    }),
    { input: { hasAccessToken: true, teacher: 'ada', signIn: 1 } },
  );
  const auth = () => actor.getSnapshot().children.auth;
  const drafts = createDrafts(() => auth()?.getSnapshot());
  actor.subscribe(drafts.look);
  actor.start();
  drafts.own().lists.set('7', { text: 'nora@students.example', isOpen: true });
  const away = { type: 'storage.read', signedIn: false, teacher: null, signIn: 0 } as const;
  return {
    drafts,
    list: () => drafts.own().lists.get('7')?.text,
    expire: () => auth()?.send({ ...away, ended: 'expired' }),
    leaveElsewhere: () => auth()?.send({ ...away, ended: 'signedOut' }),
    signOut: () => auth()?.send({ type: 'logout.submit' }),
    signIn: (teacher: string | null) => auth()?.send({ type: 'session.started', teacher, signIn: 2 }),
    identify: (teacher: string) => auth()?.send({ type: 'session.identified', teacher }),
  };
}

test('it is there again for the teacher whose session has expired, and for nobody in between', () => {
  const { drafts, list, expire, signIn } = typed();
  expire();
  expect(list()).toBeUndefined();
  drafts.keepAddress('/sections/7/add-students');
  signIn('ada');
  expect(list()).toBe('nora@students.example');
  expect(drafts.own().address).toBe('/sections/7/add-students');
});

test('another teacher finds nothing, and nor does the first one after them', () => {
  const { drafts, list, expire, signIn } = typed();
  expire();
  drafts.keepAddress('/sections/7/add-students');
  signIn('bola');
  expect([list(), drafts.own().address]).toEqual([undefined, null]);
  expire();
  signIn('ada');
  expect(list()).toBeUndefined();
});

test('while it is not known who has signed in, there is nothing', () => {
  const { list, expire, signIn, identify } = typed();
  expire();
  signIn(null);
  expect(list()).toBeUndefined();
  identify('ada');
  expect(list()).toBe('nora@students.example');
});

test.each(['signOut', 'leaveElsewhere'] as const)('it ends with a sign-out: %s', async (way) => {
  const page = typed();
  page[way]();
  page.drafts.keepAddress('/sections/7/add-students');
  await Promise.resolve();
  page.signIn('ada');
  expect([page.list(), page.drafts.own().address]).toEqual([undefined, null]);
});
