import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchNetwork, watchVisibility } from '../../src/services/pageEvents';
import { withTabLock } from '../../src/services/tabLock';
import { teacherOf } from '../../src/services/teacher';
import { signal } from '../support/services';

/* What services ask of the browser itself. */

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('4 live channel: the network', () => {
  test('going offline and online is told, until the watch ends', () => {
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', { onLine: true });
    const onChange = vi.fn();
    const stop = watchNetwork(onChange);
    expect(onChange).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    stop();
    window.dispatchEvent(new Event('offline'));
    expect(onChange.mock.calls).toEqual([[false], [true]]);
  });

  test('a browser that already is offline says so at once', () => {
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', { onLine: false });
    const onChange = vi.fn();
    watchNetwork(onChange);
    expect(onChange.mock.calls).toEqual([[false]]);
  });
});

test('9 polling: a page that is shown again is told, one that is hidden is not', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  const onShown = vi.fn();
  const stop = watchVisibility(onShown);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(onShown).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(onShown).toHaveBeenCalledOnce();
  stop();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(onShown).toHaveBeenCalledOnce();
});

describe('4 refresh: one tab at a time', () => {
  interface LockOptions {
    signal: AbortSignal;
  }
  const locks = (request: (name: string, options: LockOptions, task: () => Promise<unknown>) => Promise<unknown>) =>
    vi.stubGlobal('navigator', { locks: { request: vi.fn(request) } });

  test('the task runs under the lock of that name, and its result comes back', async () => {
    locks((_, __, task) => task());
    expect(await withTabLock('vigil-refresh', 15_000, signal, () => Promise.resolve('done'))).toBe('done');
    expect(navigator.locks.request).toHaveBeenCalledWith('vigil-refresh', expect.anything(), expect.any(Function));
  });

  test('a browser without locks runs the task all the same', async () => {
    vi.stubGlobal('navigator', {});
    expect(await withTabLock('vigil-refresh', 15_000, signal, () => Promise.resolve('done'))).toBe('done');
  });

  test('waiting for another tab ends in time, and when it is given up', async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    locks(
      (_, options) =>
        new Promise((_resolve, reject) => options.signal.addEventListener('abort', () => reject(new Error('waited')))),
    );
    const task = vi.fn(() => Promise.resolve());

    const tooLong = withTabLock('vigil-refresh', 15_000, signal, task);
    expect(timeout).toHaveBeenCalledWith(15_000);
    patience.abort();
    await expect(tooLong).rejects.toThrow('waited');

    const givenUp = new AbortController();
    timeout.mockReturnValue(new AbortController().signal);
    const waiting = withTabLock('vigil-refresh', 15_000, givenUp.signal, task);
    givenUp.abort();
    await expect(waiting).rejects.toThrow('waited');
    expect(task).not.toHaveBeenCalled();
  });
});

test.each<[unknown, { name: string; email: string }]>([
  [
    { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@school.example' },
    { name: 'Ada Lovelace', email: 'ada@school.example' },
  ],
  [
    { first_name: 'Ada', last_name: null },
    { name: 'Ada', email: '' },
  ],
  [{ name: 'Ada L.' }, { name: 'Ada L.', email: '' }],
  [{ email: 'ada@school.example' }, { name: 'ada@school.example', email: 'ada@school.example' }],
  [{ name: {} }, { name: '', email: '' }],
  ['Ada', { name: '', email: '' }],
  [null, { name: '', email: '' }],
])('3 current user: of %j the teacher is read as far as it tells', (user, teacher) => {
  expect(teacherOf(user)).toEqual(teacher);
});
