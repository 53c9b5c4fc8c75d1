import { watchStates } from '@vigil/contract/values';
import * as v from 'valibot';
import { watchedPages, watchedViews } from '../watched';

const shape = v.object({
  /** Of the ticket, unlike the token no secret. */
  id: v.string(),
  token: v.string(),
  name: v.string(),
  /** Of the lesson; empty if the student came by a link. */
  code: v.optional(v.string(), ''),
  choice: v.nullable(v.picklist(['camera', 'none'])),
  pictures: v.optional(v.boolean(), false),
  /** See `Kept`. */
  pause: v.optional(v.nullable(v.string()), null),
  cameraId: v.optional(v.nullable(v.string()), null),
});

/** A student's seat in a lesson. */
export type Ticket = v.InferOutput<typeof shape>;

/** Where a ticket is kept. */
export interface Tickets {
  /** Returns null if there is none, or if the browser keeps nothing. */
  read(): Promise<Ticket | null>;
  store(ticket: Ticket | null): void;
}

const key = 'attendance';

const ticketsIn = (storage: () => Storage): Tickets => ({
  async read() {
    try {
      const stored = v.safeParse(shape, JSON.parse(storage().getItem(key) ?? 'null'));
      return stored.success ? stored.output : null;
    } catch {
      return null;
    }
  },
  store(ticket) {
    try {
      if (ticket === null) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(ticket));
    } catch {
      // A browser that keeps nothing.
    }
  },
});

/** What the tab continues with after a reload. It ends with the tab. */
export const tabTickets = ticketsIn(() => sessionStorage);

/**
 * The browser's last seat, without a name or a consent, so that another tab that is opened with the lesson's code, or the same link, takes
 * it. The server says whether it does, and whose it is.
 */
export const browserTickets = ticketsIn(() => localStorage);

const moment = v.number();
const maybe = v.nullable(moment);
const pageShape = v.object({
  /** Id of the ticket. */
  owner: v.string(),
  alive: moment,
  epoch: v.nullable(v.object({ epoch: v.string(), at: moment })),
  periods: v.array(
    v.object({
      told: v.picklist(['waiting', ...watchStates]),
      ...{ from: moment, to: maybe },
    }),
  ),
  /** Of the last picture. */
  print: maybe,
  watched: v.nullable(
    v.object({
      view: v.nullable(v.picklist(watchedViews)),
      page: v.nullable(v.picklist(watchedPages)),
      isReady: v.boolean(),
      ...{ since: moment, lasted: moment, pageSince: moment, pageLasted: moment, lookedAt: maybe, changedAt: maybe },
    }),
  ),
});

/** What a page of the tab knew when it was closed or loaded again, by the monotonic clock. */
export type PageMemory = v.InferOutput<typeof pageShape>;

export interface PageMemories {
  /** Returns that of the ticket; null without one, or if the clock was turned back since. */
  read(owner: string, now: number): PageMemory | null;
  store(memory: PageMemory | null): void;
}

const pageKey = 'attendance.page';

export const tabMemories: PageMemories = {
  read(owner, now) {
    try {
      const stored = v.safeParse(pageShape, JSON.parse(sessionStorage.getItem(pageKey) ?? 'null'));
      return stored.success && stored.output.owner === owner && stored.output.alive <= now ? stored.output : null;
    } catch {
      return null;
    }
  },
  store(memory) {
    try {
      if (memory === null) sessionStorage.removeItem(pageKey);
      else sessionStorage.setItem(pageKey, JSON.stringify(memory));
    } catch {
      // A browser that keeps nothing.
    }
  },
};
