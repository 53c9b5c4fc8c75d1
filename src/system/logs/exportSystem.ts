import { fromPromise } from 'xstate';
import { exportMachine } from '../../machines/logs/exportMachine';
import { messages } from '../../messages';
import { tableOf } from '../../model/logs/logsTable';
import type { AppSystem } from '../app/appSystem';

/** Saves logs of a section as CSV; what makes the file is fetched with the first one. */
export const provideExport =
  (sectionName: string) =>
  ({ showNotice }: AppSystem) =>
    exportMachine.provide({
      actors: {
        saveLogs: fromPromise(async ({ input: { logs } }) => {
          const { saveCsv } = await import('../../services/csvFile');
          saveCsv(messages.export.fileName(sectionName), tableOf(logs));
        }),
      },
      actions: { showNotice: (_, notice) => showNotice(notice) },
    });
