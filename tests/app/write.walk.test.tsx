import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { writeMachine } from '../../src/machines/app/writeMachine';
import { holdBackend } from '../support/heldBackend';
import { idle } from '../support/idle';
import { alerts, noorSignedIn, openApp, statuses } from '../support/screen';
import { walkChart } from '../support/walk';

const create = 'POST /section/create/';

walkChart(idle(writeMachine), {
  async open() {
    const backend = holdBackend([create], { 'GET /section/list/': { json: [] } });
    const opened = await openApp('/dashboard', { stored: noorSignedIn });
    await opened.press(/^Create New Section/);
    await opened.fill({ name: '4b', subject: 'History' });
    await opened.press('Create section');
    return { ...backend, ...opened };
  },
  events: {},
  answers: {
    sendWrite: {
      async done({ give }) {
        await give(create, { status: 201 });
        expect(statuses()).toEqual(['Section created successfully!']);
      },
      async error({ give }) {
        await give(create, { status: 400, json: { message: 'There is a 4b already.' } });
        expect(alerts()).toEqual(['There is a 4b already.']);
      },
    },
  },
  seen: {
    sending: ({ waiting }) => {
      expect(waiting(create).map(({ body }) => body)).toEqual([{ name: '4b', subject: 'History' }]);
      expect(screen.getByRole('button', { name: 'Creating…' })).toBeTruthy();
    },
    settled: ({ waiting }) => {
      expect(waiting(create)).toEqual([]);
      expect(screen.queryByRole('button', { name: 'Creating…' })).toBeNull();
      // Told once, by the dialog that waits for it.
      expect([...statuses(), ...alerts()]).toHaveLength(1);
    },
  },
});
