import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { missingAmong, printMachine } from '../../src/machines/app/printMachine';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [one, other] = ['https://pictures.example/1.png', 'https://pictures.example/2.png'];

function started(fails = false) {
  let printed = 0;
  const openPrint = fromPromise<void, void>(async () => {
    printed += 1;
    if (fails) throw new Error('The browser has no print dialog');
  });
  const actor = createActor(idle(printMachine).provide({ actors: { openPrint } })).start();
  return {
    submit: (...wanted: string[]) => actor.send({ type: 'print.submit', wanted }),
    settle: (address: string, isLoaded: boolean) => actor.send({ type: 'picture.settled', address, isLoaded }),
    state: () => actor.getSnapshot().value,
    missing: () => missingAmong(actor.getSnapshot().context, [one, other]),
    printed: () => printed,
  };
}

test.each([false, true])(
  'printing waits until each picture has loaded or failed, and is over even if it fails: %j',
  async (fails) => {
    const { missing, printed, settle, state, submit } = started(fails);
    submit(one, other);
    settle(one, true);
    expect([state(), printed(), missing()]).toEqual(['loading', 0, 1]);
    settle(other, false);
    expect([state(), printed(), missing()]).toEqual(['printing', 1, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe('idle');
  },
);

test('printing waits for 15 s at the most, and what is missing then is known', async () => {
  const { missing, printed, settle, submit } = started();
  submit(one, other);
  settle(one, true);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(printed()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([printed(), missing()]).toEqual([1, 1]);
});

test('a page without pictures, or with all of them there, is printed at once', async () => {
  const { missing, printed, settle, submit } = started();
  submit();
  await vi.advanceTimersByTimeAsync(0);
  settle(one, true);
  settle(other, false);
  // Fetched again, it has loaded after all.
  settle(other, true);
  submit(one, other);
  await vi.advanceTimersByTimeAsync(0);
  expect([printed(), missing()]).toEqual([2, 0]);
});
