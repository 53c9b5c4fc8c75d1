import { EPISODE_GAP_MS, LOG_REFRESH_INTERVAL_MS, RECENT_MS, UNKNOWN_LESSON_MS } from '../../constants';
import type { DetectionLog } from '../../services/app/types';
import { keyOfLog } from '../../studentKeys';

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
}

/** Times of reviewed detections, by episode key. An episode around one of them has been seen. */
export type Seen = Readonly<Record<string, readonly number[]>>;

/** A reviewed episode. */
export type Sighting = Pick<Episode, 'key' | 'last'>;

/** One student's episodes that the teacher has not seen: a row of Look now. */
export interface Incident {
  /** See {@link keyOfLog}. */
  student: string;
  /** Latest first. */
  episodes: readonly [Episode, ...Episode[]];
  /** Number of the student's episodes, seen ones included, that reach into the last ten minutes. */
  recent: number;
  /** By how much that exceeds the median of the class. */
  excess: number;
}

/** Returns the episodes in the order they began. Logs without a time belong to none. */
export function episodesOf(logs: readonly DetectionLog[]): Episode[] {
  const episodes: Episode[] = [];
  const latest = new Map<string, Episode>();
  for (const log of logs.toReversed()) {
    const { time, activityType } = log;
    if (time === null) continue;
    const student = keyOfLog(log);
    const key = `${student}\n${activityType ?? ''}`;
    const episode = latest.get(key);
    if (episode !== undefined && time - episode.last <= EPISODE_GAP_MS) {
      episode.logs.push(log);
      episode.last = time;
    } else {
      const next: Episode = { key, student, activityType, logs: [log], first: time, last: time };
      latest.set(key, next);
      episodes.push(next);
    }
  }
  for (const episode of episodes) episode.logs.reverse();
  return episodes;
}

/** Returns whether the student has answered since a teacher last looked at the log. A reply is a look. */
export const isAnswerNew = ({ answeredAt, reply, review }: DetectionLog): boolean =>
  answeredAt !== undefined && reply === undefined && review !== undefined && (review?.reviewedAt ?? 0) < answeredAt;

export const isDismissed = ({ review }: DetectionLog): boolean => review?.state === 'dismissed';
export const areDismissed = ({ logs }: Pick<Episode, 'logs'>): boolean => logs.every(isDismissed);

/** Returns whether a teacher has reviewed the episode: any of its logs, and whatever the student has answered. */
export const isReviewed = ({ logs }: Pick<Episode, 'logs'>): boolean =>
  logs.some(({ review }) => review) && !logs.some(isAnswerNew);

/** Returns whether the teacher has seen the episode, here or according to the backend. It stays seen while it lasts. */
export const isSeen = (episode: Episode, seen: Seen): boolean => {
  const { key, first, last } = episode;
  return (seen[key]?.some((time) => first <= time && time <= last) ?? false) || isReviewed(episode);
};

/** Returns whether the episode is under way or was until a moment ago. */
export const isHappening = ({ last }: Episode, now: number): boolean => now - last <= LOG_REFRESH_INTERVAL_MS;

/**
 * Returns whether logs that were not there before began an episode that is happening now and was not reviewed. An episode
 * that goes on is no news.
 */
export function beganNow(before: readonly DetectionLog[], logs: readonly DetectionLog[], now: number): boolean {
  const isNear = ({ time }: DetectionLog) => time !== null && now - time <= RECENT_MS;
  const known = new Set(before.filter(isNear).map(({ id }) => id));
  return episodesOf(logs.filter(isNear)).some(
    (episode) => isHappening(episode, now) && episode.logs.every(({ id, review }) => !known.has(id) && !review),
  );
}

/** Returns whether the episode reaches into the last ten minutes. */
export const isRecent = ({ last }: Episode, now: number): boolean => now - last <= RECENT_MS;

/** Returns the median of a class's counts. Students without a count have none. */
function medianOf(counts: readonly number[], classSize: number): number {
  const size = Math.max(classSize, counts.length);
  const sorted = counts.toSorted((a, b) => a - b);
  const at = (rank: number) => sorted[rank - (size - counts.length)] ?? 0;
  return (at(Math.floor((size - 1) / 2)) + at(Math.floor(size / 2))) / 2;
}

/**
 * Returns what the teacher has not seen, one incident for each student: happening now first, then those furthest above the
 * class's median of episodes in ten minutes, then latest. The page explains this order, so nothing else may affect it. Who has one is also counted by the
 * server, for sections that are not open: `countToLookAt`.
 *
 * @param classSize number of the section's students
 */
export function incidentsOf(episodes: readonly Episode[], seen: Seen, now: number, classSize: number): Incident[] {
  const recent = new Map<string, number>();
  const unseen = new Map<string, [Episode, ...Episode[]]>();
  for (const episode of episodes) {
    const { student } = episode;
    if (isRecent(episode, now)) recent.set(student, (recent.get(student) ?? 0) + 1);
    if (isSeen(episode, seen)) continue;
    const others = unseen.get(student);
    if (others) others.push(episode);
    else unseen.set(student, [episode]);
  }
  const median = medianOf([...recent.values()], classSize);
  const incidents = [...unseen].map(([student, own]) => {
    const count = recent.get(student) ?? 0;
    return {
      student,
      episodes: own.sort((a, b) => b.last - a.last),
      recent: count,
      excess: Math.max(0, count - median),
    };
  });
  return incidents.sort(
    (a, b) =>
      Number(isHappening(b.episodes[0], now)) - Number(isHappening(a.episodes[0], now)) ||
      b.excess - a.excess ||
      b.episodes[0].last - a.episodes[0].last ||
      (a.student < b.student ? -1 : 1),
  );
}

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
