import { afterEach, describe, expect, test, vi } from 'vitest';
import { withTabLock } from '../../src/services/account/tabLock';
import { teacherOf } from '../../src/services/account/teacher';
import { watchNetwork, watchVisibility, whenIdle } from '../../src/services/app/pageEvents';
import { isPageCurrent } from '../../src/services/app/pageVersion';
import { signal } from '../support/services';

/* Services' use of the browser itself. */

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('4 live channel: the network', () => {
  test('going offline and online is reported until the watch ends', () => {
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

  test('an offline browser is reported at once', () => {
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', { onLine: false });
    const onChange = vi.fn();
    watchNetwork(onChange);
    expect(onChange.mock.calls).toEqual([[false]]);
  });
});

test('9 polling: showing the page is reported, hiding it is not', () => {
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

describe('when the browser is idle', () => {
  test('it calls back, unless cancelled', () => {
    const requestIdleCallback = vi.fn((_: () => void) => 5);
    const cancelIdleCallback = vi.fn();
    vi.stubGlobal('window', { requestIdleCallback, cancelIdleCallback });
    const onIdle = vi.fn();
    const stop = whenIdle(onIdle);
    expect(onIdle).not.toHaveBeenCalled();
    requestIdleCallback.mock.lastCall?.[0]();
    expect(onIdle).toHaveBeenCalledOnce();
    stop();
    expect(cancelIdleCallback).toHaveBeenCalledWith(5);
  });

  test('a browser without idle callbacks counts as idle after 2 s', () => {
    vi.useFakeTimers();
    vi.stubGlobal('window', {});
    const onIdle = vi.fn();
    whenIdle(onIdle);
    const stop = whenIdle(() => expect.fail('It was stopped'));
    vi.advanceTimersByTime(1_999);
    expect(onIdle).not.toHaveBeenCalled();
    stop();
    vi.advanceTimersByTime(1);
    expect(onIdle).toHaveBeenCalledOnce();
  });
});

describe('the version of the page', () => {
  /** Stubs a document with the script and a server with an answer. */
  function serve(script: string | null, answer: () => Promise<Response>) {
    const fetched = vi.fn((_: Request) => answer());
    vi.stubGlobal('window', { location: new URL('https://vigil.school.example/sections/7') });
    vi.stubGlobal('document', {
      querySelector: (selector: string) =>
        selector === 'script[type=module]' && script !== null ? { getAttribute: () => script } : null,
    });
    vi.stubGlobal('fetch', fetched);
    return fetched;
  }
  const page =
    (script: string, status = 200) =>
    async () =>
      new Response(`<!doctype html><script type="module" crossorigin src="${script}"></script>`, { status });

  test('is current while the server’s page references the same script, bypassing the cache', async () => {
    const fetched = serve('/assets/index-a.js', page('/assets/index-a.js'));
    expect(await isPageCurrent()).toBe(true);
    expect(fetched.mock.lastCall?.[0]).toMatchObject({ url: 'https://vigil.school.example/', cache: 'no-cache' });
  });

  test('is outdated when it references another script', async () => {
    serve('/assets/index-a.js', page('/assets/index-b.js'));
    expect(await isPageCurrent()).toBe(false);
  });

  test('is unknown when a school network answers with a page of its own', async () => {
    serve('/assets/index-a.js', async () => new Response('<!doctype html><title>Sign in</title><script>go()</script>'));
    await expect(isPageCurrent()).rejects.toThrow('Another page came back');
  });

  test('is unknown when the server has no page or does not answer within 30 s', async () => {
    serve('/assets/index-a.js', page('/assets/index-b.js', 503));
    await expect(isPageCurrent()).rejects.toThrow('503');
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    serve('/assets/index-a.js', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(isPageCurrent()).rejects.toThrow('Failed to fetch');
    expect(timeout).toHaveBeenCalledWith(30_000);
  });
});

describe('4 refresh: one tab at a time', () => {
  interface LockOptions {
    signal: AbortSignal;
  }
  const locks = (request: (name: string, options: LockOptions, task: () => Promise<unknown>) => Promise<unknown>) =>
    vi.stubGlobal('navigator', { locks: { request: vi.fn(request) } });

  test('the task runs under the named lock and returns its result', async () => {
    locks((_, __, task) => task());
    expect(await withTabLock('vigil-refresh', 15_000, signal, () => Promise.resolve('done'))).toBe('done');
    expect(navigator.locks.request).toHaveBeenCalledWith('vigil-refresh', expect.anything(), expect.any(Function));
  });

  test('a browser without locks runs the task anyway', async () => {
    vi.stubGlobal('navigator', {});
    expect(await withTabLock('vigil-refresh', 15_000, signal, () => Promise.resolve('done'))).toBe('done');
  });

  test('so does one that denies locks, as with blocked site data; the task’s own errors pass through', async () => {
    locks(() => Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError')));
    expect(await withTabLock('vigil-refresh', 15_000, signal, () => Promise.resolve('done'))).toBe('done');
    locks((_, __, task) => task());
    const task = vi.fn(() => Promise.reject(new DOMException('Refused.', 'SecurityError')));
    await expect(withTabLock('vigil-refresh', 15_000, signal, task)).rejects.toThrow('Refused.');
    expect(task).toHaveBeenCalledOnce();
  });

  /** Another tab holds the lock for good. */
  const held = () =>
    locks(
      (_, options) =>
        new Promise((_resolve, reject) => {
          options.signal.addEventListener('abort', () => reject(options.signal.reason));
          if (options.signal.aborted) reject(options.signal.reason);
        }),
    );

  test('waiting for another tab times out', async () => {
    vi.useFakeTimers();
    held();
    const task = vi.fn(() => Promise.resolve());
    const ended = vi.fn();
    const waiting = withTabLock('vigil-refresh', 15_000, signal, task).catch(ended);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
    await waiting;
    expect(task).not.toHaveBeenCalled();
  });

  test('waiting for another tab can be aborted', async () => {
    vi.useFakeTimers();
    held();
    const task = vi.fn(() => Promise.resolve());
    const givenUp = new AbortController();
    const waiting = withTabLock('vigil-refresh', 15_000, givenUp.signal, task);
    givenUp.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    await expect(withTabLock('vigil-refresh', 15_000, givenUp.signal, task)).rejects.toThrow('given up');
    expect(task).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('only the wait is limited, not the task', async () => {
    vi.useFakeTimers();
    locks((_, options, task) => {
      options.signal.addEventListener('abort', () => expect.fail('The lock was given up'));
      return task();
    });
    const slow = () => new Promise((resolve) => setTimeout(() => resolve('done'), 20_000));
    const end = withTabLock('vigil-refresh', 15_000, signal, slow);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await end).toBe('done');
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
])('3 current user: the teacher is read from %j as far as possible', (user, teacher) => {
  expect(teacherOf(user)).toEqual({ ...teacher, isAdministrator: false });
});

test('a teacher is an administrator only if the server says so', () => {
  expect(
    [true, 'true', 1, undefined].map((is_administrator) => teacherOf({ is_administrator }).isAdministrator),
  ).toEqual([true, false, false, false]);
});
