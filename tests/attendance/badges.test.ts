import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type BadgesChange, badgesMachine, type Printable } from '../../src/machines/attendance/badgesMachine';
import type { Badge } from '../../src/services/app/types';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { badge, notFound, refused } from '../support/samples';

/** The badges' page of section 7. */
function started() {
  const fetchBadges = heldPromise<Badge[], { sectionId: string }>();
  const changeBadges = heldPromise<Printable, { sectionId: string; change: BadgesChange | null }>();
  const openPrint = heldPromise<void>();
  const notices: string[] = [];
  const actor = createActor(
    idle(badgesMachine).provide({
      actors: { fetchBadges: fetchBadges.logic, changeBadges: changeBadges.logic, openPrint: openPrint.logic },
      actions: { showNotice: (_, { sentence }) => void notices.push(sentence) },
    }),
    { input: { sectionId: '7' } },
  ).start();
  const context = () => actor.getSnapshot().context;
  return {
    ...{ fetchBadges, changeBadges, openPrint, notices, context, send: actor.send },
    /** The state, and how often badges were fetched, changed and printed. */
    seen: () => [actor.getSnapshot().value, ...[fetchBadges, changeBadges, openPrint].map(({ calls }) => calls.length)],
  };
}

const made = { made: ['31', '32'], printable: ['30', '31', '32'] };

test('badges that were made are printed at once, and then fetched again; all can be printed later', async () => {
  const { changeBadges, context, fetchBadges, openPrint, seen, send } = started();
  expect([...seen(), fetchBadges.last.input]).toEqual(['fetching', 1, 0, 0, { sectionId: '7' }]);
  await fetchBadges.last.answer([badge]);
  expect([...seen(), context().badges]).toEqual(['known', 1, 0, 0, [badge]]);
  const change = { type: 'badges.make', studentIds: ['31', '32'] } as const;
  send(change);
  expect([...seen(), changeBadges.last.input]).toEqual(['changing', 1, 1, 0, { sectionId: '7', change }]);
  await changeBadges.last.answer(made);
  expect([...seen(), context().change, context().onSheet]).toEqual(['printing', 1, 1, 1, null, ['31', '32']]);
  await openPrint.last.answer();
  expect(seen()).toEqual(['fetching', 2, 1, 1]);
  await fetchBadges.last.answer([badge]);
  send({ type: 'badges.print' });
  expect([...seen(), context().onSheet]).toEqual(['printing', 2, 1, 2, ['30', '31', '32']]);
  // The dialog could not be opened.
  await openPrint.last.fail();
  expect(seen()).toEqual(['fetching', 3, 1, 2]);
});

test('a revocation prints nothing, and one change is sent at a time', async () => {
  const { changeBadges, context, fetchBadges, seen, send } = started();
  await fetchBadges.last.answer([badge]);
  send({ type: 'badges.revoke', studentIds: ['31'] });
  send({ type: 'badges.make', studentIds: ['32'] });
  expect(seen()).toEqual(['changing', 1, 1, 0]);
  expect(changeBadges.last.input.change).toEqual({ type: 'badges.revoke', studentIds: ['31'] });
  await changeBadges.last.answer({ made: [], printable: ['30'] });
  expect([...seen(), context().onSheet, context().printable]).toEqual(['fetching', 2, 1, 0, ['30'], ['30']]);
});

test('a change that fails is told and fetched again, for it may have happened', async () => {
  const { changeBadges, context, fetchBadges, notices, seen, send } = started();
  await fetchBadges.last.answer([]);
  send({ type: 'badges.make', studentIds: ['31'] });
  await changeBadges.last.fail(refused);
  expect([...seen(), context().change, notices]).toEqual(['fetching', 2, 1, 0, null, ['The server said no.']]);
});

test('a fetch that fails says so, can be repeated, and leaves what can be printed', async () => {
  const { changeBadges, context, fetchBadges, openPrint, seen, send } = started();
  await fetchBadges.last.answer([]);
  send({ type: 'badges.make', studentIds: ['31', '32'] });
  await changeBadges.last.answer(made);
  await openPrint.last.answer();
  await fetchBadges.last.fail(refused);
  expect([...seen(), context().problem?.sentence]).toEqual(['failed', 2, 1, 1, 'The server said no.']);
  send({ type: 'badges.print' });
  expect([...seen(), context().onSheet]).toEqual(['printing', 2, 1, 2, ['30', '31', '32']]);
  await openPrint.last.answer();
  await fetchBadges.last.fail(refused);
  send({ type: 'badges.refresh' });
  expect(seen()).toEqual(['fetching', 4, 1, 2]);
  await fetchBadges.last.answer([badge]);
  expect([...seen(), context().problem]).toEqual(['known', 4, 1, 2, null]);
});

test('a backend without badges is asked once, and nothing can be changed', async () => {
  const { fetchBadges, seen, send } = started();
  await fetchBadges.last.fail(notFound);
  send({ type: 'badges.make', studentIds: ['31'] });
  expect(seen()).toEqual(['absent', 1, 0, 0]);
});
