import { EPISODE_GAP_MS, FRESH_MS, HAPPENING_MS, PALE_MS, RECENT_MS, UNKNOWN_LESSON_MS } from '../../constants';
import type { DetectionLog } from '../../services/types';
import { keyOfLog } from '../students/studentKeys';

/* Episodes of a section's logs. Everything here takes logs newest first and is linear in their number. */

/** Detections of the same student and type, each within 60 s of the previous one. */
export interface Episode {
  /** Student and type. The same for all episodes of a kind. */
  key: string;
  /** See {@link keyOfLog}. */
  student: string;
  activityType: string | null;
  /** Newest first. */
  logs: [DetectionLog, ...DetectionLog[]];
  /** Milliseconds since the epoch. */
  first: number;
  last: number;
  /** Its ordinal among episodes of its kind in the ten minutes before its last detection. */
  repetition: number;
}

/** Time up to which each kind has been seen, by episode key. */
export type Seen = Readonly<Record<string, number>>;

/** An episode seen up to its last detection. */
export interface Sighting extends Pick<Episode, 'key' | 'last'> {
  /** Its logs that the backend keeps reviews for. */
  logIds: string[];
}

/** Returns the episodes in the order they began. Logs without a time belong to none. */
export function episodesOf(logs: readonly DetectionLog[]): Episode[] {
  const episodes: Episode[] = [];
  /** Episodes of each kind, and the index where those of the last ten minutes begin. */
  const kinds = new Map<string, { episodes: Episode[]; recent: number }>();
  for (const log of logs.toReversed()) {
    const { time, activityType } = log;
    if (time === null) continue;
    const student = keyOfLog(log);
    const key = `${student}\n${activityType ?? ''}`;
    const kind = kinds.get(key) ?? { episodes: [], recent: 0 };
    kinds.set(key, kind);
    let episode = kind.episodes.at(-1);
    if (episode !== undefined && time - episode.last <= EPISODE_GAP_MS) {
      episode.logs.push(log);
      episode.last = time;
    } else {
      episode = { key, student, activityType, logs: [log], first: time, last: time, repetition: 1 };
      kind.episodes.push(episode);
      episodes.push(episode);
    }
    while ((kind.episodes[kind.recent]?.last ?? time) < time - RECENT_MS) kind.recent += 1;
    episode.repetition = kind.episodes.length - kind.recent;
  }
  for (const episode of episodes) episode.logs.reverse();
  return episodes;
}

/**
 * Returns whether the teacher has seen the episode, here or according to the backend. A new detection makes it unseen.
 */
export const isSeen = ({ key, first, logs }: Episode, seen: Seen): boolean =>
  first <= (seen[key] ?? Number.NEGATIVE_INFINITY) || logs.some(({ review }) => review);

export const isHappening = ({ last }: Episode, now: number): boolean => now - last <= HAPPENING_MS;

/**
 * Returns the latest unseen episode of each kind: happening now first, then most repetitions, then latest. The page
 * explains this order, so nothing else may affect it.
 */
export function toLookAt(episodes: readonly Episode[], seen: Seen, now: number): Episode[] {
  const latest = new Map(episodes.map((episode) => [episode.key, episode]));
  const unseen = [...latest.values()].filter((episode) => !isSeen(episode, seen));
  return unseen.sort(
    (a, b) =>
      Number(isHappening(b, now)) - Number(isHappening(a, now)) ||
      b.repetition - a.repetition ||
      b.last - a.last ||
      (a.key < b.key ? -1 : 1),
  );
}

export type Freshness = 'fresh' | 'recent' | 'old';

/** A student's recent detections, of one type or several. */
export interface Sign {
  /** Episodes in the last ten minutes. */
  count: number;
  /** Age of the latest. */
  freshness: Freshness;
}

/** Returns a tile's sign: the number of episodes reaching into the last ten minutes. Null for none. */
export function signOf(episodes: readonly Episode[], now: number): Sign | null {
  const lately = episodes.filter(({ last }) => now - last <= RECENT_MS);
  if (lately.length === 0) return null;
  const age = now - Math.max(...lately.map(({ last }) => last));
  const freshness = age <= FRESH_MS ? 'fresh' : age <= PALE_MS ? 'recent' : 'old';
  return { count: lately.length, freshness };
}

/** Returns a lesson's episodes to look at; see {@link lessonOf} and {@link toLookAt}. */
export const lookAtOf = (logs: readonly DetectionLog[], startedAt: number | null, seen: Seen, now: number): Episode[] =>
  toLookAt(episodesOf(lessonOf(logs, startedAt, now).logs), seen, now);

/** Returns the ids of its logs that the backend keeps reviews for. */
export const reviewableIn = ({ logs }: Episode): string[] =>
  logs.filter(({ review }) => review !== undefined).map(({ id }) => id);

/** Returns the leading logs that match, so that only the lesson's logs are scanned. */
function whileTrue(logs: readonly DetectionLog[], isOne: (log: DetectionLog) => boolean): DetectionLog[] {
  const end = logs.findIndex((log) => !isOne(log));
  return end < 0 ? logs.slice() : logs.slice(0, end);
}

/**
 * Returns the logs of the current lesson, else of the last one. If its start is unknown, those of the last hour.
 *
 * @param startedAt start of the active lesson, if known
 */
export function lessonOf(logs: readonly DetectionLog[], startedAt: number | null, now: number) {
  const since = (start: number) => whileTrue(logs, ({ time }) => time !== null && time >= start);
  if (startedAt !== null) return { logs: since(startedAt), isKnown: true };
  const newest = logs.find(({ sessionId }) => sessionId !== null)?.sessionId;
  return newest === undefined
    ? { logs: since(now - UNKNOWN_LESSON_MS), isKnown: false }
    : { logs: logs.filter(({ sessionId }) => sessionId === newest), isKnown: true };
}
