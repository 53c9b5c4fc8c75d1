import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { lessonsMachine } from '../../src/machines/records/lessonsMachine';
import type { Lesson, StatusAnswer } from '../../src/services/app/types';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { lessonOf, notFound, refused, status } from '../support/samples';

const ended = lessonOf('12');
const running = lessonOf('12', null);

function started() {
  const fetchLessons = heldPromise<Lesson[], { sectionId: string }>();
  const actor = createActor(idle(lessonsMachine).provide({ actors: { fetchLessons: fetchLessons.logic } }), {
    input: { sectionId: '7' },
  }).start();
  return {
    fetchLessons,
    say: ({ startedAt }: StatusAnswer) => actor.send({ type: 'status.said', startedAt }),
    refresh: () => actor.send({ type: 'lessons.refresh' }),
    state: () => actor.getSnapshot().value,
    lessons: () => actor.getSnapshot().context.lessons,
    problem: () => actor.getSnapshot().context.problem,
  };
}

/** The backend keeps lessons, and has answered these; nothing runs, it says. */
async function loaded(lessons: Lesson[] = [ended]) {
  const parts = started();
  parts.say(status(false, 0, null));
  await parts.fetchLessons.last.answer(lessons);
  return parts;
}

test('nothing is asked of a backend before its status was answered, nor of one that never tells since when', () => {
  const { fetchLessons, lessons, refresh, say, state } = started();
  expect([state(), lessons()]).toEqual(['unasked', null]);
  refresh();
  expect(fetchLessons.calls).toEqual([]);
  say(status(true));
  say(status(true, 0, 9_000));
  refresh();
  expect(state()).toBe('absent');
  expect(fetchLessons.calls).toEqual([]);
});

test.each([status(false, 0, null), status(true, 0, 9_000)])(
  'a status that may tell, as %j, offers them',
  async (said) => {
    const { fetchLessons, lessons, say, state } = started();
    say(said);
    expect(state()).toBe('fetching');
    expect(fetchLessons.calls.map(({ input }) => input)).toEqual([{ sectionId: '7' }]);
    await fetchLessons.last.answer([ended]);
    expect([state(), lessons()]).toEqual(['loaded', [ended]]);
  },
);

test('lessons that could not be fetched are asked for again when they may have changed', async () => {
  const { fetchLessons, refresh, say, state } = started();
  say(status(false, 0, null));
  await fetchLessons.last.fail(refused);
  refresh();
  expect(state()).toBe('fetching');
  expect(fetchLessons.calls).toHaveLength(2);
});

test('a backend that knows no lessons is asked once', async () => {
  const { fetchLessons, lessons, refresh, say, state } = started();
  say(status(false, 0, null));
  await fetchLessons.last.fail(notFound);
  say(status(false, 0, null));
  refresh();
  expect([state(), lessons()]).toEqual(['absent', null]);
  expect(fetchLessons.calls).toHaveLength(1);
});

test('a failure is said until the lessons are there: by a retry, or by itself once the server answers again', async () => {
  const { fetchLessons, problem, refresh, say, state } = started();
  say(status(false, 0, null));
  await fetchLessons.last.fail();
  expect([state(), problem()]).toEqual(['failed', refused.problem]);
  refresh();
  expect(problem()).toEqual(refused.problem);
  await fetchLessons.last.fail();
  say(status(false, 0, null));
  expect(state()).toBe('fetching');
  await fetchLessons.last.answer([]);
  expect([state(), problem()]).toEqual(['loaded', null]);
});

test('what is there stays while it is fetched again, and when that fails', async () => {
  const { fetchLessons, lessons, refresh } = await loaded();
  refresh();
  expect(lessons()).toEqual([ended]);
  await fetchLessons.last.fail();
  expect(lessons()).toEqual([ended]);
});

test('a fetch under way may not know of what has just happened: the lessons are asked for again', async () => {
  const { fetchLessons, lessons, refresh } = await loaded();
  refresh();
  refresh();
  const [, second] = fetchLessons.calls;
  expect(fetchLessons.calls).toHaveLength(3);
  expect(second!.signal.aborted).toBe(true);
  await fetchLessons.last.answer([running]);
  expect(lessons()).toEqual([running]);
});

test.each<[string, Lesson[], StatusAnswer, boolean]>([
  ['nothing runs, and no lesson does', [ended], status(false, 0, null), true],
  ['a session runs, and its lesson does', [running, ended], status(true, 0, running.startedAt), true],
  ['an unknown lesson is running', [ended], status(true, 0, 9_000), false],
  ['a session runs after the one that is known', [running], status(true, 0, 9_000), false],
  ['nothing runs any more', [running], status(false, 0, null), false],
])('lessons are fetched again when they do not agree with the status: %s', async (_, lessons, said, agrees) => {
  const { say, state } = await loaded(lessons);
  say(said);
  expect(state()).toBe(agrees ? 'loaded' : 'fetching');
});
