import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mistakesIn } from '../../src/machines/records/mistakes';
import { algebra, openSection, wireLog } from '../support/classroom';
import { logAt } from '../support/samples';
import { settle, statuses } from '../support/screen';

const list = 'GET /section/list/';
const choose = 'POST /section/7/reported-kinds/';
const sectionThat = (...ignored_kinds: string[]) => ({ ...algebra, ignored_kinds });
const start = Date.parse('2026-11-20T08:00:00Z');

/** Reviewed episodes of a student's device, five minutes apart, newest first. */
const reviewed = (count: number, mistakes: number) =>
  Array.from({ length: count }, (_, index) =>
    wireLog({
      ...{ id: index + 1, timestamp: new Date(start + index * 300_000).toISOString() },
      ...{ activity_type: 'multiple_faces', source: "student's device" },
      review: {
        state: index < mistakes ? 'dismissed' : 'seen',
        note: index < mistakes ? 'Mistake' : '',
        reviewed_at: '2026-11-20T10:00:00Z',
      },
    }),
  ).reverse();

const setting = () => screen.getByRole('switch', { name: 'Multiple Faces' });
const isOn = () => setting().getAttribute('aria-checked') === 'true';
const told = () => screen.queryByText(/dismissed as mistakes/)?.textContent;

test('a teacher switches a kind off, which the section remembers', async () => {
  const { backend, user } = await openSection({
    [list]: { json: [sectionThat()] },
    [choose]: { json: sectionThat('multiple_faces') },
  });
  expect(isOn()).toBe(true);
  await user.click(setting());
  await settle();
  expect(backend.calls(choose).map(({ body }) => body)).toEqual([
    { activity_type: 'multiple_faces', is_reported: false },
  ]);
  expect(isOn()).toBe(false);
  expect(statuses()).toContain('Your choice about reports in Algebra 9b was saved.');
});

test('a choice that is not saved stays as it was, and the teacher is told', async () => {
  const { user } = await openSection({ [list]: { json: [sectionThat('multiple_faces')] }, [choose]: { status: 500 } });
  await user.click(setting());
  await settle();
  expect(isOn()).toBe(false);
  expect(screen.getByText(/Failed to save your choice about reports/)).toBeTruthy();
});

test('from twenty reviewed ones on, the page says how many were mistakes, and leads to the switch', async () => {
  const { backend, user } = await openSection({
    [list]: { json: [sectionThat()] },
    'GET /detection/logs/': { json: reviewed(20, 18) },
    [choose]: { json: sectionThat('multiple_faces') },
  });
  expect(told()).toContain('In this section, 18 of 20 “Multiple Faces” were dismissed as mistakes.');
  await user.click(screen.getByRole('button', { name: 'Switch it off?' }));
  await settle();
  expect(backend.calls(choose)).toHaveLength(1);
  expect([isOn(), told()]).toEqual([false, undefined]);
});

test.each([
  [19, 19],
  [20, 0],
])('of %i reviewed with %i mistakes nothing is said', async (count, mistakes) => {
  await openSection({
    [list]: { json: [sectionThat()] },
    'GET /detection/logs/': { json: reviewed(count, mistakes) },
  });
  expect(setting()).toBeTruthy();
  expect(told()).toBeUndefined();
});

test('nothing is offered with a backend that lets nobody choose', async () => {
  await openSection({ 'GET /detection/logs/': { json: reviewed(20, 18) } });
  expect(screen.queryByRole('switch', { name: 'Multiple Faces' })).toBeNull();
});

test('an episode counts once, and what other agents reported does not', () => {
  const review = { state: 'dismissed' as const, note: 'Mistake', reviewedAt: start };
  const log = (minutes: number) => logAt(start + minutes * 60_000, { source: "student's device", review });
  // A pair half a minute apart is one episode.
  const episodes = Array.from({ length: 20 }, (_, index) => [log(index * 5), log(index * 5 + 0.5)]).flat();
  expect(mistakesIn(episodes.toReversed())).toEqual(new Map([['no_face', { reviewed: 20, found: 20 }]]));
  expect(mistakesIn(episodes.slice(2).toReversed())).toEqual(new Map());
  expect(mistakesIn(episodes.map((one) => ({ ...one, source: 'Room 12' })).toReversed())).toEqual(new Map());
});
