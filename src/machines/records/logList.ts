import { isActivityKind } from '../../activityKinds';
import type { ActivityKind, DetectionLog, LogsAnswer, LogsChange } from '../../services/app/types';
import { noteStep, sameEnds } from '../app/sameEnds';

/*
 * A section's logs, newest first, perhaps 100,000. A small change costs little beyond copying the array. Derived data
 * is kept only for the latest list.
 */

type Logs = readonly DetectionLog[];

/** Limit on arguments of one call. */
const MOST_ARGUMENTS = 10_000;

const known = new WeakMap<Logs, Map<string, DetectionLog>>();

/** Takes a list's index by id, handing it on to the next list. */
function takeById(logs: Logs): Map<string, DetectionLog> {
  const byId = known.get(logs) ?? new Map(logs.map((log) => [log.id, log]));
  known.delete(logs);
  return byId;
}

const fields = [
  'id',
  'time',
  'studentName',
  'studentEmail',
  'activityType',
  'details',
  'screenshot',
  'sessionId',
  'source',
  'clockOffSeconds',
  'answer',
  'answeredAt',
  'reply',
] as const satisfies (keyof DetectionLog)[];

const isSame = (one: DetectionLog, other: DetectionLog): boolean =>
  fields.every((field) => one[field] === other[field]) &&
  (one.review === other.review ||
    (one.review?.state === other.review?.state &&
      one.review?.note === other.review?.note &&
      one.review?.reviewedAt === other.review?.reviewedAt));

/** Reuses identical known logs, so that views can compare by identity. */
function renewed(there: DetectionLog[], sent: DetectionLog[]): DetectionLog[] {
  if (sent === there) return there;
  const before = takeById(there);
  const byId = new Map<string, DetectionLog>();
  const logs = sent.map((log) => {
    const one = before.get(log.id);
    const now = one !== undefined && (one === log || isSame(one, log)) ? one : log;
    byId.set(log.id, now);
    return now;
  });
  const isAsBefore = logs.length === there.length && logs.every((log, place) => log === there[place]);
  known.set(isAsBefore ? there : logs, byId);
  return isAsBefore ? there : logs;
}

const timeOf = ({ time }: DetectionLog) => time ?? Number.NEGATIVE_INFINITY;

/** Returns the index of the first log no newer than this time. */
function placeOf(logs: Logs, time: number): number {
  let [from, to] = [0, logs.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const log = logs[middle];
    if (log !== undefined && timeOf(log) > time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns a copy with replaced elements, in a single call: each copy of 100,000 logs takes time. */
export const withInstead = <Item>(
  items: readonly Item[],
  first: number,
  until: number,
  others: readonly Item[],
): Item[] =>
  others.length < MOST_ARGUMENTS
    ? items.toSpliced(first, until - first, ...others)
    : items.slice(0, first).concat(others, items.slice(until));

/** Merges an answer. Unchanged logs keep their identity, new ones are inserted in order. */
export function answered(there: DetectionLog[], answer: LogsAnswer): DetectionLog[] {
  if (answer.kind === 'all') return renewed(there, answer.logs);
  const byId = takeById(there);
  const sent = new Map(answer.logs.map((log) => [log.id, log]));
  /** New log by index, or null for a removed one. */
  const changed = new Map<number, DetectionLog | null>();
  const change = (log: DetectionLog, now: DetectionLog | null) =>
    changed.set(there.indexOf(log, placeOf(there, timeOf(log))), now);
  const remove = (log: DetectionLog) => {
    change(log, null);
    byId.delete(log.id);
  };
  for (const id of answer.deletedIds) {
    const log = byId.get(id);
    if (log !== undefined) remove(log);
    sent.delete(id);
  }
  for (const [id, now] of sent) {
    const log = byId.get(id);
    if (log === undefined) continue;
    if (log.time !== now.time) {
      remove(log);
      continue;
    }
    sent.delete(id);
    if (isSame(log, now)) continue;
    change(log, now);
    byId.set(id, now);
  }
  if (changed.size + sent.size === 0) {
    known.set(there, byId);
    return there;
  }

  const added = new Map<number, DetectionLog[]>();
  let place = 0;
  for (const log of sent.values()) {
    // Logs of the same time stay in the order received.
    place = Math.max(place, placeOf(there, timeOf(log)));
    const beside = added.get(place);
    if (beside) beside.push(log);
    else added.set(place, [log]);
    byId.set(log.id, log);
  }
  const first = Math.min(...changed.keys(), ...added.keys());
  const until = Math.max(...[...changed.keys()].map((one) => one + 1), ...added.keys());
  const between = there.slice(first, until).flatMap((log, index) => {
    const now = changed.get(first + index);
    return [...(added.get(first + index) ?? []), ...(now === null ? [] : [now ?? log])];
  });
  const logs = withInstead(there, first, until, between.concat(added.get(until) ?? []));
  noteStep(there, logs, { first, last: there.length - until });
  known.set(logs, byId);
  return logs;
}

/** Returns whether a lesson has lost its last log. */
export function lostLesson(before: Logs, now: Logs): boolean {
  const { first, last } = sameEnds(before, now);
  const gone = new Set(before.slice(first, before.length - last).map(({ sessionId }) => sessionId));
  gone.delete(null);
  return [...gone].some((lesson) => !now.some(({ sessionId }) => sessionId === lesson));
}

/** Returns what a change leaves of the logs. */
export function changed(logs: DetectionLog[], change: LogsChange): DetectionLog[] {
  if (change.kind === 'deleted') {
    const ids = new Set(change.ids);
    return logs.filter(({ id }) => !ids.has(id));
  }
  if (change.kind === 'lessonDeleted') return logs.filter(({ sessionId }) => sessionId !== change.lessonId);
  if (change.kind === 'replied') {
    const { id, reply, review } = change;
    return logs.map((log) => {
      if (log.id !== id) return log;
      const { reply: _, ...rest } = log;
      return { ...rest, review, ...(reply !== undefined && { reply }) };
    });
  }
  return logs.map((log) => {
    const review = change.reviews[log.id];
    return review === undefined ? log : { ...log, review };
  });
}

/** Returns how many logs are newer than the newest of these that still exists; 0 if all of these were deleted. */
export function countNewer(logs: readonly DetectionLog[], logIds: readonly string[]): number {
  return logIds.length === 0
    ? logs.length
    : Math.max(
        logs.findIndex(({ id }) => logIds.includes(id)),
        0,
      );
}

/** Returns the known kinds among logs, without repetition, in their order. An unknown one may be any text. */
export const kindsOf = (logs: readonly DetectionLog[]): readonly ActivityKind[] =>
  [...new Set(logs.map(({ activityType }) => activityType))].filter(isActivityKind);
