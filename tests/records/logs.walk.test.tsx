import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { type LogsContext, logsMachine } from '../../src/machines/records/logsMachine';
import { kindOf } from '../../src/problem';
import type { DetectionLog } from '../../src/services/app/types';
import { StubSocket } from '../support/backend';
import { openHeldSection, picture, say, toWire } from '../support/classroom';
import { idle } from '../support/idle';
import { alerts } from '../support/screen';
import { happen } from '../support/session';
import { walkChart } from '../support/walk';

const logs = 'GET /detection/logs/';

/** The log as a backend tells it, with a screenshot to press. */
const told = (log: DetectionLog) => ({ ...toWire(log), screenshot: picture, review: null });

const button = (name: string) => screen.queryByRole('button', { name });
const loading = () => screen.queryByText('Loading detection logs...');
const none = () => screen.queryByText('No detection logs available.');
const updated = () => screen.queryByText(/^Last checked at /);
const failed = (reason: string) => `Failed to fetch detection logs: ${reason}Retry`;
/** The list, which is asked then, still has the section. */
const gone = { status: 404, json: { detail: 'Section not found.' } };

const open = () => openHeldSection([logs], { 'DELETE /detection/logs/21/': { status: 204 } }, '/detection-logs');
type Opened = Awaited<ReturnType<typeof open>>;

function expectProblem({ problem }: LogsContext) {
  const reason = problem?.kind === 'notFound' ? 'Section not found.' : 'the server did not answer.';
  expect(alerts()).toEqual(problem === null ? [] : [failed(reason)]);
}

/** Every row of the logs: the first page of 20, and how many there are. */
function expectTable({ logs, missing }: LogsContext) {
  const table = screen.queryByRole('table');
  const times = [...(table?.querySelectorAll('time') ?? [])].map(({ dateTime }) => new Date(dateTime).getTime());
  expect(times).toEqual(logs.slice(0, 20).map(({ time }) => time));
  expect(screen.queryAllByText(`1–20 of ${logs.length + missing}`)).toHaveLength(logs.length > 0 ? 1 : 0);
  const partly = screen.queryAllByText(`${logs.length} of ${logs.length + missing} logs are here so far`, {
    exact: false,
  });
  expect(partly).toHaveLength(missing > 0 ? 1 : 0);
  expect(button('Save as CSV')?.getAttribute('aria-disabled') === null).toBe(logs.length > 0 && missing === 0);
  expect(none() !== null).toBe(logs.length === 0 && updated() !== null);
}

/** Fetched, the logs that are there stay; only of what was asked for the button says so. */
const expectFetching =
  (busy: 'true' | null) =>
  ({ waiting }: Opened, { context }: SnapshotFrom<typeof logsMachine>) => {
    expect(waiting(logs)).toHaveLength(1);
    expect(button('Refresh Logs')?.getAttribute('aria-busy')).toBe(busy);
    expect(loading() !== null).toBe(context.fetchedAt === null && context.logs.length === 0);
    // What went wrong is said until the logs are there.
    expectProblem(context);
    expectTable(context);
  };

/** A picture of the table cannot be shown. */
const failPicture = () =>
  happen(() => screen.getByRole('table').querySelector('img')?.dispatchEvent(new Event('error')));

walkChart(idle(logsMachine), open, {
  events: {
    // After a failure there are two buttons for it.
    'logs.refresh': ({ press }) => press(button('Retry') === null ? 'Refresh Logs' : 'Retry'),
    'logs.partlyCame': ({ calls, give }, part) =>
      give(logs, {
        json: {
          results: part.logs.map(told),
          next: `/detection/logs/?section=7&page=${calls(logs).length + 1}`,
          count: part.logs.length + part.missing,
        },
      }),
    async 'logs.changed'(_, __, { ready }) {
      if (StubSocket.latest.readyState === 0) await happen(() => StubSocket.latest.open());
      ready();
      await say({ type: 'logs_changed', section_id: 7 });
    },
    // A lesson ends.
    async 'logs.outdated'(_, __, { ready }) {
      if (StubSocket.latest.readyState === 0) await happen(() => StubSocket.latest.open());
      const status = (is_active: boolean) => say({ type: 'status_update', section_id: 7, status: { is_active } });
      await status(true);
      ready();
      await status(false);
    },
    // The newest is deleted in the viewer.
    async 'change.saved'({ press, user }, _, { ready }) {
      const [newest] = screen.getAllByRole('button', { name: 'Show the screenshot of Ada Lovelace' });
      await user.click(newest!);
      await press('Delete');
      ready();
      await press('Delete detection');
      await press('Close');
    },
    'picture.failed': failPicture,
  },
  answers: {
    fetchLogs: {
      done: ({ give }, { logs: all, newer }) =>
        give(logs, { json: newer === null ? all.map(told) : { results: all.map(told), newer } }),
      error: ({ give }, { error }) => give(logs, kindOf(error) === 'notFound' ? gone : 'fail'),
    },
  },
  seen: {
    'list.fetching.requested': expectFetching('true'),
    'list.fetching.announced': expectFetching(null),
    'list.loaded': ({ waiting }, { context }) => {
      expect(waiting(logs)).toEqual([]);
      expect(button('Refresh Logs')?.getAttribute('aria-busy')).toBeNull();
      expect(loading()).toBeNull();
      expect(updated()).toBeTruthy();
      expect(alerts()).toEqual([]);
      expectTable(context);
    },
    'list.failed': ({ waiting }, { context }) => {
      expect(waiting(logs)).toEqual([]);
      expect(context.problem).not.toBeNull();
      expectProblem(context);
      expect(loading()).toBeNull();
      expectTable(context);
    },
    // Nothing is said of a failure until the list has told.
    'list.missing': ({ waiting }, { context }) => {
      expect(waiting(logs)).toEqual([]);
      expect(alerts()).toEqual([]);
      expect(loading() !== null).toBe(context.fetchedAt === null && context.logs.length === 0);
      expectTable(context);
    },
    'pictures.trusted': (_, { context }) => {
      const pictures = screen.queryAllByRole('button', { name: 'Show the screenshot of Ada Lovelace' });
      expect(pictures.map((one) => one.querySelector('img')?.getAttribute('src'))).toEqual(
        context.logs.slice(0, 20).map(() => picture),
      );
    },
    // Another picture that fails changes nothing for now.
    async 'pictures.renewed'({ calls }) {
      const before = calls(logs).length;
      await failPicture();
      expect(calls(logs)).toHaveLength(before);
    },
    'news.none': () => {},
    // What was announced is not asked for before the answer that is under way.
    'news.due': ({ waiting }) => expect(waiting(logs)).toHaveLength(1),
  },
  meanwhile: [
    // As what is seen of new addresses is tried out.
    'pictures —picture.failed→ (stays)',
    'list —picture.failed [refused]→ (stays)',
    'list.fetching.announced —picture.failed [refused]→ (stays)',
  ],
});
