import { addBackEntry } from './services/app/backEntries';
import { printPage } from './services/app/paper';
import type { saveCsv } from './services/logs/csvFile';
import { readTextFile } from './services/roster/textFile';

/** What charts use of the browser's page. */
export const pagePorts = {
  addBackEntry,
  printPage,
  readTextFile,
  /** Loads the CSV library with the first file. */
  async saveCsv(...file: Parameters<typeof saveCsv>): Promise<void> {
    const csv = await import('./services/logs/csvFile');
    csv.saveCsv(...file);
  },
};

export type PagePorts = typeof pagePorts;
