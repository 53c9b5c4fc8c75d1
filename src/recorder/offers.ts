import * as v from 'valibot';
import type { AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import { conditionOf } from './names';

export const offer = v.object({
  /** Type of the event. */
  event: v.string(),
  /** Null if that depends on what the event carries. */
  isTaken: v.nullable(v.boolean()),
  /** The guards that decide it. */
  guards: v.array(v.string()),
});

/** What an actor would do now with an event from outside. */
export type Offer = v.InferOutput<typeof offer>;

/** Tells for each event that the active states know what would become of it, tried without what it carries. */
export function offersOf(snapshot: AnyMachineSnapshot): Offer[] {
  if (snapshot.status !== 'active') return [];
  const known = new Map<string, AnyTransitionDefinition[]>();
  for (const { transitions } of snapshot._nodes) {
    for (const [type, all] of transitions) {
      if (type !== '' && !/^xstate\.|\*/.test(type)) known.set(type, [...(known.get(type) ?? []), ...all]);
    }
  }
  return [...known].map(([event, transitions]) => ({
    event,
    isTaken: isTaken(snapshot, event),
    guards: [...new Set(transitions.flatMap((one) => conditionOf(one) ?? []))],
  }));
}

function isTaken(snapshot: AnyMachineSnapshot, type: string): boolean | null {
  try {
    return snapshot.can({ type });
  } catch {
    return null;
  }
}
