import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { reviewsMachine } from '../../src/machines/records/reviewsMachine';
import { pagePorts } from '../../src/pagePorts';
import { openHeldSection } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { settle } from '../support/screen';
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

const undo = () => screen.getByRole('button', { name: 'Undo' });

/** The focus stays on the undo until the test says that it has left. */
let settleUndo: (fails: boolean) => void;
const awayFromUndo = () =>
  new Promise<void>((resolve, reject) => {
    settleUndo = (fails) => (fails ? reject(new Error('Unknown')) : resolve());
  });
beforeEach(() => void vi.spyOn(pagePorts, 'awayFromUndo').mockImplementation(awayFromUndo));
afterEach(() => void vi.restoreAllMocks());

async function happens(cause: () => unknown) {
  act(() => void cause());
  await settle();
}

function expectUndoable(opened: Opened, snapshot: SnapshotFrom<typeof reviewsMachine>) {
  expectLookNow(opened, snapshot);
  expect(undo()).toBeTruthy();
}

walkChart(idle(reviewsMachine), open, {
  events: {
    'episodes.review': ({ press }) => press(see),
    'review.done': (_, event, { sendDirectly }) => sendDirectly(event, 'told by a list or the viewer: see their walks'),
    'review.undo'({ press }, _, { comesFirst }) {
      if (document.activeElement !== undo()) comesFirst({ type: 'undo.touched' });
      return press('Undo');
    },
    'undo.touched': () => happens(() => undo().focus()),
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
  answers: {
    awaitUndoLeft: {
      done: () => happens(() => settleUndo(false)),
      error: () => happens(() => settleUndo(true)),
    },
  },
  seen: {
    settled(opened, snapshot) {
      expectLookNow(opened, snapshot);
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    },
    'undoable.waiting': expectUndoable,
    'undoable.touched': expectUndoable,
  },
});
