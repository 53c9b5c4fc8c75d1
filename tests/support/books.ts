import { vi } from 'vitest';
import { StubSocket } from './backend';
import { pendingSignalTimeouts } from './browserParts';

/* What a page holds of its browser: books that are kept outside of it. */

/** What is held at a moment. */
export interface Holdings {
  /** Timers that wait. */
  timers: number;
  /** What listens to the window and the document, by the type of event. */
  listeners: Record<string, number>;
  /** Sockets that are open, or opening. */
  sockets: number;
}

/** Keeps the books from now on; the clock has to be faked by the time they are read. */
export function keepBooks(): () => Holdings {
  const targets: [string, EventTarget][] = [
    ['window', window],
    ['document', document],
  ];
  const listening = new Map<string, Set<unknown>>();

  for (const [name, target] of targets) {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    const keyOf = (type: string, options: AddEventListenerOptions | boolean | undefined) =>
      `${name} ${type}${(typeof options === 'object' ? options.capture : options) ? ' first' : ''}`;
    const forget = (key: string, listener: unknown) => listening.get(key)?.delete(listener);

    target.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: AddEventListenerOptions | boolean,
    ) => {
      const { signal, once } = typeof options === 'object' ? options : {};
      const key = keyOf(type, options);
      if (!signal?.aborted) listening.set(key, (listening.get(key) ?? new Set()).add(listener));
      if (once) add(type, () => forget(key, listener), options);
      signal?.addEventListener('abort', () => forget(key, listener));
      add(type, listener, options);
    };
    target.removeEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: EventListenerOptions | boolean,
    ) => {
      forget(keyOf(type, options), listener);
      remove(type, listener, options);
    };
  }

  return () => ({
    timers: vi.getTimerCount() - pendingSignalTimeouts(),
    listeners: Object.fromEntries(
      [...listening].flatMap(([key, { size }]) => (size > 0 ? [[key, size] as const] : [])).sort(),
    ),
    sockets: StubSocket.all.filter(({ readyState }) => readyState <= StubSocket.OPEN).length,
  });
}
