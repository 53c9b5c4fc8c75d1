import { EPISODE_GAP_MS, FRESH_MS, HAPPENING_MS, PALE_MS, RECENT_MS, UNKNOWN_LESSON_MS } from '../../constants';
import type { DetectionLog } from '../../services/types';
import { keyOfLog } from '../students/studentKeys';

/* What the logs of a section amount to. Everything here is as fast as there are logs, and takes them newest first. */

/** Detections of one student and type that follow each other within 60 s. */
export interface Episode {
  /** Whose it is and of which type: the same when it happens again. */
  key: string;
  /** See {@link keyOfLog}. */
  student: string;
  activityType: string | null;
  /** Newest first. */
  logs: [DetectionLog, ...DetectionLog[]];
  /** Milliseconds since the epoch. */
  first: number;
  last: number;
  /** Its ordinal among the episodes of its kind in the ten minutes up to its last detection. */
  repetition: number;
}

/** Up to when everything of a kind has been seen, by the key of its episodes. */
export type Seen = Readonly<Record<string, number>>;

/** The episodes, in the order in which they began. A log without a time belongs to none: nothing says what it follows. */
export function episodesOf(logs: readonly DetectionLog[]): Episode[] {
  const episodes: Episode[] = [];
  /** The episodes of each kind, and where those of the last ten minutes begin. */
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

/** The teacher has seen it, on this page or, as the backend says, before: it is seen until it happens again. */
export const isSeen = ({ key, first, logs }: Episode, seen: Seen): boolean =>
  first <= (seen[key] ?? Number.NEGATIVE_INFINITY) || logs.some(({ review }) => review);

export const isHappening = ({ last }: Episode, now: number): boolean => now - last <= HAPPENING_MS;

/**
 * What has not been seen yet, of each kind its latest episode: first what is happening now, then what repeats most, then
 * the latest. Nothing else counts, since this order is explained on the page.
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

/** What was detected of a student lately, of one type or of several. */
export interface Sign {
  /** Episodes in the last ten minutes. */
  count: number;
  /** How long ago the last of them was. */
  freshness: Freshness;
}

/** What a tile says of these episodes: how many of them reach into the last ten minutes; null for none. */
export function signOf(episodes: readonly Episode[], now: number): Sign | null {
  const lately = episodes.filter(({ last }) => now - last <= RECENT_MS);
  if (lately.length === 0) return null;
  const age = now - Math.max(...lately.map(({ last }) => last));
  const freshness = age <= FRESH_MS ? 'fresh' : age <= PALE_MS ? 'recent' : 'old';
  return { count: lately.length, freshness };
}

/** What is to be looked at of a lesson; see {@link lessonOf} and {@link toLookAt}. */
export const lookAtOf = (logs: readonly DetectionLog[], startedAt: number | null, seen: Seen, now: number): Episode[] =>
  toLookAt(episodesOf(lessonOf(logs, startedAt, now).logs), seen, now);

/** Its logs of which the backend keeps reviews. */
export const reviewableIn = ({ logs }: Episode): string[] =>
  logs.filter(({ review }) => review !== undefined).map(({ id }) => id);

/** The first of them, up to one that is none of these: a lesson's are looked at, not all that there have ever been. */
function whileTrue(logs: readonly DetectionLog[], isOne: (log: DetectionLog) => boolean): DetectionLog[] {
  const end = logs.findIndex((log) => !isOne(log));
  return end < 0 ? logs.slice() : logs.slice(0, end);
}

/**
 * The logs of the lesson: of the session that is active, else of the last one. Where nothing says when that began, what
 * came in the last hour.
 *
 * @param startedAt since when the session is active, if anything says so
 */
export function lessonOf(logs: readonly DetectionLog[], startedAt: number | null, now: number) {
  const since = (start: number) => whileTrue(logs, ({ time }) => time !== null && time >= start);
  if (startedAt !== null) return { logs: since(startedAt), isKnown: true };
  const newest = logs.find(({ sessionId }) => sessionId !== null)?.sessionId;
  return newest === undefined
    ? { logs: since(now - UNKNOWN_LESSON_MS), isKnown: false }
    : { logs: logs.filter(({ sessionId }) => sessionId === newest), isKnown: true };
}
