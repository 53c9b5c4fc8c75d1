import type { AnyMachineSnapshot } from 'xstate';
import type { Difference, ReportedActor } from './report';

/**
 * Where an actor has come to. Places share the texts of what did not change, so that it costs nothing to keep another
 * one, and next to nothing to compare two.
 */
export interface Place extends Pick<ReportedActor, 'value' | 'status'> {
  /** The context, masked, each value as JSON. */
  context: ReadonlyMap<string, string>;
}

/** Keeps track of where one actor is, and looks only at what is new in its context. */
export function createTracker(mask: <T>(value: T) => T) {
  let seen: Record<string, unknown> = {};
  let place: Place | undefined;

  return {
    get place() {
      return place;
    },

    /** @returns where it is now: the very same place when nothing has changed, also of what the mask covers */
    move({ value, status, context }: AnyMachineSnapshot): Place {
      const now: Record<string, unknown> = context;
      let texts = place?.context ?? new Map<string, string>();
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
      if (place === undefined || !isSame || !inSameStates(place, moved)) place = moved;
      return place;
    },
  };
}

/** A point in time: that it has moved on says nothing. */
const time = /^now$|At$/;
const timesWithin = /"(?:now|\w*At)":\d+/g;

export const withoutTimes = (text: string) => text.replaceAll(timesWithin, '');

export const inSameStates = (one: Place, other: Place) =>
  one.status === other.status && JSON.stringify(one.value) === JSON.stringify(other.value);

/** Whether nothing has changed from one place to another, as far as the mask lets see. */
export const isBackAt = (one: Place, other: Place) => inSameStates(one, other) && changedKeys(one, other).length === 0;

/** Whether two places differ in nothing but times. */
export function isSamePlace(one: Place, other: Place): boolean {
  if (!inSameStates(one, other)) return false;
  if (one.context === other.context) return true;
  return changedKeys(one, other).every((key) => {
    const [before, now] = [one.context.get(key), other.context.get(key)];
    return time.test(key) || (before !== undefined && now !== undefined && withoutTimes(before) === withoutTimes(now));
  });
}

/** What has changed from one place to another. */
export function differenceOf(from: Place | undefined, to: Place): Difference {
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

/** How many characters the difference takes. */
export const sizeOfDifference = (from: Place | undefined, to: Place): number =>
  changedKeys(from, to).reduce((sum, key) => sum + key.length + (to.context.get(key)?.length ?? 0), 0);

const changedKeys = (from: Place | undefined, to: Place): string[] =>
  from?.context === to.context
    ? []
    : [...new Set([...(from?.context.keys() ?? []), ...to.context.keys()])].filter(
        (key) => from?.context.get(key) !== to.context.get(key),
      );

const parsed = (texts: Iterable<[string, string]>) =>
  Object.fromEntries([...texts].map(([key, text]): [string, unknown] => [key, JSON.parse(text)]));

/** The context, as a report has it. */
export const contextOf = ({ context }: Place) => parsed(context);
