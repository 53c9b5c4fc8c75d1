import { readInvitation } from './services/account/invitation';
import { addBackEntry } from './services/app/backEntries';
import { fetchAhead, fetchCode } from './services/app/pageCode';
import { everySecond, holdPage, watchNetwork, watchVisibility } from './services/app/pageEvents';
import { printPage } from './services/app/paper';
import { awayFromUndo, mouseOffRows } from './services/app/pointer';
import type { saveCsv } from './services/logs/csvFile';
import { readTextFile } from './services/roster/textFile';

/** What the charts need of the page and its browser. */
export const pagePorts = {
  addBackEntry,
  awayFromUndo,
  everySecond,
  fetchAhead,
  fetchCode,
  holdPage,
  mouseOffRows,
  pathname: () => window.location.pathname,
  printPage,
  readInvitation,
  readTextFile,
  /** Loads the CSV library with the first file. */
  async saveCsv(...file: Parameters<typeof saveCsv>): Promise<void> {
    const csv = await import('./services/logs/csvFile');
    csv.saveCsv(...file);
  },
  watchNetwork,
  watchVisibility,
};

export type PagePorts = typeof pagePorts;
