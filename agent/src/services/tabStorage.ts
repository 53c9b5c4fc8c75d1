import * as v from 'valibot';

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

/** What the tab goes on with after a reload. It ends with the tab. */
export const tabTickets = ticketsIn(() => sessionStorage);

/**
 * The browser's last seat, without a name or a consent, so that another tab that is opened with the lesson's code, or the same link, goes on
 * in it. The server says whether it does, and whose it is.
 */
export const browserTickets = ticketsIn(() => localStorage);

const aliveKey = 'attendance.alive';

/** Stores when this page was last alive, by the monotonic clock, as the page is closed or reloaded. */
export function storeAlive(at: number): void {
  try {
    sessionStorage.setItem(aliveKey, String(at));
  } catch {
    // A browser that keeps nothing.
  }
}

/** Returns when the tab's last page was alive, or null. */
export function readAlive(): number | null {
  try {
    const at = Number(sessionStorage.getItem(aliveKey) ?? Number.NaN);
    return Number.isFinite(at) ? at : null;
  } catch {
    return null;
  }
}
