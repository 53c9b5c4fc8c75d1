import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type LessonsContext, lessonsMachine } from '../../src/machines/records/lessonsMachine';
import { kindOf } from '../../src/problem';
import type { Lesson } from '../../src/services/app/types';
import { StubSocket } from '../support/backend';
import { openHeldSection, say } from '../support/classroom';
import { idle } from '../support/idle';
import { alerts, pageText, pass } from '../support/screen';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const status = 'GET /detection/sessions/status/7/';
const sessions = 'GET /detection/sessions/';

const told = ({ id, startedAt, endedAt }: Lesson) => ({
  id,
  started_at: new Date(startedAt).toISOString(),
  ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
});

async function open() {
  const opened = await openHeldSection([status, sessions], {}, '/lessons/12');
  await happen(() => StubSocket.latest.open());
  return opened;
}

type Opened = Awaited<ReturnType<typeof open>>;

const retry = () => screen.queryByRole('button', { name: 'Retry' });
const summary = () => screen.queryByRole('region', { name: 'Summary' });
const loading = () => screen.queryByText('Loading lesson report...');

/** The report of the lesson, or what is said in its place. */
function expectReport({ waiting }: Opened, { lessons, problem }: LessonsContext, asked: number) {
  expect(waiting(sessions)).toHaveLength(asked);
  expect(summary() !== null).toBe(lessons !== null && lessons.length > 0);
  expect(pageText().includes('This lesson does not exist. It may have been deleted.')).toBe(lessons?.length === 0);
  expect(loading() !== null).toBe(lessons === null && problem === null);
  // What is there is enough to go on with.
  const isMissed = problem !== null && !lessons?.length;
  expect(alerts()).toEqual(isMissed && lessons === null ? ['Failed to fetch the lessons.Retry'] : []);
}

walkChart(idle(lessonsMachine), {
  open,
  events: {
    async 'status.said'({ give, waiting }, { startedAt }, { ready, goesOnWith }) {
      if (waiting(status).length === 0) await pass(10_000);
      ready();
      const isActive = typeof startedAt === 'number';
      if (!isActive && screen.queryByText('Detection Active') !== null) goesOnWith({ type: 'lessons.refresh' });
      const started_at = startedAt === undefined ? {} : { started_at: startedAt && new Date(startedAt).toISOString() };
      await give(status, { json: { is_active: isActive, ...started_at } });
    },
    async 'lessons.refresh'({ press }) {
      if (retry() !== null) await press('Retry');
      else {
        if (screen.queryByText('Detection Active') === null) await say({ type: 'detection_start', section_id: 7 });
        await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
      }
    },
  },
  answers: {
    fetchLessons: {
      done: ({ give }, lessons) => give(sessions, { json: { results: lessons.map(told), next: null } }),
      error: ({ give }, { error }) => give(sessions, { status: kindOf(error) === 'notFound' ? 404 : 500 }),
    },
  },
  seen: {
    unasked: (opened, { context }) => {
      expect(opened.calls(sessions)).toEqual([]);
      expectReport(opened, context, 0);
    },
    fetching: (opened, { context }) => expectReport(opened, context, 1),
    loaded: (opened, { context }) => expectReport(opened, context, 0),
    failed: (opened, { context }) => expectReport(opened, context, 0),
    absent: ({ waiting }) => {
      expect(waiting(sessions)).toEqual([]);
      expect(pageText()).toContain('This server does not record lessons, so there are no lesson reports.');
      expect(screen.getByRole('link', { name: 'Back to Detection Logs' })).toBeTruthy();
      expect([summary(), loading(), retry()]).toEqual([null, null, null]);
    },
  },
});
