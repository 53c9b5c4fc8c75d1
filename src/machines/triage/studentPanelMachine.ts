import { assertEvent, assign, setup } from 'xstate';
import { type BackEntryPorts, holdBackEntry } from '../app/backEntry';
import { type LogsViewPorts, logsViewMachine } from '../logs/logsViewMachine';

/** What a student's panel needs of the world. */
export type StudentPanelPorts = BackEntryPorts;

export interface StudentPanelContext {
  /** Key of the open student; null while closed. */
  student: string | null;
  /** The student's logs at the opening. Later ones are shown on request. */
  logIds: readonly string[];
}

export type StudentPanelEvent =
  /** Opens a student, also from another one, or their new logs. */
  | { type: 'student.open'; student: string; logIds: readonly string[] }
  | { type: 'student.close' }
  /** The browser's Back, or another step in its history. */
  | { type: 'back.pressed' };

/**
 * The panel with one student's lesson, over the section's overview.
 *
 * Invariants:
 * - Escape, the X and the browser's Back all close it. Opening another student adds nothing to the history.
 * - It shows the logs that existed when it opened, so that nothing moves while the teacher reads.
 */
export const studentPanelMachine = ({ addBackEntry }: StudentPanelPorts) =>
  setup({
    types: {
      context: {} as StudentPanelContext,
      events: {} as StudentPanelEvent,
    },
    actors: {
      /** Adds a history entry for Back to leave. Sends `back.pressed`. */
      holdBackEntry: holdBackEntry({ addBackEntry }),
    },
    actions: {
      assignStudent: assign(({ event }) => {
        assertEvent(event, 'student.open');
        const { student, logIds } = event;
        return { student, logIds };
      }),
      clearStudent: assign({ student: null, logIds: [] }),
    },
  }).createMachine({
    id: 'studentPanel',
    context: { student: null, logIds: [] },
    initial: 'closed',
    states: {
      closed: {
        description: 'No student is open.',
        on: { 'student.open': { target: 'open', actions: 'assignStudent' } },
      },
      open: {
        description: 'A student is open. The browser’s Back closes the panel.',
        invoke: { id: 'holdBackEntry', src: 'holdBackEntry' },
        exit: 'clearStudent',
        on: {
          'student.open': { actions: 'assignStudent' },
          'student.close': 'closed',
          'back.pressed': 'closed',
        },
      },
    },
  });

/** The viewer of the episode that is enlarged in the panel. The browser's Back closes the panel, not the episode. */
export const episodeView = (ports: Omit<LogsViewPorts, 'addBackEntry'>) =>
  logsViewMachine({ ...ports, addBackEntry: () => () => {} });
