import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type BadgesChange, badgesMachine, type Printable } from '../../src/machines/attendance/badgesMachine';
import { ProblemError } from '../../src/problem';
import type { Badge } from '../../src/services/app/types';
import { idle } from '../support/idle';

/** A page of section 7 whose backend makes and revokes what it is asked to. */
function started({ fails = false, isAbsent = false } = {}) {
  const fetched: string[] = [];
  const changes: (BadgesChange | null)[] = [];
  const notices: string[] = [];
  let printed = 0;
  const machine = idle(badgesMachine).provide({
    actors: {
      fetchBadges: fromPromise<Badge[], { sectionId: string }>(async ({ input }) => {
        fetched.push(input.sectionId);
        if (isAbsent) throw new ProblemError({ sentence: 'Not found.', kind: 'notFound' });
        return [];
      }),
      changeBadges: fromPromise<Printable, { sectionId: string; change: BadgesChange | null }>(async ({ input }) => {
        changes.push(input.change);
        if (fails) throw new ProblemError({ sentence: 'It failed.', kind: 'failed' });
        const made = input.change?.type === 'badges.make' ? input.change.studentIds : [];
        return { made, printable: made };
      }),
      openPrint: fromPromise<void, void>(async () => {
        printed += 1;
      }),
    },
    actions: { showNotice: (_, { sentence }) => void notices.push(sentence) },
  });
  const actor = createActor(machine, { input: { sectionId: '7' } }).start();
  return {
    fetched,
    changes,
    notices,
    send: actor.send,
    settle: () => new Promise((done) => setTimeout(done)),
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    printed: () => printed,
  };
}

test('badges that were made are printed at once, and then fetched again', async () => {
  const { send, settle, state, context, fetched, printed } = started();
  await settle();
  expect(state()).toBe('known');
  send({ type: 'badges.make', studentIds: ['31', '32'] });
  expect(state()).toBe('changing');
  await settle();
  expect(printed()).toBe(1);
  expect([state(), context().onSheet, context().printable]).toEqual(['known', ['31', '32'], ['31', '32']]);
  expect(fetched).toEqual(['7', '7']);
  send({ type: 'badges.print' });
  await settle();
  expect(printed()).toBe(2);
});

test('a revocation prints nothing, and one change is sent at a time', async () => {
  const { send, settle, changes, context, printed } = started();
  await settle();
  send({ type: 'badges.revoke', studentIds: ['31'] });
  send({ type: 'badges.make', studentIds: ['32'] });
  expect(context().change).toEqual({ type: 'badges.revoke', studentIds: ['31'] });
  await settle();
  expect(changes).toEqual([{ type: 'badges.revoke', studentIds: ['31'] }]);
  expect([printed(), context().change]).toEqual([0, null]);
});

test('a change that fails is told and fetched again, for it may have happened', async () => {
  const { send, settle, state, fetched, notices } = started({ fails: true });
  await settle();
  send({ type: 'badges.make', studentIds: ['31'] });
  await settle();
  expect([state(), fetched, notices]).toEqual(['known', ['7', '7'], ['It failed.']]);
});

test('a backend without badges is asked once, and nothing can be changed', async () => {
  const { send, settle, state, changes, fetched } = started({ isAbsent: true });
  await settle();
  send({ type: 'badges.make', studentIds: ['31'] });
  await settle();
  expect([state(), changes, fetched]).toEqual(['absent', [], ['7']]);
});
