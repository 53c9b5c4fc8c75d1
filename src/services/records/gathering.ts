import { LOGS_PAGE_SIZE, LOGS_TOLD_AT_ONCE } from '../../constants';
import type { DetectionLog } from '../app/types';

/** Newest first; logs without a readable time last. */
const newestFirst = (a: DetectionLog, b: DetectionLog) => (b.time ?? -Infinity) - (a.time ?? -Infinity) || 0;

/**
 * Merges pages of logs, newest first and without duplicates: new logs push old ones onto the next page while paging.
 * Logs without an id get one for their row.
 */
export function createGathering() {
  const logs: DetectionLog[] = [];
  const places = new Map<string, number>();
  let isSorted = true;
  return {
    add(page: readonly DetectionLog[]) {
      for (const log of page) {
        const id = log.id === '' ? `row ${logs.length}` : log.id;
        const last = logs.at(-1);
        const place = places.get(id) ?? logs.length;
        if (place === logs.length && last !== undefined && newestFirst(last, log) > 0) isSorted = false;
        logs[place] = log.id === '' ? { ...log, id } : log;
        places.set(id, place);
      }
    },
    get logs() {
      return isSorted ? logs.slice() : logs.toSorted(newestFirst);
    },
  };
}

export type OnPart = (logs: DetectionLog[], missing: number) => void;

/** Publishes a very long list in growing parts, the first page first. */
export async function tellInParts(logs: readonly DetectionLog[], onPart: OnPart): Promise<void> {
  if (logs.length <= LOGS_TOLD_AT_ONCE) return;
  for (let count = LOGS_PAGE_SIZE; count < logs.length; count += LOGS_TOLD_AT_ONCE) {
    onPart(logs.slice(0, count), logs.length - count);
    await breath();
  }
}

/** Yields to rendering. Not a timer: hidden pages throttle those to a minute. */
const breath = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
