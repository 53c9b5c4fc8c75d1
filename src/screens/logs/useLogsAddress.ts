import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { changeAddress, type LogsAddress, readAddress } from '../../machines/logs/logFilters';

/*
 * The filters of the logs. The address bar holds them, so that Back, Forward, a reload and a link restore them. Only this
 * module reads and changes them. It bypasses the router, which would re-render every link and frame of the page.
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

/** Returns all filters. */
export function useLogsAddress(): LogsAddress {
  // Re-renders when a link leads to the same page.
  useLocation();
  const query = useSyncExternalStore(subscribe, readQuery);
  return useMemo(() => readAddress(new URLSearchParams(query)), [query]);
}

/** Returns one filter. Changes of others do not re-render. */
export function useSought<Name extends keyof LogsAddress>(name: Name): LogsAddress[Name] {
  useLocation();
  return useSyncExternalStore(subscribe, () => read()[name]);
}

const newKey = () => Math.random().toString(36).slice(2, 10);

/** Changes filters. Each choice is a history entry. Continued typing in a field shares one. */
export function changeLogsAddress(changes: Partial<LogsAddress>) {
  const { pathname, search, hash } = window.location;
  const query = changeAddress(new URLSearchParams(search), changes).toString();
  const isTypedOn = Boolean(changes.text) && read().text !== '';
  // Entries as the router writes them: `key` identifies an entry, `idx` gives its direction.
  const before: { idx?: number } | null = window.history.state;
  const renewed = { ...before, key: newKey() };
  const address = `${pathname}${query && `?${query}`}${hash}`;
  if (isTypedOn) window.history.replaceState(renewed, '', address);
  else {
    // The router believes it is still at this entry. A new key makes coming back to it a navigation.
    window.history.replaceState(renewed, '');
    window.history.pushState({ ...before, key: newKey(), idx: (before?.idx ?? 0) + 1 }, '', address);
  }
  for (const listener of listeners) listener();
}
