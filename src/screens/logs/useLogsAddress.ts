import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { changeAddress, type LogsAddress, readAddress } from '../../model/logs/logFilters';

/*
 * What a teacher looks for among the logs: the address bar holds it, so that Back, Forward, a reload and a link restore
 * it. This is the one place where it is read and changed. The router hears nothing of a change from here, as it would
 * render every link and frame of the page; it moves with Back, Forward and links, as ever.
 */

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

const readQuery = () => window.location.search;
const read = () => readAddress(new URLSearchParams(readQuery()));

/** All that is looked for. */
export function useLogsAddress(): LogsAddress {
  // A link that leads here from here.
  useLocation();
  const query = useSyncExternalStore(subscribe, readQuery);
  return useMemo(() => readAddress(new URLSearchParams(query)), [query]);
}

/** One thing of it: whoever shows only that need not look when another one changes. */
export function useSought<Name extends keyof LogsAddress>(name: Name): LogsAddress[Name] {
  useLocation();
  return useSyncExternalStore(subscribe, () => read()[name]);
}

const newKey = () => Math.random().toString(36).slice(2, 10);

/** Each choice is an entry of the history; what is typed on in a field is one together. */
export function changeLogsAddress(changes: Partial<LogsAddress>) {
  const { pathname, search, hash } = window.location;
  const query = changeAddress(new URLSearchParams(search), changes).toString();
  const isTypedOn = Boolean(changes.text) && read().text !== '';
  // As the router notes its own entries: by the key it knows another one, by the number which way it lies.
  const before: { idx?: number } | null = window.history.state;
  const renewed = { ...before, key: newKey() };
  const address = `${pathname}${query && `?${query}`}${hash}`;
  if (isTypedOn) window.history.replaceState(renewed, '', address);
  else {
    // The router believes to be at the entry that is left: to come back to it has to be a navigation, too.
    window.history.replaceState(renewed, '');
    window.history.pushState({ ...before, key: newKey(), idx: (before?.idx ?? 0) + 1 }, '', address);
  }
  for (const listener of listeners) listener();
}
