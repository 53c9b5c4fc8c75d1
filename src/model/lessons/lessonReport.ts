import type { DetectionLog } from '../../services/types';
import { compareNames } from '../app/compareNames';
import { type Episode, episodesOf } from '../logs/episodes';
import { type Choice, indexLogs } from '../logs/logFilters';
import { keyOfLog } from '../students/studentKeys';

/* What a lesson's report tells. Logs come newest first. */

/** What was detected of one student. */
export interface StudentSum {
  key: string;
  /** One of them, for the student's name. */
  log: DetectionLog;
  episodes: number;
  detections: number;
}

export interface LessonReport {
  /** By their names, with how often each was detected. */
  types: readonly Choice[];
  /** Those with the most episodes first. */
  students: readonly StudentSum[];
  episodeCount: number;
  /** Of each episode the newest picture, oldest first. */
  pictures: readonly DetectionLog[];
  /** Those with a note, oldest first. */
  notes: readonly DetectionLog[];
}

/** @param logs those of the lesson */
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

/** A part of a lesson. */
export interface Slice {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  /** By activity type. */
  counts: Readonly<Record<string, number>>;
}

const MINUTE_MS = 60_000;
const sliceLengths = [1, 5, 10, 15, 30, 60, 120, 1440].map((minutes) => minutes * MINUTE_MS);
const MOST_SLICES = 12;

/** The time of a lesson in parts of round length, about a dozen, with how often what was detected in each. */
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
