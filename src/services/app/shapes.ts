import * as v from 'valibot';
import { studentKeyOf } from '../../studentKeys';
import { unreadable } from './apiClient';
import { shownText } from './reading';
import type { AgentsState, Student } from './types';

/** An id, which may arrive as a number or a string. */
export const idShape = v.pipe(
  v.union([v.pipe(v.string(), v.minLength(1)), v.number()]),
  v.transform((id) => String(id)),
);

/** Text without control characters; empty if missing or of another type. */
export const lineShape = v.fallback(
  v.pipe(
    v.nullish(v.string(), ''),
    v.transform((text: string) => shownText(text)),
  ),
  '',
);

/** A student of a section, of the directory or of a search. */
export const studentShape = v.pipe(
  v.object({
    ...{ id: idShape, name: lineShape, email: lineShape },
    email_given: v.fallback(v.optional(v.literal(true)), undefined),
  }),
  v.transform(({ email_given: emailGiven, ...student }): Student => {
    if (isHandle(student.email)) return withoutEmail(student);
    return emailGiven ? { ...student, emailGiven } : student;
  }),
);

/** Returns whether a text stands for the email of a student who has none (an extension). */
export const isHandle = (email: string): boolean => /^id:\d+$/.test(email);

const withoutEmail = ({ email: handle, ...student }: Student): Student => ({
  ...student,
  ...{ email: '', handle, studentKey: studentKeyOf(handle, '') },
});

/** Parses an ISO string or a number to milliseconds since the epoch. Returns null for anything else. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}

/** See {@link timeOf}. */
export const timeShape = v.pipe(v.unknown(), v.transform(timeOf));

/** A list, or an object with `results` and perhaps the next address. Skips unreadable items rather than failing. */
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

/** The items of a list or of an object's `results`. */
export function listOf<Accepted, Item extends object>(item: v.GenericSchema<Accepted, Item>) {
  return v.pipe(
    pageOf(item),
    v.transform(({ results }) => results),
  );
}

/** A pause of the class. */
const pauseShape = v.object({
  reason: lineShape,
  since: v.pipe(v.unknown(), v.transform(timeOf), v.number()),
});

interface SaidOfAgents {
  agents_seen_at?: unknown;
  agents_state?: 'awaited' | 'watching' | 'silent' | 'refused' | null | undefined;
  agents_refusal?: unknown;
}

/** Returns the agents' state. Older servers send only when one last reported. */
function agentsOf({ agents_seen_at, agents_state, agents_refusal }: SaidOfAgents): AgentsState | undefined {
  if (agents_state === 'refused' && agents_refusal === 'clock') return 'misdated';
  if (agents_state) return agents_state;
  if (agents_seen_at === undefined) return undefined;
  return agents_seen_at === null ? 'awaited' : 'watching';
}

/** A detection status. Missing extensions are undefined. */
export const statusShape = v.pipe(
  v.object({
    is_active: v.boolean(),
    started_at: v.optional(timeShape),
    ends_at: v.optional(timeShape),
    resumable_until: v.optional(timeShape),
    paused: v.fallback(v.optional(v.nullable(pauseShape)), undefined),
    agents_seen_at: v.optional(v.unknown()),
    agents_state: v.fallback(v.nullish(v.picklist(['awaited', 'watching', 'silent', 'refused'])), undefined),
    agents_refusal: v.optional(v.unknown()),
    to_look_at: v.fallback(v.optional(v.number()), undefined),
    waiting: v.fallback(v.optional(v.number()), undefined),
  }),
  v.transform(({ is_active, started_at, ends_at, resumable_until, paused, to_look_at, waiting, ...said }) => ({
    isActive: is_active,
    startedAt: started_at,
    ...(ends_at !== undefined && { endsAt: ends_at }),
    ...(resumable_until !== undefined && { resumableUntil: resumable_until }),
    ...(paused !== undefined && { paused }),
    agents: is_active ? agentsOf(said) : undefined,
    ...(to_look_at !== undefined && { toLookAt: to_look_at }),
    ...(waiting !== undefined && { waiting }),
  })),
);

/**
 * The backend's acknowledgement of a change: anything or nothing. Another page, such as a proxy's, does not prove that
 * the change was made.
 */
export const acknowledged = v.custom<unknown>((body) => body !== unreadable);
