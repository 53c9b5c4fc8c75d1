import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { sectionsMachine } from '../../src/machines/sectionsMachine';
import { holdBackend } from '../support/heldBackend';
import { alerts, noorSignedIn, openApp, pass, statuses } from '../support/screen';
import { walkChart } from '../support/walk';

const list = 'GET /section/list/';
const create = 'POST /section/create/';

async function openDashboard() {
  const backend = holdBackend([list, create]);
  return { ...backend, ...(await openApp('/dashboard', { stored: noorSignedIn })) };
}

type Opened = Awaited<ReturnType<typeof openDashboard>>;

async function createSection({ fill, press, give }: Opened) {
  await fill({ name: '4b', subject: 'History' });
  await press('Create section');
  await give(create, { status: 201 });
  expect(statuses()).toContain('Section created successfully!');
}

const modal = () => screen.queryByRole('dialog', { name: 'Create New Section' });
const empty = () => screen.queryByText('No sections created yet. Create your first section!');

walkChart(sectionsMachine, {
  open: openDashboard,
  events: {
    'sections.retry': ({ press }) => press('Try again'),
    'modal.open': ({ press }) => press(/^Create New Section/),
    'modal.close': ({ press }) => press('Cancel'),
    'section.created': createSection,
  },
  answers: {
    fetchSections: {
      done: ({ give }, sections) => give(list, { json: sections }),
      error: ({ give }) => give(list, { status: 500 }),
    },
    createSection: {
      // The form reports its success at once and is done 2 s later.
      async done(opened, _, { ready }) {
        await createSection(opened);
        await pass(1999);
        expect(modal()).toBeTruthy();
        ready();
        await pass(1);
      },
    },
  },
  seen: {
    'list.loading': ({ waiting }) => {
      expect(waiting(list)).toHaveLength(1);
      expect(screen.getByText('Loading sections...')).toBeTruthy();
      expect(empty()).toBeNull();
      expect(alerts()).toEqual([]);
    },
    'list.empty': () => {
      expect(empty()).toBeTruthy();
      expect(screen.queryByText('Loading sections...')).toBeNull();
    },
    'list.loaded': (_, { context }) => {
      for (const { id, name, subject } of context.sections) {
        expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/sections/${id}`);
        expect(screen.getByText(subject)).toBeTruthy();
      }
      expect(screen.queryByText('Loading sections...')).toBeNull();
      expect(empty()).toBeNull();
    },
    'list.failed': () => {
      expect(alerts()).toEqual(['Failed to fetch sections.Try again']);
      expect(empty()).toBeNull();
    },
    'modal.closed': () => expect(modal()).toBeNull(),
    'modal.open': () => expect(modal()).toBeTruthy(),
  },
});
