import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { questionMachine } from '../../src/machines/app/questionMachine';
import { aiko, algebra, holdSection } from '../support/classroom';
import type { Path } from '../support/paths';
import { noorSignedIn, openApp } from '../support/screen';
import { walkChart } from '../support/walk';

const start = 'POST /detection/sessions/start/';

/** Opens a section that has no students when that is what the path asks about. */
async function open({ steps }: Path) {
  const asked = steps.map(({ event }) => event as EventFrom<typeof questionMachine>);
  const isEmpty = asked.some((event) => event.type === 'question.ask' && event.isDoubtful);
  const backend = holdSection([start], {
    'GET /section/list/': { json: [{ ...algebra, students: isEmpty ? [] : [aiko] }] },
  });
  return { ...backend, ...(await openApp('/sections/7', { stored: noorSignedIn })) };
}

const dialog = () => screen.queryByRole('dialog', { name: 'Start with no students?' });

walkChart(questionMachine, {
  open,
  events: {
    async 'question.ask'({ press }, { isDoubtful }) {
      await press('Start Detection');
      expect(screen.queryByRole('button', { name: 'Starting…' }) === null).toBe(isDoubtful);
    },
    async 'question.confirm'({ press }) {
      await press('Start anyway');
      expect(screen.getByRole('button', { name: 'Starting…' })).toBeTruthy();
    },
    async 'question.cancel'({ press, waiting }) {
      await press('Cancel');
      expect(waiting(start)).toEqual([]);
    },
  },
  seen: {
    closed: () => expect(dialog()).toBeNull(),
    asking: ({ waiting }) => {
      expect(dialog()).toBeTruthy();
      expect(waiting(start)).toEqual([]);
    },
  },
});
