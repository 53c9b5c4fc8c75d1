import type { DetectionLog, LogsAnswer } from '../../services/types';

/*
 * The list of a section's logs, newest first, which may be a hundred thousand. A change of a few costs a few, but for the
 * copy of the list itself. What is known beside a list is kept as long as the list is the latest one.
 */

type Logs = readonly DetectionLog[];

/** A call has no room for very many. */
const MOST_ARGUMENTS = 10_000;

/** How a list came from the one before: so many of the first and of the last logs are the same ones. */
interface Step {
  before: Logs;
  first: number;
  last: number;
}

const steps = new WeakMap<Logs, Step>();
const known = new WeakMap<Logs, Map<string, DetectionLog>>();

/** The logs by their ids; taken away from their list, for the one that follows it. */
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
] as const satisfies (keyof DetectionLog)[];

const isSame = (one: DetectionLog, other: DetectionLog): boolean =>
  fields.every((field) => one[field] === other[field]) &&
  (one.review === other.review ||
    (one.review?.state === other.review?.state &&
      one.review?.note === other.review?.note &&
      one.review?.reviewedAt === other.review?.reviewedAt));

/** What was answered, as far as it is known already the very same: whoever shows a log need not look whether it has changed. */
function renewed(there: DetectionLog[], told: DetectionLog[]): DetectionLog[] {
  if (told === there) return there;
  const before = takeById(there);
  const byId = new Map<string, DetectionLog>();
  const logs = told.map((log) => {
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

/** Where what has this time would come first. */
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

/** A copy with others in the place of some. Made by one call: of a hundred thousand, each copy takes its time. */
export const withInstead = <Item>(
  items: readonly Item[],
  first: number,
  until: number,
  others: readonly Item[],
): Item[] =>
  others.length < MOST_ARGUMENTS
    ? items.toSpliced(first, until - first, ...others)
    : items.slice(0, first).concat(others, items.slice(until));

/** The logs after an answer. Those that have not changed keep their identity, and what came is put in its place. */
export function answered(there: DetectionLog[], answer: LogsAnswer): DetectionLog[] {
  if (answer.kind === 'all') return renewed(there, answer.logs);
  const byId = takeById(there);
  const told = new Map(answer.logs.map((log) => [log.id, log]));
  /** By their places: what stands there now, or nothing any more. */
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
    told.delete(id);
  }
  for (const [id, now] of told) {
    const log = byId.get(id);
    if (log === undefined) continue;
    if (log.time !== now.time) {
      remove(log);
      continue;
    }
    told.delete(id);
    if (isSame(log, now)) continue;
    change(log, now);
    byId.set(id, now);
  }
  if (changed.size + told.size === 0) {
    known.set(there, byId);
    return there;
  }

  const added = new Map<number, DetectionLog[]>();
  let place = 0;
  for (const log of told.values()) {
    // Those of one time stay in the order in which they were told.
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
  steps.delete(there);
  steps.set(logs, { before: there, first, last: there.length - until });
  known.set(logs, byId);
  return logs;
}

/** How many of the first and of the last logs are the same in both lists; the others came, went or were corrected. */
export function sameEnds(before: Logs, logs: Logs): Pick<Step, 'first' | 'last'> {
  const step = steps.get(logs);
  if (step?.before === before) return step;
  const most = Math.min(logs.length, before.length);
  let first = 0;
  while (first < most && logs[first] === before[first]) first += 1;
  let last = 0;
  while (last < most - first && logs[logs.length - 1 - last] === before[before.length - 1 - last]) last += 1;
  return { first, last };
}

/** Returns whether the last log of a lesson has gone. */
export function lostLesson(before: Logs, now: Logs): boolean {
  const { first, last } = sameEnds(before, now);
  const gone = new Set(before.slice(first, before.length - last).map(({ sessionId }) => sessionId));
  gone.delete(null);
  return [...gone].some((lesson) => !now.some(({ sessionId }) => sessionId === lesson));
}
