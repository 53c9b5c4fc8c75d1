import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { type LogsContext, logsMachine, selectPage } from '../../src/machines/logsMachine';
import type { DetectionLog } from '../../src/services/types';
import { openHeldSection } from '../support/classroom';
import { alerts } from '../support/screen';
import { walkChart } from '../support/walk';

const logs = 'GET /detection/logs/';

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=';

/** The log as a backend tells it, with a screenshot to press. */
const told = ({ id, time, studentName, studentEmail, activityType, details }: DetectionLog) => ({
  id,
  timestamp: time === null ? null : new Date(time).toISOString(),
  student_name: studentName,
  student_email: studentEmail,
  activity_type: activityType,
  details,
  screenshot: picture,
});

const button = (name: string) => screen.queryByRole('button', { name, hidden: true });
const loading = () => screen.queryByText('Loading detection logs...');
const none = () => screen.queryByText('No detection logs available.');
const viewer = () => screen.queryByRole('dialog', { name: 'Screenshot of Ada Lovelace' });

/** The rows of the page, its range, its number among the pages, or nothing of all that. */
function expectTable(context: LogsContext) {
  const { rows, page, pageCount, first, last, total } = selectPage(context);
  const table = screen.queryByRole('table', { hidden: true });
  const times = [...(table?.querySelectorAll('time') ?? [])].map(({ dateTime }) => new Date(dateTime).getTime());
  expect(times).toEqual(rows.map(({ time }) => time));
  expect(screen.queryAllByText(`${first}–${last} of ${total}`)).toHaveLength(total > 0 ? 1 : 0);
  for (let number = 1; number <= 3; number += 1) {
    const current = number === page ? 'page' : null;
    if (number <= pageCount && pageCount > 1) {
      expect(button(`Page ${number}`)?.getAttribute('aria-current')).toBe(current);
    } else {
      expect(button(`Page ${number}`)).toBeNull();
    }
  }
}

walkChart(logsMachine, {
  open: () => openHeldSection([logs], {}, '/detection-logs'),
  events: {
    // After a failure there are two buttons for it.
    'logs.refresh': ({ press }) => press(button('Retry') === null ? 'Refresh Logs' : 'Retry'),
    async 'page.select'({ press }, event, { sendDirectly }) {
      if (button(`Page ${event.page}`) !== null) {
        await press(`Page ${event.page}`);
        return;
      }
      // Only Next could lead to a page beyond the last, and it is inert there.
      await press('Next');
      await sendDirectly(event);
    },
    async 'screenshot.open'({ user }) {
      const [first] = screen.getAllByRole('button', { name: 'Show the screenshot of Ada Lovelace' });
      await user.click(first!);
    },
    'screenshot.close': ({ press }) => press('Close'),
  },
  answers: {
    fetchLogs: {
      done: ({ give }, output) => give(logs, { json: output.logs.map(told) }),
      error: ({ give }) => give(logs, { status: 500 }),
    },
  },
  seen: {
    'list.fetching': ({ waiting }, { context }) => {
      expect(waiting(logs)).toHaveLength(1);
      expect(button('Refresh Logs')?.getAttribute('aria-busy')).toBe('true');
      expect(loading() !== null).toBe(context.fetchedAt === null);
      expect(none() !== null).toBe(context.fetchedAt !== null && context.logs.length === 0);
      expect(alerts()).toEqual([]);
      expectTable(context);
    },
    'list.loaded': (_, { context }) => {
      expect(context.logs).toHaveLength(21);
      expectTable(context);
      expect(button('Refresh Logs')?.getAttribute('aria-busy')).toBeNull();
      expect([loading(), none()]).toEqual([null, null]);
      expect(alerts()).toEqual([]);
    },
    'list.empty': (_, { context }) => {
      expect(none()).toBeTruthy();
      expect(loading()).toBeNull();
      expectTable(context);
    },
    'list.failed': (_, { context }) => {
      expect(alerts()).toEqual(['Failed to fetch detection logs: the server answered with 500.Retry']);
      expect([loading(), none()]).toEqual([null, null]);
      expectTable(context);
    },
    'viewer.closed': () => expect(viewer()).toBeNull(),
    'viewer.open': () => {
      const dialog = viewer();
      if (dialog === null) throw new Error('No screenshot is shown large');
      expect(within(dialog).getByRole('img').getAttribute('src')).toBe(picture);
    },
  },
});
