import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { exportMachine } from '../../src/machines/logs/exportMachine';
import type { DetectionLog } from '../../src/services/types';
import { openSection } from '../support/classroom';
import { alerts, settle } from '../support/screen';
import { walkChart } from '../support/walk';

/** The file is being made until the test says what comes of it. */
let settleMaking: (fails: boolean) => void;
const saveLogs = fromPromise<void, { logs: readonly DetectionLog[] }>(
  () =>
    new Promise<void>((resolve, reject) => {
      settleMaking = (fails) => (fails ? reject(new Error('No code')) : resolve());
    }),
);
const provide = exportMachine.provide.bind(exportMachine);
beforeEach(() => {
  vi.spyOn(exportMachine, 'provide').mockImplementation((given) => provide({ ...given, actors: { saveLogs } }));
});
afterEach(() => vi.restoreAllMocks());

const button = () => screen.getByRole('button', { name: 'Save as CSV' });
const failed = 'The file could not be created. Please check your connection and try again.';

walkChart(exportMachine, {
  open: () => openSection({ 'GET /detection/logs/': { json: [{ id: 1 }, { id: 2 }] } }, '/detection-logs'),
  events: { 'export.submit': ({ press }) => press('Save as CSV') },
  answers: {
    saveLogs: {
      done: () => settleMaking(false),
      async error() {
        settleMaking(true);
        await settle();
        expect(alerts()).toEqual([expect.stringContaining(failed)]);
      },
    },
  },
  seen: {
    idle: () => expect(button().getAttribute('aria-busy')).toBeNull(),
    saving: () => expect(button().getAttribute('aria-busy')).toBe('true'),
  },
});
