import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { sectionMachine } from '../../src/machines/session/sectionMachine';
import { algebra, botany, holdSection } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { address, alerts, noorSignedIn, openApp } from '../support/screen';
import { travel } from '../support/session';
import { walkChart } from '../support/walk';

const list = 'GET /section/list/';
const create = 'POST /section/create/';
const status = 'GET /detection/sessions/status/7/';
const endedSharings = 'GET /section/ended-sharings/';

/**
 * Opens the section's overview from the dashboard, while sections that were created there are still on their way: when
 * one of them is answered, the list is fetched again, whatever page is open.
 */
async function open({ input }: Path) {
  const { isListed } = input as InputFrom<typeof sectionMachine>;
  const backend = holdSection([list, create, status, endedSharings], { 'GET /detection/logs/': { json: [] } });
  const opened = await openApp('/dashboard', { stored: noorSignedIn });
  for (const name of ['4a', '4b']) {
    await opened.press(/^Create New Section/);
    await opened.fill({ name, subject: 'History' });
    await opened.press('Create section');
    await opened.press('Cancel');
  }
  if (isListed) await backend.give(list, { json: [botany, algebra] });
  await travel('/sections/7');
  return { ...backend, ...opened };
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

function expectPresent({ waiting }: Opened) {
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
}

const linksBack = () => screen.getAllByRole('link', { name: 'Back to Dashboard' });

walkChart(idle(sectionMachine), open, {
  events: {
    'section.retry': ({ press }) => press('Retry'),
    'section.found': (opened) => giveList(opened, [botany, algebra]),
    'section.missing': (opened) => giveList(opened, [botany]),
    'sections.failed': ({ give }) => give(list, { status: 500 }),
  },
  answers: {
    fetchEndedSharing: {
      done: ({ give }, ended) => {
        const wire = ended && { section_id: 7, owner: ended.owner, ended_at: new Date(ended.endedAt).toISOString() };
        return give(endedSharings, { json: wire ? [wire] : [] });
      },
      error: ({ give }) => give(endedSharings, { status: 500 }),
    },
  },
  seen: {
    missing: ({ waiting }) => {
      expect(waiting(endedSharings)).toHaveLength(1);
      expect(screen.getByText('Loading section...')).toBeTruthy();
      expectNoOverview();
    },
    ended: () => {
      expect(screen.getByText(/^You taught this section until .* Noor Haddad can share it/)).toBeTruthy();
      expect(linksBack()).toHaveLength(2);
      expectNoOverview();
    },
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
    present: expectPresent,
    gone: ({ waiting }) => {
      expect(screen.getByText('This section has been deleted.')).toBeTruthy();
      expect(linksBack()).toHaveLength(2);
      // Nothing is asked of it any more.
      expect(waiting(status)).toEqual([]);
      expectNoOverview();
    },
  },
});
