import { assertEvent, setup } from 'xstate';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/types';
import type { Notice } from '../app/noticeMachine';
import { actionNotProvided, promiseNotProvided } from '../app/notProvided';

export type ExportEvent = { type: 'export.submit'; logs: readonly DetectionLog[] };

/**
 * Saves logs as a file that a spreadsheet opens: idle ⇄ saving.
 *
 * Invariants: one file at a time; when it cannot be made (its code could not be fetched, say), the teacher is told, and can
 * try again.
 */
export const exportMachine = setup({
  types: {
    events: {} as ExportEvent,
  },
  actors: {
    saveLogs: promiseNotProvided<void, { logs: readonly DetectionLog[] }>('saveLogs'),
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
  },
}).createMachine({
  id: 'export',
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is being saved.',
      on: { 'export.submit': 'saving' },
    },
    saving: {
      description: 'The file is being made.',
      invoke: {
        id: 'saveLogs',
        src: 'saveLogs',
        input: ({ event }) => {
          assertEvent(event, 'export.submit');
          return { logs: event.logs };
        },
        onDone: 'idle',
        onError: {
          target: 'idle',
          actions: { type: 'showNotice', params: { kind: 'error', sentence: messages.export.failed } },
        },
      },
    },
  },
});
