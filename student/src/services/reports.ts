import type { Outcome, SentReport } from './attendApi';
import type { Outbox } from './outbox';
import { isLeftOver, type ReportStore } from './reportStore';
import type { TabLock } from './tabLock';
import type { ActivityType, OutboxOrder, ShownReport } from './types';

export interface ReportsWorld {
  store: Pick<ReportStore, 'sweep'>;
  tabLock: Pick<TabLock, 'held'>;
  outboxOf(owner: string): Outbox;
}

/** The outbox of the seat that the student has. */
export interface Reports {
  /** Gives a ticket an outbox of its own, with what an earlier page of the tab has kept. */
  open(owner: string, goesOn: readonly ActivityType[], tell: (reports: ShownReport[]) => void): void;
  take(order: OutboxOrder): void;
  /** Sends what is kept. @throws {Failure} */
  send(call: (events: SentReport[]) => Promise<Map<string, Outcome>>): Promise<void>;
  /** Deletes all reports of the seat. */
  clear(): void;
  /** Deletes all reports of the seat, and takes no more. */
  close(): void;
  /** Deletes what closed tabs have left, so that it is not kept on a shared computer. @param own id of the tab's ticket */
  sweep(own: string | undefined): Promise<void>;
}

export function createReports({ store, tabLock, outboxOf }: ReportsWorld): Reports {
  let outbox: Outbox | null = null;
  return {
    open(owner, goesOn, tell) {
      outbox = outboxOf(owner);
      outbox.subscribe(tell);
      void outbox.restore(goesOn);
    },
    take: (order) => outbox?.take(order),
    send: async (call) => outbox?.send(call),
    clear: () => void outbox?.clear(),
    close() {
      void outbox?.clear();
      outbox = null;
    },
    async sweep(own) {
      const held = await tabLock.held().catch(() => null);
      await store.sweep((report) => isLeftOver(report, { own, held, now: Date.now() }));
    },
  };
}
