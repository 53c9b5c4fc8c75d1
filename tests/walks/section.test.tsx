import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { sectionMachine } from '../../src/machines/sectionMachine';
import type { Section } from '../../src/services/types';
import { botany, openHeldSection } from '../support/classroom';
import { bob } from '../support/samples';
import { address, alerts, pass, settle, statuses } from '../support/screen';
import { walkChart } from '../support/walk';

const list = 'GET /section/list/';
const add = 'POST /section/7/add-students/';
const deletion = 'DELETE /section/7/delete/';

const open = () => openHeldSection([list, add, deletion], { 'GET /section/search-students/': { json: [bob] } });

type Opened = Awaited<ReturnType<typeof open>>;

const dialog = () => screen.queryByRole('dialog', { name: 'Delete Section' });

/** Goes to another page of the section by its sidebar. */
async function goTo({ user }: Opened, page: string) {
  const sidebar = screen.getByRole('navigation', { name: 'Section' });
  await user.click(within(sidebar).getByRole('link', { name: page }));
  await settle();
}

function expectOverview({ name, subject, students }: Section) {
  expect(address()).toBe('/sections/7');
  const options = { hidden: true };
  expect(screen.getByRole('heading', { level: 1, name, ...options })).toBeTruthy();
  expect(screen.getByText(subject)).toBeTruthy();
  const listed = screen.getByRole('region', { name: `Students (${students.length})`, ...options });
  expect(
    within(listed)
      .getAllByRole('listitem', options)
      .map((item) => item.querySelector('p')?.textContent),
  ).toEqual(students.map((student) => student.name));
  expect(screen.queryByText('Loading section...')).toBeNull();
}

walkChart(sectionMachine, {
  open,
  events: {
    'section.retry': ({ press }) => press('Retry'),
    async 'section.updated'(opened, { section }) {
      const { user, press, give } = opened;
      await goTo(opened, 'Manage Students');
      await user.type(screen.getByRole('searchbox'), bob.name);
      await pass(250);
      await press(`Select ${bob.name}`);
      await press('Add Selected Students');
      await give(add, { json: section });
      await goTo(opened, 'Overview');
    },
    'delete.open': ({ press }) => press('Delete Section'),
    'delete.cancel': ({ press }) => press('Cancel'),
  },
  answers: {
    fetchSection: {
      done: ({ give }, section) => give(list, { json: [botany, ...(section ? [section] : [])] }),
      error: ({ give }) => give(list, { status: 500 }),
    },
    deleteSection: {
      async done({ fill, press, give }) {
        await fill({ password: 'correct horse' });
        await press('Delete section');
        expect(dialog()).toBeTruthy();
        await give(deletion, { status: 204 });
      },
    },
  },
  seen: {
    loading: ({ waiting }) => {
      expect(waiting(list)).toHaveLength(1);
      expect(screen.getByText('Loading section...')).toBeTruthy();
      expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
      expect(alerts()).toEqual([]);
    },
    notFound: () => {
      expect(screen.getByText('Section not found.')).toBeTruthy();
      expect(screen.getAllByRole('link', { name: 'Back to Dashboard' })).toHaveLength(2);
    },
    failed: () => expect(alerts()).toEqual(['Failed to fetch section details.Retry']),
    'loaded.viewing': (_, { context: { section } }) => {
      if (section === null) throw new Error('The model has no section');
      expectOverview(section);
      expect(dialog()).toBeNull();
    },
    'loaded.deleting': (_, { context: { section } }) => {
      if (section === null) throw new Error('The model has no section');
      expectOverview(section);
      expect(dialog()?.textContent).toContain(`“${section.name}”`);
    },
    deleted: () => {
      expect(address()).toBe('/dashboard');
      expect(statuses()).toContain('Section deleted.');
      expect(dialog()).toBeNull();
    },
  },
});
