import * as v from 'valibot';

const shape = v.object({
  /** Of the ticket, unlike the token no secret. */
  id: v.string(),
  token: v.string(),
  name: v.string(),
  choice: v.nullable(v.picklist(['camera', 'none'])),
  pictures: v.optional(v.boolean(), false),
});

/** What a tab keeps of its lesson. It ends with the tab. */
export type Ticket = v.InferOutput<typeof shape>;

/** Where a tab keeps its ticket. */
export interface Tickets {
  /** Returns null if there is none, or if the browser keeps nothing. */
  read(): Promise<Ticket | null>;
  store(ticket: Ticket | null): void;
}

const key = 'attendance';

/** Keeps the ticket in the tab's storage. Without it a reload has to join again. */
export const tabTickets: Tickets = {
  async read() {
    try {
      const stored = v.safeParse(shape, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
      return stored.success ? stored.output : null;
    } catch {
      return null;
    }
  },
  store(ticket) {
    try {
      if (ticket === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(ticket));
    } catch {
      // A browser that keeps nothing.
    }
  },
};

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
