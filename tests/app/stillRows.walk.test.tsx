import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { stillRowsMachine } from '../../src/machines/app/stillRowsMachine';
import { pagePorts } from '../../src/pagePorts';
import { active, openSection, today, wireLog } from '../support/classroom';
import { idle } from '../support/idle';
import { settle } from '../support/screen';
import { walkChart } from '../support/walk';

const logOf = (id: number) => wireLog({ id, timestamp: today(8, 59, id), session_id: 12 });

const table = () => screen.getByRole('table');
const cell = () => within(table()).getByText('Aiko Larkspur');
const news = () => screen.queryAllByRole('button', { name: '1 new · show' });
const rows = () => within(table()).getAllByRole('row').length - 1;
const total = () => Number(/\((\d+)\)/.exec(screen.getByText(/^View All Logs/).textContent ?? '')?.[1]);

const open = () =>
  openSection({
    'GET /detection/sessions/status/7/': active,
    'GET /detection/logs/': { json: [logOf(1)] },
  });

async function happens(cause: () => unknown) {
  act(() => void cause());
  await settle();
}

/** The mouse rests until the test says that it is off the rows. */
let settlePointer: (fails: boolean) => void;
const mouseOffRows = () =>
  new Promise<void>((resolve, reject) => {
    settlePointer = (fails) => (fails ? reject(new Error('Nobody knows')) : resolve());
  });
beforeEach(() => void vi.spyOn(pagePorts, 'mouseOffRows').mockImplementation(mouseOffRows));
afterEach(() => void vi.restoreAllMocks());

/** Each one leads to another place. */
let movements = 0;

const isStill = () => expect(rows()).toBe(1 + Number(news().length === 0 && total() > 1));

walkChart(idle(stillRowsMachine), open, {
  events: {
    'rows.touched'() {
      movements += 1;
      return happens(() => fireEvent.pointerMove(cell(), { screenX: movements }));
    },
    async 'rows.show'({ backend }, _, { ready }) {
      backend.answer({ 'GET /detection/logs/': { json: [logOf(2), logOf(1)] } });
      await happens(() => fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs' })));
      ready();
      const [show] = screen.queryAllByRole('button', { name: '1 new · show' });
      await happens(() => fireEvent.click(show!));
    },
  },
  answers: {
    awaitPointerOff: {
      done: () => happens(() => settlePointer(false)),
      error: () => happens(() => settlePointer(true)),
    },
  },
  seen: {
    live: () => expect(news()).toHaveLength(0),
    'still.moving': isStill,
    'still.resting': isStill,
  },
});
