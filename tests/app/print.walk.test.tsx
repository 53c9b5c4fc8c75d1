import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import { printMachine } from '../../src/machines/app/printMachine';
import { pagePorts } from '../../src/pagePorts';
import { friday, keepsLessons, openSection } from '../support/classroom';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { settle } from '../support/screen';
import { walkChart } from '../support/walk';

/** The dialog is open until the test says what comes of it. */
let settlePrint: (fails: boolean) => void;
const printPage = () =>
  new Promise<void>((resolve, reject) => {
    settlePrint = (fails) => (fails ? reject(new Error('It cannot print')) : resolve());
  });
/** The walk says what comes of a picture, not the network of the browser it runs in. */
const ignoreNetwork = (event: Event) => {
  if (event.isTrusted && event.target instanceof HTMLImageElement) event.stopImmediatePropagation();
};
beforeEach(() => {
  vi.spyOn(pagePorts, 'printPage').mockImplementation(printPage);
  for (const type of ['load', 'error']) window.addEventListener(type, ignoreNetwork, true);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const type of ['load', 'error']) window.removeEventListener(type, ignoreNetwork, true);
});

const screenshot = 'https://pictures.example/1.png';
const button = () => screen.getByRole('button', { name: 'Print' });
const picture = () => document.querySelector(`img[src="${screenshot}"]`);

/** Opens the report of a lesson, with a picture when the path waits for one. */
function open({ steps }: Path) {
  const events = steps.map(({ event }) => event as EventFrom<typeof printMachine>);
  const isBare = events.some((event) => event.type === 'print.submit' && event.wanted.length === 0);
  const isAwaited = events.some((event) => event.type === 'picture.settled') || !isBare;
  const log = { id: 1, session_id: friday.id, timestamp: friday.started_at, student_name: 'Aiko Larkspur' };
  return openSection(
    { ...keepsLessons, 'GET /detection/logs/': { json: [{ ...log, ...(isAwaited ? { screenshot } : {}) }] } },
    `/lessons/${friday.id}`,
  );
}

walkChart(idle(printMachine), {
  open,
  events: {
    async 'print.submit'({ press }, { wanted }, { sendDirectly, path }) {
      const shown = picture() === null ? [] : [screenshot];
      // One page has pictures or none.
      if (shown.length !== wanted.length) {
        expect(path.steps.length).toBeGreaterThan(1);
        await sendDirectly({ type: 'print.submit', wanted });
      } else await press('Print');
    },
    async 'picture.settled'() {
      await act(async () => void fireEvent.load(picture()!));
      await settle();
    },
  },
  answers: { openPrint: { done: () => settlePrint(false), error: () => settlePrint(true) } },
  seen: {
    idle: () => expect(button().getAttribute('aria-busy')).toBeNull(),
    loading() {
      expect(button().getAttribute('aria-busy')).toBe('true');
      expect(picture()?.getAttribute('loading')).toBe('eager');
      expect(screen.getByText(/^1 of 1 picture is missing here/)).toBeTruthy();
    },
    printing: (_opened, { context }) =>
      expect(screen.queryByText(/missing here/) === null).toBe(
        picture() === null || context.settled[screenshot] === true,
      ),
  },
});
