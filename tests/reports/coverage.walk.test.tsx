import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { coverageMachine } from '../../src/machines/reports/coverageMachine';
import { kindOf } from '../../src/problem';
import type { Coverage } from '../../src/services/app/types';
import { aiko, algebra, hana, keepsLessons, openHeldSection } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { pageText } from '../support/screen';
import { walkChart } from '../support/walk';

const fetching = 'GET /attendance/sections/7/lessons/12/coverage/';
const iso = (time: number) => new Date(time).toISOString();

/** As a backend tells it. */
const told = ({ startedAt, until, isOver, students }: Coverage) => ({
  ...{ started_at: iso(startedAt), until: iso(until), is_over: isOver },
  students: students.map(({ observed }, index) => ({
    ...(index === 0 ? aiko : hana),
    periods: observed.map(({ from, to }) => ({ state: 'watching', started_at: iso(from), ended_at: iso(to) })),
  })),
});

const open = ({ input }: Path) => {
  const { isOffered } = input as InputFrom<ReturnType<typeof coverageMachine>>;
  return openHeldSection(
    [fetching],
    { ...keepsLessons, 'GET /section/list/': { json: [{ ...algebra, ...(isOffered && { attendable: true }) }] } },
    '/lessons/12',
  );
};

const share = 'Observed 50 % of 2 students × 45 min, by the students’ own devices.';
const unknown = 'It could not be checked who was observed.';
const summary = () => screen.queryByRole('region', { name: 'Summary' })?.textContent ?? null;

/** The report says how much was observed exactly if it is known. */
function expectReport(coverage: Coverage | null) {
  expect(pageText().includes(share)).toBe(coverage !== null);
  expect(screen.queryAllByRole('term').some(({ textContent }) => textContent === 'Watched')).toBe(coverage === null);
}

walkChart(idle(coverageMachine), {
  open,
  events: {},
  answers: {
    fetchCoverage: {
      done: ({ give }, coverage) => give(fetching, { json: told(coverage) }),
      error: ({ give }, { error }) => give(fetching, { status: kindOf(error) === 'notFound' ? 404 : 500 }),
    },
  },
  seen: {
    fetching: ({ waiting }, { context }) => {
      expect(waiting(fetching)).toHaveLength(1);
      if (context.coverage === null) expect(summary()).toBeNull();
      else expectReport(context.coverage);
    },
    known: (_, { context }) => expectReport(context.coverage),
    failed: (_, { context }) => {
      expectReport(context.coverage);
      expect(summary()?.includes(unknown)).toBe(context.coverage === null);
    },
    absent: ({ waiting }) => {
      expect(waiting(fetching)).toEqual([]);
      expectReport(null);
      expect(pageText()).not.toContain(unknown);
    },
  },
});
