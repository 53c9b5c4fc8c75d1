import type { DetectionLog } from '../../services/types';
import { compareNames } from '../app/compareNames';
import { type Episode, episodesOf } from '../logs/episodes';
import { type Choice, indexLogs } from '../logs/logFilters';
import { keyOfLog } from '../students/studentKeys';

/* The contents of a lesson report. Logs are newest first. */

/** A student's detections. */
export interface StudentSum {
  key: string;
  /** Any of their logs, for the name. */
  log: DetectionLog;
  episodes: number;
  detections: number;
}

export interface LessonReport {
  /** Counts by activity type, sorted by name. */
  types: readonly Choice[];
  /** Most episodes first. */
  students: readonly StudentSum[];
  episodeCount: number;
  /** The newest picture of each episode, oldest first. */
  pictures: readonly DetectionLog[];
  /** Logs with a note, oldest first. */
  notes: readonly DetectionLog[];
}

/** @param logs the lesson's logs */
export function reportOf(logs: readonly DetectionLog[]): LessonReport {
  const episodes = episodesOf(logs);
  return {
    types: indexLogs(logs).types,
    students: studentsOf(logs, episodes),
    episodeCount: episodes.length,
    pictures: episodes
      .flatMap((episode) => episode.logs.find(({ screenshot }) => screenshot !== null) ?? [])
      .sort((a, b) => (a.time ?? 0) - (b.time ?? 0)),
    notes: logs.filter(({ review }) => review?.note).toReversed(),
  };
}

function studentsOf(logs: readonly DetectionLog[], episodes: readonly Episode[]): StudentSum[] {
  const students = new Map<string, StudentSum>();
  for (const log of logs) {
    const key = keyOfLog(log);
    const student = students.get(key) ?? { key, log, episodes: 0, detections: 0 };
    student.detections += 1;
    students.set(key, student);
  }
  for (const { student: key } of episodes) {
    const student = students.get(key);
    if (student) student.episodes += 1;
  }
  return [...students.values()].sort(
    (a, b) =>
      b.episodes - a.episodes || b.detections - a.detections || compareNames(a.log.studentName, b.log.studentName),
  );
}

/** A time slice of a lesson. */
export interface Slice {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** Detections by activity type. */
  counts: Readonly<Record<string, number>>;
}

const MINUTE_MS = 60_000;
const sliceLengths = [1, 5, 10, 15, 30, 60, 120, 1440].map((minutes) => minutes * MINUTE_MS);
const MOST_SLICES = 12;

/** Divides a lesson into about a dozen slices of round length and counts detections in each. */
export function slicesOf(
  logs: readonly DetectionLog[],
  from: number,
  to: number,
  typeOf: (log: DetectionLog) => string,
) {
  const length = sliceLengths.find((one) => to - from <= one * MOST_SLICES) ?? (to - from) / MOST_SLICES;
  const count = Math.max(1, Math.ceil((to - from) / length));
  const counts = Array.from({ length: count }, (): Record<string, number> => ({}));
  for (const log of logs) {
    if (log.time === null) continue;
    const part = counts[Math.min(count - 1, Math.max(0, Math.floor((log.time - from) / length)))];
    if (part) part[typeOf(log)] = (part[typeOf(log)] ?? 0) + 1;
  }
  return counts.map((part, place): Slice => {
    const start = from + place * length;
    return { from: start, to: Math.min(to, start + length), counts: part };
  });
}
