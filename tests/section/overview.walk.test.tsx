import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { overviewMachine } from '../../src/machines/section/overviewMachine';
import { active, algebra, openSection } from '../support/classroom';
import { settle } from '../support/screen';
import { walkChart } from '../support/walk';

const ada = { id: 1, name: 'Ada Lovelace', email: 'ada@school.example' };
const logOf = (id: number) => ({
  id,
  timestamp: new Date(Date.UTC(2026, 10, 23, 8, 59, id)).toISOString(),
  student_name: ada.name,
  student_email: ada.email,
  activity_type: 'no_face',
  session_id: 12,
});

const table = () => screen.getByRole('table', { hidden: true });
const cell = () => within(table()).getByText('Ada Lovelace');
const nameButton = () => screen.getByRole('button', { name: 'Ada Lovelace', hidden: true });
const news = () => screen.queryAllByRole('button', { name: '1 new · show', hidden: true });
const rows = () => within(table()).getAllByRole('row', { hidden: true }).length - 1;
const total = () => Number(/\((\d+)\)/.exec(screen.getByText(/^View All Logs/).textContent ?? '')?.[1]);

/** Where both are shown. */
function expectPressed(...names: [string, string]) {
  const buttons = names.map((name) => screen.queryByRole('button', { name, hidden: true }));
  if (buttons.includes(null)) return;
  expect(buttons.map((button) => button?.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
}
const view = () => screen.queryByRole('dialog', { name: 'Ada Lovelace' });

const open = () =>
  openSection({
    'GET /section/list/': { json: [{ ...algebra, students: [ada] }] },
    'GET /detection/sessions/status/7/': active,
    'GET /detection/logs/': { json: [logOf(1)] },
  });

/** The chart is moved from behind an open dialog: fireEvent reaches what a pointer or a Tab then cannot. */
async function happens(cause: () => unknown) {
  act(() => void cause());
  await settle();
}

const choose = (name: string) => happens(() => fireEvent.click(screen.getByRole('button', { name, hidden: true })));

/** Each one leads to another place. */
let movements = 0;

walkChart(overviewMachine, {
  open,
  events: {
    'rows.touched'() {
      movements += 1;
      return happens(() => fireEvent.pointerMove(cell(), { screenX: movements }));
    },
    async 'rows.show'({ backend }, _, { ready }) {
      backend.answer({ 'GET /detection/logs/': { json: [logOf(2), logOf(1)] } });
      await happens(() => fireEvent.click(screen.getByRole('button', { name: 'Refresh Logs', hidden: true })));
      ready();
      const [show] = screen.queryAllByRole('button', { name: '1 new · show', hidden: true });
      await happens(() => fireEvent.click(show!));
    },
    'student.open': () =>
      happens(() => fireEvent.click(screen.queryByRole('button', { name: /^Ada Lovelace; / }) ?? nameButton())),
    'student.close': ({ press }) => press('Close'),
    'lesson.select': () => choose('Lesson'),
    'allTime.select': () => choose('All time'),
    'tiles.select': () => choose('Tiles'),
    'list.select': () => choose('List'),
  },
  seen: {
    'rows.live': () => expect(news()).toHaveLength(0),
    'rows.still': () => expect(rows()).toBe(1 + Number(news().length === 0 && total() > 1)),
    'student.closed': () => expect(view()).toBeNull(),
    'student.open': () => expect(view()).toBeTruthy(),
    'period.lesson': () => expectPressed('Lesson', 'All time'),
    'period.allTime': () => expectPressed('All time', 'Lesson'),
    'layout.fitting': () => expectPressed('Tiles', 'List'),
    'layout.tiles': () => expectPressed('Tiles', 'List'),
    'layout.list': () => expectPressed('List', 'Tiles'),
  },
});
