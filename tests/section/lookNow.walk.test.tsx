import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { lookNowMachine } from '../../src/machines/section/lookNowMachine';
import { holdSection } from '../support/classroom';
import type { Path } from '../support/paths';
import { noorSignedIn, openApp } from '../support/screen';
import { walkChart } from '../support/walk';

const review = 'POST /detection/logs/review/';
const log = {
  id: 1,
  timestamp: '1970-01-01T00:00:01Z',
  student_name: 'Ada Lovelace',
  student_email: 'ada@school.example',
  activity_type: 'no_face',
  session_id: 12,
};

/** Opens a section whose backend keeps reviews when that is what the path tells it. */
async function open({ steps }: Path) {
  const events = steps.map(({ event }) => event as EventFrom<typeof lookNowMachine>);
  const isKept = events.some(({ logIds }) => logIds.length > 0);
  const backend = holdSection([review], {
    'GET /detection/logs/': { json: [isKept ? { ...log, review: null } : log] },
  });
  return { ...backend, ...(await openApp('/sections/7', { stored: noorSignedIn })) };
}

const seen = 'Seen: Ada Lovelace, No Face Detected';

walkChart(lookNowMachine, {
  open,
  events: {
    async 'episode.see'({ press, waiting }, { logIds }) {
      await press(seen);
      expect(waiting(review)).toHaveLength(logIds.length);
    },
    async 'review.failed'({ give }) {
      await give(review, { status: 500 });
      expect(screen.getByText('Your review could not be saved. Please try again.')).toBeTruthy();
    },
  },
  seen: {
    watching: (_, { context }) => {
      const isShown = screen.queryByRole('button', { name: seen }) !== null;
      expect(isShown).toBe(Object.keys(context.seen).length === 0);
    },
  },
});
