import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { reviewsMachine } from '../../src/machines/records/reviewsMachine';
import { openHeldSection } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
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
const see = 'Seen: Ada Lovelace, No Face Detected';

/** Opens a section with one detection, of a backend that keeps reviews or of one that does not. */
async function open({ steps }: Path) {
  const isKept = !steps.some(({ event }) => event.type === 'episodes.review' && event.before.length === 0);
  const opened = await openHeldSection([review], {
    'GET /detection/logs/': { json: [isKept ? { ...log, review: null } : log] },
  });
  return { ...opened, isReviewed: false };
}

type Opened = Awaited<ReturnType<typeof open>>;

function expectLookNow({ isReviewed }: Opened, { context }: SnapshotFrom<typeof reviewsMachine>) {
  const isUnseen = !isReviewed && Object.values(context.seen['7'] ?? {}).flat().length === 0;
  expect(screen.queryByRole('button', { name: see }) !== null).toBe(isUnseen);
}

walkChart(idle(reviewsMachine), open, {
  events: {
    'episodes.review': ({ press }) => press(see),
    'review.done': (_, event, { sendDirectly }) => sendDirectly(event, 'told by a list or the viewer: see their walks'),
    'review.undo': ({ press }) => press('Undo'),
    async 'review.saved'(opened) {
      const kept = { state: 'seen', note: '', reviewed_at: '2026-01-05T09:00:00Z' };
      await opened.give(review, { json: [{ id: log.id, review: kept }] });
      opened.isReviewed = true;
    },
    async 'review.failed'({ give }) {
      await give(review, { status: 500 });
      expect(screen.getByText('Algebra 9b: Your review could not be saved. Please try again.')).toBeTruthy();
    },
  },
  seen: {
    settled(opened, snapshot) {
      expectLookNow(opened, snapshot);
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    },
    undoable(opened, snapshot) {
      expectLookNow(opened, snapshot);
      expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    },
  },
});
