import type { ActivityType } from './types';

/** A report as it is kept until the lesson ends. */
export interface KeptReport {
  id: string;
  /** Id of the tab's ticket, so that a tab sends only its own. */
  owner: string;
  kind: ActivityType;
  epoch: string;
  /** When the epoch's heartbeat was answered, by the clock of the page that kept the report. */
  epochAt: number;
  elapsedMs: number;
  endedElapsedMs: number | null;
  /** Of the device's clock, for display only. */
  startedAt: number;
  /** `kept`: changed since it was last sent. */
  status: 'kept' | 'sent' | 'excused' | 'dropped';
  /** A data URL, until the server has answered. */
  picture?: string;
  /** There is a picture, here or on the server. */
  hasPicture?: boolean;
}

/** Keeps reports across reloads and in a browser that is offline. */
export interface ReportStore {
  /** Returns the owner's reports. */
  load(owner: string): Promise<KeptReport[]>;
  put(report: KeptReport): Promise<void>;
  delete(owner: string): Promise<void>;
  /** Deletes reports of whatever owner. */
  sweep(isOver: (report: KeptReport) => boolean): Promise<void>;
}

/** What is known of the browser's tabs when one is opened. */
interface Tabs {
  /** Id of this tab's ticket. */
  own: string | undefined;
  /** Ids of the tickets that tabs hold; null if that is unknown. */
  held: ReadonlySet<string> | null;
  now: number;
}

/** Returns whether a closed tab has left the report: it is older than a day, or no tab holds its ticket. */
export const isLeftOver = ({ owner, startedAt }: KeptReport, { own, held, now }: Tabs): boolean =>
  now - startedAt > DAY_MS || (owner !== own && held !== null && !held.has(owner));

const name = 'reports';
const DAY_MS = 86_400_000;

/** A store in IndexedDB. Without one, reports live as long as the page. */
export function createReportStore(): ReportStore {
  let opened: Promise<IDBDatabase> | undefined;
  const database = () => {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open('attendance', 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name, { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('The store is blocked'));
    });
    return opened;
  };
  const run = async <T>(mode: IDBTransactionMode, order: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = (await database()).transaction(name, mode);
    const request = order(transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  };
  const attempt = async <T>(action: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await action();
    } catch {
      return otherwise;
    }
  };

  const find = async (isSought: (report: KeptReport) => boolean): Promise<KeptReport[]> => {
    const all: KeptReport[] = await run('readonly', (store) => store.getAll());
    return all.filter(isSought);
  };
  const remove = (isSought: (report: KeptReport) => boolean) =>
    attempt(async () => {
      for (const { id } of await find(isSought)) await run('readwrite', (store) => store.delete(id));
    }, undefined);
  const isOf = (owner: string) => (report: KeptReport) => report.owner === owner;

  return {
    load: (owner) => attempt(() => find(isOf(owner)), []),
    put: (report) => attempt(async () => void (await run('readwrite', (store) => store.put(report))), undefined),
    delete: (owner) => remove(isOf(owner)),
    sweep: remove,
  };
}
