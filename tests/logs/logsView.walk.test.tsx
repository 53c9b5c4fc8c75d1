import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { logsViewMachine } from '../../src/machines/logs/logsViewMachine';
import { openHeldSection, picture, toWire } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { logsOf } from '../support/samples';
import { alerts, statuses } from '../support/screen';
import { go } from '../support/session';
import { walkChart } from '../support/walk';

const review = 'POST /detection/logs/review/';
const deletion = 'DELETE /detection/logs/21/';

/** 21 logs as a backend tells them that keeps reviews, each with a screenshot to press. */
const told = logsOf(21).map((log) => ({
  ...toWire(log),
  ...{ screenshot: picture, review: { state: 'seen', note: 'A poster' } },
}));

/** Opens a section with one log or with many, as the path wants it. */
function open({ input }: Path) {
  const { sectionId } = input as InputFrom<ReturnType<typeof logsViewMachine>>;
  const json = sectionId === '8' ? told.slice(0, 1) : told;
  return openHeldSection([review, deletion], { 'GET /detection/logs/': { json } }, '/detection-logs');
}

const viewer = () => screen.queryByRole('dialog', { name: 'Screenshot of Ada Lovelace' });
const inViewer = () => within(screen.getByRole('dialog', { name: 'Screenshot of Ada Lovelace' }));

/** The screenshot is shown large, in the size that is pressed. */
function expectLarge(size: 'Fit' | '100 %') {
  const dialog = viewer();
  // Behind the question nothing else is heard of.
  if (dialog === null) expect(screen.getByRole('dialog', { name: 'Delete this detection?' })).toBeTruthy();
  else {
    expect(within(dialog).getByRole('img').getAttribute('src')).toBe(picture);
    expect(within(dialog).getByRole('button', { name: size, pressed: true })).toBeTruthy();
  }
}

/** Nothing that would be swallowed can be pressed. */
function expectNothingToPress() {
  for (const name of ['Not reviewed', 'Seen', 'Dismissed', 'Delete']) {
    expect(inViewer().getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  }
}

const failed = (doing: string) => `${doing}. Please try again.`;

walkChart(idle(logsViewMachine), open, {
  events: {
    async 'screenshot.open'({ user }) {
      const [first] = screen.getAllByRole('button', { name: 'Show the screenshot of Ada Lovelace' });
      await user.click(first!);
    },
    'screenshot.step': ({ press }) => press('Next'),
    'zoom.change': ({ press }) => press('100 %'),
    'zoom.fit': ({ press }) => press('Fit'),
    'screenshot.close': ({ press }) => press('Close'),
    'back.pressed': () => go(-1),
    async 'note.change'({ user }) {
      await user.click(inViewer().getByRole('textbox', { name: 'Note' }));
      await user.paste(' on the wall');
    },
    'review.submit': ({ press }, { state }) => press(state === null ? 'Not reviewed' : 'Seen'),
    'deletion.ask': ({ press }) => press('Delete'),
    'deletion.cancel': ({ press }) => press('Cancel'),
    'deletion.confirm': ({ press }) => press('Delete detection'),
  },
  answers: {
    saveReview: {
      async done({ give, waiting }) {
        const {
          ids,
          state,
          note = 'A poster',
        } = waiting(review)[0]!.body as { ids: number[]; state: string; note?: string };
        await give(review, { json: ids.map((id) => ({ id, review: state && { state, note } })) });
      },
      error: ({ give }) => give(review, { status: 500 }),
    },
    deleteLog: {
      async done({ give }) {
        await give(deletion, { status: 204 });
        expect(statuses()).toContain('The detection was deleted.');
      },
      error: ({ give }) => give(deletion, { status: 500 }),
    },
  },
  seen: {
    reading: ({ calls }) => {
      expect(viewer()).toBeNull();
      const { length } = told.slice(calls(deletion).length);
      const buttons = screen.queryAllByRole('button', { name: /^Show the screenshot/ });
      expect([0, 1, Math.min(20, length)]).toContain(buttons.length);
    },
    'enlarging.size.fitted': () => expectLarge('Fit'),
    'enlarging.size.zoomed': () => expectLarge('100 %'),
    'enlarging.change.none.unsaid': () => {
      expect(alerts()).toEqual([]);
      expect(statuses()).not.toContain('Saved.');
    },
    'enlarging.change.none.saved': () => expect(statuses()).toContain('Saved.'),
    'enlarging.change.none.deleted': () => expect(viewer()?.textContent).toContain('The detection was deleted.'),
    'enlarging.change.none.failed': (_, { context }) =>
      expect(alerts()).toEqual([
        failed(
          context.problem?.sentence.includes('deleted')
            ? 'The detection could not be deleted'
            : 'Your review could not be saved',
        ),
      ]),
    'enlarging.change.saving': ({ waiting }) => {
      expect(waiting(review)).toHaveLength(1);
      expect(statuses()).toContain('Saving…');
      expectNothingToPress();
    },
    'enlarging.change.asking': () =>
      expect(screen.getByRole('dialog', { name: 'Delete this detection?' })).toBeTruthy(),
    'enlarging.change.deleting': ({ waiting }) => {
      expect(waiting(deletion)).toHaveLength(1);
      expect(inViewer().getByRole('button', { name: 'Delete' }).getAttribute('aria-busy')).toBe('true');
      expectNothingToPress();
    },
  },
});
