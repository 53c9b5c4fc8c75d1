import type { AnyMachineSnapshot } from 'xstate';
import type { Difference, ReportedActor } from './report';

/**
 * A recorded snapshot of an actor. Consecutive snapshots share the JSON of unchanged values, which makes them cheap to
 * keep and to compare.
 */
export interface RecordedState extends Pick<ReportedActor, 'value' | 'status'> {
  /** The masked context, each value as JSON. */
  context: ReadonlyMap<string, string>;
}

/** Tracks the snapshots of one actor. Serializes only the context values that changed. */
export function createTracker(mask: <T>(value: T) => T) {
  let seen: Record<string, unknown> = {};
  let state: RecordedState | undefined;

  return {
    get state() {
      return state;
    },

    /** Returns the current snapshot. Returns the previous object if nothing changed, even behind the mask. */
    move({ value, status, context }: AnyMachineSnapshot): RecordedState {
      const now: Record<string, unknown> = context;
      let texts = state?.context ?? new Map<string, string>();
      let isSame = true;
      for (const key of new Set([...Object.keys(seen), ...Object.keys(now)])) {
        if (Object.is(seen[key], now[key])) continue;
        isSame = false;
        const text: string | undefined = JSON.stringify(mask({ [key]: now[key] })[key]);
        if (text === texts.get(key)) continue;
        const changed = new Map(texts);
        if (text === undefined) changed.delete(key);
        else changed.set(key, text);
        texts = changed;
      }
      seen = now;
      const moved = { value, status, context: texts };
      if (state === undefined || !isSame || !inSameStates(state, moved)) state = moved;
      return state;
    },
  };
}

/** Keys of timestamps. A later time alone is no news. */
const time = /^now$|At$/;
const timesWithin = /"(?:now|\w*At)":\d+/g;

export const withoutTimes = (text: string) => text.replaceAll(timesWithin, '');

export const inSameStates = (one: RecordedState, other: RecordedState) =>
  one.status === other.status && JSON.stringify(one.value) === JSON.stringify(other.value);

/** Returns whether two snapshots are equal as far as the mask shows. */
export const isUnchanged = (one: RecordedState, other: RecordedState) =>
  inSameStates(one, other) && changedKeys(one, other).length === 0;

/** Returns whether two snapshots differ only in timestamps. */
export function isSameExceptTimes(one: RecordedState, other: RecordedState): boolean {
  if (!inSameStates(one, other)) return false;
  if (one.context === other.context) return true;
  return changedKeys(one, other).every((key) => {
    const [before, now] = [one.context.get(key), other.context.get(key)];
    return time.test(key) || (before !== undefined && now !== undefined && withoutTimes(before) === withoutTimes(now));
  });
}

/** Returns the difference between two snapshots. */
export function differenceOf(from: RecordedState | undefined, to: RecordedState): Difference {
  const changed = changedKeys(from, to).flatMap((key): [string, string][] => {
    const text = to.context.get(key);
    return text === undefined ? [] : [[key, text]];
  });
  const gone = [...(from?.context.keys() ?? [])].filter((key) => !to.context.has(key));
  return {
    ...(changed.length > 0 && { changed: parsed(changed) }),
    ...(gone.length > 0 && { gone }),
  };
}

/** Returns the size of the difference in characters. */
export const sizeOfDifference = (from: RecordedState | undefined, to: RecordedState): number =>
  changedKeys(from, to).reduce((sum, key) => sum + key.length + (to.context.get(key)?.length ?? 0), 0);

const changedKeys = (from: RecordedState | undefined, to: RecordedState): string[] =>
  from?.context === to.context
    ? []
    : [...new Set([...(from?.context.keys() ?? []), ...to.context.keys()])].filter(
        (key) => from?.context.get(key) !== to.context.get(key),
      );

const parsed = (texts: Iterable<[string, string]>) =>
  Object.fromEntries([...texts].map(([key, text]): [string, unknown] => [key, JSON.parse(text)]));

/** Returns the context as it appears in a report. */
export const contextOf = ({ context }: RecordedState) => parsed(context);
