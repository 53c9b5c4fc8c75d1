import { vi } from 'vitest';
import { StubSocket } from './backend';
import { pendingSignalTimeouts } from './browserParts';

/* Tracks the browser resources a page holds. */

/** Resources held at one moment. */
export interface Holdings {
  /** Pending timers. */
  timers: number;
  /** Listeners on the window and document, by event type. */
  listeners: Record<string, number>;
  /** Open or opening sockets. */
  sockets: number;
}

/** Starts tracking. The clock must be faked before the result is read. */
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
