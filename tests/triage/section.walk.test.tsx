import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { EventFrom, InputFrom, SnapshotFrom } from 'xstate';
import { sectionMachine } from '../../src/machines/triage/sectionMachine';
import { algebra, botany, holdSection } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { address, alerts, noorSignedIn, openApp } from '../support/screen';
import { travel } from '../support/session';
import { walkChart } from '../support/walk';

const list = 'GET /section/list/';
const create = 'POST /section/create/';
const status = 'GET /detection/sessions/status/7/';
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

/**
 * Opens the section's overview from the dashboard, while sections that were created there are still on their way: when
 * one of them is answered, the list is fetched again, whatever page is open.
 */
async function open({ input, steps }: Path) {
  const { isListed } = input as InputFrom<typeof sectionMachine>;
  const sightings = steps
    .map(({ event }) => event as EventFrom<typeof sectionMachine>)
    .filter((event) => event.type === 'episodes.review')
    .flatMap((event) => event.sightings);
  const isKept = sightings.some(({ logIds }) => logIds.length > 0);
  const backend = holdSection([list, create, status, review], {
    'GET /detection/logs/': { json: sightings.slice(0, 1).map(() => (isKept ? { ...log, review: null } : log)) },
  });
  const opened = await openApp('/dashboard', { stored: noorSignedIn });
  for (const name of ['4a', '4b']) {
    await opened.press(/^Create New Section/);
    await opened.fill({ name, subject: 'History' });
    await opened.press('Create section');
    await opened.press('Cancel');
  }
  if (isListed) await backend.give(list, { json: [botany, algebra] });
  await travel('/sections/7');
  return { ...backend, ...opened, hasDetection: sightings.length > 0, isSaved: false };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The list is answered, asked again if it was not being asked. */
async function giveList({ give, waiting }: Opened, sections: object[]) {
  if (waiting(list).length === 0) await give(create, { status: 201 });
  await give(list, { json: sections });
}

/** The page has the section's sidebar, and nothing of the section itself. */
function expectNoOverview() {
  expect(address()).toBe('/sections/7');
  expect(screen.getByRole('navigation', { name: 'Section' })).toBeTruthy();
  expect(screen.queryByText(algebra.subject)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Start Detection' })).toBeNull();
}

function expectPresent({ hasDetection, isSaved, waiting }: Opened, { context }: SnapshotFrom<typeof sectionMachine>) {
  expect(address()).toBe('/sections/7');
  expect(screen.getByRole('heading', { level: 1, name: algebra.name })).toBeTruthy();
  expect(screen.getByText(algebra.subject)).toBeTruthy();
  const students = screen.getByRole('region', { name: `Students (${algebra.students.length})` });
  const names = within(students)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('bdi')?.textContent);
  expect(names).toEqual(algebra.students.map(({ name }) => name));
  expect(screen.queryByText('Loading section...')).toBeNull();
  expect(waiting(status).length).toBeLessThan(2);
  const isUnseen = hasDetection && !isSaved && Object.values(context.seen).flat().length === 0;
  expect(screen.queryByRole('button', { name: see }) !== null).toBe(isUnseen);
}

const linksBack = () => screen.getAllByRole('link', { name: 'Back to Dashboard' });

walkChart(idle(sectionMachine), {
  open,
  events: {
    'section.retry': ({ press }) => press('Retry'),
    'section.found': (opened) => giveList(opened, [botany, algebra]),
    'section.missing': (opened) => giveList(opened, [botany]),
    'sections.failed': ({ give }) => give(list, { status: 500 }),
    async 'episodes.review'({ press }) {
      await press(see);
    },
    'review.undo': ({ press }) => press('Undo'),
    async 'review.saved'(opened) {
      const kept = { state: 'seen', note: '', reviewed_at: '2026-01-05T09:00:00Z' };
      await opened.give(review, { json: [{ id: log.id, review: kept }] });
      opened.isSaved = true;
    },
    async 'review.failed'({ give }) {
      await give(review, { status: 500 });
      expect(screen.getByText('Your review could not be saved. Please try again.')).toBeTruthy();
    },
  },
  seen: {
    finding: ({ waiting }) => {
      expect(waiting(list)).toHaveLength(1);
      expect(screen.getByText('Loading section...')).toBeTruthy();
      expect(screen.getByRole('heading', { level: 1, name: 'Section' })).toBeTruthy();
      expect(alerts()).toEqual([]);
      expectNoOverview();
    },
    notFound: () => {
      expect(screen.getByText('Section not found.')).toBeTruthy();
      expect(linksBack()).toHaveLength(2);
      expectNoOverview();
    },
    failed: () => {
      expect(alerts()).toEqual(['Failed to fetch section details.Retry']);
      expectNoOverview();
    },
    'present.settled': expectPresent,
    'present.undoable'(opened, snapshot) {
      expectPresent(opened, snapshot);
      expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    },
    gone: ({ waiting }) => {
      expect(screen.getByText('This section has been deleted.')).toBeTruthy();
      expect(linksBack()).toHaveLength(2);
      // Nothing is asked of it any more.
      expect(waiting(status)).toEqual([]);
      expectNoOverview();
    },
  },
});
