import { screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { exportMachine } from '../../src/machines/exportMachine';
import type { DetectionLog } from '../../src/services/types';
import { openSection } from '../support/classroom';
import { alerts, settle } from '../support/screen';
import { walkChart } from '../support/walk';

/** The file is being made until the test says what comes of it. */
const making = vi.hoisted(() => ({ settle: (_fails: boolean): void => undefined }));
vi.mock('../../src/system/exportSystem', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/system/exportSystem')>();
  const { fromPromise } = await import('xstate');
  const saveLogs = fromPromise<void, { logs: readonly DetectionLog[] }>(
    () =>
      new Promise<void>((resolve, reject) => {
        making.settle = (fails) => (fails ? reject(new Error('No code')) : resolve());
      }),
  );
  return {
    provideExport: (...named: Parameters<typeof original.provideExport>) => {
      const provide = original.provideExport(...named);
      return (...given: Parameters<typeof provide>) => provide(...given).provide({ actors: { saveLogs } });
    },
  };
});

const button = () => screen.getByRole('button', { name: 'Save as CSV' });
const failed = 'The file could not be created. Please check your connection and try again.';

walkChart(exportMachine, {
  open: () => openSection({ 'GET /detection/logs/': { json: [{ id: 1 }, { id: 2 }] } }, '/detection-logs'),
  events: { 'export.submit': ({ press }) => press('Save as CSV') },
  answers: {
    saveLogs: {
      done: () => making.settle(false),
      async error() {
        making.settle(true);
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
