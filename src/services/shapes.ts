import * as v from 'valibot';
import { unreadable } from './apiClient';
import { shownText } from './reading';
import type { AgentsState } from './types';

/** An id, which may arrive as a number or as text. */
export const idShape = v.pipe(
  v.union([v.pipe(v.string(), v.minLength(1)), v.number()]),
  v.transform((id) => String(id)),
);

/** A line of text without control characters; empty when it is missing or of another type. */
export const lineShape = v.fallback(
  v.pipe(
    v.nullish(v.string(), ''),
    v.transform((text: string) => shownText(text)),
  ),
  '',
);

/** A time as an ISO text or a number, in milliseconds since the epoch; null when it says no time. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}

/** See {@link timeOf}. */
export const timeShape = v.pipe(v.unknown(), v.transform(timeOf));

/**
 * A list, or an object with a list as its `results`; of the latter also the address of the rest. One unreadable item
 * is left out, so that it does not hide the others.
 */
export function pageOf<Accepted, Item extends object>(item: v.GenericSchema<Accepted, Item>) {
  const items = v.pipe(
    v.array(v.fallback(v.nullable(item), null)),
    v.transform((read) => read.filter((one) => one !== null)),
  );
  return v.union([
    v.pipe(
      items,
      v.transform((results) => ({ results, next: null })),
    ),
    v.object({ results: items, next: v.optional(v.unknown(), null) }),
  ]);
}

/** The items of a list, or of an object's `results`. */
export function listOf<Accepted, Item extends object>(item: v.GenericSchema<Accepted, Item>) {
  return v.pipe(
    pageOf(item),
    v.transform(({ results }) => results),
  );
}

interface SaidOfAgents {
  agents_seen_at?: unknown;
  agents_state?: 'awaited' | 'watching' | 'silent' | 'refused' | null | undefined;
  agents_refusal?: unknown;
}

/** What a session's agents do. An older server only says when one was heard from. */
function agentsOf({ agents_seen_at, agents_state, agents_refusal }: SaidOfAgents): AgentsState | undefined {
  if (agents_state === 'refused' && agents_refusal === 'clock') return 'misdated';
  if (agents_state) return agents_state;
  if (agents_seen_at === undefined) return undefined;
  return agents_seen_at === null ? 'awaited' : 'watching';
}

/** What is said of a session. Of an extension that is absent it is undefined. */
export const statusShape = v.pipe(
  v.object({
    is_active: v.boolean(),
    started_at: v.optional(timeShape),
    agents_seen_at: v.optional(v.unknown()),
    agents_state: v.fallback(v.nullish(v.picklist(['awaited', 'watching', 'silent', 'refused'])), undefined),
    agents_refusal: v.optional(v.unknown()),
  }),
  v.transform(({ is_active, started_at, ...said }) => ({
    isActive: is_active,
    startedAt: started_at,
    agents: is_active ? agentsOf(said) : undefined,
  })),
);

/**
 * Whatever the backend says of a change that it has made, or nothing. A page of something in between says nothing of the
 * backend, so that it is unknown whether the change was made.
 */
export const acknowledged = v.custom<unknown>((body) => body !== unreadable);
