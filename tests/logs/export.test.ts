import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Notice } from '../../src/machines/app/noticeMachine';
import { exportMachine } from '../../src/machines/logs/exportMachine';
import type { DetectionLog } from '../../src/services/types';
import { logsOf } from '../support/samples';

function started() {
  const saved: (readonly DetectionLog[])[] = [];
  const notices: Notice[] = [];
  const files: { succeed: () => void; fail: () => void }[] = [];
  const actor = createActor(
    exportMachine.provide({
      actors: {
        saveLogs: fromPromise(({ input: { logs } }) => {
          saved.push(logs);
          return new Promise<void>((resolve, reject) => {
            files.push({ succeed: () => resolve(), fail: () => reject(new Error('No code')) });
          });
        }),
      },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
  ).start();
  return {
    submit: (count: number) => actor.send({ type: 'export.submit', logs: logsOf(count) }),
    state: () => actor.getSnapshot().value,
    settled: () => new Promise((resolve) => setTimeout(resolve)),
    saved,
    notices,
    files,
  };
}

test('saves the logs it is given, one file at a time', async () => {
  const { files, notices, saved, settled, state, submit } = started();
  submit(2);
  submit(3);
  expect(state()).toBe('saving');
  expect(saved).toEqual([logsOf(2)]);
  files[0]!.succeed();
  await settled();
  expect(state()).toBe('idle');
  submit(3);
  expect(saved).toEqual([logsOf(2), logsOf(3)]);
  expect(notices).toEqual([]);
});

test('says when it cannot, and can be asked again', async () => {
  const { files, notices, saved, settled, submit } = started();
  submit(1);
  files[0]!.fail();
  await settled();
  expect(notices).toEqual([
    { kind: 'error', sentence: 'The file could not be created. Please check your connection and try again.' },
  ]);
  submit(1);
  expect(saved).toHaveLength(2);
});
