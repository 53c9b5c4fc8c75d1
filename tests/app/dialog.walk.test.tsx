import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { dialogMachine } from '../../src/machines/app/dialogMachine';
import { holdBackend } from '../support/heldBackend';
import { field, noorSignedIn, openApp, pass } from '../support/screen';
import { walkChart } from '../support/walk';

const create = 'POST /section/create/';

const dialog = () => screen.queryByRole('dialog', { name: 'Create New Section' });

walkChart(dialogMachine, {
  async open() {
    const backend = holdBackend([create], { 'GET /section/list/': { json: [] } });
    return { ...backend, ...(await openApp('/dashboard', { stored: noorSignedIn })) };
  },
  events: {
    'dialog.open': ({ press }) => press(/^Create New Section/),
  },
  answers: {
    form: {
      async done({ fill, press, give }, _, { ready }) {
        await fill({ name: '4b', subject: 'History' });
        await press('Create section');
        await give(create, { status: 201 });
        await pass(1999);
        expect(dialog()).toBeTruthy();
        ready();
        await pass(1);
      },
    },
  },
  seen: {
    closed: () => expect(dialog()).toBeNull(),
    open: () => {
      expect(dialog()).toBeTruthy();
      expect([field('name').value, field('subject').value]).toEqual(['', '']);
    },
  },
});
