import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { selectionMachine } from '../../src/machines/logs/selectionMachine';
import { openHeldSection, toWire } from '../support/classroom';
import { idle } from '../support/idle';
import { logsOf } from '../support/samples';
import { alerts, statuses } from '../support/screen';
import { walkChart } from '../support/walk';

const review = 'POST /detection/logs/review/';
const deletion = 'DELETE /detection/logs/21/';

/** As a backend tells them that keeps reviews. */
const told = logsOf(21).map((log) => ({ ...toWire(log), review: null }));

const newest = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select the detection of/ })[0]!;

/** Nothing that would be swallowed can be pressed. */
function expectNothingToPress(busy: string) {
  for (const name of ['Seen', 'Dismiss', 'Delete', 'Clear selection']) {
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  }
  expect(screen.getByRole('button', { name: busy }).getAttribute('aria-busy')).toBe('true');
  expect([newest().checked, newest().getAttribute('aria-disabled')]).toEqual([true, 'true']);
}

function expectChoosing(count: number) {
  expect(newest().checked).toBe(count > 0);
  expect(screen.queryByText(`${count} selected`) !== null).toBe(count > 0);
  expect(newest().getAttribute('aria-disabled')).toBeNull();
}

const open = () => openHeldSection([review, deletion], { 'GET /detection/logs/': { json: told } }, '/detection-logs');

walkChart(idle(selectionMachine), open, {
  events: {
    'logs.select': ({ user }) => user.click(newest()),
    'logs.unselect': ({ user }) => user.click(newest()),
    'selection.clear': ({ press }) => press('Clear selection'),
    'review.submit': ({ press }) => press('Seen'),
    'deletion.ask': ({ press }) => press('Delete'),
    'deletion.cancel': ({ press }) => press('Cancel'),
    'deletion.confirm': ({ press }) => press('Delete detection'),
  },
  answers: {
    reviewLogs: {
      async done({ give }) {
        await give(review, { json: [{ id: 21, review: { state: 'seen', note: '', reviewed_at: null } }] });
        expect(statuses()).toContain('1 review was saved.');
        expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
      },
      async error({ give }) {
        await give(review, { status: 500 });
        expect(alerts()).toEqual(['Your review could not be saved. Please try again.']);
      },
    },
    deleteLogs: {
      async done({ give }) {
        await give(deletion, { status: 204 });
        expect(statuses()).toContain('1 detection was deleted.');
      },
      async error({ give }) {
        await give(deletion, { status: 500 });
        expect(alerts()).toEqual(['The detection could not be deleted. Please try again.']);
      },
    },
  },
  seen: {
    choosing: (_, { context }) => expectChoosing(context.logIds.length),
    saving: ({ waiting }) => {
      expect(waiting(review)).toHaveLength(1);
      expect(statuses()).toContain('Saving…');
      expectNothingToPress('Seen');
    },
    asking: () => expect(screen.getByRole('dialog', { name: 'Delete this detection?' })).toBeTruthy(),
    deleting: ({ waiting }) => {
      expect(waiting(deletion)).toHaveLength(1);
      expect(statuses()).toContain('Deleting…');
      expectNothingToPress('Delete');
    },
  },
});
