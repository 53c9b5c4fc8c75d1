import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { logsViewMachine } from '../../machines/logs/logsViewMachine';
import { holdBackEntry } from '../app/backEntry';

/** Provides the viewer with its writes. */
export const provideLogsView = ({ sendWrite, showNotice }: AppSystem) =>
  logsViewMachine.provide({
    actors: {
      holdBackEntry,
      saveReview: fromPromise(async ({ input, signal }) => {
        const { sectionId, logId, noted } = input;
        await sendWrite({ kind: 'reviewLogs', sectionId, logIds: [logId], noted }, signal);
        return input;
      }),
      deleteLog: fromPromise(async ({ input: { sectionId, logId }, signal }) => {
        await sendWrite({ kind: 'deleteLogs', sectionId, logIds: [logId] }, signal);
      }),
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
