import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { type TeachersEvent, teachersMachine } from '../../src/machines/sections/teachersMachine';
import { dayOf, endOfDay } from '../../src/machines/sections/untilWhen';
import type { SectionTeachers } from '../../src/services/app/types';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { notFound, refused, teachersOf } from '../support/samples';

const sam = 'sam@school.example';

/** The card of section 7. */
function started() {
  const fetchTeachers = heldPromise<SectionTeachers, { sectionId: string }>();
  const watched: string[] = [];
  let settle = () => {};
  const actor = createActor(
    idle(teachersMachine).provide({
      actors: {
        fetchTeachers: fetchTeachers.logic,
        watchSharing: fromCallback<TeachersEvent, { sectionId: string }>(({ input, sendBack }) => {
          watched.push(input.sectionId);
          settle = () => sendBack({ type: 'sharing.settled' });
        }),
      },
    }),
    { input: { sectionId: '7' } },
  ).start();
  const context = () => actor.getSnapshot().context;
  return {
    ...{ fetchTeachers, watched, context, send: actor.send, settle: () => settle() },
    emails: () => context().known?.teachers.map(({ email }) => email),
    /** The state, and how often the teachers were fetched. */
    seen: () => [actor.getSnapshot().value, fetchTeachers.calls.length],
  };
}

test('the teachers are fetched, and again after each change, whether or not it succeeded', async () => {
  const { emails, fetchTeachers, seen, settle, watched } = started();
  expect([seen(), fetchTeachers.last.input, watched]).toEqual([['fetching', 1], { sectionId: '7' }, ['7']]);
  await fetchTeachers.last.answer(teachersOf());
  expect([seen(), emails()]).toEqual([['known', 1], []]);
  settle();
  expect([seen(), emails()]).toEqual([['fetching', 2], []]);
  await fetchTeachers.last.answer(teachersOf(sam));
  expect([seen(), emails()]).toEqual([['known', 2], [sam]]);
});

test('a change during a fetch repeats it, because the answer may predate the change', async () => {
  const { emails, fetchTeachers, seen, settle } = started();
  settle();
  expect(seen()).toEqual(['fetching', 2]);
  await fetchTeachers.last.answer(teachersOf(sam));
  expect(emails()).toEqual([sam]);
});

test('a fetch that fails says so and can be repeated; what is known stays', async () => {
  const { context, emails, fetchTeachers, seen, send, settle } = started();
  await fetchTeachers.last.answer(teachersOf(sam));
  settle();
  await fetchTeachers.last.fail(refused);
  expect([seen(), context().problem?.sentence, emails()]).toEqual([['failed', 2], 'The server said no.', [sam]]);
  send({ type: 'teachers.refresh' });
  expect(seen()).toEqual(['fetching', 3]);
  await fetchTeachers.last.fail(refused);
  settle();
  await fetchTeachers.last.answer(teachersOf());
  expect([seen(), context().problem]).toEqual([['known', 4], null]);
  send({ type: 'teachers.refresh' });
  expect(seen()).toEqual(['fetching', 5]);
});

test('a section that is gone is asked once', async () => {
  const { fetchTeachers, seen, send, settle } = started();
  await fetchTeachers.last.fail(notFound);
  send({ type: 'teachers.refresh' });
  settle();
  expect(seen()).toEqual(['absent', 1]);
});

test('a day ends with its last millisecond by this device’s clock', () => {
  const end = endOfDay('2026-11-28');
  expect(end).toEqual(new Date(2026, 10, 28, 23, 59, 59, 999));
  expect(dayOf(new Date(2026, 0, 5, 13))).toBe('2026-01-05');
  for (const wrong of ['', 'tonight', '28.11.2026', '2026-1-5']) expect(endOfDay(wrong)).toBeNull();
});
