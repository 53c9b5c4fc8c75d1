import { expect, test } from 'vitest';
import { actInWords } from '../../src/recorder/tester/act';
import { isForPeople, type WalkablePath } from '../../src/recorder/tester/recordedPath';
import { readRecordedPaths, startInWords } from '../support/documents/handPaths';
import { smokePaths } from '../support/documents/smokePaths';

const recorded = readRecordedPaths();
const forPeople = Object.values(recorded).flat().filter(isForPeople);

test('every path for people has something to do in each step, and shows something', () => {
  expect(forPeople.length).toBeGreaterThan(100);
  for (const { id, steps } of forPeople) {
    expect(
      steps.filter(({ acts }) => acts.length === 0),
      id,
    ).toEqual([]);
    expect(
      steps.some(({ see }) => see.come.length + see.gone.length > 0),
      id,
    ).toBe(true);
  }
});

test('every other path says why nobody can walk it', () => {
  for (const path of Object.values(recorded).flat()) if (!isForPeople(path)) expect(path.notByHand).toMatch(/\w{3}/);
});

/** What is printed of a path's first steps, and what is seen after them. */
const prefixes = ({ id, start, steps }: WalkablePath) => {
  const before = [startInWords(start), ...start.acts.map(actInWords)];
  return steps.map(({ see }, index) => ({
    id: `${id}, step ${index + 1}`,
    printed: [...before, ...steps.slice(0, index + 1).flatMap(({ acts }) => ['·', ...acts.map(actInWords)])].join('\n'),
    see: JSON.stringify(see),
  }));
};

test('the same steps in the same words have the same result', () => {
  const known = new Map<string, { id: string; see: string }>();
  const ambiguous = forPeople.flatMap(prefixes).flatMap(({ id, printed, see }) => {
    const other = known.get(printed) ?? { id, see };
    known.set(printed, other);
    return other.see === see ? [] : [`${other.id} and ${id}`];
  });
  expect(ambiguous).toEqual([]);
});

test('the smoke set is an hour’s work, of paths that people can walk', () => {
  expect(smokePaths.length).toBeGreaterThan(10);
  expect(smokePaths.length).toBeLessThanOrEqual(25);
  expect(smokePaths.filter((id) => !forPeople.some((path) => path.id === id))).toEqual([]);
});
