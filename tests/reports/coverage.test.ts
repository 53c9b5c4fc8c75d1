import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { observedIn } from '../../src/machines/records/observed';
import { coverageMachine } from '../../src/machines/reports/coverageMachine';
import type { Coverage } from '../../src/services/app/types';
import { studentKeyOf } from '../../src/studentKeys';
import { heldPromise } from '../support/actors';
import { idle } from '../support/idle';
import { coverageOf, notFound, refused } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started(isOffered = true) {
  const fetchCoverage = heldPromise<Coverage, { sectionId: string; lessonId: string }>();
  const actor = createActor(idle(coverageMachine).provide({ actors: { fetchCoverage: fetchCoverage.logic } }), {
    input: { sectionId: '7', lessonId: '12', isOffered },
  }).start();
  const seen = () => {
    const { value, context } = actor.getSnapshot();
    return [value, context.coverage, fetchCoverage.calls.length];
  };
  return { fetchCoverage, seen };
}

test('who was observed is fetched every 30 s of a running lesson, and once more when it is over', async () => {
  const { fetchCoverage, seen } = started();
  expect(seen()).toEqual(['fetching', null, 1]);
  expect(fetchCoverage.last.input).toEqual({ sectionId: '7', lessonId: '12' });
  await fetchCoverage.last.answer(coverageOf(false));
  vi.advanceTimersByTime(29_999);
  expect(seen()).toEqual(['known', coverageOf(false), 1]);
  vi.advanceTimersByTime(1);
  expect(seen()).toEqual(['fetching', coverageOf(false), 2]);
  await fetchCoverage.last.answer(coverageOf(true));
  vi.advanceTimersByTime(60_000);
  expect(seen()).toEqual(['known', coverageOf(true), 2]);
});

test('a failure keeps what is known, and is tried again after 30 s', async () => {
  const { fetchCoverage, seen } = started();
  await fetchCoverage.last.fail(refused);
  vi.advanceTimersByTime(29_999);
  expect(seen()).toEqual(['failed', null, 1]);
  vi.advanceTimersByTime(1);
  expect(seen()).toEqual(['fetching', null, 2]);
  await fetchCoverage.last.answer(coverageOf(false));
  vi.advanceTimersByTime(30_000);
  await fetchCoverage.last.fail(refused);
  expect(seen()).toEqual(['failed', coverageOf(false), 3]);
});

test('a backend without such lessons is not asked, and one that does not know is asked once', async () => {
  expect(started(false).seen()).toEqual(['absent', null, 0]);
  const { fetchCoverage, seen } = started();
  await fetchCoverage.last.fail(notFound);
  vi.advanceTimersByTime(60_000);
  expect(seen()).toEqual(['absent', null, 1]);
});

test('the share that was observed is of all students, also those who never joined, and never rounded up', () => {
  const [aiko, hana, milo] = ['aiko', 'hana', 'milo'].map((name) => studentKeyOf(`${name}@students.example`, ''));
  const coverage = coverageOf(true);
  const percentOf = (...keys: (string | undefined)[]) =>
    observedIn(
      coverage,
      keys.map((key) => key!),
    )?.percent;
  expect([percentOf(aiko), percentOf(aiko, hana), percentOf(aiko, hana, milo), percentOf()]).toEqual([100, 50, 33, 0]);
  const observed = observedIn(coverage, [aiko!, milo!]);
  expect([observed?.length, observed?.timeOf(aiko!), observed?.timeOf(milo!)]).toEqual([2_700_000, 2_700_000, 0]);
  expect(observed?.extentOf(milo!)).toBe('not');
  expect(observedIn({ ...coverage, students: [] }, [aiko!])).toBeNull();
  expect(observedIn(null, [aiko!])).toBeNull();
});

test('silence says something only of who was observed for half of the lesson, without pauses', () => {
  const coverage = coverageOf(true);
  const key = studentKeyOf('aiko@students.example', '');
  const minutes = (count: number) => coverage.startedAt + count * 60_000;
  const extentAfter = (observedMinutes: number, interruptions: Coverage['interruptions'] = []) =>
    observedIn(
      {
        ...{ ...coverage, interruptions },
        students: [{ studentKey: key, observed: [{ from: minutes(0), to: minutes(observedMinutes) }] }],
      },
      [key],
    )?.extentOf(key);
  // The lesson has 45 minutes.
  expect([extentAfter(45), extentAfter(22.5), extentAfter(22.4), extentAfter(0)]).toEqual([
    ...['enough', 'enough', 'hardly', 'not'],
  ]);
  expect(extentAfter(15, [{ from: minutes(20), to: minutes(35), reason: 'fire drill' }])).toBe('enough');
});
