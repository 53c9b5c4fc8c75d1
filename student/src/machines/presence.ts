import type { PageMemory } from '../services/tabStorage';
import type { Epoch, PastPeriod, Told } from '../services/types';
import { createLedger } from './ledger';

/**
 * What a page knows beside its charts: what the device did, the last heartbeat and the last picture. The tab's next page goes on with
 * it. Times are monotonic.
 */
export interface Presence {
  /** Takes what the tab's last page knew, for when the student joins. */
  recall(memory: PageMemory | null): void;
  /** The student has joined. */
  begin(): void;
  /** The last heartbeat; null before the first. */
  epoch(): Epoch | null;
  /** When the tab's last page was alive; null once this one watches. */
  lastAlive(): number | null;
  /** The state is this from a moment on, perhaps an earlier one. */
  note(told: Told, at: number): void;
  /** Returns what a heartbeat has to account for. */
  pastAt(at: number): PastPeriod[];
  /** A heartbeat was answered. */
  answer(epoch: Epoch): void;
  /** A picture was looked at. Returns whether it is the last one again, pixel by pixel. */
  look(print: number): boolean;
  /** The device slept between two moments. */
  miss(from: number, to: number): void;
  /** Returns what the next page has to know, as if this one ended now. */
  knownAt(at: number): Pick<PageMemory, 'alive' | 'epoch' | 'periods' | 'print'>;
  forget(): void;
}

export function createPresence(): Presence {
  let memory: PageMemory | null = null;
  let epoch: Epoch | null = null;
  let ledger = createLedger();
  let print: number | null = null;
  let alive: number | null = null;
  return {
    recall(earlier) {
      memory = earlier;
    },
    begin() {
      epoch = memory?.epoch ?? null;
      ledger = createLedger(memory?.periods);
      print = memory?.print ?? null;
      alive = memory?.alive ?? null;
      memory = null;
    },
    epoch: () => epoch,
    lastAlive: () => alive,
    note: (told, at) => ledger.note(told, at),
    pastAt: (at) => ledger.pastSince(epoch, at),
    answer(next) {
      epoch = next;
      ledger.answer(next.at);
    },
    look(next) {
      const isStill = next === print;
      print = next;
      alive = null;
      return isStill;
    },
    miss(from, to) {
      alive = null;
      ledger.miss(from, to);
    },
    knownAt: (at) => ({ alive: alive ?? at, epoch, periods: ledger.endedAt(at), print }),
    forget() {
      epoch = null;
    },
  };
}
