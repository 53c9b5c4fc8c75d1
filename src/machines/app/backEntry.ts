import { fromCallback } from 'xstate';

/** What an entry in the browser's history needs of the world. */
export interface BackEntryPorts {
  /** @returns a function that takes the entry away */
  addBackEntry(onLeft: () => void): () => void;
}

/** The browser's Back was pressed, or another entry of the history was chosen. */
export type BackReport = { type: 'back.pressed' };

/**
 * Lets the browser's Back close what is open: a viewer, a sheet. For a chart that invokes it while that is open:
 *
 *     open: {
 *       invoke: { id: 'holdBackEntry', src: 'holdBackEntry' },
 *       on: { 'back.pressed': 'closed', 'sheet.close': 'closed' },
 *     }
 *
 * Entering the state adds an entry to the history, and leaving it, in whichever way, removes the entry. Do not re-enter the
 * state to show another item. A link in what is open needs `replace`, so that its page takes the entry's place.
 */
export const holdBackEntry = ({ addBackEntry }: BackEntryPorts) =>
  fromCallback(({ sendBack }) => addBackEntry(() => sendBack({ type: 'back.pressed' } satisfies BackReport)));
